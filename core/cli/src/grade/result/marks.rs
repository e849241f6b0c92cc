//! Points that a person gives for free texts: a table with one row for each text. `--format marks` writes it, the teacher fills
//! it in with any spreadsheet, and `--marks` reads it back. Spreadsheets change a file: they may use semicolons or tabs, a
//! decimal comma, other line ends and a byte order mark. All of these are read. They also change cells: `1/2` becomes a date,
//! `0012` a number. So the column `key` says which file and which answer a mark belongs to.

use super::grades::{Grades, ReportGrade, TaskGrade, number};
use crate::error::CommandError;
use crate::grade::answer_key::{AnswerKey, Ask};
use crate::grade::digest::{KEY_DIGITS, digest};
use crate::grade::files::HandIn;
use crate::grade::flags::file_list;
use crate::grade::lesson_report::short;
use crate::grade::one_line;
use crate::grade::rubric::Rubric;
use crate::output;
use crate::strange_text::{plain, visible};
use crate::text_file::{self, NoText};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const COLUMNS: [&str; 11] =
    ["file", "id", "task", "question", "answer", "lesson_answer", "look_for", "maximum", "points", "comment", "key"];
/// The columns that every version writes first.
pub const FIRST_COLUMNS: &[&str] = COLUMNS.split_at(10).0;
const MEBIBYTES_MAX: u64 = 64;
const REMEDY: &str = "name the file that `--format marks` wrote";
/// Excel reads a file as UTF-8 only if it begins with this mark.
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// A key begins with a letter, so that no spreadsheet takes it for a number.
const KEY_LETTER: char = 'k';

/// The marks of a file, by the report's file and the task.
#[derive(Debug, Default)]
pub struct Marks(BTreeMap<(Place, String), Mark>);

/// The file of a mark.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Key(String),
    /// The name in a table that has no keys, because an earlier version wrote it, of a file that is not in the folder.
    Name(String),
}

#[derive(Debug)]
struct Mark {
    /// The file's name in the table.
    file: String,
    answer: MarkedAnswer,
    points: f64,
    comment: String,
}

/// The answer that was marked. A mark does not count for another one.
#[derive(Debug, PartialEq)]
enum MarkedAnswer {
    Key(String),
    Text(String),
}

impl Marks {
    pub fn read(path: &Path, key: &AnswerKey, rubric: &Rubric, hand_ins: &[HandIn]) -> Result<Marks, CommandError> {
        let wrong = |text: String| CommandError::Input(format!("the marks {}: {text}", path.display()));
        let text = text_file::read(path, MEBIBYTES_MAX).map_err(|problem| match problem {
            NoText::OtherEncoding { .. } => wrong(format!("{problem}; save it as “CSV UTF-8”")),
            _ => wrong(format!("{problem}; {REMEDY}")),
        })?;
        Marks::parse(&text, key, rubric, hand_ins).map_err(wrong)
    }

    fn parse(text: &str, key: &AnswerKey, rubric: &Rubric, hand_ins: &[HandIn]) -> Result<Marks, String> {
        let mut reader =
            csv::ReaderBuilder::new().delimiter(delimiter(text)).flexible(true).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| error.to_string())?.clone();
        let column = |name: &str| header.iter().position(|one| one.trim().eq_ignore_ascii_case(name));
        let needed = ["file", "task", "answer", "points"];
        if let Some(name) = needed.iter().find(|name| column(name).is_none()) {
            return Err(format!("has no column {name:?}; it needs file, task, answer and points; {REMEDY}"));
        }
        let names = names_of(hand_ins);
        let mut marks = Marks::default();
        for (index, record) in reader.records().enumerate() {
            let record = record.map_err(|error| error.to_string())?;
            let cell = |name: &str| column(name).and_then(|at| record.get(at)).unwrap_or_default().trim();
            if cell("points").is_empty() {
                continue;
            }
            // As a spreadsheet counts: the header is row 1, and a cell may have several lines.
            let row = index + 2;
            marks.add(&cell, key, rubric, &names).map_err(|text| format!("row {row}: {text}"))?;
        }
        Ok(marks)
    }

    /// Adds the mark of a row.
    fn add<'a>(
        &mut self,
        cell: &impl Fn(&str) -> &'a str,
        key: &AnswerKey,
        rubric: &Rubric,
        names: &BTreeMap<String, Vec<&HandIn>>,
    ) -> Result<(), String> {
        let (file, task) = (cell("file").to_string(), cell("task").to_string());
        let most = maximum(key, rubric, &task)?;
        let given = cell("points");
        let points = given.replacen(',', ".", 1).parse().ok().filter(|points| (0.0..=most).contains(points));
        let Some(points) = points else {
            return Err(format!("points is {:?}; allowed: 0 to {}", short(given), number(most)));
        };
        let (place, answer) = match cell("key") {
            "" => (place_of(&file, names)?, MarkedAnswer::Text(comparable(cell("answer")))),
            key => parse_key(key).ok_or_else(|| {
                format!(
                    "key is {:?}; copy it from the table that `--format marks` wrote, or empty the cell",
                    short(key)
                )
            })?,
        };
        let mark = Mark { file, answer, points, comment: one_line(&plain(cell("comment"))) };
        let is_same =
            |known: &Mark| (&known.answer, known.points, &known.comment) == (&mark.answer, mark.points, &mark.comment);
        let place = (place, task);
        if self.0.get(&place).is_some_and(|known| !is_same(known)) {
            let (file, task) = (visible(&short(&mark.file)), place.1);
            return Err(format!("{file} has another mark for {task} above; keep one"));
        }
        self.0.insert(place, mark);
        Ok(())
    }

    /// Puts the marks into a row. Returns what has changed since it was marked, and has no mark: the answer to a task or, of a question
    /// about a program, the question.
    pub fn apply(&self, report: &mut ReportGrade) -> Vec<String> {
        let mut changed = Vec::new();
        for task in report.tasks.iter_mut().filter(|task| is_text(task)) {
            let Some(mark) = self.0.get(&(Place::Key(report.file_key.clone()), task.id.clone())) else {
                continue;
            };
            let is_same = match &mark.answer {
                MarkedAnswer::Key(key) => *key == answer_key(task),
                MarkedAnswer::Text(text) => *text == comparable(&task.answer),
            };
            if !is_same {
                changed.push(match task.is_asked_in_the_room() {
                    true => format!("{} is another question, because its program has changed", task.id),
                    false => format!("the answer to {} has changed", task.id),
                });
                continue;
            }
            task.points = mark.points;
            task.by_hand = 0.0;
            task.comment = if mark.comment.is_empty() { MARKED.to_string() } else { mark.comment.clone() };
        }
        changed
    }

    /// The files that have marks, but are not in the folder.
    pub fn unknown_files<'a>(&self, keys: impl Iterator<Item = &'a str>) -> Vec<String> {
        let known: BTreeSet<&str> = keys.collect();
        let is_known = |place: &Place| matches!(place, Place::Key(key) if known.contains(key.as_str()));
        let unknown = self.0.iter().filter(|((place, _), _)| !is_known(place)).map(|(_, mark)| visible(&mark.file));
        unknown.collect::<BTreeSet<String>>().into_iter().collect()
    }
}

/// The hand-ins by the names that a table without keys may have for them.
fn names_of(hand_ins: &[HandIn]) -> BTreeMap<String, Vec<&HandIn>> {
    let mut names: BTreeMap<String, Vec<&HandIn>> = BTreeMap::new();
    for hand_in in hand_ins {
        // Earlier versions showed what is not UTF-8 as U+FFFD.
        let parts: Vec<_> = hand_in.path.components().map(|one| one.as_os_str().to_string_lossy()).collect();
        let forms = BTreeSet::from([&hand_in.file, &parts.join("/")].map(|name| plain(name).trim().to_string()));
        for name in forms {
            names.entry(name).or_default().push(hand_in);
        }
    }
    names
}

/// The file of a row without a key.
fn place_of(file: &str, names: &BTreeMap<String, Vec<&HandIn>>) -> Result<Place, String> {
    match names.get(plain(file).trim()).map(Vec::as_slice) {
        None => Ok(Place::Name(file.to_string())),
        Some([hand_in]) => Ok(Place::Key(hand_in.file_key.clone())),
        Some(several) => {
            let files = file_list(several.iter().map(|hand_in| hand_in.file.as_str()));
            Err(format!(
                "the mark of {} may belong to each of {} files ({files}); write the table again with `--format marks`, \
                 and copy the points into it",
                visible(file),
                several.len()
            ))
        }
    }
}

/// "k0123456789abcdef-0123456789abcdef": the file and the answer.
fn key_cell(report: &ReportGrade, task: &TaskGrade) -> String {
    format!("{KEY_LETTER}{}-{}", report.file_key, answer_key(task))
}

fn parse_key(cell: &str) -> Option<(Place, MarkedAnswer)> {
    let (file, answer) = cell
        .to_lowercase()
        .strip_prefix(KEY_LETTER)?
        .split_once('-')
        .map(|(file, answer)| (file.to_string(), answer.to_string()))?;
    let is_digest = |text: &str| text.len() == KEY_DIGITS && text.chars().all(|one| one.is_ascii_hexdigit());
    (is_digest(&file) && is_digest(&answer)).then_some((Place::Key(file), MarkedAnswer::Key(answer)))
}

/// What was marked: the answer; in the room, where nobody writes it down, what was asked and what the trace says.
fn answer_key(task: &TaskGrade) -> String {
    let answer = one_line(&task.answer);
    let mut parts = vec![task.id.as_str(), &answer];
    if task.is_about_program {
        parts.extend([task.question.as_str(), task.model_answer.as_deref().unwrap_or_default()]);
    }
    let mut key = digest(&parts);
    key.truncate(KEY_DIGITS);
    key
}

/// An answer as it comes back from a table.
fn comparable(answer: &str) -> String {
    one_line(&plain(answer))
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
                report.file.clone(),
                report.id.clone(),
                task.id.clone(),
                task.question.clone(),
                task.answer.clone(),
                task.model_answer.clone().unwrap_or_default(),
                task.rubric.clone().unwrap_or_default(),
                number(task.maximum),
                if is_marked { number(task.points) } else { String::new() },
                comment.to_string(),
                key_cell(report, task),
            ]);
        }
    }
    Ok(format!("{BYTE_ORDER_MARK}{}", output::csv(rows)?))
}

#[cfg(test)]
#[path = "marks_tests.rs"]
mod tests;
