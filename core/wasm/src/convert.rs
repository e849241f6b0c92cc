//! Converts between Rust values and the JSON and errors that cross the boundary.

use livelock_core::cpu::{Fault, Trap, TrapCause, Verdict};
use livelock_core::message;
use livelock_core::program::sentences;
use livelock_core::scenario::{KNOBS_PATH, Scenario, ScenarioError, ScenarioErrors, Value};
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

/// Throws that a trial has stopped for good, or that the simulator has a mistake.
pub fn stopped(trap: Trap) -> JsError {
    match fault(&trap) {
        Some(fault) => refused(fault.into()),
        None => JsError::new(&message("(run)", &trap)),
    }
}

/// A machine whose kernel has stopped can be looked at, so that is no error.
pub fn going_on<T>(result: Result<T, Trap>) -> Result<Option<T>, JsError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(trap) if fault(&trap).is_some() => Ok(None),
        Err(trap) => Err(stopped(trap)),
    }
}

/// Why the kernel has stopped for good; none: the simulator has a mistake.
pub fn fault(trap: &Trap) -> Option<ScenarioError> {
    match &trap.cause {
        TrapCause::NoTime { .. } => None,
        TrapCause::Program(fault) => Some(in_program(fault)),
        TrapCause::Kernel { .. } => {
            let (problem, remedy) = (message!("the kernel has stopped"), message!("start the machine again"));
            Some(ScenarioError::new("(run)", trap, problem, remedy))
        }
    }
}

/// A rule about time that the program has broken, and when (cycles).
#[derive(Serialize)]
pub struct Told {
    at: u64,
    problem: ScenarioError,
}

pub fn told(verdict: &Verdict) -> Told {
    Told { at: verdict.at.0, problem: in_program(&verdict.fault) }
}

/// What a line of the program did, with the line as its field: "kernel.c:9:".
fn in_program(fault: &Fault) -> ScenarioError {
    let place = format!("{}:{}:", fault.file, fault.line);
    let told = sentences(fault.problem.clone(), fault.real.clone());
    ScenarioError::in_program(place, sentences(told, fault.remedy.clone()))
}

/// Returns any error in the form of a refused scenario.
fn message(field: &str, error: &impl Display) -> String {
    let (problem, remedy) = (
        message!("the simulation cannot continue"),
        message!("every valid scenario: this is a mistake in the simulator, so please report it"),
    );
    json(&ScenarioErrors::from(ScenarioError::new(field, error, problem, remedy)))
}

/// `{path: value}` with every value checked against the parameter table of the scenario's machine.
pub fn changes(text: &str, scenario: &Scenario) -> Result<BTreeMap<String, Value>, JsError> {
    checked_changes(text, scenario).map_err(refused)
}

fn checked_changes(text: &str, scenario: &Scenario) -> Result<BTreeMap<String, Value>, ScenarioErrors> {
    const PROFILE: &str = "machine.profile";
    // The ranges depend on the machine, which a running scenario cannot change.
    let profile = scenario.settings.get(PROFILE).map(|profile| format!("\"{PROFILE}\":{}", json(profile)));
    // A knob of the program is no setting: only an intervention turns it.
    if text.contains(KNOBS_PATH) {
        let settings = profile.unwrap_or_default();
        let turned = format!("{{\"settings\":{{{settings}}},\"interventions\":[{{\"at\":0,\"set\":{text}}}]}}");
        return Ok(Scenario::parse(&turned)?.interventions.remove(0).set);
    }
    let set = text.trim().trim_start_matches('{').trim_end_matches('}');
    let parts: Vec<&str> = profile.as_deref().into_iter().chain([set]).filter(|part| !part.trim().is_empty()).collect();
    let mut settings = Scenario::parse(&format!("{{\"settings\":{{{}}}}}", parts.join(",")))?.settings;
    settings.remove(PROFILE);
    Ok(settings)
}

/// The kind of moment with this name. The page checks the names with its types, so another name is a mistake of ours.
pub fn boundary(name: &str) -> Result<Boundary, JsError> {
    Boundary::from_name(name).ok_or_else(|| JsError::new(&format!("there is no kind of moment called {name}")))
}

/// A time in cycles for JavaScript; NaN when there is none.
pub fn moment(found: Option<Cycles>) -> f64 {
    found.map_or(f64::NAN, |time| time.0 as f64)
}

#[cfg(test)]
mod tests {
    use super::checked_changes;
    use livelock_core::scenario::{Scenario, Value};

    #[test]
    fn a_change_is_checked_against_the_ranges_of_the_scenarios_machine() {
        let server = Scenario::parse(r#"{"settings":{"machine.profile":"server-today"}}"#).expect("a scenario");
        let set = r#"{"traffic.rate":900000}"#;
        let changes = checked_changes(set, &server).expect("a rate of a gigabit link");
        assert_eq!(changes.into_iter().collect::<Vec<_>>(), [("traffic.rate".to_string(), Value::Integer(900_000))]);
        let first = Scenario::parse("{}").expect("a scenario");
        assert!(checked_changes(set, &first).is_err());
        assert!(checked_changes("{}", &server).expect("no change").is_empty());
        let knob = checked_changes(r#"{"program.knobs.quota":7,"traffic.rate":900000}"#, &server).expect("a knob");
        assert_eq!(knob["program.knobs.quota"], Value::Integer(7));
        assert_eq!(knob.len(), 2);
        assert!(checked_changes(r#"{"program.knobs.quota":"many"}"#, &server).is_err());
    }
}
