//! Facts about variations: what they change, which claims they concern, and what their results say.

use super::*;
use crate::scenario::{Scenario, Value, presets};
use std::collections::BTreeSet;

fn preset(id: &str) -> Scenario {
    presets::find(id).expect("a preset")
}

fn number(scenario: &Scenario, path: &str) -> i64 {
    match scenario.values().get(path) {
        Value::Integer(number) => *number,
        other => panic!("{path} is {other:?}"),
    }
}

fn input(id: &str) -> Input {
    *inputs().iter().find(|input| input.id() == id).unwrap_or_else(|| panic!("no input is called {id}"))
}

#[test]
fn an_input_changes_its_own_number_by_a_tenth_and_nothing_else() {
    let scenario = preset("figure-6-1");
    let cost = number(&scenario, "costs.lnread");
    for (level, expected) in [(-1.0, cost * 9 / 10), (1.0, cost * 11 / 10)] {
        let varied = vary(&scenario, &[(input("costs.lnread"), level)], &[]);
        assert!(number(&varied, "costs.lnread").abs_diff(expected) <= 1);
        let back = varied.with(&[("costs.lnread", Value::Integer(cost))]).expect("the cost of before");
        assert_eq!(back.values(), scenario.values());
    }
}

#[test]
fn what_the_experiment_itself_sets_is_not_varied() {
    let scenario = preset("figure-6-1");
    let ring = input("queues.receive_ring");
    assert_ne!(vary(&scenario, &[(ring, 1.0)], &[]), scenario);
    assert_eq!(vary(&scenario, &[(ring, 1.0)], &["queues.receive_ring"]), scenario);
}

#[test]
fn seeds_the_beginning_of_traffic_and_the_variation_of_steps_are_inputs() {
    let scenario = preset("figure-6-1");
    assert_ne!(vary(&scenario, &[(Input::Seeds, 0.5)], &[]).seed, scenario.seed);
    assert_eq!(number(&vary(&scenario, &[(Input::Phase, 1.0)], &[]), "traffic.start_ms"), 42);
    assert_eq!(number(&vary(&scenario, &[(Input::Steps, 1.0)], &[]), "machine.variation"), 5);
    let unchanged = [(Input::Seeds, -1.0), (Input::Phase, -1.0), (Input::Steps, -1.0)];
    assert_eq!(vary(&scenario, &unchanged, &[]), scenario);
}

/// A machine that no sample can be would stop a run of half an hour.
#[test]
fn every_scenario_of_a_paper_can_be_varied_in_all_inputs_together() {
    for scenario in presets::all() {
        for sample in 0..4 {
            let varied = vary(&scenario, &Variation::All(sample).levels(), &[]);
            assert_ne!(varied, scenario, "{}", scenario.id);
        }
    }
}

#[test]
fn only_inputs_of_its_machines_concern_a_claim() {
    let tasks = plan("M4.3-burst-1", 2).expect("a plan");
    let names: BTreeSet<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
    assert_eq!(names.len(), tasks.len(), "each task has a name of its own");
    for name in ["unchanged, M", "sample 0, M", "sample 1, M", "seeds other seeds, M", "machine.variation 3 %, M"] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("costs.")));
    assert!(!names.iter().any(|name| name.starts_with("costs.driver_isr")), "a Linux driver is not in ULTRIX");
}

/// The claims that take the shortest are run as the whole is: the unchanged model must give their recorded verdicts.
#[test]
fn the_unchanged_model_gives_the_recorded_verdicts() {
    let record = super::super::claims::Record::committed();
    let task = plan("M4", 0).expect("a plan").remove(0);
    let result = run(&task).expect("a result");
    assert!(result.claims.len() > 5);
    for checked in &result.claims {
        assert_eq!(checked.holds, !record.did_not_hold.contains_key(&checked.id), "{}", checked.id);
    }
}

#[test]
fn trust_counts_the_variations_in_which_the_verdict_stays() {
    let result = |task: &str, holds: bool, distance: f64| TaskResult {
        task: format!("{task}, M"),
        claims: vec![Checked { id: "M6.2-peak".to_string(), holds, distance: Some(distance) }],
    };
    let results = [
        result("unchanged", true, 0.2),
        result("costs.lnread -10 %", true, 0.3),
        result("costs.lnread +10 %", false, 1.2),
        result("costs.lnput +10 %", true, 0.9),
        result("costs.ipinput +10 %", true, 0.2),
        result("sample 0", false, 2.0),
    ];
    let [trust] = trust(&results).try_into().expect("one claim");
    assert_eq!((trust.holds, trust.variations, trust.stays, trust.share()), (true, 5, 3, 60));
    assert_eq!(trust.turned_by, ["costs.lnread +10 %"]);
    assert_eq!(trust.inputs, ["costs.lnread", "costs.lnput"]);
}
