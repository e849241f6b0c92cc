//! Converts between Rust values and the JSON and errors that cross the boundary.

use livelock_core::cpu::Stuck;
use livelock_core::scenario::{Scenario, ScenarioError, ScenarioErrors, Value};
use livelock_core::session::Boundary;
use livelock_core::units::Cycles;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Once;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// Writes a panic's message to the console before the trap. A panic is our own mistake and makes the instance unusable.
pub fn log_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|panic| error(&panic.to_string()))));
}

pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

pub fn refused(errors: ScenarioErrors) -> JsError {
    JsError::new(&json(&errors))
}

pub fn stuck(error: Stuck) -> JsError {
    JsError::new(&message("(run)", &error))
}

/// Returns any error in the form of a refused scenario.
pub fn message(field: &str, error: &impl Display) -> String {
    let remedy = "report this scenario: it is a mistake in the simulator";
    json(&ScenarioErrors::from(ScenarioError::new(field, error, "the simulation cannot continue", remedy)))
}

/// `{path: value}` with every value checked against the parameter table.
pub fn changes(text: &str) -> Result<BTreeMap<String, Value>, JsError> {
    let wanted = format!("{{\"settings\":{text}}}");
    Ok(Scenario::parse(&wanted).map_err(refused)?.settings)
}

/// The kind of moment with this name. The page checks the names with its types, so another name is a mistake of ours.
pub fn boundary(name: &str) -> Result<Boundary, JsError> {
    Boundary::from_name(name).ok_or_else(|| JsError::new(&format!("there is no kind of moment called {name}")))
}

/// A time in cycles for JavaScript; NaN when there is none.
pub fn moment(found: Option<Cycles>) -> f64 {
    found.map_or(f64::NAN, |time| time.0 as f64)
}
