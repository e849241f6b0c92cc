//! What the results of all variations say about each claim.

use super::{Checked, TaskResult};
use crate::experiment::claims::claims;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How far the verdict on one claim can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trust {
    pub id: String,
    /// Whether the claim holds in the committed model.
    pub holds: bool,
    /// In how many variations it was checked, and in how many of them its verdict stayed.
    pub variations: usize,
    pub stays: usize,
    /// Single inputs that turn the verdict: "costs.lnread +10 %".
    pub turned_by: Vec<String>,
    /// The inputs that matter most, at most two: those that turn the verdict, then those that move the measured number most.
    pub inputs: Vec<String>,
}

impl Trust {
    /// In how many per cent of the variations the verdict stays, rounded down.
    pub fn share(&self) -> usize {
        100 * self.stays / self.variations.max(1)
    }
}

/// Joins the results of all tasks, in the order of `claims.toml`. Claims without a result of the unchanged model are left out.
pub fn trust(results: &[TaskResult]) -> Vec<Trust> {
    let mut of_claim: BTreeMap<&str, Vec<(&str, &Checked)>> = BTreeMap::new();
    for result in results {
        // "costs.lnread -10 %, M"
        let name = result.task.rsplit_once(", ").map_or(result.task.as_str(), |(name, _)| name);
        for checked in &result.claims {
            of_claim.entry(&checked.id).or_default().push((name, checked));
        }
    }
    let of_claim = |id: &str| trust_of(id, of_claim.get(id)?);
    claims().iter().filter_map(|claim| of_claim(&claim.id)).collect()
}

fn trust_of(id: &str, runs: &[(&str, &Checked)]) -> Option<Trust> {
    let (_, base) = runs.iter().find(|(name, _)| *name == "unchanged")?;
    let varied: Vec<&(&str, &Checked)> = runs.iter().filter(|(name, _)| *name != "unchanged").collect();
    let turned = |checked: &Checked| checked.holds != base.holds;
    let single = || varied.iter().filter(|(name, _)| !name.starts_with("sample "));
    // How far each input moves the measured number, in tolerances. To turn the verdict counts more than any move.
    let mut moves: BTreeMap<&str, f64> = BTreeMap::new();
    for (name, checked) in single() {
        let input = name.split_once(' ').map_or(*name, |(input, _)| input);
        let moved = match (checked.distance, base.distance) {
            (Some(distance), Some(of_base)) => (distance - of_base).abs(),
            _ => 0.0,
        };
        let weight = if turned(checked) { 1e6 + moved } else { moved };
        let most = moves.entry(input).or_default();
        *most = most.max(weight);
    }
    let mut ranked: Vec<(&str, f64)> = moves.into_iter().filter(|(_, weight)| *weight > 0.0).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
    Some(Trust {
        id: id.to_string(),
        holds: base.holds,
        variations: varied.len(),
        stays: varied.iter().filter(|(_, checked)| !turned(checked)).count(),
        turned_by: single().filter(|(_, checked)| turned(checked)).map(|(name, _)| name.to_string()).collect(),
        inputs: ranked.iter().take(2).map(|(input, _)| input.to_string()).collect(),
    })
}
