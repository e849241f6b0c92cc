//! Tests of sweeps: their trials, and the numbers that are derived from a curve.

use super::*;
use crate::experiment::Sequential;
use crate::scenario::presets;

fn sweep(rates: &[u64], seeds: u64) -> Sweep {
    let lab = presets::find("lab").expect("the lab is a preset");
    let scenario = lab.with(&[("trial.packets", Value::Integer(200))]).expect("a short trial is valid");
    Sweep { scenario, rates: rates.to_vec(), seeds }
}

#[test]
fn every_rate_has_every_seed() {
    let scenarios = sweep(&[500, 1_000], 3).scenarios().expect("the rates are in range");
    let seeds: Vec<u64> = scenarios.iter().map(|scenario| scenario.seed).collect();
    assert_eq!(seeds, [1, 2, 3, 1, 2, 3]);
    assert_eq!(scenarios[4].settings["traffic.rate"], Value::Integer(1_000));
}

#[test]
fn a_rate_that_no_wire_carries_is_refused() {
    let errors = sweep(&[500, 99_999], 1).scenarios().expect_err("10 Mb/s Ethernet carries 14,880 frames/s");
    assert_eq!(errors.errors[0].field.to_string(), "traffic.rate");
}

#[test]
fn a_point_has_all_seeds() {
    let curve = sweep(&[1_000], 3).run(&Sequential).expect("the trials run");
    let point = &curve.points[0];
    assert_eq!(point.trials.len(), 3);
    assert!(point.delivered_pps_min <= point.delivered_pps && point.delivered_pps <= point.delivered_pps_max);
}

#[test]
fn livelock_holds_at_every_higher_rate() {
    let mut curve = sweep(&[100, 200, 300, 400], 1).run(&Sequential).expect("the trials run");
    for (point, delivered) in curve.points.iter_mut().zip([100.0, 0.0, 50.0, 1.0]) {
        point.delivered_pps = delivered;
    }
    assert_eq!(curve.livelock_rate(), Some(400));
    curve.points[3].delivered_pps = 2.0;
    assert_eq!(curve.livelock_rate(), None);
}
