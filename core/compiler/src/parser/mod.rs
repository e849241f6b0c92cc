//! Reads a program by recursive descent. After a mistake it goes on at the next statement, or at the next item of the file, and
//! tells nothing in between, so that each mistake gives one message and a second one is told as well.

mod braces;
mod declarations;
mod expressions;
mod items;
mod statements;

use super::calls;
use super::problem::Problems;
use super::source::{Lines, Span};
use super::syntax::{Item, Name};
use super::texts::{self, Text};
use super::token::{Kind, Token};
use braces::Braces;
use livelock_text::distance;
use livelock_text::message;
use livelock_text::message::{Message, MessageValue};

/// How deep statements and expressions may stand in each other. The parser calls itself so often.
pub const DEPTH_MAX: usize = 64;
/// How many operators and calls an expression may have.
pub const OPERATORS_MAX: usize = 250;

/// A part that cannot be read. Its problem is told.
pub struct Broken;
pub type Parsed<T> = Result<T, Broken>;

/// What was read of a file.
pub struct Parse<'a> {
    pub items: Vec<Item>,
    /// Names in declarations that could not be read. Nothing more is told about them.
    pub broken_names: Vec<&'a str>,
    /// Every part was read; at most a `;` is missing here and there.
    pub is_whole: bool,
}

pub fn parse<'a>(source: &'a str, lines: &'a Lines<'a>, tokens: &'a [Token], problems: &mut Problems) -> Parse<'a> {
    let (braces, broken_names) = (Braces::new(tokens), Vec::new());
    let (at, depth, operators, is_whole) = (0, 0, 0, true);
    let mut parser = Parser { source, lines, tokens, at, depth, operators, braces, broken_names, is_whole, problems };
    Parse { items: parser.items(), broken_names: parser.broken_names, is_whole: parser.is_whole }
}

pub struct Parser<'a, 'p> {
    source: &'a str,
    lines: &'a Lines<'a>,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// Operators of the expression that is being read.
    operators: usize,
    braces: Braces,
    broken_names: Vec<&'a str>,
    is_whole: bool,
    problems: &'p mut Problems,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Token {
        self.ahead(0)
    }

    fn ahead(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    fn previous(&self) -> Token {
        self.tokens[self.at.saturating_sub(1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn text(&self, token: Token) -> &'a str {
        token.span.text(self.source)
    }

    /// The word that comes next, or nothing if no word comes.
    fn word(&self) -> &'a str {
        self.word_ahead(0)
    }

    fn word_ahead(&self, count: usize) -> &'a str {
        let token = self.ahead(count);
        if token.kind == Kind::Name { self.text(token) } else { "" }
    }

    fn is(&self, sign: &str) -> bool {
        self.is_ahead(0, sign)
    }

    fn is_ahead(&self, count: usize, sign: &str) -> bool {
        matches!(self.ahead(count).kind, Kind::Sign(here) if here == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.next();
        }
        is
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is = self.word() == word;
        if is {
            self.next();
        }
        is
    }

    /// Tells a problem of a part that is read nevertheless.
    fn tell(&mut self, at: Span, text: Text) {
        self.is_whole = false;
        self.problems.tell(at, text);
    }

    /// Tells a problem. A token that the lexer has refused is a problem already.
    fn broken<T>(&mut self, at: Span, text: Text) -> Parsed<T> {
        self.is_whole = false;
        if self.peek().kind != Kind::Refused {
            self.problems.tell(at, text);
        }
        Err(Broken)
    }

    /// What stands here, as a sentence names it.
    fn here(&self) -> MessageValue {
        let token = self.peek();
        match token.kind {
            Kind::End => message!("the end of the file").into(),
            _ => shortened(self.text(token)).into(),
        }
    }

    /// The sign must come next. `after` says what it follows.
    fn expect(&mut self, sign: &'static str, after: Message) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        if let Some((at, text)) = self.foreign_word() {
            return self.broken(at, text);
        }
        let (place, here) = (self.previous().span.after(), self.here());
        self.broken(place, texts::missing_sign(sign, after, here))
    }

    /// The word before this place, or at it, if another language has it there and C has not; or a call without brackets.
    fn foreign_word(&self) -> Option<(Span, Text)> {
        let (previous, here) = (self.previous(), self.peek());
        if here.line != previous.line || !matches!(here.kind, Kind::Name | Kind::Number { .. }) {
            return None;
        }
        let told = |token: Token| {
            let text = match self.text(token) {
                "new" => Some(texts::word_left_out("new")),
                word => texts::word_of_another_language(word, texts::FOREIGN_OPERATORS),
            };
            Some((token.span, text?))
        };
        // `lnread unit`
        let call = || {
            let name = self.text(previous);
            calls::call(name).map(|_| (previous.span, texts::call_without_brackets(name)))
        };
        told(previous).or_else(|| told(here)).or_else(call)
    }

    /// `;` ends a statement or a declaration. If it is missing at the end of a line, reading goes on as if it were there.
    fn semicolon(&mut self, after: Message) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if let Some((at, text)) = self.foreign_word() {
            return self.broken(at, text);
        }
        let (previous, here) = (self.previous(), self.peek());
        let (place, text) = (previous.span.after(), texts::missing_semicolon(";", after, self.here()));
        let goes_on = here.line > previous.line || here.kind == Kind::Sign("}");
        if !goes_on || here.kind == Kind::Refused {
            return self.broken(place, text);
        }
        self.problems.tell(place, text);
        Ok(())
    }

    fn name(&mut self, of: Message) -> Parsed<Name> {
        let token = self.peek();
        let text = self.text(token);
        if token.kind != Kind::Name {
            let here = self.here();
            return self.broken(token.span, texts::missing_name(of, here));
        }
        if is_keyword(text) {
            return self.broken(token.span, texts::keyword_as_name(text));
        }
        self.next();
        Ok(Name { text: text.to_string(), span: token.span })
    }

    /// Skips tokens while a condition holds, at most to the end of the file.
    fn skip_while(&mut self, goes_on: impl Fn(&Self) -> bool) {
        while self.peek().kind != Kind::End && goes_on(self) {
            self.next();
        }
    }

    /// Keeps the names of a declaration that could not be read: from a token to here.
    fn give_up_names(&mut self, begins: usize) {
        let names = self.tokens[begins..self.at].iter().filter(|token| token.kind == Kind::Name);
        self.broken_names.extend(names.map(|token| token.span.text(self.source)).filter(|name| !is_keyword(name)));
    }

    /// Skips what cannot be read of a part in brackets, whose first token is given: up to and with its `)`, so that what
    /// follows is read.
    fn skip_brackets(&mut self, first: usize) {
        let depth = |sign: Kind| match sign {
            Kind::Sign("(") => 1,
            Kind::Sign(")") => -1,
            _ => 0,
        };
        let mut open: i32 = 1 + self.tokens[first..self.at].iter().map(|token| depth(token.kind)).sum::<i32>();
        while open > 0 && !self.is("{") && !self.is("}") && self.peek().kind != Kind::End {
            open += depth(self.next().kind);
        }
    }

    /// Reads a part that may contain parts of its own kind.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH_MAX {
            let span = self.peek().span;
            return self.broken(span, texts::too_deep(DEPTH_MAX));
        }
        self.depth += 1;
        let part = read(self);
        self.depth -= 1;
        part
    }
}

/// The words of C, which are no names.
pub fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 38] = [
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
        "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "_Bool",
        "bool", "true", "false",
    ];
    KEYWORDS.contains(&word)
}

/// The word with a condition in brackets that this name was meant to be: `IF (p) {`.
fn keyword_like(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    // Two letters that change places count as two.
    ["if", "while", "switch"]
        .into_iter()
        .find(|word| distance(&lower, word) < word.len() / 2 + usize::from(word.len() > 2))
}

/// A quoted word, so that a message never quotes a whole file.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 30;
    let mut short: String = text.chars().take(LIMIT).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}
