//! Facts about variations: what they change, which claims they concern, and what their results say.

use super::*;
use crate::experiment::{Trial, run_trial};
use crate::machine::{Machine, Tracing};
use crate::scenario::{Scenario, Step, Value, presets};
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

#[test]
fn an_input_changes_its_own_number_by_a_tenth_and_nothing_else() {
    let scenario = preset("figure-6-1");
    let cost = number(&scenario, "costs.lnread");
    for (level, expected) in [(-1.0, cost * 9 / 10), (1.0, cost * 11 / 10)] {
        let varied = vary(&scenario, &[(Input::Setting("costs.lnread"), level)], &[]);
        assert!(number(&varied, "costs.lnread").abs_diff(expected) <= 1);
        let back = varied.with(&[("costs.lnread", Value::Integer(cost))]).expect("the cost of before");
        assert_eq!(back.values(), scenario.values());
    }
}

#[test]
fn what_the_experiment_itself_sets_is_not_varied() {
    let scenario = preset("figure-6-1");
    let ring = Input::Setting("queues.receive_ring");
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

/// So the plan need not run such a variation.
#[test]
fn the_cost_of_a_step_that_never_runs_changes_nothing() {
    let mut idle_changes = 0;
    for mut scenario in presets::all().into_iter().step_by(7) {
        scenario = scenario.with(&[("trial.packets", Value::Integer(1_500))]).expect("fewer packets");
        let mut trial = Trial::of(Machine::counting_runs(&scenario, Tracing::Off).expect("a machine"));
        trial.advance(u64::MAX).expect("it runs to its end");
        let (counted, steps_run) = (trial.result(), trial.machine().host.steps_run().expect("its steps"));
        assert_eq!(Ok(&counted), run_trial(&scenario).as_ref(), "{}: counting changes nothing", scenario.id);
        let (run, idle): (Vec<_>, Vec<_>) = inputs()
            .iter()
            .filter_map(|input| Some((*input, input.step()?)))
            .partition(|(_, step)| steps_run.contains(step));
        let varied = |inputs: &[(Input, Step)]| {
            let levels: Vec<(Input, f64)> = inputs.iter().map(|(input, _)| (*input, 1.0)).collect();
            vary(&scenario, &levels, &[])
        };
        idle_changes += usize::from(varied(&idle) != scenario);
        assert_eq!(run_trial(&varied(&idle)).as_ref(), Ok(&counted), "{}", scenario.id);
        assert_ne!(run_trial(&varied(&run)).as_ref(), Ok(&counted), "{}: a step that runs counts", scenario.id);
    }
    assert!(idle_changes > 5, "{idle_changes} presets have settings of such steps");
}

/// The words of a level are what a reader of the record goes by.
#[test]
fn a_level_does_what_its_words_say() {
    let scenario = preset("figure-6-1");
    for (input, path, unit) in
        [(Input::Phase, "traffic.start_ms", "ms later"), (Input::Steps, "machine.variation", "%")]
    {
        for (level, words) in input.levels() {
            assert_eq!(*words, format!("{} {unit}", number(&vary(&scenario, &[(input, *level)], &[]), path)));
        }
    }
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
    let Plan { tasks, .. } = plan("M4.3-burst-1", 2).expect("a plan");
    let names: BTreeSet<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
    assert_eq!(names.len(), tasks.len(), "each task has a name of its own");
    for name in ["unchanged, M", "sample 0, M", "sample 1, M", "seeds other seeds, M", "machine.variation 3 %, M"] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("costs.")));
    assert!(!names.iter().any(|name| name.starts_with("costs.driver_isr")), "a Linux driver is not in ULTRIX");
}

#[test]
fn the_cost_of_a_step_concerns_the_claims_in_whose_runs_it_runs() {
    let concern = |id: &str, path: &str| {
        let Plan { tasks, .. } = plan(id, 0).expect("a plan");
        tasks.iter().any(|task| task.name.starts_with(path) && task.claims.contains(&id))
    };
    // one packet finds room in the queue; six of a burst of sixteen do not
    let full = "costs.datalink_full";
    assert_eq!([concern("M4.3-burst-1", full), concern("M4.3-queue-10", full)], [false, true]);
    assert!(!concern("W-jumbo", "costs."), "it runs nothing");
}

/// The claims that take the shortest are run as the whole is: the unchanged model must give their recorded verdicts.
#[test]
fn the_unchanged_model_gives_the_recorded_verdicts() {
    let record = super::super::claims::Record::committed();
    let plan = plan("M4", 0).expect("a plan");
    let result = plan.run(&plan.tasks[0]).expect("a result");
    assert!(result.claims.len() > 5);
    for checked in &result.claims {
        assert_eq!(checked.holds, !record.did_not_hold.contains_key(&checked.id), "{}", checked.id);
    }
}

/// The tasks that have these results.
fn tasks_of(results: &[TaskResult]) -> Vec<Task> {
    let id = |checked: &Checked| claim(&checked.id).id.as_str();
    let task = |result: &TaskResult| Task {
        name: result.task.clone(),
        variation: Variation::Unchanged,
        claims: result.claims.iter().map(id).collect(),
    };
    results.iter().map(task).collect()
}

/// Results of one claim, with what was measured at that place.
fn results(id: &str, runs: &[(&str, bool, f64)]) -> Vec<TaskResult> {
    let checked =
        |holds, place: f64| Checked { id: id.to_string(), holds, measured: place.to_string(), position: vec![place] };
    let result = |(name, holds, place): &(&str, bool, f64)| TaskResult {
        task: format!("{name}, M"),
        claims: vec![checked(*holds, *place)],
    };
    runs.iter().map(result).collect()
}

#[test]
fn trust_counts_the_variations_in_which_the_verdict_stays() {
    let results = results(
        "M6.2-peak",
        &[
            ("unchanged", true, -0.2),
            ("costs.lnread -10 %", true, -0.3),
            ("costs.lnread +10 %", false, 1.2),
            ("costs.lnput -10 %", true, -0.3),
            ("costs.lnput +10 %", true, 0.2), // as far from the stated value as unchanged, but it moves
            ("costs.ipinput +10 %", true, -0.2),
            ("sample 0", false, 2.0),
        ],
    );
    let [trust] = trust(&tasks_of(&results), &results).try_into().expect("one claim");
    assert_eq!((trust.holds, trust.variations, trust.stays, trust.share()), (true, 6, 4, 66));
    assert_eq!((trust.kind, trust.turned_by), (VerdictKind::Undecided, vec!["costs.lnread +10 %".to_string()]));
    let influence = |input: &str, turns, measured: &str| Influence {
        input: input.to_string(),
        level: "+10 %".to_string(),
        turns,
        measured: measured.to_string(),
    };
    assert_eq!(trust.inputs, [influence("costs.lnread", true, "1.2"), influence("costs.lnput", false, "0.2")]);
}

/// A log of some claims is a part of a log of all.
#[test]
fn a_task_is_done_when_all_of_its_claims_are() {
    let one = results("M6.2-peak", &[("unchanged", true, 0.0), ("costs.lnread +10 %", true, 0.0)]);
    let other = results("M6.5-mlfrr", &[("unchanged", true, 0.0), ("costs.lnread +10 %", false, 2.0)]);
    let mut tasks = tasks_of(&one);
    tasks.iter_mut().for_each(|task| task.claims.push("M6.5-mlfrr"));
    let both = [one.clone(), other].concat();
    assert_eq!([is_done(&tasks[1], &one), is_done(&tasks[1], &both)], [false, true]);
    let stays: Vec<(String, usize)> = trust(&tasks, &both).into_iter().map(|one| (one.id, one.stays)).collect();
    assert_eq!(stays, [("M6.2-peak".to_string(), 1), ("M6.5-mlfrr".to_string(), 0)]);
}

#[test]
fn what_a_comparison_says_in_numbers_shows_which_input_matters() {
    let result = |task: &str, measured: &str| TaskResult {
        task: format!("{task}, M"),
        claims: vec![Checked { id: "M6.5-flat".into(), holds: true, measured: measured.into(), position: vec![] }],
    };
    let results = [
        result("unchanged", "5005/s of 5012/s"),
        result("costs.lnread +10 %", "4805/s of 4812/s"),
        result("costs.lnput +10 %", "4505/s of 4512/s"),
        result("costs.ipinput +10 %", "5005/s of 5012/s"),
    ];
    let [trust] = trust(&tasks_of(&results), &results).try_into().expect("one claim");
    let inputs: Vec<&str> = trust.inputs.iter().map(|one| one.input.as_str()).collect();
    assert_eq!((trust.kind, inputs), (VerdictKind::Holds, vec!["costs.lnput", "costs.lnread"]));
}

#[test]
fn a_verdict_is_of_one_of_four_kinds() {
    let kind = |id, holds, stays| VerdictKind::of(id, holds, stays, 10);
    assert_eq!([kind("M6.2-peak", true, 9), kind("M6.2-peak", false, 9)], [VerdictKind::Holds, VerdictKind::Fails]);
    assert_eq!(kind("M6.2-peak", true, 8), VerdictKind::Undecided);
    assert_eq!(kind("M6.2-peak", false, 8), VerdictKind::Undecided);
    assert_eq!(kind("S-t2", true, 10), VerdictKind::Contradicted);
    assert_eq!(VerdictKind::of("W-t4", true, 0, 0), VerdictKind::Holds, "nothing can turn it");
}

/// A number of a claim's table.
fn stated(id: &str, row: &str) -> f64 {
    let claim = claims().iter().find(|claim| claim.id == id).expect("a claim");
    claim.table.iter().find(|(name, _)| name == row).expect("a row").1
}

fn proof(id: &str) -> String {
    proof_of(id).expect("a proof").sentences.join(" ")
}

fn claim(id: &str) -> &'static Claim {
    claims().iter().find(|claim| claim.id == id).expect("a claim")
}

/// S table 4 has a constant time for each driver, and 0.02 us for each byte.
fn table_4(driver: &str, bytes: f64) -> f64 {
    assert!(claim("S-t4").says.contains("T_const + 0.02 S us"));
    stated("S-t4", driver) + 0.02 * bytes
}

#[test]
fn a_proof_has_at_most_three_sentences_and_a_claim() {
    for proof in PROOFS {
        assert!((1..=3).contains(&proof.sentences.len()), "{}", proof.id);
        assert!(proof.sentences.iter().all(|sentence| sentence.ends_with('.')), "{}", proof.id);
        assert!(claims().iter().any(|claim| claim.id == proof.id), "{}", proof.id);
    }
}

#[test]
fn table_4_of_s_excludes_the_order_of_its_table_2() {
    let time = |driver| table_4(driver, 64.0);
    assert_eq!(time("TX-OFF"), time("NAPI"));
    let gain = |driver| (time("ORIGINAL") / time(driver) - 1.0) * 100.0;
    for words in [format!("{} us", stated("S-t4", "NAPI")), format!("{:.1} % faster", gain("NAPI"))] {
        assert!(proof("S-t2").contains(&words), "{words}");
    }
    assert!(claim("S-t2").check.as_ref().is_some_and(|check| check.contains("TX-OFF < NAPI")));
    assert!(stated("S-t2", "TX-OFF") < stated("S-t2", "NAPI"));
}

#[test]
fn table_4_of_s_excludes_the_gain_in_overload() {
    let (napi, tx_off) = (table_4("NAPI", 64.0), table_4("NAPI-TX-OFF", 64.0));
    let gain = (napi / tx_off - 1.0) * 100.0;
    let most = claim("S-f5-ratio").high.expect("a range");
    assert!(gain > most);
    let [of_napi, of_tx_off] = ["NAPI", "NAPI-TX-OFF"].map(|driver| stated("S-t4", driver));
    let words = [
        format!("NAPI {of_napi} + 1.28 us and NAPI-TX-OFF {of_tx_off} + 1.28 us"),
        format!("{gain:.1} % more"),
        format!("at most {most} %"),
    ];
    for words in words {
        assert!(proof("S-f5-ratio").contains(&words), "{words}");
    }
}

/// The committed record.
mod record {
    use super::*;

    #[test]
    fn is_of_this_model_and_follows_the_rule() {
        let record = TrustRecord::committed();
        assert_eq!(record.model, crate::scenario::MODEL, "livelock reproduce --sensitivity --record");
        for one in &record.claims {
            for id in one.inputs.iter().map(|one| &one.input) {
                assert!(input(id).is_some_and(|input| !input.label().is_empty()), "{id}");
            }
            assert_eq!(one.kind, VerdictKind::of(&one.id, one.holds, one.stays, one.variations), "{}", one.id);
        }
        assert_eq!(serde_json::from_str::<TrustRecord>(&record.text()).expect("JSON"), record);
    }

    #[test]
    fn has_every_claim() {
        let record = TrustRecord::committed();
        let missing: Vec<&str> = claims().iter().map(|claim| &*claim.id).filter(|id| record.of(id).is_none()).collect();
        assert!(missing.is_empty(), "livelock reproduce --sensitivity --record adds {missing:?}");
    }

    #[test]
    fn has_the_verdicts_of_held_toml() {
        let held = crate::experiment::claims::Record::committed();
        for one in TrustRecord::committed().claims {
            assert_eq!(one.holds, !held.did_not_hold.contains_key(&one.id), "{}", one.id);
        }
    }

    /// The table of section 5.
    #[test]
    fn is_what_model_md_says_of_the_claims_that_do_not_hold() {
        let (record, model) = (TrustRecord::committed(), include_str!("../../../MODEL.md"));
        for id in crate::experiment::claims::Record::committed().did_not_hold.keys() {
            let row = model.lines().find(|line| line.starts_with(&format!("| **{id}** |")));
            let row = row.unwrap_or_else(|| panic!("MODEL.md has no row of {id}"));
            let trust = record.of(id).unwrap_or_else(|| panic!("sensitivity.json has no {id}"));
            let kind = serde_json::to_value(trust.kind).expect("a word");
            let says = format!("| {}, {} % |", kind.as_str().expect("a word"), trust.share());
            assert!(row.contains(&says), "{id}: {says}");
            for input in &trust.inputs {
                let name = input.input.strip_prefix("costs.").unwrap_or(&input.input);
                assert!(row.contains(&format!("`{name}` {}", input.level)), "{id}: {name} {}", input.level);
            }
        }
    }

    /// All variations of two claims that are measured in a moment.
    #[test]
    fn is_what_a_run_of_a_claim_gives() {
        for id in ["K-irq-latency", "M4.3-burst-2"] {
            let plan = plan(id, SAMPLES).expect("a plan");
            let results: Vec<TaskResult> = plan.tasks.iter().map(|task| plan.run(task).expect("a result")).collect();
            let [trust] = trust(&plan.tasks, &results).try_into().expect("one claim");
            assert_eq!(TrustRecord::committed().of(id), Some(&trust), "livelock reproduce --sensitivity --record");
        }
    }

    /// What two inputs do to claims that take longer.
    #[test]
    fn has_what_an_input_does() {
        for id in ["R-t2-others", "S-f5-ratio", "M7.4-first"] {
            let record = TrustRecord::committed();
            let recorded = record.of(id).unwrap_or_else(|| panic!("sensitivity.json has no {id}"));
            let plan = plan(id, 0).expect("a plan");
            for one in &recorded.inputs {
                let name = format!("{} {}, {}", one.input, one.level, &id[..1]);
                let task = plan.tasks.iter().find(|task| task.name == name).expect("a variation");
                let [checked] = plan.run(task).expect("a result").claims.try_into().expect("one claim");
                assert_eq!((checked.holds != recorded.holds, &checked.measured), (one.turns, &one.measured), "{name}");
            }
            assert_eq!(recorded.inputs.len(), 2);
        }
    }
}
