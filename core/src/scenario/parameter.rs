//! The type of the parameter table's rows. Validation, `--set`, knobs, links, lesson locks and documents all use these rows.

use super::{ScenarioError, Source, Value};
use crate::message;
use crate::message::Message;
use serde::Serialize;

/// When a change in a running machine takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Effect {
    /// From the next packet, callback or check on.
    Now,
    /// From the next period or arrival on.
    NextPeriod,
    /// After a restart: a new machine is built, with the same traffic seed.
    Restart,
}

/// How a slider maps to the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Scale {
    Linear,
    Log,
}

/// One option of a choice parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Choice {
    pub id: &'static str,
    pub label: &'static str,
}

/// The values that a parameter allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Kind {
    Integer {
        min: i64,
        max: i64,
        /// Whether the word "infinity" is allowed too.
        infinity: bool,
    },
    Switch,
    Choice {
        options: Vec<Choice>,
    },
}

/// One setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Parameter {
    /// Dotted name, as in scenario files and `--set`.
    pub path: String,
    /// The group of knobs that it belongs to.
    pub group: &'static str,
    pub label: String,
    /// What the setting does, in one line.
    pub one_line: String,
    /// The unit of an integer; empty for switches and choices.
    pub unit: &'static str,
    /// Where the default is from.
    #[cfg_attr(feature = "typescript", ts(as = "Message"))]
    pub source: Source,
    /// The default was found for the first machine. Another machine that has no value of its own takes it over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub of_first_machine: bool,
    pub kind: Kind,
    pub default: Value,
    pub effect: Effect,
    /// Whether the knob is shown while its group is folded.
    pub basic: bool,
    pub scale: Scale,
    /// The condition under which the setting has an effect: `path=value|other`, joined by `&`, with alternatives divided by
    /// `;`; empty means always.
    pub when: &'static str,
}

/// A heading above some parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Group {
    pub id: &'static str,
    pub label: &'static str,
    pub one_line: &'static str,
}

impl Parameter {
    /// Describes the allowed values.
    pub fn allowed(&self) -> Message {
        match &self.kind {
            Kind::Integer { min, max, infinity } => {
                let (min, max) = (min.to_string(), max.to_string());
                let range = match self.unit {
                    "" => message!("{min} to {max}", min, max),
                    unit => message!("{min} to {max} {unit}", min, max, unit = Message::of(unit)),
                };
                message!(
                    *infinity => "a whole number from {range}, or \"infinity\"", "a whole number from {range}", range
                )
            }
            Kind::Switch => message!("true or false"),
            Kind::Choice { options } => {
                let ids: Vec<String> = options.iter().map(|option| format!("\"{}\"", option.id)).collect();
                message!("one of {choices}", choices = ids.join(", "))
            }
        }
    }

    /// Returns the value when it is allowed, and an error otherwise.
    pub fn check(&self, value: Value) -> Result<Value, ScenarioError> {
        let wrong = |problem: Message| Err(ScenarioError::new(&self.path, &value, problem, self.allowed()));
        match (&self.kind, &value) {
            (Kind::Integer { min, max, .. }, Value::Integer(number)) => {
                if number < min || number > max {
                    return wrong(message!("out of range"));
                }
            }
            (Kind::Integer { infinity: true, .. }, Value::Infinity) | (Kind::Switch, Value::Switch(_)) => {}
            (Kind::Integer { .. }, _) => return wrong(message!("not a whole number")),
            (Kind::Switch, _) => return wrong(message!("not a switch")),
            (Kind::Choice { options }, Value::Choice(id)) if options.iter().any(|option| option.id == id) => {}
            (Kind::Choice { .. }, _) => return wrong(message!("not one of the choices")),
        }
        Ok(value)
    }
}
