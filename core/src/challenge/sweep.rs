//! The window sweep: after the kernel has served one packet, a second one arrives at every cycle of the window between the
//! kernel's last look at the ring and its sleep. A kernel that acknowledges or enables too late leaves it waiting.
//!
//! ```text
//! first packet read ... last look | window: one run for each cycle | every CPU idle
//! ```
//!
//! The last look is the end of the last statement before the sleep that calls `lnread` or `lnrlen`, or the moment when the first
//! packet left the ring, whichever is later. The sleep is the moment from which the CPU idles, after the return from the
//! interrupt or the block of the thread: only an interrupt can help from there on. A packet is *stranded* if the CPU idles while
//! it waits. A kernel notices a packet only by what it does, so of a window that is too long for a run each cycle, the cycles
//! around each thing that it does are taken, and some between them.

use super::lines::without_comments;
use super::measure::in_words;
use super::metric::Metric;
use crate::machine::{Machine, Tracing};
use crate::scenario::costs::STEPS;
use crate::scenario::{Arrival, Capture, Recording, Scenario, Value};
use crate::trace::topology::{ContextKind, PlaceKind, Topology};
use crate::trace::{Event, Record, RecorderSize};
use crate::units::{Cycles, Hertz};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The calls that look at a receive ring.
const LOOKS: [&str; 2] = ["lnread(", "lnrlen("];
/// When the first packet arrives, in milliseconds: just after a tick, so that the clock does not help until the next one.
const FIRST_MILLISECONDS: i64 = 5;
/// How long the kernel may take for the first packet.
const SERVICE_MILLISECONDS: u64 = 15;
/// How long the second packet may wait.
const WAIT_MILLISECONDS: u64 = 3;
/// Runs of a sweep.
const POINTS_MAX: usize = 1_000;
/// Cycles before and after the window.
const MARGIN: u64 = 12;
/// An idle CPU takes an interrupt at once. This is far shorter than anything that a kernel does.
const IDLE_CYCLES: Cycles = Cycles(150);
const KEEP: Tracing = Tracing::Keep(RecorderSize { bytes: 4 << 20 });

/// The result of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sweep {
    /// The last look, in cycles from the start of the run; none if the CPU never sleeps after the first packet.
    pub last_look: Option<u64>,
    /// Cycles from the last look to the sleep.
    pub window: u64,
    pub points: Vec<SweepPoint>,
}

/// The fate of a packet that arrived at one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SweepPoint {
    /// Cycles after the last look.
    pub cycle: i64,
    /// How long it was in the ring, in microseconds; none if nobody took it for 3 ms.
    pub wait_us: Option<f64>,
    /// It waited while the CPU was idle.
    pub stranded: bool,
}

impl Sweep {
    pub(super) fn values(&self) -> BTreeMap<Metric, f64> {
        let stranded = self.points.iter().filter(|point| point.stranded).count();
        let waits = || self.points.iter().map(|point| point.wait_us);
        let mut values = BTreeMap::from([(Metric::Stranded, stranded as f64)]);
        // a packet that nobody takes has no wait, which is no value that meets a bound
        if waits().all(|wait| wait.is_some()) {
            values.insert(Metric::WindowWait, waits().flatten().fold(0.0, f64::max));
        }
        values
    }
}

/// Sweeps the window of a program. `scenario` is the machine; its traffic is replaced. The error is what the program did wrong.
pub fn sweep_window(scenario: &Scenario) -> Result<Sweep, String> {
    let first = traced(scenario, None)?;
    let Some(arrival) = first.arrivals.first().copied() else { return Ok(Sweep::default()) };
    let Some(window) = first.window(arrival) else { return Ok(Sweep::default()) };
    let clock = scenario.profile().clock;
    let mut points: Vec<SweepPoint> = Vec::new();
    for at in window.cycles() {
        let second = traced(scenario, Some(at - arrival))?;
        // a wire that is still busy with the first packet brings the second one later
        let Some(arrived) = second.arrivals.get(1).copied() else { continue };
        let cycle = arrived.0 as i64 - window.look.0 as i64;
        if points.last().is_none_or(|last| last.cycle < cycle) {
            let (wait, stranded) = second.fate(arrived);
            let wait_us = wait.map(|wait| wait.0 as f64 * 1e6 / clock.0 as f64);
            points.push(SweepPoint { cycle, wait_us, stranded });
        }
    }
    Ok(Sweep { last_look: Some(window.look.0), window: (window.sleep - window.look).0, points })
}

/// The window of a run with one packet.
struct Found {
    look: Cycles,
    sleep: Cycles,
    /// When the kernel did something in between.
    acts: BTreeSet<u64>,
}

impl Found {
    /// The cycles at which a second packet arrives.
    fn cycles(&self) -> Vec<Cycles> {
        let (from, to) = (self.look.0.saturating_sub(MARGIN), self.sleep.0 + MARGIN);
        if to - from < POINTS_MAX as u64 {
            return (from..=to).map(Cycles).collect();
        }
        let near = |at: &u64| [at.saturating_sub(1), *at, at + 1];
        let mut cycles: BTreeSet<u64> = self.acts.iter().flat_map(near).take(POINTS_MAX / 2).collect();
        cycles.extend((from..=to).step_by((to - from) as usize / (POINTS_MAX / 2) + 1));
        cycles.into_iter().filter(|at| (from..=to).contains(at)).map(Cycles).collect()
    }
}

/// The trace of a run with one or two packets, read once.
struct Traced {
    records: Vec<Record>,
    arrivals: Vec<Cycles>,
    is_idle: Vec<bool>,
    is_ring: Vec<bool>,
    /// By step of a line of the program, from `STEPS.len()` on: whether the line looks at a ring.
    looks: Vec<bool>,
}

/// Runs the machine with a packet, and a second one so many cycles after it.
fn traced(scenario: &Scenario, second: Option<Cycles>) -> Result<Traced, String> {
    let scenario = with_packets(scenario, second);
    let mut machine = Machine::new(&scenario, KEEP).map_err(|errors| errors.to_string())?;
    let clock = Hertz(machine.topology.clock_hz);
    let begin = clock.cycles_in_milliseconds(FIRST_MILLISECONDS as u64);
    let more = second.map_or(clock.cycles_in_milliseconds(SERVICE_MILLISECONDS), |second| {
        second + clock.cycles_in_milliseconds(WAIT_MILLISECONDS)
    });
    machine.run_until(begin + more).map_err(|trap| in_words(&trap))?;
    let mut traced = Traced::new(&machine.topology);
    let recorder = &machine.host.recorder;
    recorder.scan(recorder.first_after(begin), |record| {
        traced.records.push(record);
        true
    });
    let arrives = |record: &&Record| matches!(record.event(), Event::Arrive { .. } | Event::Refuse { .. });
    traced.arrivals = traced.records.iter().filter(arrives).map(|record| record.time()).collect();
    Ok(traced)
}

fn with_packets(scenario: &Scenario, second: Option<Cycles>) -> Scenario {
    let clock = scenario.profile().clock;
    let nanoseconds = |cycles: Cycles| (u128::from(cycles.0) * 1_000_000_000).div_ceil(u128::from(clock.0)) as u64;
    let at = |nanoseconds: u64| Arrival { nanoseconds, bytes: 64 };
    let arrivals = [Some(at(0)), second.map(|second| at(nanoseconds(second)))].into_iter().flatten().collect();
    let recording = Arc::new(Recording::new(arrivals).expect("packets in order of time"));
    let capture = Capture {
        file: "window sweep".to_string(),
        packets: recording.arrivals().len() as u64,
        digest: recording.digest().to_string(),
        recording: Some(recording),
    };
    let choice = |value: &str| Value::Choice(value.to_string());
    let scenario = Scenario { capture: Some(capture), ..scenario.clone() };
    let traffic = [
        ("traffic.pattern", choice("capture")),
        ("traffic.pace", choice("recorded")),
        ("traffic.packets", Value::Integer(0)),
        ("traffic.start_ms", Value::Integer(FIRST_MILLISECONDS)),
    ];
    scenario.with(&traffic).expect("traffic of any machine of a challenge")
}

/// Whether each line of the program looks at a ring, in the order of their steps.
fn looking_steps(topology: &Topology) -> Vec<bool> {
    let looks = |line: &str| LOOKS.iter().any(|call| line.contains(call));
    topology.steps.iter().skip(STEPS.len()).map(|step| looks(&without_comments(&step.label))).collect()
}

impl Traced {
    fn new(topology: &Topology) -> Traced {
        Traced {
            records: Vec::new(),
            arrivals: Vec::new(),
            is_idle: topology.contexts.iter().map(|context| context.kind == ContextKind::Idle).collect(),
            is_ring: topology.places.iter().map(|place| place.kind == PlaceKind::ReceiveRing).collect(),
            looks: looking_steps(topology),
        }
    }

    /// The context that the CPU runs after a record, if the record changes it.
    fn runs(&self, record: Record) -> Option<usize> {
        match record.event() {
            Event::Run { .. } | Event::Interrupt { .. } => Some(usize::from(record.context())),
            Event::Return { to, .. } => Some(usize::from(to)),
            _ => None,
        }
    }

    fn takes_from_ring(&self, record: &Record) -> bool {
        matches!(record.event(), Event::Pop { place, .. } if self.is_ring[usize::from(place)])
    }

    /// The record after which the CPU idles. Between two contexts it may be idle for no time at all.
    fn sleep(&self, records: &[Record]) -> Option<usize> {
        let switches = || records.iter().enumerate().filter_map(|(at, one)| Some((at, one.time(), self.runs(*one)?)));
        let next = switches().skip(1).map(|(_, time, _)| time).chain([Cycles::NEVER]);
        let sleeps = |((at, time, context), next): ((usize, Cycles, usize), Cycles)| {
            (self.is_idle[context] && next - time > IDLE_CYCLES).then_some(at)
        };
        switches().zip(next).find_map(sleeps)
    }

    fn window(&self, arrival: Cycles) -> Option<Found> {
        let after = |record: &&Record| record.time() >= arrival;
        let taken = self.records.iter().filter(after).position(|record| self.takes_from_ring(record))?;
        let rest: Vec<Record> = self.records.iter().filter(after).skip(taken).copied().collect();
        let sleep = self.sleep(&rest)?;
        let mut looks = rest[..sleep].iter().filter_map(|record| {
            let step = record.step_start()?;
            let line = usize::from(step.step).checked_sub(STEPS.len())?;
            self.looks[line].then(|| record.time() + Cycles(step.cycles.into()))
        });
        let look = looks.next_back().unwrap_or(rest[0].time()).max(rest[0].time());
        let sleep_at = rest[sleep].time();
        let acts = rest[..=sleep].iter().map(|record| record.time().0).filter(|at| *at >= look.0).collect();
        (look <= sleep_at).then_some(Found { look, sleep: sleep_at, acts })
    }

    /// How long the packet that arrived then was in the ring, and whether the CPU idled meanwhile.
    fn fate(&self, arrived: Cycles) -> (Option<Cycles>, bool) {
        let (mut running, mut since, mut idle) = (None, arrived, Cycles::ZERO);
        let mut before = 0;
        for record in &self.records {
            let now = record.time();
            let waits = now >= arrived;
            if waits {
                if running.is_some_and(|context: usize| self.is_idle[context]) {
                    idle += now - since.max(arrived);
                }
                since = now;
            }
            if self.takes_from_ring(record) {
                before += 1;
                // the first packet left the ring before it
                if before == 2 {
                    return (Some(now - arrived), idle > IDLE_CYCLES);
                }
            }
            running = self.runs(*record).or(running);
        }
        (None, true)
    }
}
