//! Every sentence about a program: what is wrong, and what to write instead. A row is a rule, by which tests and SARIF name it.
//! The subject is what the reader wrote. No word is a parser's: no token, no expression, no statement that is "unexpected".

mod refused;
mod running;
mod syntax;
mod types;

pub use refused::*;
pub use running::*;
pub use syntax::*;
pub use types::*;

use crate::message::{Message, MessageValue};

/// What may stand in a sentence.
pub trait Shown {
    fn shown(self) -> MessageValue;
}

/// A part of a sentence that is translated on its own: "the size of the array".
impl Shown for Message {
    fn shown(self) -> MessageValue {
        MessageValue::Message(self)
    }
}

impl Shown for MessageValue {
    fn shown(self) -> MessageValue {
        self
    }
}

macro_rules! shown {
    ($($ty:ty)*) => {
        $(impl Shown for $ty {
            fn shown(self) -> MessageValue {
                MessageValue::Literal(self.to_string())
            }
        })*
    };
}

shown! { &str String &String i32 u32 usize }

/// Makes a function for each row, and the list of the rows' names. Values are named in the order of their sentence.
macro_rules! texts {
    ($list:ident: $($name:ident($($value:ident),*) $problem:literal [$($p:ident),*] $remedy:literal [$($r:ident),*];)*) => {
        $(pub fn $name($($value: impl crate::program::texts::Shown),*) -> crate::program::problem::Text {
            use crate::message::{Message, has_values};
            const {
                assert!(has_values($problem, &[$(stringify!($p)),*]), "other values than the sentence's");
                assert!(has_values($remedy, &[$(stringify!($r)),*]), "other values than the remedy's");
            }
            $(let $value = $value.shown();)*
            crate::program::problem::Text {
                rule: stringify!($name),
                problem: Message { text: $problem.into(), values: vec![$($p.clone()),*] },
                remedy: Message { text: $remedy.into(), values: vec![$($r.clone()),*] },
            }
        })*
        pub(super) const $list: &[&str] = &[$(stringify!($name)),*];
    };
}
use texts;

/// The names of all rules.
pub fn rules() -> Vec<&'static str> {
    [SYNTAX, REFUSED, WORDS, TYPES, RUNNING].concat()
}
