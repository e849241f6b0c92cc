//! M 7: the CPU time left for a compute-bound process, with and without the cycle limit (figure 7-1).

use super::measure::{Checked, mean, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{Curve, TrialError};
use crate::probes::Timeline;
use crate::scenario::{Scenario, Step};
use crate::units::Hertz;

/// The highest rate that the paper measured.
const RATE_MAX: u64 = 12_000;

fn limited(cache: &TrialCache, percent: &str) -> Scenario {
    cache.scenario("figure-7-1", &[("limit.share", percent)])
}

/// User shares from 250/s on, in per cent.
fn shares(cache: &TrialCache, percent: &str) -> Result<Vec<(u64, f64)>, TrialError> {
    let (below, above) = (1..=24, 13..=RATE_MAX / 500); // closer steps while each packet costs an interrupt
    let rates = below.map(|number| number * 250).chain(above.map(|number| number * 500));
    let curve: Curve = cache.curve(&limited(cache, percent), rates)?;
    let share = |report: &crate::probes::Report| report.user_share * 100.0;
    Ok(curve.points.iter().map(|point| (point.rate, point.mean(share))).collect())
}

pub fn idle_share(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("section-7", &[("traffic.rate", "0"), ("trial.ms_max", "5000")]);
    number(mean(&cache.trials(&scenario)?, |report| report.user_share * 100.0), String::new())
}

pub fn starved(cache: &TrialCache) -> Checked {
    let flooded = |compute| cache.trials(&cache.scenario("section-7", &[("programs.compute", compute)]));
    let (with, without) = (flooded("true")?, flooded("false")?);
    let user = mean(&with, |report| report.user_share);
    let (with, without) = (mean(&with, |report| report.delivered_pps), mean(&without, |report| report.delivered_pps));
    let text = format!("user share {:.2} %; {with:.0}/s, {without:.0}/s without the process", user * 100.0);
    observed(user < 0.01 && with >= 0.98 * without, text)
}

pub fn limits(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    let mut last: Option<Vec<(u64, f64)>> = None;
    for (percent, limit) in [("25", 25.0), ("50", 50.0), ("75", 75.0), ("100", 100.0)] {
        let shares: Vec<(u64, f64)> = shares(cache, percent)?.into_iter().filter(|(rate, _)| *rate >= 6_000).collect();
        let low = shares.iter().map(|(_, share)| *share).fold(f64::INFINITY, f64::min);
        let high = shares.iter().map(|(_, share)| *share).fold(0.0, f64::max);
        if limit < 100.0 {
            holds &= high - low < 8.0 && high < 100.0 - limit;
        }
        if let Some(last) = last {
            holds &= last.iter().zip(&shares).all(|((_, more), (_, less))| more > less);
        }
        words.push(format!("{percent} %: {low:.1} to {high:.1}"));
        last = Some(shares);
    }
    observed(holds, format!("user share in % at 6,000 to 12,000/s, limit {}", words.join(", ")))
}

pub fn dip(cache: &TrialCache) -> Checked {
    let saturation = cache.mlfrr(&cache.scenario("figure-6-3", &[]))?;
    let mut holds = true;
    let mut words = Vec::new();
    for (percent, dips) in [("25", false), ("50", true), ("75", true)] {
        let (rate, depth) = deepest(&shares(cache, percent)?, saturation);
        holds &= (depth >= 2.0) == dips;
        words.push(format!("{percent} %: {depth:.1} points at {rate}/s"));
    }
    observed(
        holds,
        format!("deepest dip, measured from the highest user share at a higher rate; limit {}", words.join(", ")),
    )
}

/// Returns the local minimum below the saturation rate after which the share rises most: its rate, and the rise.
fn deepest(shares: &[(u64, f64)], saturation: u64) -> (u64, f64) {
    let mut deepest = (0, 0.0);
    for (number, (rate, share)) in shares.iter().enumerate().filter(|(_, (rate, _))| *rate < saturation) {
        let after = shares[number..].iter().map(|(_, share)| *share).fold(0.0, f64::max);
        if after - share > deepest.1 {
            deepest = (*rate, after - share);
        }
    }
    deepest
}

pub fn above_limit(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for (percent, limit) in [("25", 0.25), ("50", 0.50), ("75", 0.75)] {
        let scenario = cache.scenario("figure-7-1", &[("limit.share", percent), ("traffic.rate", "12000")]);
        let share = mean(&cache.trials(&scenario)?, |report| report.cpu_share["thread"]);
        holds &= share > limit;
        words.push(format!("{percent} %: {:.1} %", share * 100.0));
    }
    observed(holds, format!("packet code at 12,000/s, limit {}", words.join(", ")))
}

/// The time of a round of the polling loop that handles five packets.
pub fn burst_of_five(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-6-3", &[("traffic.rate", "12000")]);
    let rounds = cache.once("rounds", &scenario, || {
        let begins = cache.timeline(&scenario, 400)?.begins(Step::Lnrintpoll);
        let mut rounds: Vec<u64> = begins.windows(2).map(|pair| (pair[1] - pair[0]).0).collect();
        rounds.sort_unstable();
        Ok(rounds.into_iter().map(|cycles| cycles as f64).collect())
    })?;
    let median = rounds.get(rounds.len() / 2).copied().unwrap_or(0.0);
    number(median * 1e3 / clock().0 as f64, format!("median of {} rounds", rounds.len()))
}

/// The time that the first packet of a burst after an idle time needs to reach screend, the consumer behind the polling thread.
pub fn first_packet_latency(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for (share, limit) in [("20", 2.0), ("50", 5.0)] {
        let (mut latest, mut callback): (f64, f64) = (0.0, 0.0);
        for start in 3..45 {
            let changes = [
                ("polling.quota", "5"),
                ("limit.enabled", "true"),
                ("limit.share", share),
                ("traffic.pattern", "burst"),
                ("traffic.burst", "200"),
                ("traffic.start_ms", &start.to_string()),
            ];
            let scenario = cache.scenario("figure-6-4-no-feedback", &changes);
            let times = cache.once("first packet", &scenario, || Ok(first_packet(&cache.timeline(&scenario, 80)?)))?;
            let [until_read, longest] = times[..] else { continue };
            latest = latest.max(until_read);
            callback = callback.max(longest);
        }
        holds &= latest > 0.0 && latest <= limit + callback;
        words.push(format!("{limit} ms: {latest:.2} ms (a callback of 5 packets takes up to {callback:.2} ms)"));
    }
    observed(
        holds,
        format!(
            "longest time until screend takes the first packet, over 42 starting times within the clock's period; limit {}",
            words.join(", ")
        ),
    )
}

/// Milliseconds from the first interrupt until screend takes a packet, and those of the longest callback; nothing if it takes
/// none.
fn first_packet(timeline: &Timeline) -> Vec<f64> {
    let first = |step| timeline.begins(step).first().copied();
    let (Some(begin), Some(read)) = (first(Step::Lnintr), first(Step::ScreendRead)) else { return Vec::new() };
    let milliseconds = |cycles: u64| cycles as f64 * 1e3 / clock().0 as f64;
    let calls = timeline.of_step(Step::Lnrintpoll);
    let lengths = calls.filter_map(|call| call.end.map(|end| milliseconds((end - call.begin).0)));
    vec![milliseconds((read - begin).0), lengths.fold(0.0, f64::max)]
}

fn clock() -> Hertz {
    Hertz(150_000_000)
}
