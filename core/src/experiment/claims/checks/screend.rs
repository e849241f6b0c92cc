//! M 6 with screend: the firewall, with and without queue-state feedback (figures 6-1, 6-4, 6-6).

use super::measure::{Checked, delivered, livelock_rate, loss_allowed, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{Curve, TrialError};

fn curve(cache: &TrialCache, scenario: &str) -> Result<Curve, TrialError> {
    cache.whole_curve(&cache.scenario(scenario, &[]))
}

pub fn knee(cache: &TrialCache) -> Checked {
    number(cache.mlfrr(&cache.scenario("figure-6-1-screend", &[]))? as f64, loss_allowed())
}

pub fn livelock(cache: &TrialCache) -> Checked {
    livelock_rate(&curve(cache, "figure-6-1-screend")?)
}

pub fn without_feedback(cache: &TrialCache) -> Checked {
    let old = curve(cache, "figure-6-1-screend")?.livelock_rate();
    let new = curve(cache, "figure-6-4-no-feedback")?.livelock_rate();
    match (old, new) {
        (Some(old), Some(new)) => {
            let ratio = new as f64 / old as f64;
            observed((0.75..=1.25).contains(&ratio), format!("livelock at {new}/s, unmodified at {old}/s"))
        }
        _ => observed(false, format!("livelock at {new:?}, unmodified at {old:?}")),
    }
}

pub fn with_feedback(cache: &TrialCache) -> Checked {
    let feedback = curve(cache, "figure-6-4")?;
    let loss_free = cache.mlfrr(&cache.scenario("figure-6-1-screend", &[]))? as f64;
    let (peak, old) = (feedback.peak(), curve(cache, "figure-6-1-screend")?.peak().max(loss_free));
    let flooded = feedback.at(12_000).map_or(0.0, |point| point.delivered_pps);
    let text = format!("{flooded:.0}/s at 12,000/s, peak {peak:.0}/s; unmodified peak {old:.0}/s: {:.3}", peak / old);
    observed(flooded >= 0.9 * peak && peak > 1.1 * old, text)
}

pub fn small_quota_cost(cache: &TrialCache) -> Checked {
    let scenario = |quota| cache.scenario("figure-6-6", &[("polling.quota", quota)]);
    let (five, hundred) = (cache.peak(&scenario("5"))?, cache.peak(&scenario("100"))?);
    let flooded = (delivered(cache, &scenario("5"), 12_000)?, delivered(cache, &scenario("100"), 12_000)?);
    let detail = format!("peaks {five:.0} and {hundred:.0}/s; at 12,000/s {:.0} and {:.0}/s", flooded.0, flooded.1);
    number((1.0 - five / hundred) * 100.0, detail)
}
