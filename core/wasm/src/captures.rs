//! The recordings that the page has handed over. A scenario names its recording by digest; a run uses only the recording
//! that its scenario names.

use crate::convert::refused;
use crate::programs;
use livelock_core::probes;
use livelock_core::scenario::{Arrival, Recording, Scenario};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

thread_local! {
    static RECORDINGS: RefCell<Vec<Arc<Recording>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a recording. The numbers are nanoseconds since the first packet, and bytes, for each packet in turn.
#[wasm_bindgen]
pub fn keep_capture(numbers: &[f64]) {
    let arrivals = numbers.chunks_exact(2).map(|pair| Arrival { nanoseconds: pair[0] as u64, bytes: pair[1] as u32 });
    if let Some(recording) = Recording::new(arrivals.collect()) {
        RECORDINGS.with_borrow_mut(|kept| kept.push(Arc::new(recording)));
    }
}

/// Parses a scenario and attaches the recording that it names and the code of its program, if they are here.
pub fn scenario(text: &str) -> Result<Scenario, JsError> {
    let scenario = programs::attach(Scenario::parse(text).map_err(refused)?);
    let Some(capture) = &scenario.capture else { return Ok(scenario) };
    let recording = RECORDINGS.with_borrow(|kept| kept.iter().find(|kept| kept.digest() == capture.digest).cloned());
    match recording {
        Some(recording) => scenario.with_recording(&recording).map_err(refused),
        None => Ok(scenario),
    }
}

/// Returns JSON `Replayed`, or "null" for a machine without a capture.
pub fn replayed_json(machine: &livelock_core::machine::Machine) -> String {
    crate::convert::json(&probes::replayed(machine))
}
