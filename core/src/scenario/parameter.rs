//! One row of the parameter table: it drives validation, `--set`, knobs, links, lesson locks and documents alike.

use super::{ScenarioError, Value};
use serde::Serialize;

/// When a change made in a running machine takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Effect {
    /// From the next packet, callback or check on.
    Now,
    /// From the next period or arrival on.
    NextPeriod,
    /// The machine is built anew, with the same traffic seed.
    Restart,
}

/// How a slider spreads the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Scale {
    Linear,
    Log,
}

/// One of the choices of a choice parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Choice {
    pub id: &'static str,
    pub label: &'static str,
}

/// The values that are allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Kind {
    Integer {
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        min: i64,
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        max: i64,
        /// The word "infinity" is allowed too.
        infinity: bool,
    },
    Switch,
    Choice {
        options: Vec<Choice>,
    },
}

/// One thing that can be set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Parameter {
    /// Dotted name, as in scenario files and `--set`.
    pub path: String,
    /// Which group of knobs it belongs to.
    pub group: &'static str,
    pub label: String,
    /// What it does, in one line.
    pub one_line: String,
    /// Unit of an integer; empty for switches and choices.
    pub unit: &'static str,
    /// Paper and section, or "ours" for what the papers do not state.
    pub source: String,
    pub kind: Kind,
    pub default: Value,
    pub effect: Effect,
    /// Shown before a group is unfolded.
    pub basic: bool,
    pub scale: Scale,
    /// Only meaningful when other parameters have these values: `path=value`, joined by `&`, alternatives divided
    /// by `;`, or empty.
    pub when: &'static str,
}

/// A heading over some parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Group {
    pub id: &'static str,
    pub label: &'static str,
    pub one_line: &'static str,
}

impl Parameter {
    /// What may be written, in words.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Integer { min, max, infinity } => {
                let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
                let endless = if *infinity { ", or \"infinity\"" } else { "" };
                format!("a whole number from {min} to {max}{unit}{endless}")
            }
            Kind::Switch => "true or false".to_string(),
            Kind::Choice { options } => {
                let ids: Vec<String> = options.iter().map(|option| format!("\"{}\"", option.id)).collect();
                format!("one of {}", ids.join(", "))
            }
        }
    }

    /// The same value when it is allowed, else what is wrong with it.
    pub fn check(&self, value: Value) -> Result<Value, ScenarioError> {
        let wrong = |problem: &str| Err(ScenarioError::new(&self.path, &value, problem, self.allowed()));
        match (&self.kind, &value) {
            (Kind::Integer { min, max, .. }, Value::Integer(number)) => {
                if number < min || number > max {
                    return wrong("out of range");
                }
            }
            (Kind::Integer { infinity: true, .. }, Value::Infinity) | (Kind::Switch, Value::Switch(_)) => {}
            (Kind::Integer { .. }, _) => return wrong("not a whole number"),
            (Kind::Switch, _) => return wrong("not a switch"),
            (Kind::Choice { options }, Value::Choice(id)) => {
                if !options.iter().any(|option| option.id == id) {
                    return wrong("not one of the choices");
                }
            }
            (Kind::Choice { .. }, _) => return wrong("not one of the choices"),
        }
        Ok(value)
    }
}
