//! Judges diagnoses: runs the machine with and without the change of each claim, on all cores, and prints the shares.

use crate::claims::{Claim, Expected, claims_of, facts_of};
use crate::exceptions;
use crate::runs::{Measured, diagnosed, measure, measure_between};
use livelock_core::experiment::seeds_of;
use livelock_core::scenario::{Scenario, presets};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs of the unchanged machine. An effect has to be larger than they differ.
const SEEDS: u64 = 3;

/// A machine, and the moment at which it is diagnosed.
#[derive(Clone)]
pub struct Case {
    pub scenario: Scenario,
    pub at_ms: u64,
}

pub struct Verdict {
    pub case: Case,
    pub finding: &'static str,
    says: String,
    /// Claims that the changed run does not confirm.
    pub refuted: Vec<String>,
    /// What the diagnosis says of its own window, and is not so.
    pub wrong_facts: Vec<String>,
}

impl Verdict {
    fn is_confirmed(&self) -> bool {
        self.refuted.is_empty() && self.wrong_facts.is_empty()
    }

    pub fn is_explained(&self) -> bool {
        self.is_confirmed() || self.reason().is_some()
    }

    fn reason(&self) -> Option<&'static str> {
        exceptions::reason(&self.case.scenario, self.finding)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { scenario, at_ms } = &self.case;
        let rate = scenario.values().get("traffic.rate").integer();
        let base = presets::find(&scenario.id);
        let is_turned = |path: &str, value| base.as_ref().and_then(|base| base.settings.get(path)) != Some(value);
        let turned = scenario.settings.iter().filter(|(path, value)| *path != "traffic.rate" && is_turned(path, value));
        let turned: Vec<String> = turned.map(|(path, value)| format!("{path}={value:?}")).collect();
        write!(out, "{} at {rate}/s, {at_ms} ms, {} {}\n    ", scenario.id, turned.join(" "), self.finding)?;
        let problems = [self.refuted.clone(), self.wrong_facts.clone()].concat().join("\n    ");
        write!(out, "{}\n    {problems}\n    {}", self.says, self.reason().unwrap_or("not explained"))
    }
}

fn judge(case: &Case) -> Verdict {
    let Case { scenario, at_ms } = case;
    let (found, facts) = diagnosed(scenario, *at_ms);
    let claims = claims_of(&found, &facts, scenario);
    let says = format!("{:?}: {} {}", found.tone, found.headline, found.sentence());
    let wrong_facts = facts_of(&found, &facts).into_iter().filter(|fact| !fact.holds);
    let wrong_facts = wrong_facts.map(|fact| format!("not so: {}: {}: {says}", scenario.id, fact.says)).collect();
    let is_needed = claims.iter().any(|claim| claim.expected != Expected::Stays);
    let seeds = seeds_of(scenario, if is_needed { SEEDS } else { 0 });
    let base: Vec<Measured> = seeds.iter().map(|seed| measure(seed, *at_ms)).collect();
    let refuted = claims.iter().filter_map(|claim| match claim.expected {
        Expected::Stays => change_in_the_window(claim, case),
        _ => refutation(claim, case, &base),
    });
    Verdict { case: case.clone(), finding: found.id, refuted: refuted.collect(), says, wrong_facts }
}

/// A machine that is fine delivers no more when the CPU is faster, in the diagnosis's own window: other windows may lose packets.
/// Packets that wait at the end of the window may be delivered in it.
fn change_in_the_window(claim: &Claim, case: &Case) -> Option<String> {
    let from = case.at_ms.saturating_sub(100);
    let own = measure_between(&case.scenario, from, case.at_ms);
    let changed = claim.change.apply(&case.scenario);
    let changed = claim.effect.of(&measure_between(changed.first()?, from, case.at_ms));
    let number = claim.effect.of(&own);
    let waiting = own.inside() * 1e3 / (case.at_ms - from) as f64;
    let is_more = changed > 1.03 * number + waiting;
    is_more.then(|| format!("{:?}: {:?} {number:.3} -> {changed:.3}", claim.change, claim.effect))
}

fn refutation(claim: &Claim, case: &Case, base: &[Measured]) -> Option<String> {
    let numbers: Vec<f64> = base.iter().map(|run| claim.effect.of(run)).collect();
    let (own, most) = (numbers[0], numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let tolerance = (most - least) + 0.01 * own;
    let changed = claim.change.apply(&case.scenario);
    if changed.is_empty() {
        return Some(format!("{:?} cannot be tested", claim.change));
    }
    let is_expected = |number: f64| match claim.expected {
        Expected::Grows => number > own + tolerance,
        _ => number < own - tolerance,
    };
    let mut seen = Vec::new();
    for scenario in changed {
        seen.push(claim.effect.of(&measure(&scenario, case.at_ms)));
        if is_expected(seen[seen.len() - 1]) {
            return None;
        }
    }
    Some(format!("{:?}: {:?} {own:.3} ({least:.3} to {most:.3}) -> {seen:.3?}", claim.change, claim.effect))
}

pub fn in_parallel(cases: &[Case]) -> Vec<Verdict> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { break };
                    let verdict = judge(case);
                    found.lock().expect("no thread panics").push((number, verdict));
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, verdict)| verdict).collect()
}

/// Prints what is not confirmed, and the share of confirmed or explained diagnoses by finding. Returns the share of all.
pub fn report(verdicts: &[Verdict]) -> f64 {
    let mut findings: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for verdict in verdicts {
        let [all, confirmed, explained] = findings.entry(verdict.finding).or_default();
        *all += 1;
        *confirmed += usize::from(verdict.is_confirmed());
        *explained += usize::from(!verdict.is_confirmed() && verdict.is_explained());
        if !verdict.is_confirmed() {
            println!("{verdict}");
        }
    }
    let mut sum = [0; 3];
    println!("{:20} {:>9} {:>9} {:>9}", "finding", "diagnoses", "confirmed", "explained");
    for (finding, numbers) in findings {
        println!("{finding:20} {:9} {:9} {:9}", numbers[0], numbers[1], numbers[2]);
        sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    let [all, confirmed, explained] = sum;
    println!("{:20} {all:9} {confirmed:9} {explained:9}", "all");
    println!("confirmed: {:.1} %", 100.0 * confirmed as f64 / all as f64);
    (confirmed + explained) as f64 / all as f64
}
