//! M 4.3: bursts for a process on ULTRIX (figures 4-1 and 4-2).

use super::measure::{Checked, number, observed};
use crate::experiment::TrialError;
use crate::experiment::claims::TrialCache;
use crate::probes::Timeline;
use crate::scenario::{Scenario, Step};
use crate::trace::Count;
use crate::units::Hertz;

/// The number of starting times of bursts within the clock's period: clock interrupts are part of what was measured.
const MOMENTS: std::ops::Range<u64> = 3..24;
/// Bytes of data and headers. Frames have four bytes more for the check sequence, except the shortest frames.
const SIZES: [&str; 5] = ["64", "128", "256", "512", "1518"];
const BURSTS: [u64; 5] = [1, 2, 4, 8, 16];

fn burst(cache: &TrialCache, packets: u64, bytes: &str, start: u64) -> Scenario {
    let (packets, start) = (packets.to_string(), start.to_string());
    let changes = [("traffic.burst", packets.as_str()), ("traffic.bytes", bytes), ("traffic.start_ms", start.as_str())];
    cache.scenario("figure-4-1", &changes)
}

/// Milliseconds from the arrival of the first packet to the end of its delivery.
fn first_latency(cache: &TrialCache, packets: u64, bytes: &str, start: u64) -> Result<f64, TrialError> {
    let scenario = burst(cache, packets, bytes, start);
    let delivery = cache.once("delivery", &scenario, || {
        Ok(vec![delivery(&cache.timeline(&scenario, start + 40)?, clock(&scenario))])
    })?;
    Ok(delivery[0] - start as f64)
}

fn clock(scenario: &Scenario) -> Hertz {
    scenario.profile().clock
}

fn delivery(timeline: &Timeline, clock: Hertz) -> f64 {
    let first = timeline.of_step(Step::DatalinkRead).next();
    first.and_then(|call| call.end).map_or(f64::NAN, |end| end.0 as f64 * 1e3 / clock.0 as f64)
}

/// The median over the starting times within the clock's period.
fn latency(cache: &TrialCache, packets: u64, bytes: &str) -> Result<f64, TrialError> {
    let each = MOMENTS.map(|start| first_latency(cache, packets, bytes, start));
    let mut each = each.collect::<Result<Vec<f64>, TrialError>>()?;
    each.sort_unstable_by(f64::total_cmp);
    Ok(each[each.len() / 2])
}

fn latency_of(cache: &TrialCache, packets: u64) -> Checked {
    number(latency(cache, packets, "64")?, format!("median over {} moments", MOMENTS.count()))
}

pub fn burst_1(cache: &TrialCache) -> Checked {
    latency_of(cache, 1)
}

pub fn burst_2(cache: &TrialCache) -> Checked {
    latency_of(cache, 2)
}

pub fn burst_4(cache: &TrialCache) -> Checked {
    latency_of(cache, 4)
}

pub fn burst_16(cache: &TrialCache) -> Checked {
    latency_of(cache, 16)
}

pub fn linear(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for bytes in SIZES {
        let points = BURSTS.iter().map(|packets| Ok((*packets as f64, latency(cache, *packets, bytes)?)));
        let points = points.collect::<Result<Vec<(f64, f64)>, TrialError>>()?;
        let fit = correlation_squared(&points);
        holds &= fit >= 0.99;
        words.push(format!("{bytes} bytes: {fit:.4}, {:.2} ms for a burst of 16", points[points.len() - 1].1));
    }
    observed(holds, format!("R^2 of {}", words.join("; ")))
}

fn correlation_squared(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let sum = |term: &dyn Fn(f64, f64) -> f64| points.iter().map(|point| term(point.0 - x, point.1 - y)).sum::<f64>();
    sum(&|dx, dy| dx * dy).powi(2) / (sum(&|dx, _| dx * dx) * sum(&|_, dy| dy * dy))
}

/// Packets that the process gets from each of several bursts; all bursts have to give the same number.
fn delivered(cache: &TrialCache, bursts: &[(u64, &str)]) -> Checked {
    let mut all = Vec::new();
    for (packets, bytes) in bursts {
        let scenario = burst(cache, *packets, bytes, 3);
        all.push(cache.untraced(&scenario, 60)?.row().count(Count::Delivered));
    }
    let words: Vec<String> =
        bursts.iter().zip(&all).map(|((packets, bytes), got)| format!("{got} of {packets} of {bytes} bytes")).collect();
    let alike = all.iter().all(|got| *got == all[0]);
    number(if alike { all[0] as f64 } else { f64::NAN }, words.join(", "))
}

pub fn queue_packets(cache: &TrialCache) -> Checked {
    delivered(cache, &[(16, "64"), (16, "128"), (16, "256")])
}

pub fn queue_bytes(cache: &TrialCache) -> Checked {
    delivered(cache, &[(4, "1518"), (16, "1518")])
}

pub fn timeline(cache: &TrialCache) -> Checked {
    let scenario = burst(cache, 4, "64", 3);
    let timeline = cache.timeline(&scenario, 40)?;
    let clock = clock(&scenario);
    let milliseconds = |cycles: u64| cycles as f64 * 1e3 / clock.0 as f64 - 3.0;
    let ends = |step| timeline.of_step(step).filter_map(|call| call.end.map(|end| end.0)).max();
    let begins = |step| timeline.begins(step).first().map(|begin| begin.0);
    let ordered = ends(Step::Lninitdesc) <= begins(Step::DatalinkDispatch)
        && ends(Step::DatalinkDispatch) <= begins(Step::ThreadWakeup)
        && begins(Step::ThreadWakeup) < begins(Step::DatalinkRead);
    let copied = ends(Step::Lninitdesc).map_or(f64::NAN, milliseconds);
    let first = timeline.of_step(Step::DatalinkDispatch).next().and_then(|call| call.end);
    let dispatched = first.map_or(f64::NAN, |end| milliseconds(end.0));
    let delivered = delivery(&timeline, clock) - 3.0;
    let holds = ordered && (dispatched - 1.33).abs() <= 0.133 && (delivered - 2.02).abs() <= 0.06 * 2.02;
    let order = if ordered { "in order" } else { "out of order" };
    observed(
        holds,
        format!("{order}: copied {copied:.2}, first dispatched {dispatched:.2}, delivered {delivered:.2} ms"),
    )
}
