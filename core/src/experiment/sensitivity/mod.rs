//! How far a verdict can be trusted: the inputs that no paper states are varied, one at a time and all together, and each claim is
//! checked again. A verdict that turns with such an input says nothing about the model.
//!
//!   plan: tasks -> run (each with a TrialCache of its own) -> results -> trust: share of the variations in which a verdict stays
//!
//! One task is one variation for the claims of one paper. A claim takes part in a variation only if the input changes one of its
//! scenarios; in any other its verdict cannot turn.

mod inputs;
mod trust;

pub use inputs::{Input, REACH, inputs, vary};
pub use trust::{Trust, trust};

use super::claims::{Claim, Outcome, TrialCache, Verdict, check_of, claims, deviations};
use super::{Sequential, TrialError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many times all inputs are varied together. A Sobol sequence spreads so many points evenly.
pub const SAMPLES: u32 = 32;

/// The seed of the Sobol sequence's scrambling.
const SCRAMBLING: u32 = 1;

/// One variation of the model for the claims of one paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Names the variation and the paper: "costs.lnread -10 %, M", "sample 7, S", "unchanged, W".
    pub name: String,
    pub variation: Variation,
    pub claims: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Variation {
    Unchanged,
    One(Input, f64),
    All(u32),
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    pub task: String,
    pub claims: Vec<Checked>,
}

/// A claim in one variation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    pub id: String,
    pub holds: bool,
    /// The distance from the paper's number in units of the tolerance; `None` for comparisons and shapes.
    pub distance: Option<f64>,
}

impl Variation {
    /// The level of each input that differs.
    fn levels(&self) -> Vec<(Input, f64)> {
        match self {
            Variation::Unchanged => Vec::new(),
            Variation::One(input, level) => vec![(*input, *level)],
            Variation::All(sample) => {
                let at = |dimension| f64::from(sobol_burley::sample(*sample, dimension, SCRAMBLING)) * 2.0 - 1.0;
                (0..).zip(inputs()).map(|(dimension, input)| (*input, at(dimension))).collect()
            }
        }
    }
}

/// Lists the variations for the claims whose id begins with `prefix`. Checks each claim once to learn which scenarios it needs.
pub fn plan(prefix: &str, samples: u32) -> Result<Vec<Task>, TrialError> {
    let chosen = claims().iter().filter(|claim| claim.id.starts_with(prefix) && check_of(&claim.id).is_some());
    let mut papers: BTreeMap<&str, Vec<&'static Claim>> = BTreeMap::new();
    for claim in chosen {
        papers.entry(&claim.id[..1]).or_default().push(claim);
    }
    let mut tasks = Vec::new();
    for (paper, claims) in papers {
        let task = |name: &str, variation, claims| Task { name: format!("{name}, {paper}"), variation, claims };
        let all: Vec<&'static str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        tasks.push(task("unchanged", Variation::Unchanged, all.clone()));
        let concerned = concerned(&claims)?;
        for input in inputs() {
            let ids = concerned.iter().filter(|(_, inputs)| inputs.contains(input));
            let ids: Vec<&'static str> = ids.map(|(id, _)| *id).collect();
            for (level, words) in input.levels().iter().filter(|_| !ids.is_empty()) {
                tasks.push(task(&format!("{} {words}", input.id()), Variation::One(*input, *level), ids.clone()));
            }
        }
        for sample in 0..samples {
            tasks.push(task(&format!("sample {sample}"), Variation::All(sample), all.clone()));
        }
    }
    Ok(tasks)
}

/// The inputs that change a scenario of each claim.
fn concerned(claims: &[&'static Claim]) -> Result<Vec<(&'static str, Vec<Input>)>, TrialError> {
    let cache = TrialCache::new(&Sequential);
    let mut known: BTreeMap<String, Vec<Input>> = BTreeMap::new();
    let mut found = Vec::new();
    for claim in claims {
        if let Some(check) = check_of(&claim.id) {
            check(&cache)?;
        }
        let mut own: Vec<Input> = Vec::new();
        for scenario in cache.take_used() {
            let of_scenario = known
                .entry(scenario.canonical())
                .or_insert_with(|| inputs().iter().copied().filter(|input| input.concerns(&scenario)).collect());
            own.extend(of_scenario.iter().copied());
        }
        found.push((claim.id.as_str(), own));
    }
    Ok(found)
}

/// Checks the claims of a task.
pub fn run(task: &Task) -> Result<TaskResult, TrialError> {
    let cache = TrialCache::varied(&Sequential, &task.variation.levels());
    let of_task = claims().iter().filter(|claim| task.claims.contains(&claim.id.as_str()));
    let mut checked = Vec::new();
    for claim in of_task {
        let Some(check) = check_of(&claim.id) else { continue };
        let measurement = check(&cache)?;
        let distances = deviations(claim, &measurement);
        let distance = distances.iter().map(|distance| distance * distance).sum::<f64>().sqrt();
        let is_number = !matches!(measurement, super::claims::Measurement::Observed { .. });
        checked.push(Checked {
            id: claim.id.clone(),
            holds: Outcome::of(claim, measurement).verdict == Verdict::Pass,
            distance: (is_number && distance.is_finite()).then_some((distance * 1e3).round() / 1e3),
        });
    }
    Ok(TaskResult { task: task.name.clone(), claims: checked })
}

#[cfg(test)]
#[path = "sensitivity_tests.rs"]
mod tests;
