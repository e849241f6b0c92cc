//! A throughput curve as text: CSV with a row a trial, or JSON with all reports. Names tell the unit, and say the same in
//! both: `_pps` packets a second, `_us` microseconds, `_share` 0 to 1. Counts of a window depend on how long it was, so each
//! has its rate beside it.

use livelock_core::experiment::{Curve, Point};
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A report with its counts as rates, by the same ids.
#[derive(Serialize)]
pub struct Rated<'a> {
    #[serde(flatten)]
    report: &'a Report,
    dropped_pps: BTreeMap<&'a str, f64>,
    interrupts_per_second: BTreeMap<&'a str, f64>,
}

impl<'a> Rated<'a> {
    pub fn of(report: &'a Report) -> Rated<'a> {
        let seconds = (report.window.to_us - report.window.from_us) / 1e6;
        let rates = |counts: &'a BTreeMap<String, u64>| {
            counts.iter().map(|(id, count)| (id.as_str(), *count as f64 / seconds.max(1e-9))).collect()
        };
        Rated { report, dropped_pps: rates(&report.drops), interrupts_per_second: rates(&report.interrupts) }
    }
}

#[derive(Serialize)]
struct RatedPoint<'a> {
    rate_pps: u64,
    delivered_pps: f64,
    delivered_pps_min: f64,
    delivered_pps_max: f64,
    trials: Vec<Rated<'a>>,
}

/// The curve as JSON has it.
#[derive(Serialize)]
pub struct RatedCurve<'a> {
    scenario: &'a str,
    model: &'a str,
    points: Vec<RatedPoint<'a>>,
}

impl<'a> RatedCurve<'a> {
    pub fn of(curve: &'a Curve) -> RatedCurve<'a> {
        let point = |point: &'a Point| RatedPoint {
            rate_pps: point.rate,
            delivered_pps: point.delivered_pps,
            delivered_pps_min: point.delivered_pps_min,
            delivered_pps_max: point.delivered_pps_max,
            trials: point.trials.iter().map(Rated::of).collect(),
        };
        RatedCurve { scenario: &curve.scenario, model: &curve.model, points: curve.points.iter().map(point).collect() }
    }
}

/// Columns before those that are named after the topology's places and contexts.
const COLUMNS: &str = "scenario,rate_pps,seed,offered_pps,delivered_pps,latency_us_p50,latency_us_p99,\
    interrupts_per_second,mean_inside_packets";

/// One row a trial.
pub fn csv(scenario: &Scenario, curve: &Curve) -> String {
    let reports = || curve.points.iter().flat_map(|point| &point.trials);
    let names = |of: fn(&Report) -> Vec<&String>| -> Vec<&String> {
        reports().flat_map(of).collect::<BTreeSet<&String>>().into_iter().collect()
    };
    let places = names(|report| report.drops.keys().collect());
    let contexts = names(|report| report.cpu_share.keys().collect());
    let mut text = String::from(COLUMNS);
    text.extend(places.iter().map(|place| format!(",dropped_pps_{place}")));
    text.extend(contexts.iter().map(|context| format!(",cpu_share_{context}")));
    text.push('\n');
    for point in &curve.points {
        for (number, report) in point.trials.iter().enumerate() {
            let (rated, seed) = (Rated::of(report), scenario.seed.wrapping_add(number as u64));
            text.push_str(&format!("{},{},{seed},{}", scenario.id, point.rate, numbers(&rated)));
            text.extend(
                places.iter().map(|place| format!(",{:.1}", rated.dropped_pps.get(place.as_str()).unwrap_or(&0.0))),
            );
            text.extend(
                contexts.iter().map(|context| format!(",{:.5}", report.cpu_share.get(*context).unwrap_or(&0.0))),
            );
            text.push('\n');
        }
    }
    text
}

/// What stands before the places. A latency that nothing had is left empty.
fn numbers(rated: &Rated) -> String {
    let report = rated.report;
    let latency = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
    let interrupts: f64 = rated.interrupts_per_second.values().sum();
    format!(
        "{:.1},{:.1},{},{},{interrupts:.1},{:.3}",
        report.offered_pps,
        report.delivered_pps,
        latency(report.latency_us.p50),
        latency(report.latency_us.p99),
        report.mean_inside
    )
}
