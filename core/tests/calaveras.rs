//! Calaveras (M 9.1): three classes of tasks, and under any load each gets on.

use livelock_core::experiment::run_trial;
use livelock_core::probes::Report;
use livelock_core::scenario::{Value, presets};

fn report(settings: &[(&str, i64)]) -> Report {
    let settings: Vec<_> = settings.iter().map(|(path, number)| (*path, Value::Integer(*number))).collect();
    let scenario = presets::find("section-9-1").expect("a scenario of its own");
    run_trial(&scenario.with(&settings).expect("valid settings")).expect("it runs")
}

#[test]
fn packets_and_processes_get_on_under_any_load() {
    for rate in [4_000, 12_000, 14_880] {
        let report = report(&[("traffic.rate", rate)]);
        assert!(report.delivered_pps > 2_500.0 && report.user_share > 0.4, "{rate}: {}", report.delivered_pps);
        assert!(report.wasted_cycles.values().all(|cycles| *cycles == 0), "what is too much is refused at the ring");
    }
}

#[test]
fn the_quantum_shifts_the_shares() {
    let shares = [1, 2, 8].map(|ticks| report(&[("calaveras.quantum_ticks", ticks)]));
    assert!(shares.windows(2).all(|pair| pair[0].user_share + 0.1 < pair[1].user_share));
    assert!(shares.windows(2).all(|pair| pair[0].delivered_pps > pair[1].delivered_pps));
}

#[test]
fn the_isochronous_task_waits_for_one_unit_of_work_at_most() {
    let period_us = 10_000.0;
    for weight in [8, 32] {
        let report = report(&[("calaveras.receive_weight", weight)]);
        // due from the timer to the end of its 500 us: with a packet before it, clock ticks and a switch
        let due_us = report.gate_share["isochronous"] * period_us;
        assert!((500.0..1_000.0).contains(&due_us), "{due_us} us with a weight of {weight}");
    }
}
