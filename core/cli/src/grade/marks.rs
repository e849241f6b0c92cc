//! Points that a person gives for free texts: a table with one row for each text. `--format marks` writes it, the teacher fills
//! it in with any spreadsheet, and `--marks` reads it back. Spreadsheets change a file: they may use semicolons or tabs, a
//! decimal comma, other line ends and a byte order mark. All of these are read.

use super::answer_key::{AnswerKey, Ask};
use super::grades::{Grades, ReportGrade, TaskGrade, number};
use super::lesson_report::short;
use super::one_line;
use super::rubric::Rubric;
use super::table::harmless;
use crate::error::CommandError;
use crate::output;
use crate::text_file::{self, NoText};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const COLUMNS: [&str; 10] =
    ["file", "id", "task", "question", "answer", "lesson_answer", "look_for", "maximum", "points", "comment"];
const MEBIBYTES_MAX: u64 = 64;
const REMEDY: &str = "name the file that `--format marks` wrote";
/// Excel reads a file as UTF-8 only if it begins with this mark.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The marks of a file, by the report's file and the task.
#[derive(Debug, Default)]
pub struct Marks(BTreeMap<(String, String), Mark>);

#[derive(Debug, PartialEq)]
struct Mark {
    /// The answer that was marked. A mark does not count for another one.
    answer: String,
    points: f64,
    comment: String,
}

impl Marks {
    pub fn read(path: &Path, key: &AnswerKey, rubric: &Rubric) -> Result<Marks, CommandError> {
        let wrong = |text: String| CommandError::Input(format!("the marks {}: {text}", path.display()));
        let text = text_file::read(path, MEBIBYTES_MAX).map_err(|problem| match problem {
            NoText::OtherEncoding => wrong(format!("{problem}; save it as “CSV UTF-8”")),
            _ => wrong(format!("{problem}; {REMEDY}")),
        })?;
        Marks::parse(&text, key, rubric).map_err(wrong)
    }

    fn parse(text: &str, key: &AnswerKey, rubric: &Rubric) -> Result<Marks, String> {
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter(text)).flexible(true).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| error.to_string())?.clone();
        let column = |name: &str| header.iter().position(|one| one.trim().eq_ignore_ascii_case(name));
        let needed = |name: &str| {
            let text = || format!("has no column {name:?}; it needs file, task, answer and points; {REMEDY}");
            column(name).ok_or_else(text)
        };
        let (file, task, answer, points) = (needed("file")?, needed("task")?, needed("answer")?, needed("points")?);
        let comment = column("comment");
        let mut marks = BTreeMap::new();
        for (index, record) in reader.records().enumerate() {
            let record = record.map_err(|error| error.to_string())?;
            // As a spreadsheet counts: the header is row 1, and a cell may have several lines.
            let row = index + 2;
            let cell = |at: usize| record.get(at).unwrap_or_default().trim();
            if cell(points).is_empty() {
                continue;
            }
            let place = (cell(file).to_string(), cell(task).to_string());
            let most = maximum(key, rubric, &place.1).map_err(|text| format!("row {row}: {text}"))?;
            let given = cell(points);
            let value = given.replacen(',', ".", 1).parse().ok().filter(|value| (0.0..=most).contains(value));
            let Some(value) = value else {
                return Err(format!("row {row}: points is {:?}; allowed: 0 to {}", short(given), number(most)));
            };
            let comment = comment.map_or("", cell);
            let mark = Mark { answer: one_line(cell(answer)), points: value, comment: one_line(comment) };
            if marks.get(&place).is_some_and(|known| *known != mark) {
                let (file, task) = place;
                return Err(format!("row {row}: {} has another mark for {task} above; keep one", short(&file)));
            }
            marks.insert(place, mark);
        }
        Ok(Marks(marks))
    }

    /// Puts the marks into a row. Returns the tasks whose answer has changed since it was marked: they have no mark.
    pub fn apply(&self, report: &mut ReportGrade) -> Vec<String> {
        let mut changed = Vec::new();
        for task in report.tasks.iter_mut().filter(|task| is_text(task)) {
            let Some(mark) = self.0.get(&(harmless(&report.file).trim().to_string(), task.id.clone())) else {
                continue;
            };
            if mark.answer != one_line(&harmless(&task.answer)) {
                changed.push(task.id.clone());
                continue;
            }
            task.points = mark.points;
            task.by_hand = 0.0;
            task.comment = if mark.comment.is_empty() { MARKED.to_string() } else { mark.comment.clone() };
        }
        changed
    }

    /// The files that have marks, but are not in the folder.
    pub fn unknown_files<'a>(&self, files: impl Iterator<Item = &'a str>) -> Vec<&str> {
        let known: BTreeSet<String> = files.map(|file| harmless(file).trim().to_string()).collect();
        let ours: BTreeSet<&str> = self.0.keys().map(|(file, _)| file.as_str()).collect();
        ours.into_iter().filter(|file| !known.contains(*file)).collect()
    }
}

const MARKED: &str = "marked by a person";

/// An answered free text that gives points.
fn is_text(task: &TaskGrade) -> bool {
    task.model_answer.is_some() && task.maximum > 0.0 && !task.answer.trim().is_empty()
}

fn maximum(key: &AnswerKey, rubric: &Rubric, id: &str) -> Result<f64, String> {
    let texts = || key.tasks(None).filter(|(_, task)| matches!(task.ask, Ask::Text { .. }));
    let Some((_, task)) = texts().find(|(_, task)| task.id == id) else {
        let ids: Vec<&str> = texts().map(|(_, task)| task.id.as_str()).collect();
        return Err(format!("task is {:?}; the free texts of {} are {}", short(id), key.id, ids.join(", ")));
    };
    match rubric.maximum(task) {
        0.0 => Err(format!("{id} gives no points; use the --rubric of the table, or one with `points.{id} = 2`")),
        most => Ok(most),
    }
}

/// The sign between the columns: the one that is most frequent in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|sign| count(*sign)).unwrap_or(b',')
}

/// The table to fill in: marks that were read are in it, and new texts have no points.
pub fn sheet(grades: &Grades) -> Result<String, CommandError> {
    let is_possible =
        |report: &ReportGrade| report.tasks.iter().any(|task| task.model_answer.is_some() && task.maximum > 0.0);
    if !grades.reports.iter().any(is_possible) {
        let text =
            "no free text gives points; give them some in a rubric, e.g. --rubric with the line `defaults.text = 2`";
        return Err(CommandError::Input(text.to_string()));
    }
    let mut rows = vec![COLUMNS.map(String::from)];
    for report in &grades.reports {
        for task in report.tasks.iter().filter(|task| is_text(task)) {
            let is_marked = task.by_hand == 0.0;
            let comment = if is_marked && task.comment != MARKED { task.comment.as_str() } else { "" };
            rows.push([
                harmless(&report.file),
                harmless(&report.id),
                task.id.clone(),
                harmless(&task.question),
                harmless(&task.answer),
                harmless(task.model_answer.as_deref().unwrap_or_default()),
                harmless(task.rubric.as_deref().unwrap_or_default()),
                number(task.maximum),
                if is_marked { number(task.points) } else { String::new() },
                harmless(comment),
            ]);
        }
    }
    Ok(format!("{BYTE_ORDER_MARK}{}", output::csv(rows)?))
}

#[cfg(test)]
#[path = "marks_tests.rs"]
mod tests;
