//! Metamorphic tests: relations between runs that hold although nobody knows the right result of either run.
//!
//! - A cheaper step, a faster CPU, or a longer trial never lowers what is delivered.
//! - A shift of the source by nanoseconds, another seed, or another phase of the clock changes nothing.
//! - A neighbouring rate gives a neighbouring result.
//!
//! Each relation allows for as much as the seeds of the unchanged machine differ. `thresholds` lists the cases in which a
//! relation does not hold, each with its mechanism. The long run takes minutes, tests every ready-made scenario, and prints
//! what it finds:
//!
//!     cargo test --release --test metamorphic -- --ignored --nocapture

mod machines;
mod relations;
mod thresholds;

use livelock_core::scenario::Value;
use machines::{at, every_scenario, one_of_each_design};
use relations::{Finding, Relation, findings_of};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tests all relations on machines at rates, on all cores. `rates` are shares of the highest rate of a machine's curve.
fn run(
    ids: &[&str],
    rates: &[f64],
    packets: u64,
    relations: impl Fn(&relations::Base) -> Vec<Relation> + Sync,
) -> Vec<Finding> {
    let cases: Vec<(&str, f64)> = ids.iter().flat_map(|id| rates.iter().map(|rate| (*id, *rate))).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((id, rate)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let base = relations::Base::new(at(id, *rate, packets));
                    let findings = findings_of(&base, &relations(&base));
                    for finding in &findings {
                        println!("{finding}: {}", thresholds::explanation(finding).unwrap_or("not explained"));
                    }
                    found.lock().expect("no thread panics").extend(findings);
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort_by(|one, other| (&one.scenario, one.rate).cmp(&(&other.scenario, other.rate)));
    found
}

/// Fails with the findings that the table of thresholds does not explain.
fn assert_explained(findings: &[Finding]) {
    let unexplained: Vec<String> =
        findings.iter().filter(|finding| thresholds::explanation(finding).is_none()).map(ToString::to_string).collect();
    assert!(unexplained.is_empty(), "{} findings without a mechanism:\n{}", unexplained.len(), unexplained.join("\n"));
}

#[test]
fn a_cheaper_step_or_a_faster_cpu_never_lowers_what_is_delivered() {
    let relations = |base: &relations::Base| {
        let mut relations = base.cheaper_steps(&[50]);
        relations.push(Relation::FasterCpu(80));
        relations
    };
    assert_explained(&run(&one_of_each_design(), &[0.7, 1.0], 4_000, relations));
}

#[test]
fn a_longer_trial_a_shift_a_seed_and_the_phase_of_the_clock_change_nothing() {
    let relations = [Relation::Longer, Relation::Seed(7_919), Relation::Shift(40), Relation::ClockPhase];
    assert_explained(&run(&one_of_each_design(), &[0.4, 1.0], 4_000, |_| relations.to_vec()));
}

#[test]
fn a_neighbouring_rate_gives_a_neighbouring_result() {
    let relations = [Relation::Rate(-100), Relation::Rate(-10), Relation::Rate(10), Relation::Rate(100)];
    assert_explained(&run(&one_of_each_design(), &[0.35, 0.65, 0.9], 4_000, |_| relations.to_vec()));
}

/// Where a cheaper step lowers what is delivered, for a reason that is real. If a case is no longer met, its row in `thresholds`
/// and in MODEL.md is stale. Costs are per cent of the step's own.
#[test]
fn steps_that_lower_what_is_delivered_are_met_and_explained() {
    for (id, share, path, from, to) in [
        ("section-10-4-shares", 1.0, "costs.udp_queue_rcv", 200, 10),
        ("section-5-1-tick", 1.0, "costs.lnread", 100, 30),
        ("section-10-3-packets", 0.5, "costs.interrupt_entry", 200, 10),
        ("section-10-3-frames", 1.0, "costs.recvfrom", 50, 25),
    ] {
        let scenario = at(id, share, 10_000);
        let cost = scenario.values().get(path).integer() as i64;
        let scenario = scenario.with(&[(path, Value::Integer(cost * from / 100))]).expect("a valid cost");
        let found = findings_of(&relations::Base::new(scenario), &[Relation::Cheaper(path, (to * 100 / from) as u32)]);
        assert_eq!(found.len(), 1, "{id} {path} is met no longer");
        assert_explained(&found);
    }
}

/// Every ready-made scenario, six rates, each cost at a half, a quarter and a tenth.
#[test]
#[ignore = "takes minutes; see the head of this file"]
fn every_scenario_and_every_cost() {
    let relations = |base: &relations::Base| {
        let mut relations = base.cheaper_steps(&[50, 25, 10]);
        relations.extend([80, 50].map(Relation::FasterCpu));
        relations.extend([Relation::Longer, Relation::Seed(7_919), Relation::ClockPhase]);
        relations.extend([3, 40, 900].map(Relation::Shift));
        relations.extend([-100, -10, 10, 100].map(Relation::Rate));
        relations
    };
    let findings = run(&every_scenario(), &[0.15, 0.3, 0.5, 0.7, 0.85, 1.0], 10_000, relations);
    assert_explained(&findings);
}
