//! Grades as CSV, for a gradebook: id, score, maximum and feedback, then what a teacher needs.

use super::grades::{Grades, ReportGrade, number};
use super::marks;
use crate::error::CommandError;
use crate::output;

const COLUMNS: [&str; 9] = ["id", "score", "maximum", "feedback", "by_hand", "flags", "notes", "lesson", "file"];

pub fn csv(grades: &Grades) -> Result<String, CommandError> {
    let row = |report: &ReportGrade| {
        let notes: Vec<&str> = report.flags.iter().map(|flag| flag.text.as_str()).collect();
        [
            report.id.clone(),
            number(report.score),
            number(report.maximum),
            report.feedback(),
            number(report.by_hand),
            report.flag_names(),
            notes.join("; "),
            report.lesson.clone(),
            report.file.clone(),
        ]
    };
    output::csv([COLUMNS.map(String::from)].into_iter().chain(grades.reports.iter().map(row)))
}

/// Whether this is the first line of a table of grades or marks, with any separator.
pub fn is_header(line: &str) -> bool {
    let line = line.trim_end().replace([';', '\t'], ",").replace('"', "");
    [COLUMNS.join(","), marks::FIRST_COLUMNS.join(",")].iter().any(|columns| line.starts_with(columns))
}
