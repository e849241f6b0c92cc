//! What is wrong with a program. A problem has a place, a sentence, and a remedy. `texts` has all sentences. At most
//! `PROBLEMS_MAX` are told, because a reader mends the first ones and asks again.

use super::source::{Lines, Place, Span};
use super::texts::Text;
use livelock_text::message;
use livelock_text::message::Message;
use serde::Serialize;
use std::fmt;

pub const PROBLEMS_MAX: usize = 25;

/// One mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ProgramProblem"))]
pub struct Problem {
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(flatten))]
    pub from: Place,
    /// The place just behind the part that is wrong.
    pub end: Place,
    pub rule: &'static str,
    pub problem: Message,
    pub remedy: Message,
}

impl Problem {
    /// The place in a file, as an error in a scenario names it.
    pub fn field(&self, file: &str) -> String {
        format!("{file}:{}:{}:", self.from.line, self.from.column)
    }

    /// What is wrong, and what to write instead.
    pub fn sentences(&self) -> Message {
        sentences(self.problem.clone(), self.remedy.clone())
    }
}

/// Two sentences as one message.
pub fn sentences(problem: Message, remedy: Message) -> Message {
    message!("{problem} {remedy}", problem, remedy)
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {} {}", self.from.line, self.from.column, self.problem, self.remedy)
    }
}

/// Collects problems while a program is read, in the order of the text.
#[derive(Default)]
pub struct Problems {
    found: Vec<(Span, Text)>,
}

impl Problems {
    /// Adds a problem, unless there is one at this place already: what follows from a mistake is no mistake of its own.
    pub fn tell(&mut self, at: Span, text: Text) {
        if !self.are_enough() && self.found.iter().all(|(known, _)| known.from != at.from) {
            let index = self.found.partition_point(|(known, _)| *known < at);
            self.found.insert(index, (at, text));
        }
    }

    /// Whether no more problems are told.
    pub fn are_enough(&self) -> bool {
        self.found.len() >= PROBLEMS_MAX * 4
    }

    /// Whether there is a problem in the line of this place.
    pub fn is_told_in_line(&self, at: Span, lines: &Lines<'_>) -> bool {
        self.found.iter().any(|(known, _)| lines.line(known.from) == lines.line(at.from))
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The first problems, in the order of the text.
    pub fn told(mut self, lines: &Lines<'_>) -> Vec<Problem> {
        self.found.truncate(PROBLEMS_MAX);
        let problem = |(at, text): (Span, Text)| Problem {
            from: lines.place(at.from),
            end: lines.place(at.to),
            rule: text.rule.name,
            problem: text.problem(),
            remedy: text.remedy(),
        };
        self.found.into_iter().map(problem).collect()
    }
}
