//! A throughput curve: trials at many rates, with several seeds each. `Sweep` lists the trials and `Curve` collects their
//! reports. The caller decides who runs them.

use super::{Runner, TrialError};
use crate::probes::Report;
use crate::scenario::{Scenario, ScenarioErrors, Value};
use serde::Serialize;

/// The trials to run.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub scenario: Scenario,
    /// Packets per second, ascending.
    pub rates: Vec<u64>,
    /// Number of seeds; the first is the scenario's own.
    pub seeds: u64,
}

/// All trials at one rate.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    pub rate: u64,
    /// Mean delivered rate, and the least and greatest over the seeds.
    pub delivered_pps: f64,
    pub delivered_pps_min: f64,
    pub delivered_pps_max: f64,
    /// One for each seed.
    pub trials: Vec<Report>,
}

/// Delivered against offered rate.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    pub scenario: String,
    pub model: String,
    pub points: Vec<Point>,
}

impl Sweep {
    /// The scenarios of the trials: rate by rate, with each seed in turn.
    pub fn scenarios(&self) -> Result<Vec<Scenario>, ScenarioErrors> {
        let mut scenarios = Vec::new();
        for rate in &self.rates {
            scenarios.extend(seeds_of(&at_rate(&self.scenario, *rate)?, self.seeds));
        }
        Ok(scenarios)
    }

    pub fn run(&self, runner: &dyn Runner) -> Result<Curve, TrialError> {
        let reports = runner.run(&self.scenarios()?)?;
        Ok(self.curve(reports))
    }

    /// Makes a curve of the reports of `scenarios`, in their order.
    pub fn curve(&self, reports: Vec<Report>) -> Curve {
        assert_eq!(reports.len() as u64, self.rates.len() as u64 * self.seeds, "one report a trial");
        let mut reports = reports.into_iter();
        let points = self.rates.iter().map(|rate| Point::new(*rate, reports.by_ref().take(self.seeds as usize)));
        let points = points.collect();
        Curve { scenario: self.scenario.id.clone(), model: crate::scenario::MODEL.to_string(), points }
    }
}

/// Returns the scenario at another offered rate. A recording is replayed faster or slower, so that it has that rate.
pub fn at_rate(scenario: &Scenario, rate: u64) -> Result<Scenario, ScenarioErrors> {
    let rate = ("traffic.rate", Value::Integer(rate.min(i64::MAX as u64) as i64));
    if scenario.capture.is_some() {
        return scenario.with(&[rate, ("traffic.pace", Value::Choice("rate".to_string()))]);
    }
    scenario.with(&[rate])
}

/// Returns the scenario with its own and the following seeds.
pub fn seeds_of(scenario: &Scenario, seeds: u64) -> Vec<Scenario> {
    (0..seeds).map(|number| Scenario { seed: scenario.seed.wrapping_add(number), ..scenario.clone() }).collect()
}

impl Point {
    fn new(rate: u64, trials: impl Iterator<Item = Report>) -> Point {
        let trials: Vec<Report> = trials.collect();
        let delivered = || trials.iter().map(|report| report.delivered_pps);
        Point {
            rate,
            delivered_pps: delivered().sum::<f64>() / trials.len().max(1) as f64,
            delivered_pps_min: delivered().fold(f64::INFINITY, f64::min),
            delivered_pps_max: delivered().fold(0.0, f64::max),
            trials,
        }
    }

    /// Mean of a number over the seeds.
    pub fn mean(&self, number: impl Fn(&Report) -> f64) -> f64 {
        self.trials.iter().map(number).sum::<f64>() / self.trials.len().max(1) as f64
    }
}

impl Curve {
    /// The highest mean delivered rate.
    pub fn peak(&self) -> f64 {
        self.points.iter().map(|point| point.delivered_pps).fold(0.0, f64::max)
    }

    pub fn at(&self, rate: u64) -> Option<&Point> {
        self.points.iter().find(|point| point.rate == rate)
    }

    /// The livelock rate (claims.toml): at this rate and at all higher rates of the curve, less than 2 % of the peak is
    /// delivered. It is the lowest such rate.
    pub fn livelock_rate(&self) -> Option<u64> {
        let limit = self.peak() * 0.02;
        let alive = self.points.iter().rposition(|point| point.delivered_pps >= limit);
        let dead = alive.map_or(0, |index| index + 1);
        self.points.get(dead).map(|point| point.rate)
    }
}

#[cfg(test)]
#[path = "sweep_tests.rs"]
mod tests;
