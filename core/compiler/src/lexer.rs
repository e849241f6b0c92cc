//! Divides the text of a program into words and signs. Comments and blanks are left out. A character that C does not have is
//! told once, with what to type instead, and the rest of its word is skipped.

use super::problem::Problems;
use super::source::{LINES_MAX, Lines, Span, TEXT_MAX, TOKENS_MAX, WORD_MAX, look_alike, name_of, turns_text};
use super::texts;
use super::token::{Kind, SIGNS, Token};
use livelock_text::message;

/// Returns the tokens, the last of which is `End`; none if the text is too long, or its rest is a comment.
pub fn tokens(source: &str, lines: &Lines<'_>, problems: &mut Problems) -> Option<Vec<Token>> {
    let mut lexer = Lexer { source, at: 0, problems };
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        lexer.skip_blanks_and_comments()?;
        let from = lexer.at;
        let kind = lexer.next();
        let span = Span::new(from, lexer.at);
        let line = lines.line(span.from);
        // the end of the last line is no line of its own
        if line as usize > LINES_MAX + usize::from(kind == Kind::End && lines.begins_line(span.from)) {
            lexer.problems.tell(span, texts::too_many_lines(LINES_MAX));
            return None;
        }
        if tokens.len() >= TOKENS_MAX && kind != Kind::End {
            lexer.problems.tell(span, texts::too_many_tokens(TOKENS_MAX));
            return None;
        }
        tokens.push(Token { kind, span, line });
        if kind == Kind::End {
            return Some(tokens);
        }
    }
}

struct Lexer<'a, 'p> {
    source: &'a str,
    at: usize,
    problems: &'p mut Problems,
}

impl<'a> Lexer<'a, '_> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// None: the rest is a comment, so what seems to be missing behind it is no mistake of its own.
    fn skip_blanks_and_comments(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            if rest.starts_with("//") {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.skip_comment(end);
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment.find("*/");
                if end.is_none() {
                    self.problems.tell(Span::new(self.at, self.at + 2), texts::unclosed_comment("/*", "*/"));
                }
                self.skip_comment(end.map_or(rest.len(), |end| end + 4));
                end?;
            } else if rest.starts_with([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']) {
                self.at += 1;
            } else {
                return Some(());
            }
        }
    }

    /// A comment may have any characters except those that change how the lines around it read.
    fn skip_comment(&mut self, length: usize) {
        let comment = &self.rest()[..length];
        if let Some((at, one)) = comment.char_indices().find(|(_, one)| turns_text(*one)) {
            let from = self.at + at;
            self.problems.tell(Span::new(from, from + one.len_utf8()), texts::turned_text(name_of(one)));
        }
        self.at += length;
    }

    fn next(&mut self) -> Kind {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Kind::End };
        if (first.is_alphanumeric() || first == '_') && self.number_length() > WORD_MAX {
            return self.refuse(self.number_length(), texts::too_long(message!("This word"), WORD_MAX));
        }
        match first {
            'a'..='z' | 'A'..='Z' | '_' => self.name(),
            '0'..='9' => self.number(),
            '"' => self.text(),
            '\'' => self.character(),
            '#' if self.begins_line() => {
                self.at += 1;
                Kind::Directive
            }
            '\\' if rest[1..].trim_start_matches([' ', '\r']).starts_with('\n') => {
                self.refuse(1, texts::continued_line("\\"))
            }
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => {
                    self.at += sign.len();
                    Kind::Sign(sign)
                }
                None => self.strange(first),
            },
        }
    }

    fn begins_line(&self) -> bool {
        let before = &self.source[..self.at];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.chars().all(char::is_whitespace)
    }

    fn refuse(&mut self, length: usize, text: texts::Text) -> Kind {
        self.problems.tell(Span::new(self.at, self.at + length), text);
        self.at += length;
        Kind::Refused
    }

    /// Names have letters of ASCII only; a letter of another alphabet in one of them is told.
    fn name(&mut self) -> Kind {
        let rest = self.rest();
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(rest.len());
        if rest[end..].starts_with(|one: char| one.is_alphanumeric()) {
            return self.strange_word();
        }
        self.at += end;
        Kind::Name
    }

    /// The length of a word of any alphabet that begins here.
    fn word_length(&self) -> usize {
        let rest = self.rest();
        rest.find(|one: char| !one.is_alphanumeric() && one != '_').unwrap_or(rest.len()).max(1)
    }

    fn strange_word(&mut self) -> Kind {
        let word = &self.rest()[..self.word_length()];
        let strange = word.chars().find(|one| !one.is_ascii()).expect("a word with a strange letter");
        let text = match look_alike(strange) {
            Some(sign) => texts::look_alike(name_of(strange), sign),
            None => texts::strange_letter(word, name_of(strange)),
        };
        self.refuse(word.len(), text)
    }

    fn strange(&mut self, one: char) -> Kind {
        if one.is_alphabetic() {
            return self.strange_word();
        }
        let text = match (look_alike(one), one) {
            (Some(sign), _) => texts::look_alike(name_of(one), sign),
            (None, '\0') => texts::nul_character(name_of(one)),
            (None, _) if turns_text(one) => texts::turned_text(name_of(one)),
            (None, _) => texts::strange_character(name_of(one)),
        };
        // A run of such characters is one mistake.
        let run: usize = self.rest().chars().take_while(|next| *next == one).map(char::len_utf8).sum();
        self.refuse(run, text)
    }

    fn number(&mut self) -> Kind {
        let length = self.number_length();
        let word = &self.rest()[..length];
        match number(word) {
            Ok((value, unsigned)) => {
                self.at += length;
                Kind::Number { value, unsigned }
            }
            Err(text) => self.refuse(length, text),
        }
    }

    /// A number ends where its word ends. A point and an exponent belong to it, so that 1.5e-3 is refused as a whole.
    fn number_length(&self) -> usize {
        let rest = self.rest();
        let length = self.word_length();
        match rest[length..].strip_prefix('.') {
            Some(fraction) => {
                let more = fraction.find(|one: char| !one.is_ascii_alphanumeric()).unwrap_or(fraction.len());
                length + 1 + more
            }
            None => length,
        }
    }

    fn text(&mut self) -> Kind {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let mut escaped = false;
        for (at, one) in line.char_indices().skip(1) {
            match one {
                '"' if !escaped && line[..at].chars().count() > TEXT_MAX + 1 => {
                    return self.refuse(at + 1, texts::too_long(message!("This text"), TEXT_MAX));
                }
                '"' if !escaped => {
                    self.at += at + 1;
                    return Kind::Text;
                }
                one if turns_text(one) => {
                    let from = self.at + at;
                    self.problems.tell(Span::new(from, from + one.len_utf8()), texts::turned_text(name_of(one)));
                }
                _ => escaped = one == '\\' && !escaped,
            }
        }
        self.refuse(line.len(), texts::unclosed_text("\""))
    }

    fn character(&mut self) -> Kind {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let length = line[1..].find('\'').map_or(line.len(), |end| end + 2);
        let inside = line[1..length].trim_end_matches('\'');
        let is_text = inside.chars().count() > 1 && !inside.starts_with('\\');
        self.refuse(length, if is_text { texts::quoted_once("'", "\"") } else { texts::character() })
    }
}

/// The value of a number and whether it is unsigned in C.
fn number(word: &str) -> Result<(u32, bool), texts::Text> {
    let lower = word.to_ascii_lowercase();
    let (hexadecimal, rest) = match lower.strip_prefix("0x") {
        Some(rest) => (true, rest),
        None => (false, lower.as_str()),
    };
    let is_digit = |one: char| if hexadecimal { one.is_ascii_hexdigit() } else { one.is_ascii_digit() };
    let (digits, suffix) = rest.split_at(rest.find(|one| !is_digit(one)).unwrap_or(rest.len()));
    if suffix.starts_with('.') || (!hexadecimal && suffix.starts_with('e')) {
        return Err(texts::fraction(word));
    }
    if lower.starts_with("0b") {
        return Err(texts::binary_number(word));
    }
    if suffix.contains('l') && suffix.chars().all(|one| "ul".contains(one)) {
        return Err(texts::long_number(word));
    }
    if digits.is_empty() || !(suffix.is_empty() || suffix == "u") {
        return Err(texts::no_number(word));
    }
    if !hexadecimal && digits.len() > 1 && digits.starts_with('0') {
        let decimal = digits.trim_start_matches('0');
        return Err(texts::octal_number(word, if decimal.is_empty() { "0" } else { decimal }));
    }
    let value =
        u32::from_str_radix(digits, if hexadecimal { 16 } else { 10 }).map_err(|_| texts::large_number(word))?;
    let unsigned = suffix == "u" || (hexadecimal && value > i32::MAX as u32);
    if !unsigned && value > i32::MAX as u32 {
        return Err(texts::large_number(word));
    }
    Ok((value, unsigned))
}
