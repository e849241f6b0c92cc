//! Counterfactual tests: a diagnosis names a cause, so the cause is removed or doubled in the same run (same seed, one setting),
//! and the named effect has to shrink or to grow by more than seeds differ. `claims` lists what each finding claims,
//! `exceptions` where a claim is not confirmed although the diagnosis is right, each with its reason (MODEL.md section 16).
//!
//! The long run tests every ready-made scenario at seven rates and thousands of random machines of every family, and prints the
//! share of confirmed diagnoses by finding (`MACHINES` of each family, from the number `FIRST` on):
//!
//!     cargo test --release --test counterfactual -- --ignored --nocapture

mod claims;
mod exceptions;
mod expected;
mod judge;
mod random;
mod runs;

use judge::{Case, Verdict, in_parallel, report};
use livelock_core::families;
use livelock_core::scenario::{Scenario, Value, parameter, presets};
use runs::end_ms;

/// The scenario at these shares of the highest rate of its curve, and at its own rate.
fn at_rates(scenario: &Scenario, shares: &[f64]) -> Vec<Scenario> {
    let values = scenario.values();
    let mut scenarios = vec![scenario.clone()];
    if values.meet(parameter("traffic.rate").expect("a parameter").when) {
        let most = values.get("trial.to").integer() as f64;
        let rates = shares.iter().map(|share| Value::Integer((most * share) as i64));
        scenarios.extend(rates.filter_map(|rate| scenario.with(&[("traffic.rate", rate)]).ok()));
    }
    scenarios
}

fn ready_made(shares: &[f64]) -> Vec<Case> {
    let scenarios = presets::all();
    let scenarios = scenarios.iter().flat_map(|scenario| at_rates(scenario, shares));
    scenarios.map(|scenario| Case { at_ms: end_ms(&scenario), scenario }).collect()
}

fn at_random(first: u64, count: u64) -> Vec<Case> {
    let of_family = |family: &'static str| (first..first + count).map(move |number| random::case_of(family, number));
    families::ALL.iter().flat_map(|family| of_family(family.id)).collect()
}

/// Fails with the diagnoses that are neither confirmed nor explained. What a diagnosis says of its own window has no exception.
fn assert_confirmed(verdicts: &[Verdict], share_min: f64) {
    let share = report(verdicts);
    let open: Vec<String> =
        verdicts.iter().filter(|verdict| !verdict.is_explained()).map(ToString::to_string).collect();
    assert!(share >= share_min, "only {:.1} % of the diagnoses are confirmed:\n{}", share * 100.0, open.join("\n"));
    let wrong: Vec<&String> = verdicts.iter().flat_map(|verdict| &verdict.wrong_facts).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn diagnoses_of_ready_made_scenarios_are_confirmed() {
    let verdicts = in_parallel(&ready_made(&[0.6]));
    assert_confirmed(&verdicts, 1.0);
}

#[test]
fn diagnoses_of_random_machines_are_confirmed() {
    assert_confirmed(&in_parallel(&at_random(1, 10)), 0.99);
}

#[test]
fn what_is_expected_next_comes() {
    let wrong = expected::wrong_expectations(&presets::all());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes minutes; see the head of this file"]
fn every_scenario_and_random_machines_of_every_family() {
    let number = |name: &str, other: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    let cases =
        [ready_made(&[0.1, 0.25, 0.4, 0.6, 0.8, 1.0]), at_random(number("FIRST", 1), number("MACHINES", 300))].concat();
    assert_confirmed(&in_parallel(&cases), 0.99);
}
