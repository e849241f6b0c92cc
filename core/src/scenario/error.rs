//! Errors in scenarios. Each names the field, the value, the problem and what is allowed. Problem and remedy are messages: the
//! command line prints their English, the page translates them.

use crate::message;
use crate::message::{Message, MessageValue};
use serde::Serialize;
use std::fmt;

/// One error in a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScenarioError {
    /// Dotted path of the field, e.g. `traffic.rate`; of a capture file the place in words.
    pub field: MessageValue,
    /// The value in the text, or what it means.
    pub value: MessageValue,
    /// What is wrong with the value.
    pub problem: Box<Message>,
    /// What is allowed instead.
    // In boxes, so that results that are no errors stay small.
    pub allowed: Box<Message>,
}

impl ScenarioError {
    pub fn new(field: &str, value: impl fmt::Display, problem: Message, allowed: Message) -> ScenarioError {
        ScenarioError::of(field, &value, problem, allowed)
    }

    /// Handles all types of values with one function, so that builds stay small.
    fn of(field: &str, value: &dyn fmt::Display, problem: Message, allowed: Message) -> ScenarioError {
        let value = match shortened(&value.to_string()) {
            text if text.is_empty() => message!("empty").into(),
            text => MessageValue::Literal(text),
        };
        ScenarioError::told(MessageValue::Literal(field.to_string()), value, problem, allowed)
    }

    /// An error whose field and value may be words.
    pub fn told(field: MessageValue, value: MessageValue, problem: Message, allowed: Message) -> ScenarioError {
        ScenarioError { field, value, problem: Box::new(problem), allowed: Box::new(allowed) }
    }

    /// An error in a program: its place and two sentences.
    pub fn in_program(place: String, sentences: Message) -> ScenarioError {
        ScenarioError::told(place.into(), String::new().into(), sentences, Message::of(""))
    }
}

/// Shortens a quoted value, so that an error never quotes a whole file.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 80;
    if text.chars().count() <= LIMIT {
        return text.to_string();
    }
    text.chars().take(LIMIT).chain("...".chars()).collect()
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScenarioError { field, value, problem, allowed } = self;
        match allowed.text.is_empty() {
            true => write!(out, "{field} {problem}"),
            false => write!(out, "{field}: {problem} (got {value}); allowed: {allowed}"),
        }
    }
}

/// All errors in a scenario, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScenarioErrors {
    pub errors: Vec<ScenarioError>,
}

impl From<ScenarioError> for ScenarioErrors {
    fn from(error: ScenarioError) -> ScenarioErrors {
        ScenarioErrors { errors: vec![error] }
    }
}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write!(out, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioErrors {}
