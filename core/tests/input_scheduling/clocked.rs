//! Polling by the clock (M 5.2): the period trades CPU time for latency, and a quota is needed as with the polling thread.

use livelock_core::experiment::run_trial;
use livelock_core::probes::Report;
use livelock_core::scenario::{Value, presets};

fn report(rate: i64, period_us: i64, quota: i64) -> Report {
    let scenario = presets::find("section-5-2-long").expect("a scenario of its own");
    let settings = [("traffic.rate", rate), ("clocked.period_us", period_us), ("clocked.quota", quota)]
        .map(|(path, number)| (path, Value::Integer(number)));
    run_trial(&scenario.with(&settings).expect("valid settings")).expect("it runs")
}

fn median(report: &Report) -> f64 {
    report.latency_us.p50.expect("packets were delivered")
}

#[test]
fn a_longer_period_costs_latency_and_saves_cpu_time() {
    let reports = [100, 1_000, 10_000].map(|period| report(1_000, period, 100));
    for pair in reports.windows(2) {
        assert!(median(&pair[1]) > 2.0 * median(&pair[0]), "a packet waits for the next look");
        assert!(pair[1].user_share > pair[0].user_share + 0.02, "fewer looks leave more CPU time to the process");
    }
    let mean_wait = median(&reports[2]) - median(&reports[0]);
    assert!((4_000.0..6_500.0).contains(&mean_wait), "half a period of 10 ms on average: {mean_wait} us");
}

#[test]
fn no_interface_interrupts() {
    let interrupts = report(1_000, 1_000, 5).interrupts;
    assert!(interrupts["poll"] > 0);
    assert!(interrupts.iter().all(|(line, taken)| ["poll", "clock"].contains(&line.as_str()) || *taken == 0));
}

#[test]
fn a_quota_bounds_the_cpu_time_of_packets() {
    let bounded = report(12_000, 1_000, 5);
    assert!(bounded.delivered_pps > 4_900.0 && bounded.user_share > 0.08, "five packets a millisecond");
    let unbounded = report(12_000, 1_000, 100);
    assert!(unbounded.user_share < 0.01 && unbounded.delivered_pps < 2_000.0, "the transmit ring is not cleared");
}
