//! What is wrong with a program. A problem has a place, a sentence, and a remedy. `texts` has all sentences. At most
//! `PROBLEMS_MAX` are told, because a reader mends the first ones and asks again.

use super::source::{Lines, Place, Span};
use crate::message::Message;
use serde::Serialize;
use std::fmt;

pub const PROBLEMS_MAX: usize = 25;

/// A sentence about a program and its remedy, without a place.
#[derive(Clone, Debug)]
pub struct Text {
    /// The name of the rule, as programs that read reports of checkers want it.
    pub rule: &'static str,
    pub problem: Message,
    pub remedy: Message,
}

/// One mistake in a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    #[serde(flatten)]
    pub from: Place,
    /// The place just behind the part that is wrong.
    pub end: Place,
    pub rule: &'static str,
    pub problem: Message,
    pub remedy: Message,
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {} {}", self.from.line, self.from.column, self.problem, self.remedy)
    }
}

/// Collects problems while a program is read.
#[derive(Default)]
pub struct Problems {
    found: Vec<(Span, Text)>,
}

impl Problems {
    /// Adds a problem, unless there is one at this place already: what follows from a mistake is no mistake of its own.
    pub fn tell(&mut self, at: Span, text: Text) {
        if self.found.len() < PROBLEMS_MAX * 4 && self.found.iter().all(|(known, _)| known.from != at.from) {
            self.found.push((at, text));
        }
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
        self.found.sort_by_key(|(at, _)| *at);
        self.found.truncate(PROBLEMS_MAX);
        let problem = |(at, Text { rule, problem, remedy }): (Span, Text)| Problem {
            from: lines.place(at.from),
            end: lines.place(at.to),
            rule,
            problem,
            remedy,
        };
        self.found.into_iter().map(problem).collect()
    }
}
