//! A throughput curve as CSV with one row per trial, or as JSON with all reports. Columns and keys have the same names, with
//! the unit in the name: `_pps` packets a second, `_us` microseconds, `_share` 0 to 1. Counts depend on the length of the
//! measurement, so the JSON has rates next to them.

use crate::error::CommandError;
use crate::output;
use livelock_core::experiment::{Curve, Point};
use livelock_core::ordered::ById;
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Points of a curve when the command names no rates.
const POINTS: u64 = 24;

/// Returns the offered rates of a curve, from one to another, both included.
pub fn evenly_spaced(from: u64, to: u64) -> Vec<u64> {
    let rates: BTreeSet<u64> = (0..POINTS).map(|number| from + (to - from) * number / (POINTS - 1)).collect();
    rates.into_iter().collect()
}

/// A report, with rates for its counts under the same ids.
#[derive(Serialize)]
pub struct ReportWithRates<'a> {
    #[serde(flatten)]
    report: &'a Report,
    dropped_pps: BTreeMap<&'a str, f64>,
    interrupts_per_second: BTreeMap<&'a str, f64>,
}

impl<'a> ReportWithRates<'a> {
    pub fn of(report: &'a Report) -> ReportWithRates<'a> {
        let seconds = (report.window.to_us - report.window.from_us) / 1e6;
        let rates = |counts: &'a ById<u64>| {
            counts.iter().map(|(id, count)| (id.as_str(), *count as f64 / seconds.max(1e-9))).collect()
        };
        ReportWithRates { report, dropped_pps: rates(&report.drops), interrupts_per_second: rates(&report.interrupts) }
    }
}

#[derive(Serialize)]
struct PointWithRates<'a> {
    rate_pps: u64,
    delivered_pps: f64,
    delivered_pps_min: f64,
    delivered_pps_max: f64,
    trials: Vec<ReportWithRates<'a>>,
}

/// The JSON of a curve.
#[derive(Serialize)]
pub struct CurveWithRates<'a> {
    scenario: &'a str,
    model: &'a str,
    points: Vec<PointWithRates<'a>>,
}

impl<'a> CurveWithRates<'a> {
    pub fn of(curve: &'a Curve) -> CurveWithRates<'a> {
        let point = |point: &'a Point| PointWithRates {
            rate_pps: point.rate,
            delivered_pps: point.delivered_pps,
            delivered_pps_min: point.delivered_pps_min,
            delivered_pps_max: point.delivered_pps_max,
            trials: point.trials.iter().map(ReportWithRates::of).collect(),
        };
        CurveWithRates {
            scenario: &curve.scenario,
            model: &curve.model,
            points: curve.points.iter().map(point).collect(),
        }
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
            let rates = ReportWithRates::of(report);
            let seed = scenario.seed.wrapping_add(number as u64);
            let mut row = vec![scenario.id.clone(), point.rate.to_string(), seed.to_string()];
            row.extend(cells(&rates));
            let dropped = |place: &&String| rates.dropped_pps.get(place.as_str()).unwrap_or(&0.0);
            row.extend(places.iter().map(|place| format!("{:.1}", dropped(place))));
            let share = |context: &&String| report.cpu_share.get(context).unwrap_or(&0.0);
            row.extend(contexts.iter().map(|context| format!("{:.5}", share(context))));
            rows.push(row);
        }
    }
    output::csv(rows)
}

/// The cells from `offered_pps` on. A latency without delivered packets is empty.
fn cells(rates: &ReportWithRates) -> [String; 6] {
    let report = rates.report;
    let latency = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
    [
        format!("{:.1}", report.offered_pps),
        format!("{:.1}", report.delivered_pps),
        latency(report.latency_us.p50),
        latency(report.latency_us.p99),
        format!("{:.1}", rates.interrupts_per_second.values().sum::<f64>()),
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
