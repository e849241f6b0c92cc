//! Tests of trials: where the window lies, and that the laws hold in it.

use super::Trial;
use crate::probes::Report;
use crate::scenario::{Arrival, Recording, Scenario, Value, presets};
use proptest::prelude::*;
use std::sync::Arc;

fn scenario(changes: &[(&str, &str)]) -> Scenario {
    let changes: Vec<(&str, Value)> = changes.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    presets::find("lab").expect("the lab is a preset").with(&changes).expect("the changes are allowed")
}

fn run(changes: &[(&str, &str)]) -> Report {
    run_scenario(&scenario(changes))
}

/// Runs a capture whose packets come at these milliseconds, with these settings besides.
fn run_capture(milliseconds: &[u64], changes: &[(&str, &str)]) -> Report {
    let arrival = |ms: &u64| Arrival { nanoseconds: ms * 1_000_000, bytes: 64 };
    let recording = Recording::new(milliseconds.iter().map(arrival).collect()).expect("times in order, from 0 on");
    let text = "capture = \"a.pcap\"\nsettings.traffic.pattern = \"capture\"\nsettings.traffic.speed = 100";
    let changes: Vec<(&str, Value)> = changes.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    let scenario = Scenario::parse(text).expect("a scenario").with(&changes).expect("the changes are allowed");
    run_scenario(&scenario.with_recording(&Arc::new(recording)).expect("any recording will do"))
}

fn run_scenario(scenario: &Scenario) -> Report {
    let mut trial = Trial::new(scenario).expect("the scenario is valid");
    while !trial.advance(1_000).expect("the machine runs") {}
    trial.result()
}

#[test]
fn the_window_begins_and_ends_at_arrivals() {
    let report = run(&[("traffic.rate", "2000"), ("trial.packets", "1000"), ("traffic.pattern", "constant")]);
    assert_eq!(report.window.arrived, 900);
    assert!((report.offered_pps - 2_000.0).abs() < 1.0, "{}", report.offered_pps);
    assert!((report.window.from_us - 49_500.0).abs() < 1.0, "{}", report.window.from_us);
}

#[test]
fn slices_change_nothing() {
    let changes = [("traffic.rate", "9000"), ("trial.packets", "500")];
    let whole = run(&changes);
    let mut trial = Trial::new(&scenario(&changes)).expect("the scenario is valid");
    while !trial.advance(7).expect("the machine runs") {}
    let sliced = trial.result();
    assert_eq!((whole.window, whole.latency_us), (sliced.window, sliced.latency_us));
    assert_eq!(whole.cpu_share, sliced.cpu_share);
}

#[test]
fn both_laws_hold_in_overload() {
    let changes = [("traffic.rate", "12000"), ("trial.packets", "2000"), ("programs.screend", "true")];
    let report = run(&changes);
    assert!(report.conservation.packets.holds, "{:?}", report.conservation.packets);
    assert!(report.conservation.cycles.holds, "{:?}", report.conservation.cycles);
    let shares: f64 = report.cpu_share.values().sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let dropped: u64 = report.drops.values().sum();
    assert_eq!(dropped, report.window.dropped);
}

#[test]
fn without_traffic_a_trial_takes_its_time_limit() {
    let changes = [("traffic.rate", "0"), ("trial.ms_max", "500"), ("programs.compute", "true")];
    let report = run(&changes);
    assert_eq!((report.offered_pps, report.latency_us.p50), (0.0, None));
    assert!((report.window.to_us - 500_000.0).abs() < 1.0, "{}", report.window.to_us);
    assert!(report.user_share > 0.9, "{}", report.user_share);
    assert_eq!(report.process_share, report.user_share, "on one CPU, and it is the only process");
}

#[test]
fn sources_that_end_end_the_trial() {
    let ends = [("traffic.rate", "4000"), ("traffic.packets", "300"), ("trial.warmup", "0"), ("trial.ms_max", "2000")];
    let report = run(&ends);
    assert_eq!(report.window.arrived, 300);
    assert!((report.delivered_pps - 4_000.0).abs() < 100.0, "{}", report.delivered_pps);
}

#[test]
fn time_inside_agrees_with_littles_law() {
    let little = run(&[("traffic.rate", "4000"), ("trial.packets", "5000")]).little;
    let other = little.delivered + little.dropped;
    assert!((little.mean_inside - other).abs() < 0.05 * little.mean_inside, "{little:?}");
}

#[test]
fn a_capture_with_too_few_packets_for_a_warm_up_is_counted_from_the_start() {
    // the warm-up's share of the longest trial is 3 s
    for gap in [1, 1_000, 2_990, 2_999, 3_000, 3_001, 29_000] {
        let report = run_capture(&[0, gap], &[]);
        assert_eq!((report.window.from_us, report.window.arrived, report.window.delivered), (0.0, 2, 1), "{gap} ms");
        assert!((report.window.to_us / 1_000.0 - gap as f64).abs() < 1.0, "{gap} ms: {:?}", report.window);
        assert!(report.latency_us.p50.is_some(), "{gap} ms");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_capture_has_a_window_in_which_the_laws_hold(
        gaps in prop::collection::vec(prop_oneof![0..3_u64, 0..400_u64], 0..30),
        warmup in 0..=90_u64,
        ms_max in 1..2_000_u64,
    ) {
        let mut at = 0;
        let times: Vec<u64> = std::iter::once(0).chain(gaps.iter().map(|gap| { at += gap; at })).collect();
        let changes = [("trial.warmup", warmup.to_string()), ("trial.ms_max", ms_max.to_string())];
        let report = run_capture(&times, &changes.each_ref().map(|(path, text)| (*path, text.as_str())));
        let window = report.window;
        prop_assert!(window.from_us <= window.to_us && window.to_us <= ms_max as f64 * 1_000.0, "{window:?}");
        let packets = times.len() as u64;
        prop_assert!(window.arrived <= packets, "{window:?}");
        if at + 10 < ms_max {
            prop_assert!(window.arrived >= packets - packets * warmup / 100, "{window:?}");
        }
        prop_assert!(report.conservation.packets.holds && report.conservation.cycles.holds);
    }
}
