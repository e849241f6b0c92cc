//! The questions about the learners' own programs as one HTML file for the room: a sheet for each learner, with space to write and
//! without answers, which are in the other forms.

use super::grades::{Grades, IN_ROOM, ReportGrade};
use super::page;
use crate::error::CommandError;

/// A sheet for each hand-in that has a question.
pub fn page(grades: &Grades) -> Result<String, CommandError> {
    let sheets: Vec<String> = grades.reports.iter().filter_map(sheet).collect();
    if sheets.is_empty() {
        let text = "no hand-in has a program with a run to ask about, so there are no questions";
        return Err(CommandError::Input(text.to_string()));
    }
    let body = format!(
        "<h1>{}</h1>\n<p class=\"quiet\">Two questions about your own program. Times count from the begin of the run.</p>\n{}",
        page::escape(&grades.title),
        sheets.concat(),
    );
    Ok(page::document(&format!("Questions: {}", grades.title), &body))
}

fn sheet(report: &ReportGrade) -> Option<String> {
    let asked = report.tasks.iter().filter(|task| task.is_asked_in_the_room());
    let questions: Vec<String> = asked
        .map(|task| {
            let run = task.answer.strip_prefix(IN_ROOM).unwrap_or(&task.answer);
            let (run, question) = (page::escape(run), page::escape(&task.question));
            format!("<p class=\"quiet\">The run: {run}</p>\n<p>{question}</p>\n<p class=\"write\"></p>\n")
        })
        .collect();
    let name = page::name(&report.id);
    let sheet = format!("<section class=\"sheet\">\n<h2>{name}</h2>\n{}</section>\n", questions.concat());
    (!questions.is_empty()).then_some(sheet)
}
