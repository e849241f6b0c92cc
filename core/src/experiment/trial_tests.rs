//! Tests of trials: where the window lies, and that the laws hold in it.

use super::Trial;
use crate::probes::Report;
use crate::scenario::{Scenario, Value, presets};

fn scenario(changes: &[(&str, &str)]) -> Scenario {
    let changes: Vec<(&str, Value)> = changes.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    presets::find("lab").expect("the lab is a preset").with(&changes).expect("the changes are allowed")
}

fn run(changes: &[(&str, &str)]) -> Report {
    let mut trial = Trial::new(&scenario(changes)).expect("the scenario is valid");
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
    let mut last = 0.0;
    while !trial.advance(7).expect("the machine runs") {
        assert!(trial.progress() >= last && trial.progress() <= 1.0);
        last = trial.progress();
    }
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
}

#[test]
fn time_inside_agrees_with_littles_law() {
    let little = run(&[("traffic.rate", "4000"), ("trial.packets", "5000")]).little;
    let other = little.delivered + little.dropped;
    assert!((little.mean_inside - other).abs() < 0.05 * little.mean_inside, "{little:?}");
}
