//! `livelock sweep`: trials at many offered rates on all cores, as CSV (one row per trial), JSON (all reports) or SVG (the
//! curve); or one part of these trials, for `livelock merge`.

use crate::arguments::{CurveFormat, SweepArgs};
use crate::chart;
use crate::curve::{JsonCurve, csv, evenly_spaced};
use crate::error::CommandError;
use crate::output::Output;
use crate::parallel::{ParallelRunner, bar};
use crate::scenario::load_with_rate;
use crate::sweep_part::SweepPart;
use livelock_core::experiment::{Curve, Sweep};
use livelock_core::scenario::{Scenario, Value};

pub fn sweep(options: &SweepArgs) -> Result<(), CommandError> {
    let output = Output::to(options.output.as_deref())?;
    let scenario = load_with_rate(&options.scenario)?;
    let values = scenario.values();
    let seeds = options.seeds.unwrap_or_else(|| values.get("trial.seeds").integer());
    let rates = match &options.rate {
        Some(rates) => checked_rates(&scenario, &rates.0)?,
        None => evenly_spaced(values.get("trial.from").integer(), values.get("trial.to").integer()),
    };
    let sweep = Sweep { scenario, rates, seeds };
    let trials = sweep.rates.len() * seeds as usize;
    let own_trials = options.shard.map_or(trials, |shard| shard.size(trials));
    let runner = ParallelRunner::new(options.jobs, bar(&sweep.scenario.id, own_trials, "trials"))?;
    match options.shard {
        Some(shard) => output.write_json(&SweepPart::run(&sweep, shard, &runner)?),
        None => write_curve(&output, options.format, &sweep.scenario, &sweep.run(&runner)?),
    }
}

/// Returns the rates of the command line if the scenario's wire can carry them.
fn checked_rates(scenario: &Scenario, rates: &[u64]) -> Result<Vec<u64>, CommandError> {
    let row = scenario.profile().parameter("traffic.rate").expect("every machine has an offered rate");
    let value = |rate: u64| Value::Integer(i64::try_from(rate).unwrap_or(i64::MAX));
    match rates.iter().find(|rate| row.check(value(**rate)).is_err()) {
        None => Ok(rates.to_vec()),
        Some(rate) => {
            let text = format!("invalid value '{rate}' for '--rate <RATES>': each rate must be {}", row.allowed());
            Err(CommandError::Input(text))
        }
    }
}

pub fn write_curve(
    output: &Output,
    format: CurveFormat,
    scenario: &Scenario,
    curve: &Curve,
) -> Result<(), CommandError> {
    match format {
        CurveFormat::Csv => output.write(&csv(scenario, curve)?),
        CurveFormat::Json => output.write_json(&JsonCurve::of(curve)),
        CurveFormat::Svg => output.write(&chart::svg(scenario, curve)?),
    }
}
