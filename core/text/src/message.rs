//! Texts with values in them, for whoever shows them to fill in: the command line in English (`Display`), the page in its language
//! (`translateMessage` in web/i18n). The English text is the key of its translations, as it is for the page's own texts:
//! `web/tools/vite/messages.mjs` finds each `message!` in the code.
//!
//! A value stands in the text by its name: `message!("The disk is busy {share} of the time.", share = percent(0.4))`. Names are
//! in the order of the text, or the code does not compile. If a name begins with a capital letter, so does its value.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Message {
    /// English, with the names of its values: "{packets} come in."
    pub text: Cow<'static, str>,
    /// In the order of the text.
    pub values: Vec<MessageValue>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MessageValue {
    /// A number with its unit, or what a person wrote. It is the same in every language.
    Literal(String),
    /// A part of the text with a translation of its own.
    Message(Message),
}

impl From<Message> for MessageValue {
    fn from(message: Message) -> MessageValue {
        MessageValue::Message(message)
    }
}

impl From<String> for MessageValue {
    fn from(text: String) -> MessageValue {
        MessageValue::Literal(text)
    }
}

/// What may be a value. (Functions that are called, not copied into each message: builds stay small.)
pub trait Part {
    fn add_to(self, message: &mut Message);
}

impl Part for String {
    #[inline(never)]
    fn add_to(self, message: &mut Message) {
        message.values.push(MessageValue::Literal(self));
    }
}

impl Part for Message {
    #[inline(never)]
    fn add_to(self, message: &mut Message) {
        message.values.push(MessageValue::Message(self));
    }
}

/// A part that may be missing.
impl Part for Option<Message> {
    fn add_to(self, message: &mut Message) {
        match self {
            Some(part) => part.add_to(message),
            None => String::new().add_to(message),
        }
    }
}

impl Message {
    /// Whether the text or one of its parts has these words.
    pub fn contains(&self, words: &str) -> bool {
        let has = |value: &MessageValue| matches!(value, MessageValue::Message(part) if part.contains(words));
        self.text.contains(words) || self.values.iter().any(has)
    }

    /// A text without values, or whose values follow.
    #[inline(never)]
    pub fn of(text: &'static str) -> Message {
        Message { text: text.into(), values: Vec::new() }
    }

    /// A name that the machine gives, such as "the receive queue 2".
    #[inline(never)]
    pub fn name(name: String) -> Message {
        Message { text: name.into(), values: Vec::new() }
    }
}

/// A part of the machine in a sentence: "the receive ring". (A function that is called, not copied: builds stay small.)
#[inline(never)]
pub fn the(name: &str) -> Message {
    Message::name(["the ", name].concat())
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut rest: &str = &self.text;
        for value in &self.values {
            let (before, slot) = rest.split_once('{').expect("each value has its place in the text");
            let (name, after) = slot.split_once('}').expect("a name ends");
            let mut shown = value.to_string();
            if let (true, Some(first)) = (name.as_bytes()[0].is_ascii_uppercase(), shown.get_mut(..1)) {
                first.make_ascii_uppercase();
            }
            f.write_str(before)?;
            f.write_str(&shown)?;
            rest = after;
        }
        f.write_str(rest)
    }
}

impl fmt::Display for MessageValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MessageValue::Literal(text) => f.write_str(text),
            MessageValue::Message(message) => message.fmt(f),
        }
    }
}

/// Makes a `Message` of a text and its values: `message!("{go_out}; {n} wait.", go_out, n = thousands(3))`. A condition chooses
/// between two texts with the same values: `message!(n == 1 => "{n} waits.", "{n} wait.", n = thousands(n))`.
#[macro_export]
macro_rules! message {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    (@check $text:literal $($name:ident)*) => {
        const { assert!($crate::message::has_values($text, &[$(stringify!($name)),*]), "other values than the text's") }
    };
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::message!(true => $text, $text $(, $name $(= $value)?)*)
    };
    ($condition:expr => $yes:literal, $no:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        $crate::message!(@check $yes $($name)*);
        $crate::message!(@check $no $($name)*);
        #[allow(unused_mut)]
        let mut message = $crate::message::Message::of(if $condition { $yes } else { $no });
        $($crate::message::Part::add_to($crate::message!(@value $name $($value)?), &mut message);)*
        message
    }};
}

/// Marks a text without values, of which `Message::of` makes a message where it is used.
#[macro_export]
macro_rules! msg {
    ($text:literal) => {
        $text
    };
}

/// Whether a text has exactly these values, in this order.
pub const fn has_values(text: &str, names: &[&str]) -> bool {
    let (text, mut at, mut count) = (text.as_bytes(), 0, 0);
    while at < text.len() {
        at += 1;
        if text[at - 1] != b'{' {
            continue;
        }
        if count == names.len() {
            return false;
        }
        let name = names[count].as_bytes();
        let mut letter = 0;
        while letter < name.len() {
            if at == text.len() || text[at] != name[letter] {
                return false;
            }
            (at, letter) = (at + 1, letter + 1);
        }
        if at == text.len() || text[at] != b'}' {
            return false;
        }
        count += 1;
    }
    count == names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_english_with_its_values() {
        let place = || Message::name("the backlog".into());
        let part = message!("{n} packets at {place}", n = "1,200".to_string(), place = place());
        let whole = message!("{Place} is full: {part}.", Place = place(), part);
        assert_eq!(whole.to_string(), "The backlog is full: 1,200 packets at the backlog.");
        assert_eq!(message!("No packets.").to_string(), "No packets.");
        let wait = |n: u64| message!(n == 1 => "{n} waits.", "{n} wait.", n = n.to_string()).to_string();
        assert_eq!([wait(1), wait(2)], ["1 waits.", "2 wait."]);
    }

    #[test]
    fn values_are_those_of_the_text_in_its_order() {
        assert!(has_values("{a} and {bc}", &["a", "bc"]) && has_values("no value", &[]));
        for names in [&["bc", "a"][..], &["a"], &["a", "b"], &["a", "bc", "d"], &[]] {
            assert!(!has_values("{a} and {bc}", names), "{names:?}");
        }
        assert!(!has_values("{a", &["a"]) && !has_values("{", &["a"]));
    }
}
