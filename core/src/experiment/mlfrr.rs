//! The maximum loss-free receive rate, found by bisection as in RFC 2544 section 26.1. A rate passes when the share of lost
//! packets, over all seeds, is at most the tolerance. RFC 2544 allows no loss at all. Traffic with varying short-term rates
//! overflows a queue now and then, well below saturation, so the tolerance is a parameter and is reported.

use super::sweep::{at_rate, seeds_of};
use super::{Runner, TrialError};
use crate::probes::Report;
use crate::scenario::{Kind, Scenario};
use serde::Serialize;

/// Parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Search {
    /// Share of the arrived packets that may be lost, 0 to 1.
    pub loss_tolerance: f64,
    /// The result is exact to this rate.
    #[serde(rename = "resolution_pps")]
    pub resolution: u64,
    pub seeds: u64,
}

impl Default for Search {
    fn default() -> Search {
        Search { loss_tolerance: 0.001, resolution: 10, seeds: 5 }
    }
}

/// The result of the search.
#[derive(Clone, Debug, Serialize)]
pub struct Mlfrr {
    /// The highest rate that passed, in packets per second; 0 when none did.
    #[serde(rename = "rate_pps")]
    pub rate: u64,
    /// Whether the wire rate passed: the search ended there.
    pub at_wire_rate: bool,
    pub search: Search,
    /// Every rate tried, in order, with its loss.
    pub tried: Vec<Attempt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// Packets per second.
    #[serde(rename = "rate_pps")]
    pub rate: u64,
    /// Share of the arrived packets that were lost, 0 to 1.
    pub loss: f64,
    pub passed: bool,
}

impl Search {
    pub fn run(self, scenario: &Scenario, runner: &dyn Runner) -> Result<Mlfrr, TrialError> {
        let mut tried = Vec::new();
        let passes = |rate: u64| -> Result<bool, TrialError> {
            let loss = Search::loss_of(&runner.run(&seeds_of(&at_rate(scenario, rate)?, self.seeds))?);
            let passed = loss <= self.loss_tolerance;
            tried.push(Attempt { rate, loss, passed });
            Ok(passed)
        };
        let (rate, at_wire_rate) = self.bisect(scenario, passes)?;
        Ok(Mlfrr { rate, at_wire_rate, search: self, tried })
    }

    /// The highest rate that passes, and whether it is the wire rate.
    pub fn bisect(
        self,
        scenario: &Scenario,
        mut passes: impl FnMut(u64) -> Result<bool, TrialError>,
    ) -> Result<(u64, bool), TrialError> {
        let wire_rate = highest_rate(scenario);
        if passes(wire_rate)? {
            return Ok((wire_rate, true));
        }
        let (mut good, mut bad) = (0, wire_rate);
        while bad - good > self.resolution.max(1) {
            let middle = good + (bad - good) / 2;
            if passes(middle)? {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Ok((good, false))
    }

    /// Share of the arrived packets that were lost.
    pub fn loss_of(reports: &[Report]) -> f64 {
        let sum = |number: fn(&crate::probes::WindowFacts) -> u64| -> u64 {
            reports.iter().map(|report| number(&report.window)).sum()
        };
        sum(|window| window.dropped) as f64 / sum(|window| window.arrived).max(1) as f64
    }
}

fn highest_rate(scenario: &Scenario) -> u64 {
    match scenario.profile().parameter("traffic.rate").as_deref().map(|row| &row.kind) {
        Some(Kind::Integer { max, .. }) => *max as u64,
        _ => panic!("the offered rate is an integer parameter"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Sequential;
    use crate::scenario::{Value, presets};

    fn scenario(changes: &[(&str, Value)]) -> Scenario {
        let short = [("trial.packets", Value::Integer(2_000))];
        let lab = presets::find("lab").expect("the lab is a preset");
        lab.with(&short).and_then(|lab| lab.with(changes)).expect("the changes are allowed")
    }

    #[test]
    fn the_found_rate_passes_and_the_next_fails() {
        let search = Search { resolution: 50, seeds: 2, ..Search::default() };
        let mlfrr = search.run(&scenario(&[]), &Sequential).expect("the trials run");
        assert!((2_000..8_000).contains(&mlfrr.rate), "{}", mlfrr.rate);
        let nearest = |passed: bool| {
            let rates = mlfrr.tried.iter().filter(move |attempt| attempt.passed == passed).map(|attempt| attempt.rate);
            if passed { rates.max() } else { rates.min() }
        };
        assert_eq!(nearest(true), Some(mlfrr.rate));
        assert!(nearest(false).expect("wire rate is too much") - mlfrr.rate <= 50);
    }

    #[test]
    fn a_machine_faster_than_the_wire_is_at_wire_rate() {
        let mut changes: Vec<(&str, Value)> =
            crate::scenario::costs::STEPS.iter().map(|row| (row.step.path(), Value::Integer(0))).collect();
        changes.push(("costs.thread_run", Value::Integer(1_000)));
        changes.push(("costs.compute", Value::Integer(1_000)));
        changes.push(("costs.background", Value::Integer(1_000)));
        changes.push(("costs.simple_lock_spin", Value::Integer(100)));
        changes.push(("costs.busy_loop", Value::Integer(100)));
        let mlfrr =
            Search { seeds: 1, ..Search::default() }.run(&scenario(&changes), &Sequential).expect("the trials run");
        assert!(mlfrr.at_wire_rate);
    }
}
