//! Measurements and results that the checks of several claims share.

use crate::experiment::claims::{Measurement, TrialCache};
use crate::experiment::{Curve, Search, TrialError};
use crate::probes::Report;
use crate::scenario::Scenario;

/// The result of a check.
pub type Checked = Result<Measurement, TrialError>;

/// A number, to compare with the claim's.
pub fn number(measured: f64, detail: String) -> Checked {
    Ok(Measurement::Number { measured, detail })
}

/// What was observed of a comparison or a shape, and whether it holds.
pub fn observed(holds: bool, text: String) -> Checked {
    Ok(Measurement::Observed { holds, text })
}

/// Mean delivered rate at one offered rate.
pub fn delivered(cache: &TrialCache, scenario: &Scenario, rate: u64) -> Result<f64, TrialError> {
    Ok(cache.curve(scenario, [rate])?.points[0].delivered_pps)
}

/// The livelock rate of a curve; infinite when the curve has none.
pub fn livelock_rate(curve: &Curve) -> Checked {
    match curve.livelock_rate() {
        Some(rate) => number(rate as f64, format!("peak {:.0}/s", curve.peak())),
        None => number(f64::INFINITY, "something is delivered at every rate".to_string()),
    }
}

/// What a search without loss allows, in words.
pub fn loss_allowed() -> String {
    format!("loss of at most {} % allowed", Search::default().loss_tolerance * 100.0)
}

/// Mean of a number over reports.
pub fn mean(reports: &[Report], number: impl Fn(&Report) -> f64) -> f64 {
    reports.iter().map(number).sum::<f64>() / reports.len().max(1) as f64
}
