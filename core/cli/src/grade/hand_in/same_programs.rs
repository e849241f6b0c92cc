//! Programs with the same tokens, flagged in both hand-ins with both places. The flag says what is the same, and judges nobody. An
//! equal text is flagged as identical, not here. The shipped solution counts as one more program, because everybody can read it.

use super::files::HandIn;
use super::flags::{Flag, FlagKind};
use super::lesson_report::{Answer, LessonReport};
use crate::grade::answer_key::{AnswerKey, Ask};
use crate::grade::program::{Given, Same, Tokens, longest_common, same_tokens};
use livelock_core::program::shipped::SHIPPED;
use livelock_judge::find;
use rayon::prelude::*;
use std::ops::RangeInclusive;

type Lines = RangeInclusive<u32>;

/// Other programs that a flag names.
const NAMED_MAX: usize = 3;
const SOLUTION: &str = "the shipped solution";

/// The flags of each hand-in.
pub fn of_others(hand_ins: &[HandIn], key: &AnswerKey) -> Vec<Vec<Flag>> {
    let mut flags: Vec<Vec<Flag>> = hand_ins.iter().map(|_| Vec::new()).collect();
    for (_, task) in key.tasks(None) {
        let Ask::Program { challenge, .. } = &task.ask else { continue };
        let Some((_, folder)) = find(challenge) else { continue };
        let answers = hand_ins.iter().enumerate().filter_map(|(index, hand_in)| {
            let text = text_of(hand_in.report.as_ref().ok()?, &task.id)?;
            Some((index, hand_in.file.as_str(), text))
        });
        let answers: Vec<(usize, &str, &str)> = answers.collect();
        let given = Given::of(SHIPPED.iter().map(|one| one.source).chain([folder.skeleton]));
        let texts = answers.iter().map(|(_, _, text)| *text).chain([folder.reference]);
        let programs: Vec<Tokens> =
            texts.clone().collect::<Vec<_>>().par_iter().map(|text| Tokens::of(text, &given)).collect();
        let texts: Vec<&str> = texts.collect();
        let names: Vec<&str> = answers.iter().map(|(_, file, _)| *file).chain([SOLUTION]).collect();
        let is_identical = |one: usize, other: usize| texts[one] == texts[other] && names[other] != SOLUTION;
        let all = same_tokens(&programs, is_identical);
        for (at, ((index, _, _), same)) in answers.iter().zip(&all).enumerate() {
            // whoever has it from the solution has the same as many others
            let (of_solution, of_others): (Vec<&Same>, Vec<&Same>) =
                same.iter().partition(|same| names[same.other] == SOLUTION);
            let same = [of_solution, of_others].concat();
            if let Some(first) = same.first() {
                let places = longest_common(&programs[at], &programs[first.other]);
                let text = told(&same, &names, places);
                flags[*index].push(Flag::new(FlagKind::Tokens, format!("{}: {text}", task.id)));
            }
        }
    }
    flags
}

fn text_of<'a>(report: &'a LessonReport, id: &str) -> Option<&'a str> {
    let answer = report.tasks.iter().find(|answer| answer.id() == id)?;
    match answer {
        Answer::Program { program: Some(program), .. } => Some(&program.text),
        _ => None,
    }
}

/// "92 % of the same tokens as b.c: lines 3 to 40 here, 5 to 44 there; 85 % as c.c".
fn told(same: &[&Same], names: &[&str], (here, there): (Lines, Lines)) -> String {
    let (first, rest) = (same[0], &same[1..]);
    let percent = |same: &Same| format!("{:.0} %", same.share * 100.0);
    let [here, there] = [here, there].map(|lines| format!("{} to {}", lines.start(), lines.end()));
    let named = rest.iter().take(NAMED_MAX - 1).map(|same| format!("; {} as {}", percent(same), names[same.other]));
    let named: String = named.collect();
    let more = rest.len().saturating_sub(NAMED_MAX - 1);
    let more = if more > 0 { format!("; and as {more} more") } else { String::new() };
    let (share, name) = (percent(first), names[first.other]);
    format!("{share} same tokens as {name}: lines {here} here, {there} there{named}{more}")
}
