//! Copies: whole reports, and the two kinds of answers that differ between people who work alone, a drawn line and a long
//! text. A copy may have other choices and another full stop; the line or the text is still the same.

use super::files::HandIn;
use super::flags::{Flag, FlagKind, file_list};
use super::lesson_report::{Answer, LessonReport};
use crate::grade::digest::digest;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Two people may write the same shorter text.
const LONG_TEXT_LETTERS_MIN: usize = 40;
/// So many values that nobody can draw are no chance.
const MEASURED_VALUES_MIN: usize = 3;

/// What reports may have in common, and which ones have it.
#[derive(Default)]
struct Groups<'a>(BTreeMap<Shared<'a>, Vec<usize>>);

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shared<'a> {
    kind: FlagKind,
    lesson: &'a str,
    /// The task, if it is not the whole report.
    task: &'a str,
    digest: String,
}

/// The flags of reports that have a part in common; one list for each hand-in. Reports that are equal in whole are not also
/// flagged for the parts, and neither are two reports of one person.
pub fn of_others(hand_ins: &[HandIn]) -> Vec<Vec<Flag>> {
    let mut groups = Groups::default();
    for (index, hand_in) in hand_ins.iter().enumerate() {
        if let Ok(report) = &hand_in.report {
            groups.add(index, report);
        }
    }
    let answers = |index: usize| hand_ins[index].report.as_ref().map_or("", |report| report.answers_hash.as_str());
    let is_same_person = |one: usize, other: usize| {
        let who = hand_ins[one].report.as_ref().map(LessonReport::person);
        who.is_ok_and(|who| !who.is_empty() && hand_ins[other].report.as_ref().is_ok_and(|other| other.person() == who))
    };
    let mut flags: Vec<Vec<Flag>> = hand_ins.iter().map(|_| Vec::new()).collect();
    for (Shared { kind, task, .. }, group) in &groups.0 {
        for index in group {
            let is_other = |other: &&usize| match kind {
                FlagKind::Identical => *other != index,
                _ => answers(**other) != answers(*index) && !is_same_person(*index, **other),
            };
            let others: Vec<&str> = group.iter().filter(is_other).map(|other| hand_ins[*other].file.as_str()).collect();
            if !others.is_empty() {
                flags[*index].push(Flag::new(*kind, text(*kind, task, &file_list(others.into_iter()))));
            }
        }
    }
    flags
}

fn text(kind: FlagKind, task: &str, files: &str) -> String {
    match kind {
        FlagKind::Lines => format!("{task}: the same drawn line is in {files}"),
        FlagKind::Texts => format!("{task}: the same text, word for word, is in {files}"),
        _ => format!("the same answers, lines and texts are in {files}"),
    }
}

impl<'a> Groups<'a> {
    fn add(&mut self, index: usize, report: &'a LessonReport) {
        let lesson = report.lesson.id.as_str();
        let mut add = |kind, task, digest| {
            let group = self.0.entry(Shared { kind, lesson, task, digest }).or_default();
            // A report that has a task twice is in the group once.
            if group.last() != Some(&index) {
                group.push(index);
            }
        };
        if report.is_personal() {
            add(FlagKind::Identical, "", report.answers_hash.clone());
        } else {
            // A file that was handed in twice says when it was saved.
            add(FlagKind::Identical, "", report.content_hash.clone());
        }
        for answer in &report.tasks {
            match answer {
                Answer::Prediction { id, values, first, .. } if is_own_line(first, values) => {
                    add(FlagKind::Lines, id, digest(&json!([values, first])));
                }
                Answer::Text { id, given } => {
                    let words = words_of(given);
                    if letters(&words) >= LONG_TEXT_LETTERS_MIN {
                        add(FlagKind::Texts, id, digest(&words));
                    }
                }
                _ => {}
            }
        }
    }
}

/// The words of a text, without capitals and punctuation.
fn words_of(text: &str) -> Vec<String> {
    let is_space = |one: char| !one.is_alphanumeric();
    text.split(is_space).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

fn letters(words: &[String]) -> usize {
    words.iter().map(|word| word.chars().count()).sum()
}

/// Whether a line is complete, and has a value that many people would not have: not nothing, not all that is offered, not
/// 100 %, and not the value before it.
fn is_own_line(line: &[Option<f64>], axis: &[Json]) -> bool {
    let Some(line) = line.iter().copied().collect::<Option<Vec<f64>>>() else { return false };
    line.iter().enumerate().any(|(at, value)| {
        let offered = axis.get(at).and_then(Json::as_f64);
        let before = at.checked_sub(1).map(|at| line[at]);
        ![Some(0.0), Some(1.0), offered, before].contains(&Some(*value))
    })
}

/// The flags of lines that equal the measured ones to six digits. The chart and its table let a person draw three or four
/// digits, and nobody knows more of them before the measurement.
pub fn of_the_machine(report: &LessonReport) -> Vec<Flag> {
    let flag = |answer: &Answer| match answer {
        Answer::Prediction { id, first, real: Some(real), .. } => {
            let pairs = first.iter().zip(real).filter_map(|(drawn, real)| Some(((*drawn)?, *real)));
            let equal = pairs.filter(|(drawn, real)| is_equal(*drawn, *real) && !is_equal(round(*real), *real)).count();
            let text = format!("{id}: {equal} values of the first drawn line are the measured ones to six digits");
            (equal >= MEASURED_VALUES_MIN).then(|| Flag::new(FlagKind::Measured, text))
        }
        _ => None,
    };
    report.tasks.iter().filter_map(flag).collect()
}

/// To the six digits that the page stores.
fn is_equal(drawn: f64, measured: f64) -> bool {
    (drawn - measured).abs() <= 5e-6 * measured.abs()
}

/// A value with the three digits that the chart has.
fn round(value: f64) -> f64 {
    format!("{value:.2e}").parse().expect("a number that was written")
}
