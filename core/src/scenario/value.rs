//! The value of one parameter, and the values of all of them.

use super::capture::Recording;
use super::costs::STEPS;
use super::profiles::{self, Profile};
use super::table::{index_of, parameter, parameters};
use serde::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// What a parameter can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Integer(i64),
    Switch(bool),
    Choice(String),
    /// No limit; written "infinity".
    Infinity,
}

impl Value {
    /// `infinity`, for integers that stand for a limit, becomes the largest number.
    pub fn integer(&self) -> u64 {
        match self {
            Value::Integer(number) => (*number).max(0) as u64,
            Value::Infinity => u64::MAX,
            Value::Switch(_) | Value::Choice(_) => panic!("a validated integer parameter holds {self}"),
        }
    }

    /// An integer that may be below zero.
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

    /// As typed on a command line: `5`, `true`, `infinity`, `bursty`.
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

/// A value for every parameter of the table, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    rows: Vec<Value>,
    /// What `traffic.pattern = "capture"` sends.
    pub recording: Option<Arc<Recording>>,
}

impl Values {
    /// The parameter table's.
    pub fn defaults() -> Values {
        Values { rows: parameters().iter().map(|parameter| parameter.default.clone()).collect(), recording: None }
    }

    /// Those of a machine.
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

    /// The path must be of the table and the value valid for it (`Scenario::parse` sees to both).
    pub fn set(&mut self, path: &str, value: Value) {
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        self.rows[index] = value;
    }

    /// The costs of all steps, by step number: their rows follow one another in the table.
    pub fn costs(&self) -> &[Value] {
        let first = index_of(STEPS[0].step.path()).expect("the table has a row for every step");
        &self.rows[first..first + STEPS.len()]
    }

    /// Whether the machine looks at what has this condition: `path=one|other`, joined by `&`; or one of several,
    /// divided by `;`. A setting that it does not look at itself, left by another machine, counts as untouched.
    pub fn meet(&self, when: &str) -> bool {
        self.meet_beside(&Values::of(self.profile()), when)
    }

    fn meet_beside(&self, untouched: &Values, when: &str) -> bool {
        let meets = |(path, wanted): (&str, &str)| {
            let looks = parameter(path).is_none_or(|row| self.meet_beside(untouched, row.when));
            let value = if looks { self } else { untouched }.get(path).to_string();
            wanted.split('|').any(|one| one == value)
        };
        when.split(';').any(|all| all.split('&').filter_map(|part| part.split_once('=')).all(meets))
    }

    pub fn get(&self, path: &str) -> &Value {
        let index = index_of(path).unwrap_or_else(|| panic!("no parameter is called {path}"));
        &self.rows[index]
    }
}
