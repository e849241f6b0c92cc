//! Positions in the text of a program, and the limits of that text. Positions are counted in bytes inside the compiler, and
//! told as line and column, both from 1; a column is a character.

use serde::Serialize;

/// Limits of a program's text. Comments count only for the first two.
pub const BYTES_MAX: usize = 256 * 1024;
pub const LINES_MAX: usize = 5_000;
pub const TOKENS_MAX: usize = 20_000;
/// Characters of a name or number, as many as C tells names apart by; and of a text in quotes. Messages quote them.
pub const WORD_MAX: usize = 63;
pub const TEXT_MAX: usize = 200;

/// A part of the text, in bytes: `from..to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub from: u32,
    pub to: u32,
}

impl Span {
    pub fn new(from: usize, to: usize) -> Span {
        Span { from: from as u32, to: to as u32 }
    }

    /// From the begin of this part to the end of another one.
    pub fn until(self, end: Span) -> Span {
        Span { from: self.from, to: end.to.max(self.from) }
    }

    /// The place just behind this part.
    pub fn after(self) -> Span {
        Span { from: self.to, to: self.to }
    }

    pub fn text(self, source: &str) -> &str {
        source.get(self.from as usize..self.to as usize).unwrap_or("")
    }
}

/// A position as a person counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// Where the lines of a text begin.
pub struct Lines<'a> {
    source: &'a str,
    begins: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub fn new(source: &'a str) -> Lines<'a> {
        let ends = source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines { source, begins: std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect() }
    }

    /// The number of the line in which a byte is, from 1.
    pub fn line(&self, at: u32) -> u32 {
        self.begins.partition_point(|begin| *begin <= at) as u32
    }

    /// Whether a line begins with this byte.
    pub fn begins_line(&self, at: u32) -> bool {
        self.begins.binary_search(&at).is_ok()
    }

    pub fn place(&self, at: u32) -> Place {
        let line = self.line(at);
        let begin = self.begins[line as usize - 1] as usize;
        let before = self.source.get(begin..at as usize).unwrap_or("");
        Place { line, column: before.chars().count() as u32 + 1 }
    }

    /// The number of blanks that a line begins with.
    pub fn indent(&self, line: u32) -> usize {
        let begin = self.begins[line as usize - 1] as usize;
        self.source[begin..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }
}

/// The sign that a character should be, if it only looks like one of C's.
pub fn look_alike(one: char) -> Option<&'static str> {
    let rows: &[(&str, &str)] = &[
        ("“”„‟″＂", "\""),
        ("‘’‚‛′＇", "'"),
        ("–—−‐‑‒", "-"),
        ("；\u{37e}", ";"),
        ("，", ","),
        ("（", "("),
        ("）", ")"),
        ("｛", "{"),
        ("｝", "}"),
        ("×∗＊", "*"),
        ("÷", "/"),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
        ("＝", "="),
        ("а", "a"),
        ("е", "e"),
        ("о", "o"),
        ("р", "p"),
        ("с", "c"),
        ("у", "y"),
        ("х", "x"),
        ("і", "i"),
        ("ѕ", "s"),
        ("ο", "o"),
        ("ρ", "p"),
        ("υ", "u"),
        ("ν", "v"),
    ];
    rows.iter().find(|(signs, _)| signs.contains(one)).map(|(_, sign)| *sign)
}

/// Whether a character changes the direction of the text around it, so that the program reads otherwise than it runs.
pub fn turns_text(one: char) -> bool {
    matches!(one, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// A short name of a character that may be invisible.
pub fn name_of(one: char) -> String {
    let code = format!("U+{:04X}", u32::from(one));
    if one.is_control() || one.is_whitespace() || turns_text(one) || matches!(one, '\u{200b}'..='\u{200d}' | '\u{feff}')
    {
        code
    } else {
        format!("{one} ({code})")
    }
}
