//! A throughput curve as CSV with one row per trial, or as JSON with all reports. Columns and keys have the same names, with
//! the unit in the name: `_pps` packets a second, `_us` microseconds, `_share` 0 to 1. Counts depend on the length of the
//! measurement, so the JSON has rates next to them.

use crate::error::CommandError;
use crate::output;
use livelock_core::experiment::{Curve, Point};
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use serde::Serialize;
use std::collections::BTreeSet;

/// Points of a curve when the command names no rates.
const POINTS: u64 = 24;

/// Returns the offered rates of a curve, from one to another, both included.
pub fn evenly_spaced(from: u64, to: u64) -> Vec<u64> {
    let rates: BTreeSet<u64> = (0..POINTS).map(|number| from + (to - from) * number / (POINTS - 1)).collect();
    rates.into_iter().collect()
}

#[derive(Serialize)]
struct JsonPoint<'a> {
    rate_pps: u64,
    delivered_pps: f64,
    delivered_pps_min: f64,
    delivered_pps_max: f64,
    trials: &'a [Report],
}

/// The JSON of a curve.
#[derive(Serialize)]
pub struct JsonCurve<'a> {
    scenario: &'a str,
    model: &'a str,
    points: Vec<JsonPoint<'a>>,
}

impl<'a> JsonCurve<'a> {
    pub fn of(curve: &'a Curve) -> JsonCurve<'a> {
        let point = |point: &'a Point| JsonPoint {
            rate_pps: point.rate,
            delivered_pps: point.delivered_pps,
            delivered_pps_min: point.delivered_pps_min,
            delivered_pps_max: point.delivered_pps_max,
            trials: &point.trials,
        };
        JsonCurve { scenario: &curve.scenario, model: &curve.model, points: curve.points.iter().map(point).collect() }
    }
}

/// The first columns. Columns for the topology's places and contexts follow.
const COLUMNS: [&str; 9] = [
    "scenario",
    "rate_pps",
    "seed",
    "offered_pps",
    "delivered_pps",
    "latency_us_p50",
    "latency_us_p99",
    "interrupts_per_second",
    "mean_inside_packets",
];

/// Writes one row per trial.
pub fn csv(scenario: &Scenario, curve: &Curve) -> Result<String, CommandError> {
    let reports = || curve.points.iter().flat_map(|point| &point.trials);
    let places: BTreeSet<&String> = reports().flat_map(|report| report.drops.keys()).collect();
    let contexts: BTreeSet<&String> = reports().flat_map(|report| report.cpu_share.keys()).collect();
    let mut header = COLUMNS.map(String::from).to_vec();
    header.extend(places.iter().map(|place| format!("dropped_pps_{place}")));
    header.extend(contexts.iter().map(|context| format!("cpu_share_{context}")));
    let mut rows = vec![header];
    for point in &curve.points {
        for (number, report) in point.trials.iter().enumerate() {
            let seed = scenario.seed.wrapping_add(number as u64);
            let mut row = vec![scenario.id.clone(), point.rate.to_string(), seed.to_string()];
            row.extend(cells(report));
            let dropped = |place: &&String| report.dropped_pps.get(place).unwrap_or(&0.0);
            row.extend(places.iter().map(|place| format!("{:.1}", dropped(place))));
            let share = |context: &&String| report.cpu_share.get(context).unwrap_or(&0.0);
            row.extend(contexts.iter().map(|context| format!("{:.5}", share(context))));
            rows.push(row);
        }
    }
    output::csv(rows)
}

/// The cells from `offered_pps` on. A latency without delivered packets is empty.
fn cells(report: &Report) -> [String; 6] {
    let latency = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
    [
        format!("{:.1}", report.offered_pps),
        format!("{:.1}", report.delivered_pps),
        latency(report.latency_us.p50),
        latency(report.latency_us.p99),
        format!("{:.1}", report.interrupts_per_second.values().sum::<f64>()),
        format!("{:.3}", report.mean_inside),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::experiment::{Sequential, Sweep};
    use livelock_core::scenario::{Value, presets};

    #[test]
    fn an_id_stays_in_one_cell_and_is_no_formula() {
        let mut scenario = presets::find("lab").expect("a preset");
        scenario.id = "busy, \"very\";=1+1".to_string();
        scenario.settings.insert("trial.packets".to_string(), Value::Integer(20));
        let curve =
            Sweep { scenario: scenario.clone(), rates: vec![1_000], seeds: 1 }.run(&Sequential).expect("a curve");
        let text = csv(&scenario, &curve).expect("text");
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let columns = rows.headers().expect("a header").len();
        let row = rows.records().next().expect("a row").expect("a valid row");
        assert_eq!((row.len(), &row[0]), (columns, "busy, \"very\";'=1+1"));
    }
}
