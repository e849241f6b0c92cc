//! What the results of all variations say about each claim: the kind of its verdict, and the inputs that matter most.

use super::proofs::proof_of;
use super::{Checked, Task, TaskResult};
use crate::experiment::claims::{Claim, claims};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The share of variations, in per cent, in which a verdict has to stay.
pub const STAYS_MIN: usize = 90;

/// The four kinds of verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    Holds,
    Fails,
    /// It turns with inputs that the papers leave open.
    Undecided,
    /// Other numbers of the paper exclude the claim.
    Contradicted,
}

impl VerdictKind {
    /// The rule. It was written before it was applied (issue 34), and no claim is an exception.
    pub fn of(id: &str, holds: bool, stays: usize, variations: usize) -> VerdictKind {
        if proof_of(id).is_some() {
            VerdictKind::Contradicted
        } else if 100 * stays < STAYS_MIN * variations {
            VerdictKind::Undecided
        } else if holds {
            VerdictKind::Holds
        } else {
            VerdictKind::Fails
        }
    }
}

/// How far the verdict on one claim can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trust {
    pub id: String,
    pub kind: VerdictKind,
    /// Whether the claim holds in the committed model.
    pub holds: bool,
    /// In how many variations it was checked, and in how many of them its verdict stayed.
    pub variations: usize,
    pub stays: usize,
    /// Single inputs that turn the verdict: "costs.lnread +10 %".
    pub turned_by: Vec<String>,
    /// The inputs that matter most, at most two: those that turn the verdict, then those that move what is measured most.
    pub inputs: Vec<Influence>,
}

/// What one input does to a claim when it is varied alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Influence {
    /// The input's id.
    pub input: String,
    /// The level of the input that matters more: "+10 %".
    pub level: String,
    /// Whether the verdict turns.
    pub turns: bool,
    /// What is measured then, in words.
    pub measured: String,
}

impl Trust {
    /// In how many per cent of the variations the verdict stays, rounded down.
    pub fn share(&self) -> usize {
        (100 * self.stays).checked_div(self.variations).unwrap_or(100)
    }
}

/// Whether these results have every claim of the task. They may be of runs that asked for other claims, too.
pub fn is_done(task: &Task, results: &[TaskResult]) -> bool {
    let of_task = || results.iter().filter(|result| result.task == task.name).flat_map(|result| &result.claims);
    task.claims.iter().all(|id| of_task().any(|checked| checked.id == *id))
}

/// Joins the results of the plan's tasks, in the order of `claims.toml`. Claims without a result of the unchanged model are
/// left out.
pub fn trust(tasks: &[Task], results: &[TaskResult]) -> Vec<Trust> {
    let checked = results.iter().flat_map(|result| result.claims.iter().map(|one| ((&*result.task, &*one.id), one)));
    let found: BTreeMap<(&str, &str), &Checked> = checked.collect();
    let of_claim = |claim: &Claim| {
        let concerned = tasks.iter().filter(|task| task.claims.contains(&&*claim.id));
        let runs = concerned.filter_map(|task| {
            Some(Run { name: task.variation_name(), checked: found.get(&(&*task.name, &*claim.id))? })
        });
        trust_of(&claim.id, &runs.collect::<Vec<Run>>())
    };
    claims().iter().filter_map(of_claim).collect()
}

/// A claim in one variation.
#[derive(Clone, Copy)]
struct Run<'a> {
    /// "unchanged", "sample 3", or the input and its level: "costs.lnread -10 %".
    name: &'a str,
    checked: &'a Checked,
}

impl<'a> Run<'a> {
    fn turns(self, base: &Checked) -> bool {
        self.checked.holds != base.holds
    }

    /// How much the run matters, compared with others of the same claim: to turn the verdict counts more than any move.
    fn weight(self, base: &Checked) -> f64 {
        let moved = moved(self.checked, base);
        if self.turns(base) { 1e6 + moved } else { moved }
    }

    fn input_and_level(self) -> (&'a str, &'a str) {
        self.name.split_once(' ').unwrap_or((self.name, ""))
    }
}

fn trust_of(id: &str, runs: &[Run]) -> Option<Trust> {
    let base = runs.iter().find(|run| run.name == "unchanged")?.checked;
    let varied: Vec<Run> = runs.iter().copied().filter(|run| run.name != "unchanged").collect();
    let single: Vec<Run> = varied.iter().copied().filter(|run| !run.name.starts_with("sample ")).collect();
    let (variations, stays) = (varied.len(), varied.iter().filter(|run| !run.turns(base)).count());
    Some(Trust {
        id: id.to_string(),
        kind: VerdictKind::of(id, base.holds, stays, variations),
        holds: base.holds,
        variations,
        stays,
        turned_by: single.iter().filter(|run| run.turns(base)).map(|run| run.name.to_string()).collect(),
        inputs: inputs_that_matter(single, base),
    })
}

/// The two inputs that matter most, each at the level at which it matters more.
fn inputs_that_matter(mut single: Vec<Run>, base: &Checked) -> Vec<Influence> {
    single.retain(|run| run.weight(base) > 0.0);
    single.sort_by(|a, b| b.weight(base).total_cmp(&a.weight(base)).then(a.name.cmp(b.name)));
    let mut found: Vec<Influence> = Vec::new();
    for run in single {
        let (input, level) = run.input_and_level();
        if found.len() < 2 && found.iter().all(|one| one.input != input) {
            let (turns, measured) = (run.turns(base), shortened(&run.checked.measured));
            found.push(Influence { input: input.to_string(), level: level.to_string(), turns, measured });
        }
    }
    found
}

/// The first parts of a long text.
fn shortened(text: &str) -> String {
    const LETTERS_MAX: usize = 300;
    if text.len() <= LETTERS_MAX {
        return text.to_string();
    }
    let whole = text[..text.floor_char_boundary(LETTERS_MAX)].rfind(", ").map_or("", |end| &text[..end]);
    format!("{whole}, ...")
}

/// How far what is measured moves: in tolerances, or for comparisons and shapes as the mean relative change of the numbers in
/// the words.
fn moved(checked: &Checked, base: &Checked) -> f64 {
    if !base.position.is_empty() {
        let moves = checked.position.iter().zip(&base.position).map(|(now, before)| (now - before).powi(2));
        return moves.sum::<f64>().sqrt();
    }
    let (now, before) = (numbers_in(&checked.measured), numbers_in(&base.measured));
    if now.len() != before.len() {
        return f64::from(u8::from(checked.measured != base.measured));
    }
    let relative = |(now, before): (&f64, &f64)| {
        let larger = now.abs().max(before.abs());
        if larger > 0.0 { (now - before).abs() / larger } else { 0.0 }
    };
    now.iter().zip(&before).map(relative).sum::<f64>() / now.len().max(1) as f64
}

fn numbers_in(text: &str) -> Vec<f64> {
    let pieces = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    pieces.filter_map(|piece| piece.trim_matches('.').parse().ok()).collect()
}
