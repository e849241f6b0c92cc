//! Copies: whole reports, programs, and the two kinds of answers that differ between people who work alone, a drawn line and a long
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
    // The same number for the same text, so that a thousand equal reports are compared in a moment.
    let answers = numbered(hand_ins.iter().map(|hand_in| hand_in.report.as_ref().map(|one| one.answers_hash.clone())));
    let people = numbered(hand_ins.iter().map(|hand_in| hand_in.report.as_ref().map(|_| hand_in.who().to_lowercase())));
    let mut flags: Vec<Vec<Flag>> = hand_ins.iter().map(|_| Vec::new()).collect();
    for (Shared { kind, task, .. }, group) in &groups.0 {
        for index in group {
            let is_other = |other: &&usize| match kind {
                FlagKind::Identical => *other != index,
                _ => answers[**other] != answers[*index] && (people[**other] != people[*index] || people[*index] == 0),
            };
            let others: Vec<&str> = group.iter().filter(is_other).map(|other| hand_ins[*other].file.as_str()).collect();
            if !others.is_empty() {
                let is_program = hand_ins[*index].report.as_ref().is_ok_and(is_program);
                flags[*index].push(Flag::new(*kind, text(*kind, task, is_program, &file_list(others.into_iter()))));
            }
        }
    }
    flags
}

/// A number for each text, the same for equal ones; 0 for an empty one, or none.
fn numbered<E>(texts: impl Iterator<Item = Result<String, E>>) -> Vec<usize> {
    let mut numbers = BTreeMap::from([(String::new(), 0)]);
    let number = |text: Result<String, E>| {
        let next = numbers.len();
        *numbers.entry(text.unwrap_or_default()).or_insert(next)
    };
    texts.map(number).collect()
}

/// A report with nothing but a program, as of a challenge.
fn is_program(report: &LessonReport) -> bool {
    report.tasks.iter().all(|answer| matches!(answer, Answer::Program { .. }))
}

fn text(kind: FlagKind, task: &str, is_program: bool, files: &str) -> String {
    match kind {
        FlagKind::Identical if is_program => format!("the same program is in {files}"),
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
    format!("{drawn:.5e}") == format!("{measured:.5e}")
}

/// A value with the three digits that the chart has.
fn round(value: f64) -> f64 {
    format!("{value:.2e}").parse().expect("a number that was written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tests::{forged, task};

    /// The number of flags of a report whose first line is this share of the measured one.
    fn flags(of_measured: impl Fn(f64) -> f64) -> usize {
        let report = forged(|report| {
            let prediction = task(report, "no-quota");
            let real: Vec<f64> = serde_json::from_value(prediction["real"].clone()).expect("a line");
            prediction["first"] = json!(real.into_iter().map(of_measured).collect::<Vec<f64>>());
        });
        of_the_machine(&LessonReport::parse(report.as_bytes()).expect("a report")).len()
    }

    #[test]
    fn only_more_digits_than_a_person_can_see_are_measured() {
        assert_eq!(flags(|real| real), 1);
        assert_eq!(flags(|real| real * (1.0 + 1e-8)), 1);
        assert_eq!(flags(f64::round), 0, "the table shows whole packets");
        assert_eq!(flags(round), 0);
    }

    #[test]
    fn a_line_is_ones_own_if_one_value_is() {
        let axis: Vec<Json> = [1000, 2000, 3000, 4000].into_iter().map(Json::from).collect();
        let is_own = |line: [f64; 4]| is_own_line(&line.map(Some), &axis);
        assert!(!is_own([1000.0, 2000.0, 2000.0, 2000.0]), "as much as possible, then no more");
        assert!(!is_own([1.0, 1.0, 0.0, 0.0]), "all, then nothing");
        assert!(is_own([1000.0, 2000.0, 2010.0, 0.0]));
        assert!(!is_own_line(&[Some(1234.0), None, None, None], &axis), "it is not complete");
    }
}
