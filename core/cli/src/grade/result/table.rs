//! Grades as CSV, for a gradebook: id, score, maximum and feedback, then what a teacher needs.

use super::grades::{Grades, ReportGrade, number};
use super::marks;
use crate::error::CommandError;
use crate::output;

const COLUMNS: [&str; 9] = ["id", "score", "maximum", "feedback", "by_hand", "flags", "notes", "lesson", "file"];

pub fn csv(grades: &Grades) -> Result<String, CommandError> {
    let has_programs = grades.seed_key.is_some();
    let row = |report: &ReportGrade| {
        let notes: Vec<&str> = report.flags.iter().map(|flag| flag.text.as_str()).collect();
        let cells = [
            report.id.clone(),
            number(report.score),
            number(report.maximum),
            report.feedback(),
            number(report.by_hand),
            report.flag_names(),
            notes.join("; "),
            report.lesson.clone(),
            report.file.clone(),
        ];
        let programs = report.tasks.iter().filter_map(|task| task.program.as_ref());
        let lines: Vec<String> = programs.map(|program| program.lines.to_string()).collect();
        let key = grades.seed_key.clone().unwrap_or_default();
        let of_programs = [report.medals(), lines.join(", "), key];
        cells.into_iter().chain(of_programs.into_iter().filter(|_| has_programs)).collect::<Vec<_>>()
    };
    let more = PROGRAM_COLUMNS.into_iter().filter(|_| has_programs);
    let header = COLUMNS.into_iter().chain(more).map(String::from).collect();
    output::csv(std::iter::once(header).chain(grades.reports.iter().map(row)))
}

/// Behind them, if programs were judged.
const PROGRAM_COLUMNS: [&str; 3] = ["medal", "lines", "seed_key"];

/// Whether this is the first line of a table of grades or marks, with any separator.
pub fn is_header(line: &str) -> bool {
    let line = line.trim_end().replace([';', '\t'], ",").replace('"', "");
    [COLUMNS.join(","), marks::FIRST_COLUMNS.join(",")].iter().any(|columns| line.starts_with(columns))
}
