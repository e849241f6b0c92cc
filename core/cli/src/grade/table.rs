//! Grades as CSV, for a gradebook: id, score, maximum and feedback, then what a teacher needs.

use super::grades::{Grades, ReportGrade, number};
use crate::error::CommandError;
use crate::output;

const COLUMNS: [&str; 9] = ["id", "score", "maximum", "feedback", "by_hand", "flags", "notes", "lesson", "file"];

pub fn csv(grades: &Grades) -> Result<String, CommandError> {
    let row = |report: &ReportGrade| {
        let notes: Vec<&str> = report.flags.iter().map(|flag| flag.text.as_str()).collect();
        [
            harmless(&report.id),
            number(report.score),
            number(report.maximum),
            harmless(&report.feedback()),
            number(report.by_hand),
            report.flag_names(),
            harmless(&notes.join("; ")),
            harmless(&report.lesson),
            harmless(&report.file),
        ]
    };
    output::csv([COLUMNS.map(String::from)].into_iter().chain(grades.reports.iter().map(row)))
}

/// A spreadsheet takes a cell that begins like this for a formula. A space in front makes it a text. Signs that change the
/// direction of writing would let a name show as another one.
pub fn harmless(text: &str) -> String {
    let is_hidden = |one: char| one.is_control() || matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().map(|one| if is_hidden(one) { ' ' } else { one }).collect();
    if text.starts_with(['=', '+', '-', '@']) { format!(" {text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(harmless("=1+1"), " =1+1");
        assert_eq!(harmless("@SUM\u{0}(A1)\r\n=2"), " @SUM (A1)  =2");
        assert_eq!(harmless("Ada"), "Ada");
        assert_eq!(harmless("Ann\u{202e}gnp"), "Ann gnp");
    }
}
