//! M 8.2: the network monitor on the polling kernel (figures 8-3 to 8-5).

use super::laboratory::mean;
use super::router::{delivered, number, seen};
use super::{Laboratory, Measurement};
use crate::experiment::{Curve, TrialError, at_rate};
use crate::machine::{Machine, Tracing};
use crate::scenario::Scenario;
use crate::trace::{Event, RecorderSize};

type Found = Result<Measurement, TrialError>;

/// As far as the paper's generator went, about.
fn curve(laboratory: &Laboratory, scenario: &str) -> Result<Curve, TrialError> {
    laboratory.curve(&laboratory.scenario(scenario, &[]), (2..=20).map(|number| number * 500))
}

/// Of all packets lost on a curve, the share refused by the interface.
fn refused(curve: &Curve) -> f64 {
    let trials = || curve.points.iter().flat_map(|point| &point.trials);
    let lost: u64 = trials().map(|report| report.window.dropped).sum();
    let at_the_door: u64 = trials().map(|report| report.drops["receive_ring"]).sum();
    at_the_door as f64 / lost.max(1) as f64
}

pub fn feedback(laboratory: &Laboratory) -> Found {
    let (with, without) = (curve(laboratory, "figure-8-3")?, curve(laboratory, "figure-8-3-no-feedback")?);
    let holds = with.peak() > 1.05 * without.peak() && refused(&with) < 0.05 && refused(&without) < 0.05;
    let text = format!(
        "peak {:.0}/s with feedback, {:.0}/s without; lost at the interface: {:.1} and {:.1} % of all losses",
        with.peak(),
        without.peak(),
        refused(&with) * 100.0,
        refused(&without) * 100.0
    );
    seen(holds, text)
}

pub fn disk(laboratory: &Laboratory) -> Found {
    let scenario = laboratory.scenario("figure-8-4", &[]);
    let null = delivered(laboratory, &laboratory.scenario("figure-8-3", &[]), 9_000)?;
    number(delivered(laboratory, &scenario, 9_000)?, format!("{null:.0} to the null device"))
}

/// The least ratio at any rate up to 7,000/s, with feedback and without.
pub fn disk_against_null(laboratory: &Laboratory) -> Found {
    let least = |disk, null| -> Result<f64, TrialError> {
        let (disk, null) = (curve(laboratory, disk)?, curve(laboratory, null)?);
        let pairs = disk.points.iter().zip(&null.points).filter(|(point, _)| point.rate <= 7_000);
        Ok(pairs.map(|(disk, null)| disk.delivered_pps / null.delivered_pps).fold(f64::INFINITY, f64::min))
    };
    let with = least("figure-8-4", "figure-8-3")?;
    let without = least("figure-8-4-no-feedback", "figure-8-3-no-feedback")?;
    let text = format!("to disk at least {with:.3} of what is captured to null with feedback, {without:.3} without");
    seen(with >= 0.93 && without >= 0.93, text)
}

pub fn bursts(laboratory: &Laboratory) -> Found {
    let of = |burst: &str| laboratory.scenario("figure-8-3-no-feedback", &[("traffic.burst", burst)]);
    let rate = laboratory.mlfrr(&of("1"))?.rate * 12 / 10;
    let (one, eight) = (delivered(laboratory, &of("1"), rate)?, delivered(laboratory, &of("8"), rate)?);
    seen(eight > one, format!("{eight:.0}/s in bursts of 8, {one:.0}/s one at a time, at {rate}/s"))
}

pub fn loss(laboratory: &Laboratory) -> Found {
    let scenario = laboratory.scenario("figure-8-4", &[]);
    let flooded = at_rate(&scenario, laboratory.mlfrr(&scenario)?.rate * 12 / 10)?;
    let reports = laboratory.trials(&flooded)?;
    let at_queue = mean(&reports, |report| report.drops["delivery_queue"] as f64 / report.window.dropped.max(1) as f64);
    let (ends, early) = ends_of_inhibition(&flooded)?;
    let holds = at_queue > 0.95 && ends > 0 && early as f64 >= 0.9 * ends as f64;
    let text = format!(
        "{:.1} % of the losses at the filter queue; {early} of {ends} times input goes on with more than 8 packets queued",
        at_queue * 100.0
    );
    seen(holds, text)
}

/// How often input went on in 400 ms, and how often of these with more than eight packets in the queue. Only the time-out
/// lets it go on in this scenario.
fn ends_of_inhibition(scenario: &Scenario) -> Result<(u64, u64), TrialError> {
    let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: 64 << 20 }))?;
    let end = machine.settings().machine.clock.cycles_in_milliseconds(400);
    machine.run_until(end).map_err(|stuck| TrialError::Stuck { scenario: scenario.id.clone(), stuck })?;
    let topology = &machine.topology;
    let feedback = topology.gates.iter().position(|gate| gate.id == "feedback").expect("the kernel can poll");
    let queue = topology.places.iter().position(|place| place.id == "delivery_queue").expect("tcpdump has a queue");
    let (mut queued, mut ends, mut early) = (0_u64, 0, 0);
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
    Ok((ends, early))
}
