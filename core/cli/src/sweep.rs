//! `livelock sweep`: trials at many rates on all cores, as CSV (a row a trial), JSON (all reports) or SVG (the curve); or
//! one part of them, for `livelock merge`.

use crate::arguments::{Sweep as Options, SweepFormat};
use crate::chart;
use crate::output::Output;
use crate::part::Part;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::scenario::load_to_vary_its_rate;
use livelock_core::experiment::{Curve, Sweep};
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use std::collections::BTreeSet;

/// Points on a curve whose rates were not given.
const POINTS: u64 = 24;

pub fn sweep(options: &Options, jobs: Option<u16>) -> Result<(), Problem> {
    let scenario = load_to_vary_its_rate(&options.which)?;
    let values = scenario.values();
    let seeds = options.seeds.unwrap_or_else(|| values.get("trial.seeds").integer());
    let rates = match &options.rate {
        Some(rates) => rates.0.clone(),
        None => spread(values.get("trial.from").integer(), values.get("trial.to").integer()),
    };
    let sweep = Sweep { scenario: scenario.clone(), rates, seeds };
    let output = Output::to(options.output.as_deref());
    let progress = Progress::new(&scenario.id);
    let pool = Pool::new(jobs, &progress, true);
    if let Some(shard) = options.shard {
        let part = Part::run(&sweep, shard, &pool)?;
        drop(progress);
        return output.write_json(&part);
    }
    let curve = sweep.run(&pool)?;
    drop(progress);
    write_curve(&output, options.format, &scenario, &curve)
}

pub fn write_curve(output: &Output, format: SweepFormat, scenario: &Scenario, curve: &Curve) -> Result<(), Problem> {
    match format {
        SweepFormat::Csv => output.write(&csv(scenario, curve)),
        SweepFormat::Json => output.write_json(curve),
        SweepFormat::Svg => output.write(&chart::svg(scenario, curve)),
    }
}

/// Evenly from one rate to another, both included.
pub fn spread(from: u64, to: u64) -> Vec<u64> {
    let rates: BTreeSet<u64> = (0..POINTS).map(|number| from + (to - from) * number / (POINTS - 1)).collect();
    rates.into_iter().collect()
}

/// One row a trial. Columns of drops and CPU shares are named after the topology's places and contexts.
fn csv(scenario: &Scenario, curve: &Curve) -> String {
    let reports = || curve.points.iter().flat_map(|point| &point.trials);
    let names = |of: fn(&Report) -> Vec<&String>| -> Vec<&String> {
        reports().flat_map(of).collect::<BTreeSet<&String>>().into_iter().collect()
    };
    let places = names(|report| report.drops.keys().collect());
    let contexts = names(|report| report.cpu_share.keys().collect());
    let fixed = "scenario,rate,seed,offered_pps,delivered_pps,latency_us_p50,latency_us_p99,interrupts,mean_inside";
    let mut text = String::from(fixed);
    text.extend(places.iter().map(|place| format!(",drops_{place}")));
    text.extend(contexts.iter().map(|context| format!(",cpu_share_{context}")));
    text.push('\n');
    for point in &curve.points {
        for (number, report) in point.trials.iter().enumerate() {
            let latency = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
            let interrupts: u64 = report.interrupts.values().sum();
            text.push_str(&format!(
                "{},{},{},{:.1},{:.1},{},{},{interrupts},{:.3}",
                scenario.id,
                point.rate,
                scenario.seed.wrapping_add(number as u64),
                report.offered_pps,
                report.delivered_pps,
                latency(report.latency_us.p50),
                latency(report.latency_us.p99),
                report.mean_inside
            ));
            text.extend(places.iter().map(|place| format!(",{}", report.drops.get(*place).unwrap_or(&0))));
            let share = |context: &String| report.cpu_share.get(context).unwrap_or(&0.0).to_owned();
            text.extend(contexts.iter().map(|context| format!(",{:.5}", share(context))));
            text.push('\n');
        }
    }
    text
}
