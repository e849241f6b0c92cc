//! M 8.1: the FDDI monitor and its circuit breaker (figures 8-1 and 8-2).

use super::measure::{Checked, delivered, livelock_rate, mean, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{TrialError, at_rate};
use crate::probes::Report;
use crate::scenario::Scenario;

fn breaker(cache: &TrialCache) -> Scenario {
    cache.scenario("figure-8-1-breaker", &[])
}

/// Traffic of the shortest frames as fast as the ring carries them.
pub fn fddi_wire(cache: &TrialCache) -> Checked {
    let changes = [("traffic.bytes", "44"), ("traffic.rate", "227000"), ("traffic.pattern", "constant")];
    let reports = cache.trials(&cache.scenario("figure-8-1", &changes))?;
    number(mean(&reports, |report| report.offered_pps), String::new())
}

pub fn livelock(cache: &TrialCache) -> Checked {
    let rates = (4..=60).map(|number| number * 500);
    livelock_rate(&cache.curve(&cache.scenario("figure-8-1", &[]), rates)?)
}

pub fn breaker_mlfrr(cache: &TrialCache) -> Checked {
    let mlfrr = cache.mlfrr(&breaker(cache))?;
    let unmodified = cache.mlfrr(&cache.scenario("figure-8-1", &[]))?;
    number(mlfrr as f64, format!("without the breaker {unmodified}"))
}

pub fn breaker_plateau(cache: &TrialCache) -> Checked {
    number(delivered(cache, &breaker(cache), 60_000)?, String::new())
}

/// Measures the delivered rate at three other rates, and returns the one that is farthest from the delivered rate at 60,000/s.
pub fn breaker_is_flat(cache: &TrialCache) -> Checked {
    let plateau = delivered(cache, &breaker(cache), 60_000)?;
    let mut farthest = plateau;
    let mut words = Vec::new();
    for rate in [30_000, 90_000, 125_000] {
        let there = delivered(cache, &breaker(cache), rate)?;
        if (there - plateau).abs() >= (farthest - plateau).abs() {
            farthest = there;
        }
        words.push(format!("{there:.0} at {rate}"));
    }
    number(farthest, words.join(", "))
}

/// About the highest rate of these frames that the ring carries.
pub fn larger_packets(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-8-2", &[]);
    let (there, below) = (delivered(cache, &scenario, 44_000)?, delivered(cache, &scenario, 30_000)?);
    number(there, format!("at 44,000/s; {below:.0} at 30,000/s"))
}

pub fn local_response(cache: &TrialCache) -> Checked {
    let below_interrupts = |report: &Report| 1.0 - report.cpu_share["device"] - report.cpu_share["clock"];
    let share = |scenario: &Scenario, rate| -> Result<f64, TrialError> {
        Ok(mean(&cache.trials(&at_rate(scenario, rate)?)?, below_interrupts))
    };
    let without = share(&cache.scenario("figure-8-1", &[]), 30_000)?;
    let mut least = f64::INFINITY;
    for rate in [30_000, 60_000, 90_000, 125_000] {
        least = least.min(share(&breaker(cache), rate)?);
    }
    let text = format!("at least {:.1} % with the breaker, {:.2} % without", least * 100.0, without * 100.0);
    observed(least >= 0.05 && without < 0.001, text)
}
