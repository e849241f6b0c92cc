//! Small changes of a program, each like a mistake: a statement that is missing or comes too early, a comparison that is off by
//! one, a limit that is far too large. A test that such a program passes is too weak.
//!
//! The changes are made in the text, token by token, and keep every line where it is. Many do not compile; the caller finds out.

use super::lexer;
use super::problem::Problems;
use super::source::{Lines, Span};
use super::token::{Kind, Token};
use std::collections::BTreeSet;
use std::ops::Range;

/// A changed program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The line that is changed.
    pub line: u32,
    /// What was done, as `< becomes <=`.
    pub change: String,
    pub source: String,
}

/// Signs and words, and what they become.
const SWAPS: [(&str, &str); 16] = [
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("&&", "||"),
    ("||", "&&"),
    ("+", "-"),
    ("-", "+"),
    ("++", "--"),
    ("--", "++"),
    ("+=", "-="),
    ("true", "false"),
    ("false", "true"),
    ("LN_RINT", "LN_TINT"),
];
/// Words that begin a statement which is no simple one.
const NOT_SIMPLE: [&str; 21] = [
    "if", "else", "while", "do", "for", "switch", "case", "default", "struct", "int", "unsigned", "bool", "static",
    "const", "enum", "return", "break", "continue", "void", "charge", "trace",
];
/// Calls that matter for when they come: a statement before or behind one of them is exchanged with it.
const ORDERED: [&str; 3] = ["lnintena", "assert_wait", "schednetisr"];
/// Words whose brackets hold a condition.
const CONDITIONS: [&str; 2] = ["if", "while"];

/// All changes of a program, in the order of its text. None if it has a sign that C does not have.
pub fn mutants(source: &str) -> Vec<Mutant> {
    let (lines, mut problems) = (Lines::new(source), Problems::default());
    let Some(tokens) = lexer::tokens(source, &lines, &mut problems).filter(|_| problems.is_empty()) else {
        return Vec::new();
    };
    let text = Text { source, tokens: &tokens };
    let statements = text.simple_statements();
    let mut found = text.swapped();
    found.extend(text.numbers());
    found.extend(text.knobs_and_queues());
    found.extend(text.conditions());
    found.extend(statements.iter().map(|one| text.changed(one, ";", format!("without {}", text.words(one)))));
    found.extend(statements.windows(2).filter_map(|pair| text.exchanged(&pair[0], &pair[1])));
    found.sort_by_key(|mutant| mutant.line);
    let mut seen = BTreeSet::from([source.to_string()]);
    found.retain(|mutant| seen.insert(mutant.source.clone()));
    found
}

struct Text<'a> {
    source: &'a str,
    tokens: &'a [Token],
}

/// A range of tokens, the last included.
type Tokens = Range<usize>;

impl Text<'_> {
    fn word(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| self.of(token.span))
    }

    fn of(&self, span: Span) -> &str {
        &self.source[span.from as usize..span.to as usize]
    }

    fn words(&self, tokens: &Tokens) -> String {
        let (from, to) = self.bytes(tokens);
        self.source[from..to].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn bytes(&self, tokens: &Tokens) -> (usize, usize) {
        (self.tokens[tokens.start].span.from as usize, self.tokens[tokens.end - 1].span.to as usize)
    }

    /// The program with other words in the place of some tokens. The lines behind stay where they are.
    fn changed(&self, tokens: &Tokens, into: &str, change: String) -> Mutant {
        let (from, to) = self.bytes(tokens);
        let lines = "\n".repeat(self.source[from..to].matches('\n').count());
        let source = format!("{}{into}{lines}{}", &self.source[..from], &self.source[to..]);
        Mutant { line: self.tokens[tokens.start].line, change, source }
    }

    fn replaced(&self, token: usize, into: &str) -> Mutant {
        self.changed(&(token..token + 1), into, format!("{} becomes {into}", self.word(token)))
    }

    fn swapped(&self) -> Vec<Mutant> {
        let all = (0..self.tokens.len()).filter(|token| !matches!(self.tokens[*token].kind, Kind::Text));
        let swap = |token: usize| {
            let swap = SWAPS.iter().find(|(from, _)| *from == self.word(token))?;
            Some(self.replaced(token, swap.1))
        };
        all.filter_map(swap).collect()
    }

    /// Each number, one more and one less.
    fn numbers(&self) -> Vec<Mutant> {
        let number = |(token, kind): (usize, Kind)| match kind {
            Kind::Number { value, .. } if !self.is_declared(token) => Some((token, value)),
            _ => None,
        };
        let all = self.tokens.iter().map(|token| token.kind).enumerate().filter_map(number);
        let around = |(token, value): (usize, u32)| {
            let less = value.checked_sub(1).map(|less| self.replaced(token, &less.to_string()));
            less.into_iter().chain([self.replaced(token, &(value + 1).to_string())])
        };
        all.flat_map(around).collect()
    }

    /// Whether a number belongs to a declaration of a knob, or is a constant of the preprocessor.
    fn is_declared(&self, token: usize) -> bool {
        (1..=10).any(|back| token.checked_sub(back).is_some_and(|at| matches!(self.word(at), "KNOB" | "QUEUE")))
    }

    /// A knob at its least and its greatest value, a queue of one packet and one that hardly ever fills.
    fn knobs_and_queues(&self) -> Vec<Mutant> {
        let mut found = Vec::new();
        for token in 0..self.tokens.len() {
            match self.word(token) {
                // KNOB ( name , value , least , most
                "KNOB" => found.extend([6, 8].map(|at| self.replaced(token + 4, self.word(token + at)))),
                // QUEUE ( name , limit )
                "QUEUE" => found.extend(["1", "1000"].map(|limit| self.replaced(token + 4, limit))),
                _ => {}
            }
        }
        found
    }

    /// Each condition, always true or false.
    fn conditions(&self) -> Vec<Mutant> {
        let mut found = Vec::new();
        for token in (0..self.tokens.len()).filter(|token| CONDITIONS.contains(&self.word(*token))) {
            let Some(end) = self.closing(token + 1) else { continue };
            let inside = token + 2..end;
            if !inside.is_empty() && !self.assigns(&inside) {
                found.extend(
                    ["0", "1"]
                        .map(|into| self.changed(&inside, into, format!("{} becomes {into}", self.words(&inside)))),
                );
            }
        }
        found
    }

    fn assigns(&self, tokens: &Tokens) -> bool {
        tokens.clone().any(|token| self.word(token) == "=")
    }

    /// The bracket that closes the one at this token.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        (open..self.tokens.len()).find(|token| {
            match self.word(*token) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// Statements of functions that are neither declarations nor control flow.
    fn simple_statements(&self) -> Vec<Tokens> {
        let mut found = Vec::new();
        let mut depth = 0;
        for token in 0..self.tokens.len() {
            match self.word(token) {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let begins =
                depth > 0 && token > 0 && self.begins_statement(token) && self.tokens[token].kind == Kind::Name;
            if !begins || NOT_SIMPLE.contains(&self.word(token)) {
                continue;
            }
            let end = (token..self.tokens.len()).find(|end| matches!(self.word(*end), ";" | "{" | "}"));
            found.extend(end.filter(|end| self.word(*end) == ";").map(|end| token..end + 1));
        }
        found
    }

    fn begins_statement(&self, token: usize) -> bool {
        match self.word(token - 1) {
            ";" | "{" | "}" | "else" | "do" => !self.is_in_for(token),
            ")" => self
                .opening(token - 1)
                .is_some_and(|open| open > 0 && matches!(self.word(open - 1), "if" | "while" | "for" | "switch")),
            _ => false,
        }
    }

    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0;
        (0..=close).rev().find(|token| {
            match self.word(*token) {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// Whether a token is in the head of a `for`.
    fn is_in_for(&self, token: usize) -> bool {
        let mut depth = 0;
        for back in (0..token).rev() {
            match self.word(back) {
                ")" => depth += 1,
                "(" if depth == 0 => return true,
                "(" => depth -= 1,
                "{" | "}" => return false,
                _ => {}
            }
        }
        false
    }

    /// Two statements that follow each other, in the other order, if one of them turns interrupts on, announces a sleep or
    /// requests later work.
    fn exchanged(&self, one: &Tokens, other: &Tokens) -> Option<Mutant> {
        let words = [one, other].map(|statement| self.word(statement.start));
        if one.end != other.start || words[0] == words[1] || !words.iter().any(|word| ORDERED.contains(word)) {
            return None;
        }
        let (from, to) = (self.bytes(one).0, self.bytes(other).1);
        let (first, second) = (&self.source[from..self.bytes(one).1], &self.source[self.bytes(other).0..to]);
        let between = &self.source[self.bytes(one).1..self.bytes(other).0];
        let source = format!("{}{second}{between}{first}{}", &self.source[..from], &self.source[to..]);
        let change = format!("{} before {}", self.words(other), self.words(one));
        Some(Mutant { line: self.tokens[one.start].line, change, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    const SOURCE: &str = "KNOB(quota, 5, 1, 100, \"packets\");\nQUEUE(q, 50);\nvoid lnintr(int unit)\n{\n    int n = 2;\n\n    \
        for (n = 0; n < quota; n++)\n        trace(\"n\", n);\n    if (lnrlen(unit) > 3 && n == 2)\n        lnintdis(unit);\n    \
        lnack(unit, LN_RINT);\n    lnintena(unit);\n}\n";

    fn changes() -> Vec<String> {
        mutants(SOURCE).into_iter().map(|mutant| format!("{}: {}", mutant.line, mutant.change)).collect()
    }

    #[test]
    fn each_change_is_a_mistake_that_somebody_could_make() {
        let changes = changes();
        for expected in [
            "1: 5 becomes 1",
            "1: 5 becomes 100",
            "2: 50 becomes 1",
            "5: 2 becomes 3",
            "7: < becomes <=",
            "9: > becomes >=",
            "9: && becomes ||",
            "9: == becomes !=",
            "9: 3 becomes 2",
            "9: lnrlen(unit) > 3 && n == 2 becomes 0",
            "10: without lnintdis(unit);",
            "11: lnintena(unit); before lnack(unit, LN_RINT);",
            "11: LN_RINT becomes LN_TINT",
        ] {
            assert!(changes.iter().any(|change| change == expected), "{expected} is missing: {changes:#?}");
        }
    }

    #[test]
    fn lines_stay_where_they_are_and_all_changes_differ() {
        let (all, lines) = (mutants(SOURCE), SOURCE.lines().count());
        let mut sources: Vec<&str> = all.iter().map(|mutant| &*mutant.source).collect();
        assert!(all.iter().all(|mutant| mutant.source.lines().count() == lines));
        assert!(all.iter().filter(|mutant| compile(&mutant.source).is_ok()).count() * 2 > all.len());
        sources.sort_unstable();
        sources.dedup();
        assert_eq!(sources.len(), all.len());
    }
}
