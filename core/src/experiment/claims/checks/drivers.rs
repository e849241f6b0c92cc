//! S 4.2.1 and 5: the loss-free rates of the six drivers, and their interrupts (tables 1, 2, 4, 5).
//!
//! Throughput is the highest rate on each interface without loss, as S measures it. Rates are searched to about 0.1 %, with
//! one seed, because the traffic is nearly regular.

use super::measure::{Checked, mean, number, observed};
use crate::experiment::claims::{Measurement, TrialCache, claims};
use crate::experiment::{Search, TrialError, at_rate};
use crate::probes::Report;
use crate::scenario::{Scenario, Settings, Step};

/// S's names, and the scenarios with these drivers.
pub const DRIVERS: [(&str, &str); 6] = [
    ("ORIGINAL", "spanos-figure-5"),
    ("TX-128", "spanos-figure-5-tx-128"),
    ("TX-OFF", "spanos-figure-5-tx-off"),
    ("NAPI", "spanos-figure-5-napi"),
    ("NAPI-TX-128", "spanos-figure-5-napi-tx-128"),
    ("NAPI-TX-OFF", "spanos-figure-5-napi-tx-off"),
];

/// The packet sizes of table 1.
const SIZES: [u32; 8] = [64, 128, 256, 512, 896, 1024, 1280, 1518];

/// Table 4 was fitted to the sizes that no driver carries at full speed.
const SIZES_BELOW_WIRE_RATE: [u32; 4] = [64, 128, 256, 512];

pub fn driver(cache: &TrialCache, name: &str, bytes: u32) -> Scenario {
    let (_, id) = DRIVERS.iter().find(|(driver, _)| *driver == name).expect("one of the six drivers");
    cache.scenario(id, &[("traffic.bytes", &bytes.to_string())])
}

/// Frames per second that one wire carries.
pub fn wire_rate(scenario: &Scenario) -> f64 {
    let settings = Settings::from(&scenario.values());
    let time = settings.machine.link.wire_time(settings.traffic.packet_bytes, settings.machine.clock);
    settings.machine.clock.0 as f64 / time.0 as f64
}

/// The highest rate without loss, in frames per second on each interface.
pub fn loss_free_rate(cache: &TrialCache, name: &str, bytes: u32) -> Result<f64, TrialError> {
    let scenario = driver(cache, name, bytes);
    let rate = cache.loss_free_rate(Search { resolution: 20, seeds: 1, ..Search::default() }, &scenario)?;
    Ok((rate as f64).min(wire_rate(&scenario)))
}

/// The constant part of the time for a packet, in microseconds: the value at zero bytes of the straight line through the
/// times at several sizes.
pub fn constant_times(cache: &TrialCache) -> Checked {
    let mut measured = Vec::new();
    let mut slopes: Vec<f64> = Vec::new();
    for (name, _) in DRIVERS {
        let time = |bytes: u32| Ok((f64::from(bytes), 1e6 / (2.0 * loss_free_rate(cache, name, bytes)?)));
        let points = SIZES_BELOW_WIRE_RATE.into_iter().map(time).collect::<Result<Vec<_>, TrialError>>()?;
        let (constant, slope) = line_through(&points);
        measured.push((name.to_string(), constant));
        slopes.push(slope);
    }
    let (least, greatest) =
        slopes.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), slope| (a.min(*slope), b.max(*slope)));
    let holds = least >= 0.018 && greatest <= 0.022;
    Ok(Measurement::Table { measured, also: Some((holds, format!("{least:.4} to {greatest:.4} us a byte"))) })
}

/// The straight line of least squares: its value at zero, and its slope.
fn line_through(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
        / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    (y - slope * x, slope)
}

/// Megabits per second on each interface, including the overhead of a frame on the wire.
pub fn throughputs(cache: &TrialCache) -> Checked {
    let mut measured = Vec::new();
    for (name, _) in DRIVERS {
        for bytes in SIZES {
            let share = loss_free_rate(cache, name, bytes)? / wire_rate(&driver(cache, name, bytes));
            measured.push((format!("{name} {bytes}"), share * 100.0));
        }
    }
    Ok(Measurement::Table { measured, also: None })
}

/// The rows of a claim's table, in its order.
fn stated(id: &str) -> &'static [(String, f64)] {
    &claims().iter().find(|claim| claim.id == id).expect("a claim of the file").table
}

pub fn gains(cache: &TrialCache) -> Checked {
    let original = loss_free_rate(cache, "ORIGINAL", 64)?;
    let mut holds = true;
    let mut words = Vec::new();
    let mut last = 0.0;
    for (number, (name, gain)) in stated("S-t2").iter().enumerate() {
        let measured = (loss_free_rate(cache, name, 64)? / original - 1.0) * 100.0;
        let points = if number + 1 == stated("S-t2").len() { 15.0 } else { 8.0 };
        holds &= measured > last && (measured - gain).abs() <= points;
        last = measured;
        words.push(format!("{name} {measured:.1}"));
    }
    observed(holds, format!("{} %", words.join(", ")))
}

/// Both interfaces together.
pub fn loss_free_rates(cache: &TrialCache) -> Checked {
    let rate = |(name, _): &(String, f64)| Ok((name.clone(), 2.0 * loss_free_rate(cache, name, 64)?));
    Ok(Measurement::Table {
        measured: stated("S-mlffr").iter().map(rate).collect::<Result<_, TrialError>>()?,
        also: None,
    })
}

/// Reports at a driver's highest rate without loss.
fn at_maximum(cache: &TrialCache, name: &str) -> Result<Vec<Report>, TrialError> {
    let rate = loss_free_rate(cache, name, 64)?;
    cache.trials(&at_rate(&driver(cache, name, 64), rate as u64)?)
}

/// Interrupts for received and for sent packets.
pub fn device_interrupts(report: &Report) -> f64 {
    let of_devices = report.interrupts.iter().filter(|(line, _)| line.starts_with("eth"));
    of_devices.map(|(_, count)| *count as f64).sum()
}

pub fn interrupts_a_packet(cache: &TrialCache) -> Checked {
    let ratio = |report: &Report| device_interrupts(report) / report.window.delivered.max(1) as f64;
    let mut measured = Vec::new();
    for (name, _) in DRIVERS {
        measured.push((name.to_string(), mean(&at_maximum(cache, name)?, ratio)));
    }
    let last = measured[measured.len() - 1].1;
    Ok(Measurement::Table { measured, also: Some((last < 0.01, format!("NAPI-TX-OFF {last:.4}"))) })
}

/// Microseconds, for each forwarded packet, in which the CPU would have taken an interrupt.
pub fn time_with_interrupts_on(cache: &TrialCache) -> Checked {
    let time = |name| -> Result<f64, TrialError> {
        let on = |report: &Report| {
            let off = report.cpu_share["device"] + report.cpu_share["clock"];
            (1.0 - off) * 1e6 / report.delivered_pps
        };
        Ok(mean(&at_maximum(cache, name)?, on))
    };
    let times = DRIVERS.iter().map(|(name, _)| time(name)).collect::<Result<Vec<f64>, TrialError>>()?;
    let [original, tx_128, tx_off, napi, _, napi_tx_off] = times[..] else { panic!("there are six drivers") };
    let words: Vec<String> = DRIVERS.iter().zip(&times).map(|((name, _), time)| format!("{name} {time:.1}")).collect();
    let holds = original.max(tx_128) < tx_off && napi < napi_tx_off;
    observed(holds, format!("{} us a packet", words.join(", ")))
}

/// K: the time from the arrival of a packet to the first step of the service routine, on an otherwise idle machine, in
/// microseconds. It is the median, because sometimes the clock's interrupt comes first.
pub fn interrupt_latency(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("karp-interrupts", &[]);
    let settings = Settings::from(&scenario.values());
    let (clock, rate) = (settings.machine.clock.0, settings.traffic.rate);
    let begins = cache.timeline(&scenario, 200)?.begins(Step::DriverIsr);
    let since_start = begins.into_iter().map(|begin| (begin - settings.traffic.start).0);
    let mut latencies: Vec<u64> = since_start.map(|begin| begin - begin * rate / clock * clock / rate).collect();
    latencies.sort_unstable();
    let median = latencies.get(latencies.len() / 2).copied().unwrap_or(0);
    number(median as f64 * 1e6 / clock as f64, format!("median of {} interrupts", latencies.len()))
}
