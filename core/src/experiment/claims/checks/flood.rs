//! S 4.2.2: the six drivers under more traffic than they can carry (figure 5, table 3).

use super::drivers::{DRIVERS, driver, loss_free_rate, wire_rate};
use super::measure::{Checked, delivered, mean, number, observed};
use crate::experiment::claims::{Measurement, TrialCache};
use crate::experiment::{Runner, TrialError, at_rate};
use crate::probes::Report;
use crate::scenario::Scenario;

/// Table 3: this many frames of 512 bytes in all, as fast as the wires carry them.
const FRAMES: u64 = 2_000_000;

fn counted(cache: &TrialCache, name: &str) -> Result<Report, TrialError> {
    let scenario = driver(cache, name, 512);
    let changes = [("trial.packets", FRAMES as i64), ("trial.warmup", 0), ("trial.ms_max", 60_000)];
    let changes = changes.map(|(path, value)| (path, crate::scenario::Value::Integer(value)));
    let scenario = at_rate(&scenario.with(&changes)?, wire_rate(&scenario).ceil() as u64)?;
    Ok(cache.run(&[scenario])?.remove(0))
}

/// Packets copied to memory: all except those that the interfaces refused.
fn frames_received(report: &Report) -> u64 {
    let refused = report.drops.iter().filter(|(place, _)| place.starts_with("receive_ring"));
    report.window.arrived - refused.map(|(_, count)| *count).sum::<u64>()
}

fn interrupts(report: &Report, what: &str) -> u64 {
    report.interrupts.iter().filter(|(line, _)| line.ends_with(what)).map(|(_, count)| *count).sum()
}

pub fn transmitted(cache: &TrialCache) -> Checked {
    let mut measured = Vec::new();
    let mut words = Vec::new();
    let mut few = true;
    for name in ["ORIGINAL", "TX-OFF", "NAPI", "NAPI-TX-OFF"] {
        let report = counted(cache, name)?;
        measured.push((name.to_string(), report.window.delivered as f64));
        if name.starts_with("NAPI") {
            let count = interrupts(&report, "receive");
            few &= count < 100;
            words.push(format!("{name} {count} receive interrupts"));
        }
    }
    Ok(Measurement::Table { measured, also: Some((few, words.join(", "))) })
}

pub fn received(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for name in ["ORIGINAL", "TX-OFF", "NAPI", "NAPI-TX-OFF"] {
        let report = counted(cache, name)?;
        let (received, sent) = (frames_received(&report), report.window.delivered);
        let rings = 4 * 256;
        holds &= if name.starts_with("NAPI") { received - sent <= rings } else { received == report.window.arrived };
        words.push(format!("{name} {received} of {}, sent {sent}", report.window.arrived));
    }
    observed(holds, words.join("; "))
}

pub fn interrupts_a_frame(cache: &TrialCache) -> Checked {
    let mut measured = Vec::new();
    for name in ["ORIGINAL", "TX-OFF", "NAPI", "NAPI-TX-OFF"] {
        let report = counted(cache, name)?;
        let ratio = |what: &str, frames: u64| interrupts(&report, what) as f64 / frames as f64;
        if !name.starts_with("NAPI") {
            measured.push((format!("{name} received"), ratio("receive", frames_received(&report))));
        }
        measured.push((format!("{name} sent"), ratio("transmit", report.window.delivered)));
    }
    Ok(Measurement::Table { measured, also: None })
}

/// The original driver, at 64 bytes; rates are of both interfaces together.
pub fn collapse(cache: &TrialCache) -> Checked {
    let rates = || {
        (8..=74).map(|thousands| thousands * 1_000).chain((78..=148).step_by(10).map(|k| k * 1_000)).chain([148_800])
    };
    let curve = cache.curve(&driver(cache, "ORIGINAL", 64), rates())?;
    let limit = 0.05 * curve.peak();
    let alive = curve.points.iter().rposition(|point| point.delivered_pps >= limit);
    let dead = curve.points.get(alive.map_or(0, |index| index + 1));
    let mut words = vec![format!("peak {:.0}/s", curve.peak())];
    for (name, _) in &DRIVERS[3..] {
        let scenario = driver(cache, name, 64);
        let (at, flood) = (delivered(cache, &scenario, 60_000)?, delivered(cache, &scenario, 148_800)?);
        words.push(format!("{name} {at:.0} and {flood:.0}/s at 120,000 and 297,600/s"));
    }
    number(dead.map_or(f64::INFINITY, |point| 2.0 * point.rate as f64), words.join(", "))
}

/// Measures the gain for two packet sizes, in per cent. Returns the gain that is farther from the middle of the stated
/// range.
pub fn gain_in_overload(cache: &TrialCache) -> Checked {
    let mut gains = Vec::new();
    for bytes in [64, 256] {
        let flooded = |name| -> Result<f64, TrialError> {
            let scenario = driver(cache, name, bytes);
            delivered(cache, &scenario, wire_rate(&scenario) as u64)
        };
        gains.push((flooded("NAPI-TX-OFF")? / flooded("NAPI")? - 1.0) * 100.0);
    }
    let farther = if (gains[0] - 58.0).abs() > (gains[1] - 58.0).abs() { gains[0] } else { gains[1] };
    number(farther, format!("{:.1} % at 64 bytes, {:.1} % at 256", gains[0], gains[1]))
}

/// The rate that a driver still forwards at twice its own maximum (or at the wire rate, if that is less), as a share of the
/// maximum.
pub fn plateaus(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for (name, _) in DRIVERS {
        for bytes in [64, 256] {
            let maximum = loss_free_rate(cache, name, bytes)?;
            let scenario: Scenario = driver(cache, name, bytes);
            let rate = (2.0 * maximum).min(wire_rate(&scenario)) as u64;
            let share = mean(&cache.trials(&at_rate(&scenario, rate)?)?, |report| report.delivered_pps) / maximum / 2.0;
            holds &= if name.starts_with("NAPI") { share >= 0.95 } else { share <= 0.70 };
            words.push(format!("{name} {bytes} bytes {:.0} %", share * 100.0));
        }
    }
    observed(holds, words.join(", "))
}
