//! The value of one parameter.

use serde::{Serialize, Serializer};
use std::fmt;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i64),
    Switch(bool),
    Choice(String),
    /// No limit; the text is "infinity".
    Infinity,
}

impl Value {
    // A machine reads hundreds of settings once. One copy of each of these functions, and of `Values::get`, instead of one at each
    // place makes the browser's module 5 KB smaller.

    /// Returns a number; `infinity`, for integers that are limits, becomes the largest number.
    #[inline(never)]
    pub fn integer(&self) -> u64 {
        match self {
            Value::Integer(number) => (*number).max(0) as u64,
            Value::Infinity => u64::MAX,
            Value::Switch(_) | Value::Choice(_) => panic!("a validated integer parameter holds {self}"),
        }
    }

    /// Returns an integer that may be below zero.
    #[inline(never)]
    pub fn signed(&self) -> i64 {
        match self {
            Value::Integer(number) => *number,
            _ => panic!("a validated integer parameter holds {self}"),
        }
    }

    #[inline(never)]
    pub fn switch(&self) -> bool {
        match self {
            Value::Switch(on) => *on,
            _ => panic!("a validated switch parameter holds {self}"),
        }
    }

    #[inline(never)]
    pub fn choice(&self) -> &str {
        match self {
            Value::Choice(id) => id,
            _ => panic!("a validated choice parameter holds {self}"),
        }
    }

    /// Reads a value as typed on a command line: `5`, `true`, `infinity`, `bursty`.
    pub fn from_text(text: &str) -> Value {
        match text {
            "true" | "on" => Value::Switch(true),
            "false" | "off" => Value::Switch(false),
            "infinity" => Value::Infinity,
            _ => text.parse().map_or_else(|_| Value::Choice(text.to_string()), Value::Integer),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(out, "{number}"),
            Value::Switch(on) => write!(out, "{on}"),
            Value::Choice(id) => write!(out, "{id}"),
            Value::Infinity => write!(out, "infinity"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Switch(on) => serializer.serialize_bool(*on),
            Value::Choice(id) => serializer.serialize_str(id),
            Value::Infinity => serializer.serialize_str("infinity"),
        }
    }
}

#[cfg(feature = "typescript")]
impl ts_rs::TS for Value {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;
    fn name(_: &ts_rs::Config) -> String {
        "Value".to_string()
    }
    fn inline(_: &ts_rs::Config) -> String {
        "number | boolean | string".to_string()
    }
    fn decl(_: &ts_rs::Config) -> String {
        "type Value = number | boolean | string;".to_string()
    }
    fn decl_concrete(config: &ts_rs::Config) -> String {
        Self::decl(config)
    }
}
