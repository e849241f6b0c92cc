//! One report file that a learner handed in: JSON, or the page for printing, which contains the JSON. Any bytes are either a
//! report or refused with a reason. web/lesson/report/lesson-report.ts writes the same fields.

use super::page_values::{self, axis_values, nullable, settings, whole, whole_list};
use super::report_limits::Contents;
use crate::grade::answer_key::{AnswerKey, GoalProgram, Machine, PROGRAM, Set};
use crate::grade::digest::digest;
use crate::text_file;
use livelock_core::scenario::MODEL;
use livelock_judge::Medal;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

pub const KIND: &str = "livelock-lab report";
pub const SCHEMA: u64 = 1;

/// The largest file that is read. The page for printing has every answer twice.
pub const BYTES_MAX: u64 = 3_000_000;
/// Of a number as it was typed; a text may be longer.
const NUMBER_CHARACTERS_MAX: usize = 200;

/// The element of the page for printing that contains the JSON.
const PAGE_JSON: (&str, &str) = ("<script type=\"application/json\" id=\"report\">", "</script>");

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonReport {
    #[serde(rename = "kind")]
    _kind: String,
    #[serde(rename = "schema")]
    _schema: u64,
    /// Name or student number, as typed; may be empty.
    pub who: String,
    /// When it was saved: "2026-11-24T14:03:00Z".
    #[serde(deserialize_with = "page_values::time")]
    pub saved: String,
    /// The model version of the page.
    pub model: String,
    pub lesson: LessonName,
    /// Chose the variants of the steps.
    #[serde(deserialize_with = "page_values::seed")]
    pub seed: Option<u64>,
    #[serde(rename = "steps")]
    _steps: StepCount,
    pub tasks: Vec<Answer>,
    /// The hash that the file states.
    pub sha256: String,
    /// The hash of its content.
    #[serde(skip)]
    pub content_hash: String,
    /// The hash of the answers alone, however many tries they took: two people do not have the same one by chance.
    #[serde(skip)]
    pub answers_hash: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonName {
    pub id: String,
    #[serde(rename = "number", deserialize_with = "whole")]
    _number: u64,
    #[serde(rename = "title")]
    _title: String,
    /// The version of its tasks.
    pub version: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepCount {
    #[serde(rename = "done", deserialize_with = "whole")]
    _done: u64,
    #[serde(rename = "all", deserialize_with = "whole")]
    _all: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Answer {
    Choice {
        id: String,
        #[serde(deserialize_with = "whole")]
        given: u64,
        text: String,
        right: bool,
        #[serde(deserialize_with = "whole")]
        tries: u64,
    },
    Number {
        id: String,
        given: String,
        #[serde(deserialize_with = "nullable")]
        value: Option<f64>,
        right: bool,
        #[serde(deserialize_with = "whole")]
        tries: u64,
    },
    Text {
        id: String,
        given: String,
    },
    Prediction {
        id: String,
        metric: String,
        axis: String,
        #[serde(deserialize_with = "axis_values")]
        values: Vec<Json>,
        scenario: Machine,
        #[serde(deserialize_with = "whole_list")]
        seeds: Vec<u64>,
        first: Vec<Option<f64>>,
        guess: Vec<Option<f64>>,
        #[serde(deserialize_with = "nullable")]
        real: Option<Vec<f64>>,
        #[serde(deserialize_with = "whole")]
        tries: u64,
    },
    Goal {
        id: String,
        met: bool,
        #[serde(deserialize_with = "whole")]
        tries: u64,
        #[serde(deserialize_with = "settings")]
        set: Set,
        scenario: Machine,
        /// The learner's own kernel, if one ran in the place of the scenario's.
        #[serde(default)]
        program: Option<GoalProgram>,
        #[serde(deserialize_with = "whole_list")]
        seeds: Vec<u64>,
        #[serde(deserialize_with = "nullable")]
        results: Option<Vec<StatedResult>>,
    },
    /// A kernel that the learner wrote; none if the task was only looked at.
    Program {
        id: String,
        #[serde(default)]
        program: Option<HandedProgram>,
    },
}

/// A program, and the medal that the page gave it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandedProgram {
    pub file: String,
    pub text: String,
    pub medal: Medal,
}

/// What the page says that a requirement's trials measured.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedResult {
    #[serde(rename = "metric")]
    _metric: String,
    #[serde(rename = "op")]
    _op: String,
    #[serde(rename = "value")]
    _value: f64,
    #[serde(rename = "set", deserialize_with = "settings")]
    _set: Set,
    #[serde(deserialize_with = "nullable")]
    pub least: Option<f64>,
    #[serde(deserialize_with = "nullable")]
    pub most: Option<f64>,
    pub met: bool,
}

/// Why a file is not graded. The text says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is damaged, or not a report.
    Unreadable(String),
    /// It is a report of another version of the format.
    Version(String),
}

impl LessonReport {
    pub fn parse(bytes: &[u8]) -> Result<LessonReport, Refusal> {
        let file = text_of(bytes)?;
        let text = json_of(&file)?;
        check(Contents::of(text).map_err(not_json)?)?;
        let fields = || serde_json::from_str::<Map<String, Json>>(text);
        let mut content = fields().map_err(not_json)?;
        let sha256 = content.remove("sha256");
        let content_hash = digest(&content);
        content.extend(sha256.map(|sha256| ("sha256".to_string(), sha256)));
        let report: LessonReport = serde_json::from_value(Json::Object(content)).map_err(|error| {
            let why = fields().map_or(String::new(), |fields| wrong_field(&fields, &error));
            unreadable(&format!("a field is missing or wrong ({why})"))
        })?;
        if let Some(answer) = report.tasks.iter().find(|answer| answer.is_too_long()) {
            let (id, most) = (short(answer.id()), NUMBER_CHARACTERS_MAX);
            let problem = format!("the number {id:?} has more than the {most} characters that the page would save");
            return Err(unreadable(&problem));
        }
        let answers_hash = digest(&report.tasks.iter().map(Answer::content).collect::<Vec<Json>>());
        Ok(LessonReport { content_hash, answers_hash, ..report })
    }

    /// A file with nothing but a program, as the answer to the only task of a challenge.
    pub fn of_program(key: &AnswerKey, file: String, text: String) -> LessonReport {
        let hash = digest(&json!([file, text]));
        let program = HandedProgram { file, text, medal: Medal::None };
        let answer = Answer::Program { id: PROGRAM.to_string(), program: Some(program) };
        LessonReport {
            _kind: KIND.to_string(),
            _schema: SCHEMA,
            who: String::new(),
            saved: String::new(),
            model: MODEL.to_string(),
            lesson: LessonName {
                id: key.id.clone(),
                _number: key.number,
                _title: key.title.clone(),
                version: key.version.clone(),
            },
            seed: None,
            _steps: StepCount { _done: 1, _all: 1 },
            answers_hash: digest(&[answer.content()]),
            tasks: vec![answer],
            sha256: hash.clone(),
            content_hash: hash,
        }
    }

    /// Whether the file was changed after it was saved.
    pub fn is_edited(&self) -> bool {
        self.sha256 != self.content_hash
    }

    /// A task that the lesson does not have, or that the report has twice.
    pub fn surplus_task(&self, known: &[&str]) -> Option<&str> {
        let mut seen = BTreeSet::new();
        self.tasks.iter().map(Answer::id).find(|id| !known.contains(id) || !seen.insert(*id))
    }

    /// Whether it contains a drawn line or a text: two people hardly have the same answers and these by chance.
    pub fn is_personal(&self) -> bool {
        self.tasks.iter().any(|answer| match answer {
            Answer::Text { given, .. } => given.trim().len() >= PERSONAL_TEXT_BYTES_MIN,
            Answer::Prediction { first, .. } => first.iter().any(Option::is_some),
            Answer::Program { program, .. } => program.is_some(),
            _ => false,
        })
    }
}

/// A shorter text may be the same by chance.
const PERSONAL_TEXT_BYTES_MIN: usize = 20;

const NO_REPORT: &str = "it is not a report";

fn unreadable(problem: &str) -> Refusal {
    Refusal::Unreadable(format!("{problem}; ask for a report saved anew"))
}

fn not_json(error: serde_json::Error) -> Refusal {
    unreadable(&format!("it is not JSON ({error})"))
}

fn text_of(bytes: &[u8]) -> Result<String, Refusal> {
    let is_too_large = |bytes: usize| bytes as u64 > BYTES_MAX;
    let too_large = || unreadable("it is larger than 3 MB");
    if is_too_large(bytes.len()) {
        return Err(too_large());
    }
    let text = text_file::decode(bytes.to_vec()).map_err(|problem| unreadable(&format!("it {problem}")))?;
    // UTF-16 may be shorter than the text.
    if is_too_large(text.len()) { Err(too_large()) } else { Ok(text) }
}

/// The JSON of a file: its whole text, or an element of the page for printing.
fn json_of(text: &str) -> Result<&str, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(unreadable("it is empty, so it is not JSON"));
    }
    if !text.starts_with('<') {
        return Ok(text);
    }
    let json = text.split_once(PAGE_JSON.0).and_then(|(_, rest)| rest.split_once(PAGE_JSON.1));
    json.map(|(json, _)| json).filter(|json| !json.contains('<')).ok_or_else(|| unreadable(NO_REPORT))
}

/// Checks what the file is, and that it has no more than the page saves.
fn check(contents: Contents) -> Result<(), Refusal> {
    match contents.kind.as_ref().and_then(Json::as_str) {
        Some(KIND) => {}
        Some("livelock-lab progress") => {
            return Err(unreadable("it contains a learner's progress, not a report: “Hand in” saves a report"));
        }
        _ => return Err(unreadable(NO_REPORT)),
    }
    if contents.schema.as_ref().and_then(Json::as_u64) != Some(SCHEMA) {
        let found = contents.schema.map_or("missing".to_string(), |schema| short(&schema.to_string()));
        let remedy = "use the livelock of the page's version";
        return Err(Refusal::Version(format!("its schema is {found}, this livelock reads {SCHEMA}; {remedy}")));
    }
    contents.problem.map_or(Ok(()), |problem| Err(unreadable(&problem)))
}

/// Says what serde misses, in words of the file, and names the task.
fn wrong_field(fields: &Map<String, Json>, error: &serde_json::Error) -> String {
    let tasks = fields.get("tasks").and_then(Json::as_array).into_iter().flatten();
    let mut wrong = tasks.enumerate().filter_map(|(at, task)| {
        let error = Answer::deserialize(task).err()?;
        let id = task.get("id").and_then(Json::as_str).map_or(String::new(), |id| format!(" {:?}", short(id)));
        Some(format!("tasks[{at}]{id}: {error}"))
    });
    let text = wrong.next().or_else(|| wrong_outside_tasks(fields)).unwrap_or_else(|| error.to_string());
    short(&text.replace("expected f64", "expected a number"))
}

/// The first field of the report, except its tasks, that is there and wrong.
fn wrong_outside_tasks(fields: &Map<String, Json>) -> Option<String> {
    fn check<'a, T: Deserialize<'a>>(value: &'a Json) -> Option<serde_json::Error> {
        T::deserialize(value).err()
    }
    fields.iter().find_map(|(name, value)| {
        let error = match name.as_str() {
            "seed" => page_values::seed(value).err(),
            "saved" => page_values::time(value).err(),
            "lesson" => check::<LessonName>(value),
            "steps" => check::<StepCount>(value),
            "who" | "model" | "sha256" => check::<String>(value),
            _ => None,
        };
        error.map(|error| format!("{name}: {error}"))
    })
}

impl Answer {
    /// What was answered: without the number of tries, the verdict and what was measured.
    fn content(&self) -> Json {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        match self {
            Answer::Choice { id, given, .. } => json!([id, given]),
            Answer::Number { id, value, .. } => json!([id, value]),
            Answer::Text { id, given } => json!([id, words(given)]),
            Answer::Prediction { id, first, .. } => json!([id, first]),
            Answer::Goal { id, set, program, .. } => json!([id, set, program.as_ref().map(|program| &program.text)]),
            Answer::Program { id, program } => json!([id, program.as_ref().map(|program| &program.text)]),
        }
    }

    /// A text may be longer than a number, but both are called `given`.
    fn is_too_long(&self) -> bool {
        match self {
            Answer::Number { given, .. } => given.encode_utf16().count() > NUMBER_CHARACTERS_MAX,
            _ => false,
        }
    }

    pub fn id(&self) -> &str {
        match self {
            Answer::Choice { id, .. }
            | Answer::Number { id, .. }
            | Answer::Text { id, .. }
            | Answer::Prediction { id, .. }
            | Answer::Goal { id, .. }
            | Answer::Program { id, .. } => id,
        }
    }
}

/// A text that a message quotes.
pub fn short(text: &str) -> String {
    const CHARACTERS_MAX: usize = 160;
    let mut short: String = text.chars().take(CHARACTERS_MAX).collect();
    if short.len() < text.len() {
        short.push_str(" ...");
    }
    short
}

#[cfg(test)]
#[path = "lesson_report_tests.rs"]
mod tests;
