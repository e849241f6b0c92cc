//! The judge of challenges, a load at a time. The page has the challenges (`web/generated/challenges.json`) and hands over a load,
//! and its machine with the program and with our solution.

use crate::captures;
use crate::convert::{self, json, refused};
use livelock_core::challenge::{self, Bound, Load, METRICS, Metric, Seeds, runs_of};
use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

/// Judges one load, slice by slice.
#[wasm_bindgen]
pub struct LoadJudge(challenge::LoadJudge);

#[wasm_bindgen]
impl LoadJudge {
    /// `load` is JSON `Load`; `program` and `reference` are scenarios. The seeds follow from `key` and `student`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        challenge: &str,
        load: &str,
        program: &str,
        reference: &str,
        key: &str,
        student: &str,
    ) -> Result<LoadJudge, JsError> {
        convert::log_panics();
        let load = serde_json::from_str(load).expect("the page writes JSON");
        let load = load_of(&load).expect("the page has the load from this build");
        let seeds = Seeds { key: key.to_string(), student: student.to_string(), ..Seeds::default() };
        let runs = |scenario: &str| runs_of(challenge, &load, &captures::scenario(scenario)?, &seeds).map_err(refused);
        let own = runs(program)?;
        let reference = if load.compares() { runs(reference)? } else { Vec::new() };
        Ok(LoadJudge(challenge::LoadJudge::new(own, reference)))
    }

    /// Tries a packet at each cycle between the last look and the sleep, on any machine with a program: a load without a bound.
    pub fn window(scenario: &str) -> Result<LoadJudge, JsError> {
        convert::log_panics();
        Ok(LoadJudge(challenge::LoadJudge::window(captures::scenario(scenario)?)))
    }

    /// Runs a slice; returns whether the load is judged.
    pub fn advance(&mut self) -> bool {
        self.0.advance()
    }

    /// JSON `LoadResult`.
    pub fn result(&self) -> String {
        json(&self.0.result())
    }
}

/// Reads JSON `Load`. By hand: what serde derives for it is as large as half of the judge.
fn load_of(json: &Json) -> Option<Load> {
    let text = |name: &str| Some(json[name].as_str()?.to_string());
    let list = |name: &str| json[name].as_array().map(Vec::as_slice);
    let bound = |json: &Json| {
        let (at_least, at_most) = (json["at_least"].as_f64(), json["at_most"].as_f64());
        Some(Bound { metric: metric(&json["metric"])?, at_least, at_most })
    };
    Some(Load {
        id: text("id")?,
        title: text("title")?,
        rate: json["rate"].as_u64()?,
        milliseconds: json["milliseconds"].as_u64()?,
        other_wire: json["other_wire"].as_u64()?,
        window: json["window"].as_bool()?,
        settings: Default::default(),
        bounds: list("bounds")?.iter().map(bound).collect::<Option<_>>()?,
        gold: list("gold")?.iter().map(metric).collect::<Option<_>>()?,
    })
}

fn metric(name: &Json) -> Option<Metric> {
    METRICS.iter().find(|row| Some(row.id) == name.as_str()).map(|row| row.metric)
}

/// JSON `Award`: the medal of a program of which all loads are judged. `common` loads come before the challenge's own; `met` and
/// `near` are those of each load, 0 or 1.
#[wasm_bindgen]
pub fn award(common: u32, met: &[u8], near: &[u8], program: &str, reference: &str) -> String {
    let flags = |bits: &[u8]| bits.iter().map(|bit| *bit != 0).collect::<Vec<_>>();
    json(&challenge::award(common as usize, &flags(met), &flags(near), program, reference))
}
