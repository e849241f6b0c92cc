//! The judge of challenges, a load at a time. The page has the challenges (`web/generated/challenges.json`) and hands over a load,
//! and its machine with the program and with our solution.

use crate::captures;
use crate::convert::{self, json, refused};
use livelock_judge::{self as challenge, Bound, Load, METRICS, Seeds, runs_of};
use wasm_bindgen::prelude::*;

/// Judges one load, slice by slice.
#[wasm_bindgen]
pub struct LoadJudge(challenge::LoadJudge);

#[wasm_bindgen]
impl LoadJudge {
    /// `load` is its id and `numbers` the rest of it; `program` and `reference` are scenarios. The seeds follow from `key` and
    /// `student`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        challenge: &str,
        load: &str,
        numbers: &[f64],
        program: &str,
        reference: &str,
        key: &str,
        student: &str,
    ) -> Result<LoadJudge, JsError> {
        convert::log_panics();
        let load = load_of(load, numbers);
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

/// Reads a load: its rate, milliseconds, other wire, whether it is a window, how many bounds it has; then of each bound its metric
/// (its row in `METRICS`) and limits (NaN: none); then the metrics of gold. JSON would need a second reader in the module.
fn load_of(id: &str, numbers: &[f64]) -> Load {
    let [rate, milliseconds, other_wire, window, bounds, rest @ ..] = numbers else {
        panic!("a load has at least five numbers")
    };
    let metric = |number: &f64| METRICS[*number as usize].metric;
    let limit = |number: f64| (!number.is_nan()).then_some(number);
    let (bounds, gold) = rest.split_at(3 * *bounds as usize);
    Load {
        id: id.to_string(),
        title: String::new(),
        rate: *rate as u64,
        milliseconds: *milliseconds as u64,
        other_wire: *other_wire as u64,
        window: *window != 0.0,
        settings: Default::default(),
        bounds: bounds
            .chunks_exact(3)
            .map(|bound| Bound { metric: metric(&bound[0]), at_least: limit(bound[1]), at_most: limit(bound[2]) })
            .collect(),
        gold: gold.iter().map(metric).collect(),
    }
}

/// JSON `Award`: the medal of a program of which all loads are judged. `common` loads come before the challenge's own; `met` and
/// `near` are those of each load, 0 or 1.
#[wasm_bindgen]
pub fn award(common: u32, met: &[u8], near: &[u8], program: &str, reference: &str) -> String {
    let flags = |bits: &[u8]| bits.iter().map(|bit| *bit != 0).collect::<Vec<_>>();
    json(&challenge::award(common as usize, &flags(met), &flags(near), program, reference))
}
