//! How far a verdict can be trusted: the inputs that no paper states are varied, one at a time and all together, and each claim is
//! checked again. A verdict that turns with such an input says nothing about the model.
//!
//!   plan: tasks -> run (each with a TrialCache of its own) -> results -> trust: share of the variations in which a verdict stays
//!
//! One task is one variation for the claims of one paper. A claim takes part in a variation only if the input changes one of its
//! scenarios, and the cost of a step only if the step runs in them; in any other variation its verdict cannot turn. What the plan
//! measures of the unchanged model is not measured again where the variation changes nothing.

mod inputs;
mod proofs;
mod record;
mod trust;

pub use inputs::{Input, REACH, input, inputs, vary};
pub use proofs::{PROOFS, Proof, proof_of};
pub use record::TrustRecord;
pub use trust::{Influence, STAYS_MIN, Trust, VerdictKind, is_done, trust};

use super::TrialError;
use super::claims::{
    Claim, Kind, Measurement, Outcome, Results, TrialCache, Used, Verdict, check_of, claims, deviations,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many times all inputs are varied together. A Sobol sequence spreads so many points evenly.
pub const SAMPLES: u32 = 32;

/// The seed of the Sobol sequence's scrambling.
const SCRAMBLING: u32 = 1;

/// What has to be run, and what is known of the unchanged model.
pub struct Plan {
    pub tasks: Vec<Task>,
    unchanged: Results,
}

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
    /// In words, as in the report.
    pub measured: String,
    /// Measured minus stated, in tolerances, for each number that the claim states; empty for comparisons and shapes.
    pub position: Vec<f64>,
}

impl Task {
    /// The name of the variation alone: "costs.lnread -10 %".
    fn variation_name(&self) -> &str {
        self.name.rsplit_once(", ").map_or(&self.name, |(name, _)| name)
    }
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
pub fn plan(prefix: &str, samples: u32) -> Result<Plan, TrialError> {
    let chosen = claims().iter().filter(|claim| claim.id.starts_with(prefix) && check_of(&claim.id).is_some());
    let mut papers: BTreeMap<&str, Vec<&'static Claim>> = BTreeMap::new();
    for claim in chosen {
        papers.entry(&claim.id[..1]).or_default().push(claim);
    }
    let (mut tasks, mut unchanged) = (Vec::new(), Results::default());
    for (paper, claims) in papers {
        let task = |name: &str, variation, claims| Task { name: format!("{name}, {paper}"), variation, claims };
        let all: Vec<&'static str> = claims.iter().map(|claim| claim.id.as_str()).collect();
        tasks.push(task("unchanged", Variation::Unchanged, all.clone()));
        let cache = TrialCache::counting_steps();
        let concerned = concerned(&claims, &cache)?;
        unchanged.extend(cache.into_results());
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
    Ok(Plan { tasks, unchanged })
}

/// The inputs that can change what a claim measures, by the claim's id.
type Concerned = Vec<(&'static str, Vec<Input>)>;

/// Finds the inputs that can change what each claim measures.
fn concerned(claims: &[&'static Claim], cache: &TrialCache) -> Result<Concerned, TrialError> {
    let mut known: BTreeMap<String, Vec<Input>> = BTreeMap::new();
    let mut found = Vec::new();
    for claim in claims {
        if let Some(check) = check_of(&claim.id) {
            check(cache)?;
        }
        let mut own: Vec<Input> = Vec::new();
        let Used { scenarios, steps } = cache.take_used();
        for (text, scenario) in scenarios {
            let of_scenario = known
                .entry(text)
                .or_insert_with(|| inputs().iter().copied().filter(|input| input.concerns(&scenario)).collect());
            let runs = |input: &&Input| input.step().is_none_or(|step| steps.contains(&step));
            own.extend(of_scenario.iter().filter(runs));
        }
        found.push((claim.id.as_str(), own));
    }
    Ok(found)
}

impl Plan {
    /// Checks the claims of a task.
    pub fn run(&self, task: &Task) -> Result<TaskResult, TrialError> {
        let cache = TrialCache::varied(&task.variation.levels(), &self.unchanged);
        let of_task = claims().iter().filter(|claim| task.claims.contains(&claim.id.as_str()));
        let mut checked = Vec::new();
        for claim in of_task {
            let Some(check) = check_of(&claim.id) else { continue };
            let measurement = check(&cache)?;
            let position = position(claim, &measurement);
            let outcome = Outcome::of(claim, measurement);
            let (holds, measured) = (outcome.verdict == Verdict::Pass, outcome.measured_text());
            checked.push(Checked { id: claim.id.clone(), holds, measured, position });
        }
        Ok(TaskResult { task: task.name.clone(), claims: checked })
    }
}

/// The place of a measurement among those that a claim allows, in tolerances. Half of a range counts as a tolerance. A number
/// that is not finite has the place 0.
fn position(claim: &Claim, measurement: &Measurement) -> Vec<f64> {
    let places = match measurement {
        Measurement::Observed { .. } => Vec::new(),
        Measurement::Number { measured, .. } if claim.kind == Kind::Range => {
            let ends = claim.low.zip(claim.high);
            vec![ends.map_or(0.0, |(low, high)| (2.0 * measured - low - high) / (high - low))]
        }
        _ => deviations(claim, measurement),
    };
    places.into_iter().map(|place| if place.is_finite() { (place * 1e3).round() / 1e3 } else { 0.0 }).collect()
}

#[cfg(test)]
#[path = "sensitivity_tests.rs"]
mod tests;
