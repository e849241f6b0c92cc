//! Finds the brace that is not closed. If a file has more `{` than `}`, the parser meets the mistake only at the end of the
//! file. The indentation shows it earlier: a `}` that stands further left than the line of the innermost open `{` closes an outer one.

use super::super::source::{Lines, Span};
use super::super::token::{Kind, Token};

pub struct Braces {
    /// Whether the file has more `{` than `}`.
    lacks_closing: bool,
    open: Vec<Span>,
}

impl Braces {
    pub fn new(tokens: &[Token]) -> Braces {
        let count = |sign| tokens.iter().filter(|token| token.kind == Kind::Sign(sign)).count();
        Braces { lacks_closing: count("{") > count("}"), open: Vec::new() }
    }

    pub fn open(&mut self, brace: Span) {
        self.open.push(brace);
    }

    pub fn close(&mut self) -> Option<Span> {
        self.open.pop()
    }

    /// Whether this token, the first of its line, shows that the innermost brace should have been closed before it.
    pub fn is_left_of_innermost(&self, token: Token, lines: &Lines<'_>) -> bool {
        let Some(innermost) = self.open.last() else { return false };
        let line = lines.line(innermost.from);
        self.lacks_closing && token.line > line && lines.indent(token.line) < lines.indent(line)
    }

    /// Whether this token begins a line at the very left, where only items of the file begin.
    pub fn is_at_the_left(&self, token: Token, lines: &Lines<'_>) -> bool {
        self.lacks_closing && lines.begins_line(token.span.from)
    }

    /// The mistake is told, so no other brace is suspected.
    pub fn told(&mut self) {
        self.lacks_closing = false;
    }
}
