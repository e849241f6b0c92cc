//! M 8.2: the network monitor on the polling kernel (figures 8-3 to 8-5).

use super::measure::{Checked, delivered, mean, number, observed};
use crate::experiment::claims::TrialCache;
use crate::experiment::{Curve, TrialError, at_rate};
use crate::machine::Machine;
use crate::trace::Event;

/// About the highest rate of the paper's generator.
fn curve(cache: &TrialCache, scenario: &str) -> Result<Curve, TrialError> {
    cache.curve(&cache.scenario(scenario, &[]), (2..=20).map(|number| number * 500))
}

/// The share of the lost packets on a curve that the interface refused.
fn refused(curve: &Curve) -> f64 {
    let trials = || curve.points.iter().flat_map(|point| &point.trials);
    let lost: u64 = trials().map(|report| report.window.dropped).sum();
    let at_interface: u64 = trials().map(|report| report.drops["receive_ring"]).sum();
    at_interface as f64 / lost.max(1) as f64
}

pub fn feedback(cache: &TrialCache) -> Checked {
    let (with, without) = (curve(cache, "figure-8-3")?, curve(cache, "figure-8-3-no-feedback")?);
    let holds = with.peak() > 1.05 * without.peak() && refused(&with) < 0.05 && refused(&without) < 0.05;
    let text = format!(
        "peak {:.0}/s with feedback, {:.0}/s without; lost at the interface: {:.1} and {:.1} % of all losses",
        with.peak(),
        without.peak(),
        refused(&with) * 100.0,
        refused(&without) * 100.0
    );
    observed(holds, text)
}

pub fn disk(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-8-4", &[]);
    let null = delivered(cache, &cache.scenario("figure-8-3", &[]), 9_000)?;
    number(delivered(cache, &scenario, 9_000)?, format!("{null:.0} to the null device"))
}

/// The least ratio at any rate up to 7,000/s, with and without feedback.
pub fn disk_against_null(cache: &TrialCache) -> Checked {
    let least = |disk, null| -> Result<f64, TrialError> {
        let (disk, null) = (curve(cache, disk)?, curve(cache, null)?);
        let pairs = disk.points.iter().zip(&null.points).filter(|(point, _)| point.rate <= 7_000);
        Ok(pairs.map(|(disk, null)| disk.delivered_pps / null.delivered_pps).fold(f64::INFINITY, f64::min))
    };
    let with = least("figure-8-4", "figure-8-3")?;
    let without = least("figure-8-4-no-feedback", "figure-8-3-no-feedback")?;
    let text = format!(
        "captured to disk, as a share of captured to null: at least {with:.3} with feedback, {without:.3} without"
    );
    observed(with >= 0.93 && without >= 0.93, text)
}

pub fn bursts(cache: &TrialCache) -> Checked {
    let in_bursts_of = |burst: &str| cache.scenario("figure-8-3-no-feedback", &[("traffic.burst", burst)]);
    let rate = cache.mlfrr(&in_bursts_of("1"))? * 12 / 10;
    let (one, eight) = (delivered(cache, &in_bursts_of("1"), rate)?, delivered(cache, &in_bursts_of("8"), rate)?);
    observed(eight > one, format!("{eight:.0}/s in bursts of 8, {one:.0}/s one at a time, at {rate}/s"))
}

pub fn loss(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("figure-8-4", &[]);
    let flooded = at_rate(&scenario, cache.mlfrr(&scenario)? * 12 / 10)?;
    let reports = cache.trials(&flooded)?;
    let at_queue = mean(&reports, |report| report.drops["delivery_queue"] as f64 / report.window.dropped.max(1) as f64);
    let numbers =
        cache.once("ends of inhibition", &flooded, || Ok(ends_of_inhibition(&cache.traced(&flooded, 400)?)))?;
    let (ends, early) = (numbers[0], numbers[1]);
    let holds = at_queue > 0.95 && ends > 0.0 && early >= 0.9 * ends;
    let text = format!(
        "{:.1} % of the losses at the filter queue; {early} of {ends} times input goes on with more than 8 packets queued",
        at_queue * 100.0
    );
    observed(holds, text)
}

/// How often input resumed in the run, and how often more than eight packets were in the queue then. In this scenario only
/// the time-out resumes input.
fn ends_of_inhibition(machine: &Machine) -> Vec<f64> {
    let topology = &machine.topology;
    let feedback = topology.gates.iter().position(|gate| gate.id == "feedback").expect("the kernel can poll");
    let queue = topology.places.iter().position(|place| place.id == "delivery_queue").expect("tcpdump has a queue");
    let (mut queued, mut ends, mut early) = (0_u64, 0_u64, 0_u64);
    machine.host.recorder.scan(machine.host.recorder.first(), |record| {
        match record.event() {
            Event::Push { place, .. } if usize::from(place) == queue => queued += 1,
            Event::Pop { place, .. } if usize::from(place) == queue => queued -= 1,
            Event::Gate { gate, on: false } if usize::from(gate) == feedback => {
                ends += 1;
                early += u64::from(queued > 8);
            }
            _ => {}
        }
        true
    });
    vec![ends as f64, early as f64]
}
