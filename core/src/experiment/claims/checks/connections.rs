//! R 4 to 6: TCP with FreeBSD, LRP and SRP (tables 1 and 2), round trips (figure 4), gateways (figure 6).

use super::measure::{Checked, mean, number, observed};
use crate::experiment::TrialError;
use crate::experiment::claims::TrialCache;
use crate::machine::Machine;
use crate::probes::Timeline;
use crate::scenario::{Scenario, Step};
use crate::trace::{Count, Event};
use std::collections::BTreeMap;

/// Bits of data in a segment of the largest size.
const SEGMENT_BITS: f64 = 1_460.0 * 8.0;
/// Segments of a request of 512 KB (R 6).
const REQUEST: f64 = 359.0;
/// Length of traced runs.
const TRACED_MILLISECONDS: u64 = 1_000;

/// Mb/s of data, and the share of CPU time that the compute-bound process does not get, in per cent.
fn stream(cache: &TrialCache, scenario: &str) -> Result<(f64, f64), TrialError> {
    let reports = cache.trials(&cache.scenario(scenario, &[]))?;
    let megabits = mean(&reports, |report| report.delivered_pps) * SEGMENT_BITS / 1e6;
    Ok((megabits, mean(&reports, |report| 1.0 - report.user_share) * 100.0))
}

pub fn absolute(cache: &TrialCache) -> Checked {
    let (megabits, used) = stream(cache, "srp-table-1-freebsd")?;
    number(megabits, format!("{used:.1} % of the CPU"))
}

pub fn table_1(cache: &TrialCache) -> Checked {
    let freebsd = stream(cache, "srp-table-1-freebsd")?;
    let mut holds = true;
    let mut words = vec![format!("FreeBSD {:.2} Mb/s, {:.1} %", freebsd.0, freebsd.1)];
    for (name, scenario) in [("default", "srp-table-1"), ("ignored", "srp-table-1-ignored")] {
        let srp = stream(cache, scenario)?;
        holds &= (srp.0 / freebsd.0 - 1.0).abs() <= 0.04 && (srp.1 / freebsd.1 - 1.0).abs() <= 0.04;
        words.push(format!("{name} {:.2} Mb/s, {:.1} %", srp.0, srp.1));
    }
    observed(holds, words.join("; "))
}

/// Milliseconds for a request, with SIGUIQ's default handler and with SIGUIQ ignored.
fn request(cache: &TrialCache, task: &str) -> Result<(f64, f64), TrialError> {
    let elapsed = |scenario: &str| -> Result<f64, TrialError> {
        let reports = cache.trials(&cache.scenario(scenario, &[("srp.task", task)]))?;
        Ok(REQUEST * 1e3 / mean(&reports, |report| report.delivered_pps))
    };
    Ok((elapsed("srp-table-2")?, elapsed("srp-table-2-ignored")?))
}

fn shorter(default: f64, ignored: f64) -> f64 {
    (1.0 - ignored / default) * 100.0
}

pub fn averages(cache: &TrialCache) -> Checked {
    let (default, ignored) = request(cache, "averages")?;
    number(shorter(default, ignored), format!("{default:.1} and {ignored:.1} ms"))
}

pub fn other_tasks(cache: &TrialCache) -> Checked {
    let products = request(cache, "products")?;
    let select = request(cache, "select")?;
    let (products, select) = (shorter(products.0, products.1), shorter(select.0, select.1));
    let holds = [products, select].iter().all(|percent| (4.0..=14.0).contains(percent));
    observed(holds, format!("internal products {products:.1} %, select nth {select:.1} %"))
}

pub fn milliseconds(cache: &TrialCache) -> Checked {
    let mut holds = true;
    let mut words = Vec::new();
    for (task, stated) in [("products", 50.7), ("select", 61.0)] {
        let (default, ignored) = request(cache, task)?;
        holds &= (default / stated - 1.0).abs() <= 0.03;
        words.push(format!("{task} {default:.1}/{ignored:.1} ms"));
    }
    observed(holds, words.join(", "))
}

pub fn round_trips(cache: &TrialCache) -> Checked {
    let mut worst: f64 = 0.0;
    let mut words = Vec::new();
    for data in [10, 100, 500, 1_000, 1_472] {
        let frame = (data + 46).max(64).to_string();
        let time = |scenario: &str| -> Result<f64, TrialError> {
            let reports = cache.trials(&cache.scenario(scenario, &[("traffic.bytes", &frame)]))?;
            Ok(1e6 / mean(&reports, |report| report.delivered_pps))
        };
        let (freebsd, srp) = (time("srp-figure-4-freebsd")?, time("srp-figure-4")?);
        worst = worst.max((srp / freebsd - 1.0).abs());
        words.push(format!("{data} bytes {freebsd:.0} and {srp:.0} us"));
    }
    observed(worst <= 0.05, words.join(", "))
}

/// TCP through the gateway, in Mb/s. Half of the packets that it forwards are acknowledgements.
fn forwarded(cache: &TrialCache, onoff: &str, reservation: &str) -> Result<(f64, f64), TrialError> {
    let changes = [("srp.onoff", onoff), ("srp.reservation", reservation)];
    let reports = cache.trials(&cache.scenario("srp-figure-6", &changes))?;
    let megabits = mean(&reports, |report| report.delivered_pps) / 2.0 * SEGMENT_BITS / 1e6;
    Ok((megabits, mean(&reports, |report| report.cpu_share["forwarding"] + report.cpu_share["device"])))
}

pub fn gateway(cache: &TrialCache) -> Checked {
    let (alone, demand) = forwarded(cache, "0", "0")?;
    let (without, with) = (forwarded(cache, "8", "0")?.0 / alone, forwarded(cache, "8", "50")?.0 / alone);
    let text = format!(
        "alone {alone:.1} Mb/s with {:.0} % of the CPU; 8 onoff processes: {:.0} % of it without, {:.0} % with a reservation of 50 %; window and input queues 44 segments",
        demand * 100.0,
        without * 100.0,
        with * 100.0
    );
    observed((0.28..=0.55).contains(&demand) && with >= 0.9 && without <= 0.4, text)
}

/// Switches from one process or kernel thread to another, for each packet. A switch that is interrupted counts once.
fn switches(cache: &TrialCache, scenario: &str, changes: &[(&str, &str)]) -> Result<f64, TrialError> {
    let scenario = cache.scenario(scenario, changes);
    Ok(cache.once("switches", &scenario, || Ok(vec![switches_of(&cache.traced(&scenario, TRACED_MILLISECONDS)?)]))?[0])
}

fn switches_of(machine: &Machine) -> f64 {
    let (mut count, mut before) = (0_u64, None);
    machine.host.recorder.scan(machine.host.recorder.first(), |record| {
        if let Event::Run { switch } = record.event() {
            let is_another = before.replace(record.context()) != Some(record.context());
            count += u64::from(switch > 0 && is_another);
        }
        true
    });
    count as f64 / machine.row().count(Count::Delivered).max(1) as f64
}

/// Measured on table 2's requests, where the process computes while packets come.
pub fn context_switches(cache: &TrialCache) -> Checked {
    let count = |design: &str, siguiq: &str| {
        switches(cache, "srp-table-2", &[("kernel.design", design), ("srp.siguiq", siguiq)])
    };
    let (freebsd, lrp) = (count("freebsd", "default")?, count("lrp", "default")?);
    let (default, ignored, blocked) = (count("srp", "default")?, count("srp", "ignored")?, count("srp", "blocked")?);
    let as_freebsd = |switches: f64| (switches / freebsd - 1.0).abs() <= 0.05;
    let text = format!(
        "a packet: FreeBSD {freebsd:.3}, SRP ignored {ignored:.3}, blocked {blocked:.3}, default {default:.3}, LRP {lrp:.3}"
    );
    observed(as_freebsd(ignored) && as_freebsd(blocked) && default < 1.0 && lrp > default, text)
}

/// Calls of a demultiplexing step for each forwarded packet: least and most.
fn demultiplexed(cache: &TrialCache, scenario: &Scenario, step: Step) -> Result<(u64, u64), TrialError> {
    let machine = cache.traced(scenario, 200)?;
    let timeline = Timeline::of(&machine.host.recorder, machine.host.recorder.from(), machine.now());
    let mut calls: BTreeMap<u32, u64> = BTreeMap::new();
    for call in timeline.of_step(step) {
        *calls.entry(call.packet).or_default() += 1;
    }
    let sent = timeline.of_step(Step::FxpStart).map(|call| calls.get(&call.packet).copied().unwrap_or(0));
    let sent: Vec<u64> = sent.collect();
    Ok((sent.iter().copied().min().unwrap_or(0), sent.iter().copied().max().unwrap_or(0)))
}

pub fn stages(cache: &TrialCache) -> Checked {
    let srp = demultiplexed(cache, &cache.scenario("srp-section-5-1", &[]), Step::NextStageSubmit)?;
    let scenario = cache.scenario("srp-section-4-1-lrp", &[]);
    let lrp = demultiplexed(cache, &scenario, Step::EarlyDemultiplex)?;
    let reports = cache.trials(&scenario)?;
    let (lost, half) = (
        mean(&reports, |report| report.drops["own_channel"] as f64),
        mean(&reports, |report| report.window.arrived as f64 / 2.0),
    );
    let text = format!(
        "SRP {} to {} calls of MED a packet of 3 stages; LRP {} to {}, and {lost:.0} of {half:.0} answers end at the gateway's own address",
        srp.0, srp.1, lrp.0, lrp.1
    );
    observed(srp == (3, 3) && lrp == (1, 1) && (lost / half - 1.0).abs() < 0.05, text)
}
