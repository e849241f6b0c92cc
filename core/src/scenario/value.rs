//! The value of one parameter, and the values of all parameters.

use super::costs::STEPS;
use super::profiles::{self, Profile};
use super::recording::Recording;
use super::table::{index_of, parameter, parameters};
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

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
    /// Returns a number; `infinity`, for integers that are limits, becomes the largest number.
    pub fn integer(&self) -> u64 {
        match self {
            Value::Integer(number) => (*number).max(0) as u64,
            Value::Infinity => u64::MAX,
            Value::Switch(_) | Value::Choice(_) => panic!("a validated integer parameter holds {self}"),
        }
    }

    /// Returns an integer that may be below zero.
    pub fn signed(&self) -> i64 {
        match self {
            Value::Integer(number) => *number,
            _ => panic!("a validated integer parameter holds {self}"),
        }
    }

    pub fn switch(&self) -> bool {
        match self {
            Value::Switch(on) => *on,
            _ => panic!("a validated switch parameter holds {self}"),
        }
    }

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

/// A value for every parameter, in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    rows: Vec<Value>,
    /// The recording that `traffic.pattern = "capture"` sends.
    pub recording: Option<Arc<Recording>>,
}

impl Values {
    /// Returns the defaults of the parameter table.
    pub fn defaults() -> Values {
        Values { rows: parameters().iter().map(|parameter| parameter.default.clone()).collect(), recording: None }
    }

    /// Returns the values of a machine.
    pub fn of(profile: &Profile) -> Values {
        let mut values = Values::defaults();
        values.set(profiles::PATH, Value::Choice(profile.id.to_string()));
        for (path, value) in profile.values() {
            values.set(path, value);
        }
        values
    }

    pub fn profile(&self) -> &'static Profile {
        profiles::find(self.get(profiles::PATH).choice()).expect("a validated scenario names a known machine")
    }

    /// Sets a value. The path must be in the table and the value valid for it; `Scenario::parse` checks both.
    pub fn set(&mut self, path: &str, value: Value) {
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        self.rows[index] = value;
    }

    /// Returns the costs of all steps, by step number: their rows are next to each other in the table.
    pub fn costs(&self) -> &[Value] {
        let first = index_of(STEPS[0].step.path()).expect("the table has a row for every step");
        &self.rows[first..first + STEPS.len()]
    }

    /// Whether the values meet a condition of the parameter table (`Parameter::when`). A setting that has no effect on this
    /// machine, such as one left over from another kernel, counts with its default.
    pub fn meet(&self, when: &str) -> bool {
        self.meet_with_defaults(&Values::of(self.profile()), when)
    }

    fn meet_with_defaults(&self, defaults: &Values, when: &str) -> bool {
        let meets = |(path, wanted): (&str, &str)| {
            let has_effect = parameter(path).is_none_or(|row| self.meet_with_defaults(defaults, row.when));
            let value = if has_effect { self } else { defaults }.get(path).to_string();
            wanted.split('|').any(|one| one == value)
        };
        when.split(';').any(|all| all.split('&').filter_map(|part| part.split_once('=')).all(meets))
    }

    pub fn get(&self, path: &str) -> &Value {
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        &self.rows[index]
    }
}
