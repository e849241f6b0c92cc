//! The words and signs of a program.

use super::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Name,
    /// A whole number. `unsigned` if C gives it that type.
    Number {
        value: u32,
        unsigned: bool,
    },
    /// A text in quotes.
    Text,
    /// `#` as the first sign of a line.
    Directive,
    /// An operator or a bracket.
    Sign(&'static str),
    /// A word or sign that was refused; its problem is told.
    Refused,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub span: Span,
    pub line: u32,
}

/// Signs, so that a longer one stands before its begin.
pub const SIGNS: [&str; 47] = [
    "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "->", "##", "+", "-", "*", "/", "%", "=", "<", ">", "!", "&", "|", "^", "~", "?", ":", ";", ",",
    ".", "(", ")", "{", "}", "[", "]",
];
