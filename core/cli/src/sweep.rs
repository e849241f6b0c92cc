//! `livelock sweep`: trials at many rates on all cores, as CSV (a row a trial), JSON (all reports) or SVG (the curve); or
//! one part of them, for `livelock merge`.

use crate::arguments::{Sweep as Options, SweepFormat};
use crate::chart;
use crate::curve::{RatedCurve, csv};
use crate::output::Output;
use crate::part::Part;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::scenario::load_to_vary_its_rate;
use crate::typed::Typed;
use livelock_core::experiment::{Curve, Sweep};
use livelock_core::scenario::{Scenario, ScenarioError, Value};
use std::collections::BTreeSet;

/// Points on a curve whose rates were not given.
const POINTS: u64 = 24;

pub fn sweep(options: &Options) -> Result<(), Problem> {
    let scenario = load_to_vary_its_rate(&options.which)?;
    let values = scenario.values();
    let seeds = options.seeds.unwrap_or_else(|| values.get("trial.seeds").integer());
    let rates = match &options.rate {
        Some(rates) => on_the_wire(&scenario, &rates.0)?,
        None => spread(values.get("trial.from").integer(), values.get("trial.to").integer()),
    };
    let sweep = Sweep { scenario: scenario.clone(), rates, seeds };
    let output = Output::to(options.output.as_deref());
    let progress = Progress::new(&scenario.id);
    let pool = Pool::new(options.jobs, &progress, true);
    if let Some(shard) = options.shard {
        let part = Part::run(&sweep, shard, &pool)?;
        drop(progress);
        return output.write_json(&part);
    }
    let curve = sweep.run(&pool)?;
    drop(progress);
    write_curve(&output, options.format, &scenario, &curve)
}

/// The rates that were typed, when the scenario's wire carries them.
fn on_the_wire(scenario: &Scenario, rates: &[u64]) -> Result<Vec<u64>, Problem> {
    let row = scenario.profile().parameter("traffic.rate").expect("every machine has an offered rate");
    let value = |rate: u64| Value::Integer(i64::try_from(rate).unwrap_or(i64::MAX));
    let Some(beyond) = rates.iter().find(|rate| row.check(value(**rate)).is_err()) else { return Ok(rates.to_vec()) };
    let error = ScenarioError::new("--rate", beyond, "out of range", format!("rates, each {}", row.allowed()));
    let example = Typed::of_this_run().without("--rate", true).map(|typed| typed.to_string());
    Err(Problem::Fields { what: "the command".to_string(), errors: vec![error], example })
}

pub fn write_curve(output: &Output, format: SweepFormat, scenario: &Scenario, curve: &Curve) -> Result<(), Problem> {
    match format {
        SweepFormat::Csv => output.write(&csv(scenario, curve)),
        SweepFormat::Json => output.write_json(&RatedCurve::of(curve)),
        SweepFormat::Svg => output.write(&chart::svg(scenario, curve)),
    }
}

/// Evenly from one rate to another, both included.
pub fn spread(from: u64, to: u64) -> Vec<u64> {
    let rates: BTreeSet<u64> = (0..POINTS).map(|number| from + (to - from) * number / (POINTS - 1)).collect();
    rates.into_iter().collect()
}
