//! W: one TCP stream beside background load (table 2, figures 10, 11 and 14).

use super::measure::{Checked, number, observed};
use super::periodicity::period;
use super::receiver::{TRANSMISSION_MS, megabits, until_read};
use super::watch::{Depths, place, run_until, watch};
use crate::experiment::TrialError;
use crate::experiment::claims::TrialCache;
use crate::machine::Machine;
use crate::scenario::{Scenario, Settings};
use crate::schedulers::time_slice_ms;
use crate::trace::{Count, PlaceId};
use crate::units::Cycles;

/// Megabytes (W table 2).
const BUFFERS: [u64; 5] = [1, 10, 20, 40, 80];
/// "one TCP stream to receiver for 100 seconds"
const TABLE_MS: u64 = 100_000;
/// Data in a segment of 1,518 bytes.
const DATA: u64 = 1_448;

/// End-to-end throughput for each buffer size, in Mb/s.
fn row_of_table(cache: &TrialCache, background: &str) -> Result<Vec<f64>, TrialError> {
    let duration = TABLE_MS.to_string();
    let rate = |megabytes: &u64| {
        let buffer = (megabytes * 1_024).to_string();
        let changes = [("receive.buffer_kb", buffer.as_str()), ("receive.duration_ms", duration.as_str())];
        let scenario = cache.scenario(&format!("wu-table-2-bl{background}"), &changes);
        let measured = cache.once("throughput", &scenario, || {
            let (machine, ms) = until_read(cache, &scenario, TABLE_MS)?;
            Ok(vec![megabits(machine.row().count(Count::Delivered), DATA, ms)])
        })?;
        Ok(measured[0])
    };
    BUFFERS.iter().map(rate).collect()
}

fn words(row: &[f64]) -> String {
    row.iter().map(|rate| format!("{rate:.1}")).collect::<Vec<String>>().join(", ")
}

fn mean_of_row(cache: &TrialCache, background: &str) -> Checked {
    let row = row_of_table(cache, background)?;
    let mean = row.iter().sum::<f64>() / row.len() as f64;
    number(mean, format!("{} Mb/s with 1, 10, 20, 40, 80 MB", words(&row)))
}

pub fn without_load(cache: &TrialCache) -> Checked {
    mean_of_row(cache, "0")
}

pub fn load_4(cache: &TrialCache) -> Checked {
    mean_of_row(cache, "4")
}

pub fn load_10(cache: &TrialCache) -> Checked {
    mean_of_row(cache, "10")
}

pub fn flat(cache: &TrialCache) -> Checked {
    let mut ratios = Vec::new();
    for background in ["0", "4", "10"] {
        let row = row_of_table(cache, background)?;
        let (least, most) = row.iter().fold((f64::INFINITY, 0.0_f64), |(l, m), rate| (l.min(*rate), m.max(*rate)));
        ratios.push(most / least);
    }
    let text = format!("{:.3}, {:.3} and {:.3} at BL0, BL4 and BL10", ratios[0], ratios[1], ratios[2]);
    observed(ratios.iter().all(|ratio| *ratio <= 1.05), text)
}

/// Sampling interval for the curves of figures 10 and 11.
const SAMPLING_MS: u64 = 10;
/// Nearly three rounds of the scheduler.
const LONGEST_PERIOD_MS: u64 = 3_000;

/// The curves of figures 10 and 11, from 5 s after the beginning of the stream to its end: packets in the receive queue and in the
/// backlog, in turn.
fn samples(mut machine: Machine) -> Result<Vec<f64>, TrialError> {
    let queues = ["receive_queue", "backlog"].map(|id| usize::from(place(&machine.topology, id)));
    let (begin, clock) = (machine.settings().traffic.start, machine.settings().machine.clock);
    let moments =
        (5_000..TRANSMISSION_MS).step_by(SAMPLING_MS as usize).map(|ms| begin + clock.cycles_in_milliseconds(ms));
    let mut counts = Vec::new();
    for moment in moments {
        run_until(&mut machine, moment)?;
        let state = machine.visible_state();
        counts.extend(queues.map(|queue| state.places[queue].count() as f64));
    }
    Ok(counts)
}

pub fn period_of_queues(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("wu-table-2-bl10", &[]);
    let longest = (LONGEST_PERIOD_MS / SAMPLING_MS) as usize;
    let counts = cache.once("curves of queues", &scenario, || samples(cache.untraced(&scenario, 0)?))?;
    let of_queue = |first| period(&counts.iter().copied().skip(first).step_by(2).collect::<Vec<f64>>(), longest);
    let (receive, backlog) = (of_queue(0), of_queue(1));
    let in_ms = |lag: Option<usize>| lag.map_or(f64::NAN, |lag| lag as f64 * SAMPLING_MS as f64);
    // both curves must have the period
    let both = receive.and_then(|receive| Some(receive.max(backlog?)));
    number(in_ms(both), format!("receive queue {:.0} ms, backlog {:.0} ms", in_ms(receive), in_ms(backlog)))
}

/// The share of the time in which a queue is empty, and its mean fill, from 5 s after the beginning of the stream.
#[derive(Default)]
struct Share {
    empty: u64,
    whole: u64,
    integral: u128,
    since: Cycles,
}

impl Share {
    fn passes(&mut self, now: Cycles, depth: i64) {
        let span = now.saturating_sub(self.since).0;
        self.since = self.since.max(now);
        self.whole += span;
        self.empty += if depth == 0 { span } else { 0 };
        self.integral += u128::from(span) * depth.max(0) as u128;
    }
}

/// Shares of the time, in per cent: prequeue, out-of-sequence queue and backlog empty, and the mean fill of the receive queue.
fn shares_of_queues(cache: &TrialCache, scenario: &Scenario) -> Result<Vec<f64>, TrialError> {
    let settings = Settings::from(&scenario.values());
    let begin = settings.traffic.start + settings.machine.clock.cycles_in_milliseconds(5_000);
    let topology = cache.untraced(scenario, 0)?.topology.clone();
    let ids = ["prequeue", "out_of_order", "backlog", "receive_queue"];
    let places: Vec<PlaceId> = ids.iter().map(|id| place(&topology, id)).collect();
    let mut shares: Vec<Share> = ids.iter().map(|_| Share { since: begin, ..Share::default() }).collect();
    let mut depths = Depths::default();
    watch(cache, scenario, TRANSMISSION_MS, |time, event| {
        let old_depths: Vec<i64> = places.iter().map(|place| depths.of(*place)).collect();
        if let Some(changed) = depths.update(event)
            && let Some(number) = places.iter().position(|place| *place == changed)
        {
            shares[number].passes(time, old_depths[number]);
        }
    })?;
    let empty: Vec<f64> = shares.iter().map(|share| share.empty as f64 / share.whole.max(1) as f64 * 100.0).collect();
    // a queue that never held a packet is empty all the time
    let empty = |number: usize| if shares[number].whole == 0 { 100.0 } else { empty[number] };
    let quota = f64::from(topology.places[usize::from(places[3])].capacity);
    let full = shares[3].integral as f64 / shares[3].whole.max(1) as f64 / quota * 100.0;
    Ok(vec![empty(0), empty(1), empty(2), full])
}

pub fn queues(cache: &TrialCache) -> Checked {
    let scenario = cache.scenario("wu-table-2-bl0", &[]);
    let shares = cache.once("shares of queues", &scenario, || shares_of_queues(cache, &scenario))?;
    let [prequeue, out_of_order, backlog, full] = shares[..] else { panic!("there are four shares") };
    let text = format!(
        "prequeue empty {prequeue:.1} %, out-of-sequence queue {out_of_order:.1} %, backlog {backlog:.1} % of the time; receive queue {full:.1} % full"
    );
    observed(prequeue > 90.0 && out_of_order > 95.0 && backlog < 50.0 && full > 80.0, text)
}

/// Mb/s from 5 s after the beginning of the stream to its end. By then the process has used up the bonus for its earlier
/// sleep.
fn steady(cache: &TrialCache, nice: i64, background: u64) -> Result<f64, TrialError> {
    let (nice, background) = (nice.to_string(), background.to_string());
    let changes = [("receive.nice", nice.as_str()), ("receive.background", background.as_str())];
    let scenario = cache.scenario("wu-figure-14", &changes);
    Ok(cache.once("steady rate", &scenario, || Ok(vec![steady_of(cache.untraced(&scenario, 0)?)?]))?[0])
}

fn steady_of(mut machine: Machine) -> Result<f64, TrialError> {
    let (begin, clock) = (machine.settings().traffic.start, machine.settings().machine.clock);
    let mut delivered_by = |ms: u64| -> Result<u64, TrialError> {
        run_until(&mut machine, begin + clock.cycles_in_milliseconds(ms))?;
        Ok(machine.row().count(Count::Delivered))
    };
    let warm_up = delivered_by(5_000)?;
    Ok(megabits(delivered_by(TRANSMISSION_MS)? - warm_up, DATA, TRANSMISSION_MS - 5_000))
}

/// Equation 10 for every point of figure 14.
pub fn nice(cache: &TrialCache) -> Checked {
    const ALONE: f64 = 309.0;
    let mut holds = true;
    let mut rates = Vec::new();
    for nice in [0, -10, -15] {
        let mut last = f64::INFINITY;
        for background in [1, 4, 10] {
            let rate = steady(cache, nice, background)?;
            let slice = time_slice_ms(nice);
            let expected = ALONE * slice as f64 / (slice + background * time_slice_ms(0)) as f64;
            holds &= (rate / expected - 1.0).abs() <= 0.15 && rate < last;
            last = rate;
            rates.push(format!("{nice} BL{background}: {rate:.1} of {expected:.1}"));
        }
    }
    observed(holds, rates.join(", "))
}
