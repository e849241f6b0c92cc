//! Every sentence about a program: what is wrong, and what to write instead. A row is a rule, by which tests and SARIF name it.
//! The subject is what the reader wrote. No word is a parser's: no token, no expression, no statement that is "unexpected".

mod conditions;
mod refused;
mod running;
mod syntax;
mod types;

pub use conditions::*;
pub use refused::*;
pub use running::*;
pub use syntax::*;
pub use types::*;

use livelock_text::message::{Message, MessageValue};

/// A rule: its name, as programs that read reports of checkers want it, its values by name, and its two sentences.
#[derive(Debug)]
pub struct Rule {
    pub name: &'static str,
    values: &'static [&'static str],
    problem: &'static str,
    remedy: &'static str,
}

/// What is wrong at a place of a program: a rule and its values.
#[derive(Debug)]
pub struct Text {
    pub rule: &'static Rule,
    values: Vec<MessageValue>,
}

impl Text {
    /// Every rule calls this one function, so that builds stay small.
    #[cold]
    #[inline(never)]
    fn of(rule: &'static Rule, values: &[&dyn Shown]) -> Text {
        Text { rule, values: values.iter().map(|value| value.shown()).collect() }
    }

    pub fn problem(&self) -> Message {
        self.sentence(self.rule.problem)
    }

    pub fn remedy(&self) -> Message {
        self.sentence(self.rule.remedy)
    }

    fn sentence(&self, text: &'static str) -> Message {
        let names = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        let index = |name: &str| self.rule.values.iter().position(|known| *known == name).expect("a value of the rule");
        Message { text: text.into(), values: names.map(|(name, _)| self.values[index(name)].clone()).collect() }
    }
}

/// What may stand in a sentence.
pub trait Shown {
    fn shown(&self) -> MessageValue;
}

/// A part of a sentence that is translated on its own: "the size of the array".
impl Shown for Message {
    fn shown(&self) -> MessageValue {
        MessageValue::Message(self.clone())
    }
}

impl Shown for MessageValue {
    fn shown(&self) -> MessageValue {
        self.clone()
    }
}

macro_rules! shown {
    ($($ty:ty)*) => {
        $(impl Shown for $ty {
            fn shown(&self) -> MessageValue {
                MessageValue::Literal(self.to_string())
            }
        })*
    };
}

shown! { &str String &String i32 u32 usize }

/// Makes a function for each row, and the list of the rows' names.
macro_rules! texts {
    ($list:ident: $($name:ident($($value:ident),*) $problem:literal $remedy:literal;)*) => {
        $(pub fn $name($($value: impl crate::texts::Shown),*) -> crate::texts::Text {
            const VALUES: &[&str] = &[$(stringify!($value)),*];
            const { assert!(crate::texts::has_only($problem, VALUES) && crate::texts::has_only($remedy, VALUES)) }
            const RULE: &crate::texts::Rule =
                &crate::texts::Rule { name: stringify!($name), values: VALUES, problem: $problem, remedy: $remedy };
            crate::texts::Text::of(RULE, &[$(&$value),*])
        })*
        pub(super) const $list: &[&str] = &[$(stringify!($name)),*];
    };
}
use texts;

/// The names of all rules.
pub fn rules() -> Vec<&'static str> {
    [SYNTAX, REFUSED, TYPES, RUNNING, CONDITIONS].concat()
}

/// Whether each value in a sentence is one of these.
const fn has_only(sentence: &str, names: &[&str]) -> bool {
    let (text, mut at) = (sentence.as_bytes(), 0);
    while at < text.len() {
        at += 1;
        let (mut is_known, mut name) = (text[at - 1] != b'{', 0);
        while !is_known && name < names.len() {
            is_known = stands_at(names[name].as_bytes(), text, at);
            name += 1;
        }
        if !is_known {
            return false;
        }
    }
    true
}

/// Whether a name stands at a place of a text, and `}` behind it.
const fn stands_at(name: &[u8], text: &[u8], at: usize) -> bool {
    let mut letter = 0;
    while letter < name.len() && at + letter < text.len() && text[at + letter] == name[letter] {
        letter += 1;
    }
    letter == name.len() && at + letter < text.len() && text[at + letter] == b'}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_only_values_of_its_rule() {
        assert!(has_only("{a} and {bc}", &["bc", "x", "a"]) && has_only("no value", &[]));
        for sentence in ["{b}", "{abc}", "{a", "{", "{a} {}"] {
            assert!(!has_only(sentence, &["a", "bc"]), "{sentence}");
        }
    }

    #[test]
    fn values_stand_where_their_sentence_has_them() {
        let text = leaves_array(9, "ring", 4_u32);
        assert_eq!(text.problem().to_string(), "ring has 4 elements, and the index is 9.");
        assert_eq!((text.rule.name, text.remedy().to_string().as_str()), ("leaves_array", "Test the index before."));
    }
}
