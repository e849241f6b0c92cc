//! M 5.3 and 6: the router without screend, unmodified and modified (figures 6-1, 6-3, 6-5).

use super::measure::{Checked, delivered, livelock_rate, loss_allowed, mean, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{Curve, TrialError, at_rate};
use crate::probes::Report;
use crate::scenario::{Scenario, Step};

/// The quotas among which the best is searched.
pub const QUOTAS: [&str; 8] = ["1", "2", "5", "10", "20", "50", "100", "infinity"];

fn unmodified(cache: &TrialCache) -> Result<Curve, TrialError> {
    cache.whole_curve(&cache.scenario("figure-6-1", &[]))
}

pub fn peak(cache: &TrialCache) -> Checked {
    number(unmodified(cache)?.peak(), String::new())
}

pub fn decline(cache: &TrialCache) -> Checked {
    let curve = unmodified(cache)?;
    let at = |rate| curve.at(rate).map_or(0.0, |point| point.delivered_pps);
    let steps = [curve.peak(), at(6_000), at(8_000), at(10_000), at(12_000)];
    let words: Vec<String> = steps.iter().map(|delivered| format!("{delivered:.0}")).collect();
    observed(steps.is_sorted_by(|a, b| a > b), format!("peak, 6,000 to 12,000/s: {}", words.join(" > ")))
}

pub fn would_livelock(cache: &TrialCache) -> Checked {
    livelock_rate(&unmodified(cache)?)
}

pub fn batching(cache: &TrialCache) -> Checked {
    let curve = cache.curve(&cache.scenario("figure-6-1", &[]), [1_000, 14_880])?;
    let interrupts = |rate| {
        let ratio = |report: &Report| report.interrupts["ln0_receive"] as f64 / report.window.arrived as f64;
        curve.at(rate).map_or(f64::NAN, |point| point.mean(ratio))
    };
    let (slow, fast) = (interrupts(1_000), interrupts(14_880));
    observed(fast < 0.2 * slow, format!("interrupts a packet: {slow:.3} at 1,000/s, {fast:.3} at 14,880/s"))
}

pub fn high_ipl(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("section-5-3", &[]);
    let curve = cache.whole_curve(&scenario)?;
    let flooded = curve.at(12_000).expect("12,000/s is on the curve");
    let (delivered, user) = (flooded.delivered_pps, flooded.mean(|report| report.user_share));
    let text = format!("{delivered:.0} of {:.0}/s at 12,000/s, user share {:.2} %", curve.peak(), user * 100.0);
    observed(delivered >= 0.9 * curve.peak() && user < 0.01, text)
}

pub fn polling_mlfrr(cache: &TrialCache) -> Checked {
    number(cache.mlfrr(&cache.scenario("figure-6-3", &[]))? as f64, loss_allowed())
}

pub fn polling_is_flat(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-6-3", &[]);
    let mlfrr = cache.mlfrr(&scenario)?;
    let (best, flooded) = (delivered(cache, &scenario, mlfrr)?, delivered(cache, &scenario, 12_000)?);
    observed(flooded >= 0.95 * best, format!("{flooded:.0}/s at 12,000/s, {best:.0}/s at the MLFRR of {mlfrr}/s"))
}

pub fn polling_off(cache: &TrialCache) -> Checked {
    let off = cache.peak(&cache.scenario("figure-6-3-no-polling", &[]))?;
    let unmodified = unmodified(cache)?.peak();
    let ratio = off / unmodified;
    observed((0.85..1.0).contains(&ratio), format!("{ratio:.3}: {off:.0} against {unmodified:.0}/s"))
}

pub fn no_quota(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-6-3-no-quota", &[]);
    let peak = cache.peak(&scenario)?;
    let rate = cache.mlfrr(&cache.scenario("figure-6-3", &[]))? * 13 / 10;
    let flooded = at_rate(&scenario, rate)?;
    let reports = cache.trials(&flooded)?;
    let delivered = mean(&reports, |report| report.delivered_pps);
    let at_output = mean(&reports, |report| share(report.drops["output_queue"], report.window.dropped));
    let calls = cache.once("reads and returns", &flooded, || {
        let timeline = cache.timeline(&flooded, 400)?;
        let late = |step| timeline.begins(step).into_iter().filter(|begin| begin.0 > 30_000_000).count() as f64;
        Ok(vec![late(Step::Lnread), late(Step::Lnrintpoll)])
    })?;
    let (reads, returns) = (calls[0], calls[1]);
    let holds = delivered <= 0.1 * peak && at_output >= 0.9 && reads > 0.0 && returns == 0.0;
    let text = format!(
        "{delivered:.0} of {peak:.0}/s at {rate}/s, {:.1} % of the drops at the output queue; in the second 200 ms the \
         callback begins {returns} times and reads {reads} packets",
        at_output * 100.0
    );
    observed(holds, text)
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

pub fn no_quota_is_worse(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for rate in [6_000, 8_000, 10_000] {
        let measure = |id| -> Result<(f64, f64), TrialError> {
            let reports = cache.trials(&at_rate(&cache.scenario(id, &[]), rate)?)?;
            Ok((mean(&reports, |report| report.delivered_pps), mean(&reports, wasted_a_packet)))
        };
        let ((none, none_cycles), (old, old_cycles)) = (measure("figure-6-3-no-quota")?, measure("figure-6-1")?);
        holds &= none < old && none_cycles > old_cycles;
        words.push(format!("{rate}/s: {none:.0} < {old:.0}/s, {none_cycles:.0} > {old_cycles:.0} cycles"));
    }
    observed(holds, words.join("; "))
}

/// Cycles spent on each packet that was dropped after some work.
fn wasted_a_packet(report: &Report) -> f64 {
    let refused: u64 = report.drops.iter().filter(|(place, _)| place.starts_with("receive_ring")).map(|(_, n)| n).sum();
    share(report.wasted_cycles.values().sum(), report.window.dropped - refused)
}

pub fn quota_order(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for rate in [8_000, 10_000, 12_000] {
        let delivered_with = |quota| delivered(cache, &cache.scenario("figure-6-3", &[("polling.quota", quota)]), rate);
        let (five, ten) = (delivered_with("5")?, delivered_with("10")?);
        let falling = [ten, delivered_with("20")?, delivered_with("100")?, delivered_with("infinity")?];
        holds &= (five - ten).abs() <= 0.03 * five.max(ten) && falling.is_sorted_by(|a, b| a > b);
        let [ten, twenty, hundred, none] = falling;
        words.push(format!("{rate}/s: {five:.0}, {ten:.0} > {twenty:.0} > {hundred:.0} > {none:.0}"));
    }
    observed(holds, words.join("; "))
}

/// How far quotas of 5 and 10 stay below the best, as shares of the best.
pub fn below_best(cache: &TrialCache, scenario: &str) -> Result<(f64, String), TrialError> {
    let mut all = Vec::new();
    for quota in QUOTAS {
        let scenario = cache.scenario(scenario, &[("polling.quota", quota)]);
        all.push((quota, delivered(cache, &scenario, 12_000)?));
    }
    let best = all.iter().map(|(_, delivered)| *delivered).fold(0.0, f64::max);
    let chosen = all.iter().filter(|(quota, _)| ["5", "10"].contains(quota));
    let worst = chosen.map(|(_, delivered)| 1.0 - delivered / best).fold(0.0, f64::max);
    let words: Vec<String> = all.iter().map(|(quota, delivered)| format!("{quota}: {delivered:.0}")).collect();
    Ok((worst, words.join(", ")))
}

pub fn quota_best(cache: &TrialCache) -> Checked {
    let (plain, plain_words) = below_best(cache, "figure-6-3")?;
    let (screend, screend_words) = below_best(cache, "figure-6-6")?;
    let text = format!(
        "{:.1} % below the best without screend ({plain_words}), {:.1} % with ({screend_words})",
        plain * 100.0,
        screend * 100.0
    );
    observed(plain <= 0.05 && screend <= 0.08, text)
}

/// Packets come in bursts, so that a quota of 100 takes more than 10 of them at once.
pub fn quota_latency(cache: &TrialCache) -> Checked {
    let bursty = |quota| {
        let changes = [("polling.quota", quota), ("traffic.pattern", "bursty"), ("traffic.burst", "20")];
        cache.scenario("figure-6-3", &changes)
    };
    let (ten, hundred) = (bursty("10"), bursty("100"));
    let mlfrr = cache.mlfrr(&ten)?.min(cache.mlfrr(&hundred)?);
    let latency = |scenario: &Scenario| -> Result<f64, TrialError> {
        let reports = cache.trials(&at_rate(scenario, mlfrr)?)?;
        Ok(mean(&reports, |report| report.latency_us.p999.unwrap_or(f64::NAN)))
    };
    let (ten, hundred) = (latency(&ten)?, latency(&hundred)?);
    let text = format!("99.9 % in bursts of 20 at their MLFRR, {mlfrr}/s: {ten:.0} us with quota 10, {hundred:.0} us");
    observed(hundred >= ten, text + " with 100")
}
