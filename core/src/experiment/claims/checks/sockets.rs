//! R 2, 5 and figure 5: UDP for a process, with FreeBSD, LRP and SRP.

use super::measure::{Checked, mean, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{Curve, TrialError, at_rate};
use crate::machine::{Machine, Tracing};
use crate::scenario::{Scenario, Step};

/// LRP has to hold up to this rate: three times the knee.
const RATE_MAX: u64 = 16_800;
/// A rate at which SRP drops packets.
const OVERLOAD: u64 = 9_000;

fn curve(cache: &TrialCache, scenario: &str) -> Result<Curve, TrialError> {
    let rates = (2..=33).map(|number| number * 500).chain([RATE_MAX]);
    cache.curve(&cache.scenario(scenario, &[]), rates)
}

/// The rate up to which both systems deliver everything. The mean of the two is compared with the stated knee, and both are
/// reported.
pub fn knee(cache: &TrialCache) -> Checked {
    let freebsd = cache.mlfrr(&cache.scenario("srp-figure-5-freebsd", &[]))?;
    let srp = cache.mlfrr(&cache.scenario("srp-figure-5", &[]))?;
    number((freebsd + srp) as f64 / 2.0, format!("FreeBSD {freebsd}, SRP {srp}"))
}

pub fn collapse(cache: &TrialCache) -> Checked {
    let (freebsd, srp) = (curve(cache, "srp-figure-5-freebsd")?, curve(cache, "srp-figure-5")?);
    let dead = freebsd.points.iter().filter(|point| point.rate > 5_600);
    let dead = dead.filter(|point| point.delivered_pps < 0.2 * freebsd.peak());
    let both = dead.filter_map(|point| Some((point, srp.at(point.rate)?)));
    let best = both.max_by(|one, other| one.1.delivered_pps.total_cmp(&other.1.delivered_pps));
    let Some((point, srp_point)) = best else {
        return observed(false, format!("FreeBSD never falls below 20 % of {:.0}/s", freebsd.peak()));
    };
    let share = srp_point.delivered_pps / srp.peak();
    let text = format!(
        "at {}/s FreeBSD delivers {:.0} of {:.0}/s, SRP {:.0} of {:.0}/s ({:.1} %)",
        point.rate,
        point.delivered_pps,
        freebsd.peak(),
        srp_point.delivered_pps,
        srp.peak(),
        share * 100.0
    );
    observed(share >= 0.9, text)
}

pub fn lrp(cache: &TrialCache) -> Checked {
    let curve = curve(cache, "srp-figure-5-lrp")?;
    let above = curve.points.iter().filter(|point| point.rate >= 5_600);
    let least =
        above.min_by(|one, other| one.delivered_pps.total_cmp(&other.delivered_pps)).expect("rates above the knee");
    let share = least.delivered_pps / curve.peak();
    let text = format!("at least {:.1} % of the peak, {:.0}/s, at {}/s", share * 100.0, curve.peak(), least.rate);
    observed(share >= 0.9, text)
}

/// Share of the time in which an uninvolved process is charged for protocols. In all three designs the interrupted
/// process is charged for the driver's interrupt, so that share is reported separately.
pub fn charge(cache: &TrialCache) -> Checked {
    let wrong = |design: &str| -> Result<(f64, f64), TrialError> {
        let reports = cache.trials(&cache.scenario("srp-section-2", &[("kernel.design", design)]))?;
        let device = mean(&reports, |report| report.cpu_share["device"]);
        Ok((mean(&reports, |report| report.gate_share["mischarged"]) * 100.0, device * 100.0))
    };
    let (freebsd, lrp, srp) = (wrong("freebsd")?, wrong("lrp")?, wrong("srp")?);
    let text = format!(
        "protocol work charged to an uninvolved process: FreeBSD {:.1} % of the CPU, LRP {:.1}, SRP {:.1}; driver's interrupts {:.1}, {:.1} and {:.1} %",
        freebsd.0, lrp.0, srp.0, freebsd.1, lrp.1, srp.1
    );
    observed(freebsd.0 > 0.0 && lrp.0 == 0.0 && srp.0 == 0.0, text)
}

/// The cost of a packet that NSS drops, to the cycle.
pub fn limit(cache: &TrialCache) -> Checked {
    let scenario = at_rate(&cache.scenario("srp-figure-5", &[]), OVERLOAD)?;
    let reports = cache.trials(&scenario)?;
    let (drops, wasted) = (
        mean(&reports, |report| report.drops["uiq"] as f64),
        mean(&reports, |report| report.wasted_cycles["uiq"] as f64),
    );
    let elsewhere = mean(&reports, |report| (report.drops["socket_queue"] + report.drops["receive_ring"]) as f64);
    let allowed = cost_of_a_refusal(&scenario)?;
    let each = wasted / drops.max(1.0);
    let text = format!(
        "{drops:.0} drops at the UIQ, {each:.0} cycles each; driver, ether_input and NSS: {allowed}; {elsewhere:.0} drops elsewhere"
    );
    observed(drops > 0.0 && (each - allowed as f64).abs() < 0.5 && elsewhere == 0.0, text)
}

/// The driver, `ether_input`, NSS, and the drop.
fn cost_of_a_refusal(scenario: &Scenario) -> Result<u64, TrialError> {
    let machine = Machine::new(scenario, Tracing::Off)?;
    let settings = machine.settings();
    let steps = [Step::FxpReceive, Step::EtherInput, Step::NextStageSubmit, Step::InputQueueFull];
    Ok(steps.iter().map(|step| settings.cost(*step).0).sum())
}
