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
//! around each thing that it does are taken, and some between them. For the same reason the cycles from one act to the next share
//! their fate: the first and the last of them are run, and those between only if the two do not agree.

use super::lines::without_comments;
use super::measure::{Broken, Measured};
use super::metric::{Metric, MetricValues};
use super::runs::one_packet;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::message;
use livelock_core::scenario::costs::STEPS;
use livelock_core::scenario::{Intervention, Scenario, Value};
use livelock_core::trace::topology::{ContextKind, PlaceKind, Topology};
use livelock_core::trace::{Event, Record, RecorderSize};
use livelock_core::units::{Cycles, Hertz};
use serde::Serialize;

/// The calls that look at a receive ring.
const LOOKS: [&str; 2] = ["lnread(", "lnrlen("];
/// When the first packet arrives: just after a tick, so that the clock does not help until the next one.
const FIRST_MICROSECONDS: u64 = 5_070;
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sweep {
    /// The last look, in cycles from the start of the run; none if the CPU never sleeps after the first packet.
    pub last_look: Option<u64>,
    /// Cycles from the last look to the sleep.
    pub window: u64,
    pub points: Vec<SweepPoint>,
    /// The run with the first packet only. The run of a point has its intervention once more, when the second packet arrives.
    pub scenario: Scenario,
}

/// The fate of a packet that arrived at one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SweepPoint {
    /// Cycles after the last look.
    pub cycle: i64,
    /// How long it was in the ring, in microseconds; none if nobody took it for 3 ms.
    pub wait_us: Option<f64>,
    /// It waited while the CPU was idle.
    pub stranded: bool,
}

impl Sweep {
    fn values(&self) -> MetricValues {
        let stranded = self.points.iter().filter(|point| point.stranded).count();
        let waits = || self.points.iter().map(|point| point.wait_us);
        let mut values = MetricValues::default();
        values.set(Metric::Stranded, Some(stranded as f64));
        // a packet that nobody takes has no wait, which is no value that meets a bound
        if waits().all(|wait| wait.is_some()) {
            values.set(Metric::WindowWait, Some(waits().flatten().fold(0.0, f64::max)));
        }
        values
    }

    /// The run of the packet that waited longest, a stranded one if there is one: it can be opened in the machine.
    pub(super) fn worst(&self) -> Scenario {
        let wait = |point: &&SweepPoint| (point.stranded, point.wait_us.unwrap_or(f64::INFINITY));
        let later = |one: &&SweepPoint, other: &&SweepPoint| {
            let (one, other) = (wait(one), wait(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        let (Some(look), Some(point)) = (self.last_look, self.points.iter().max_by(later)) else {
            return self.scenario.clone();
        };
        with_second(&self.scenario, Cycles(look.saturating_add_signed(point.cycle)))
    }
}

/// A sweep of a program's window, run by run.
pub struct WindowSweep {
    clock: Hertz,
    arrival: Cycles,
    /// When a second packet is tried, in order of time.
    cycles: Vec<Cycles>,
    /// Which of them are still to be tried: the first and the last index of cycles that may share their fate, the latest first.
    spans: Vec<(usize, usize)>,
    sweep: Sweep,
}

/// What became of a second packet.
struct Tried {
    /// None: it did not arrive.
    arrived: Option<Cycles>,
    wait: Option<Cycles>,
    stranded: bool,
    /// Records of its run.
    records: usize,
}

impl WindowSweep {
    /// `scenario` is the machine; its traffic is replaced. The error is what the program did wrong.
    pub fn new(scenario: &Scenario) -> Result<WindowSweep, Broken> {
        let scenario = with_first(scenario)?;
        let clock = scenario.profile().clock;
        let first = traced(&scenario, None)?;
        let sweep = Sweep { last_look: None, window: 0, points: Vec::new(), scenario };
        let arrival = first.arrivals.first().copied().unwrap_or(Cycles::ZERO);
        let mut all = WindowSweep { clock, arrival, cycles: Vec::new(), spans: Vec::new(), sweep };
        let window = first.arrivals.first().and_then(|arrival| first.window(*arrival));
        if let Some(window) = window {
            all.cycles = window.cycles();
            all.spans = first.spans(&all.cycles);
            (all.sweep.last_look, all.sweep.window) = (Some(window.look.0), (window.sleep - window.look).0);
        }
        Ok(all)
    }

    /// The same, with a run for each cycle.
    #[cfg(test)]
    pub fn with_every_run(mut self) -> WindowSweep {
        self.spans = (0..self.cycles.len()).rev().map(|at| (at, at)).collect();
        self
    }

    /// Tries the next cycles. Returns the result after the last ones.
    pub fn advance(&mut self) -> Result<Option<Measured>, Broken> {
        let Some((from, to)) = self.spans.pop() else {
            let (values, sweep) = (self.sweep.values(), Some(self.sweep.clone()));
            return Ok(Some(Measured { values, sweep, ..Measured::default() }));
        };
        let first = self.tried(from)?;
        let last = (from < to).then(|| self.tried(to));
        match last {
            None => self.add(&first),
            Some(Ok(last)) if self.agree((from, &first), (to, &last)) => {
                (from..to).for_each(|at| self.add(&self.between((from, &first), &last, at)));
                self.add(&last);
            }
            Some(last) if from + 1 == to => {
                self.add(&first);
                self.add(&last?);
            }
            Some(_) => {
                let middle = usize::midpoint(from, to);
                self.spans.extend([(middle + 1, to), (from, middle)]);
            }
        }
        Ok(None)
    }

    /// Runs the machine with a second packet.
    fn tried(&self, at: usize) -> Result<Tried, Broken> {
        let at = self.cycles[at];
        let second = traced(&with_second(&self.sweep.scenario, at), Some(at - self.arrival))?;
        let arrived = second.arrivals.get(1).copied();
        let (wait, stranded) = arrived.map_or((None, true), |arrived| second.fate(arrived));
        Ok(Tried { arrived, wait, stranded, records: second.records.len() })
    }

    /// Whether all packets between two of them have the same fate: all are taken at the same moment, or each is taken as long after
    /// its arrival. A wire that is still busy may bring all of them at the same moment.
    fn agree(&self, (from, first): (usize, &Tried), (to, last): (usize, &Tried)) -> bool {
        let is_in_time = |at: usize, tried: &Tried| tried.arrived == Some(self.cycles[at]);
        let are_in_time = is_in_time(from, first) && is_in_time(to, last);
        (are_in_time || first.arrived == last.arrived)
            && (first.stranded, first.records) == (last.stranded, last.records)
            && match (first.wait, last.wait) {
                (Some(wait), Some(then)) => wait == then || wait == then + (self.cycles[to] - self.cycles[from]),
                (wait, then) => wait == then,
            }
    }

    /// What became of a packet between two that agree.
    fn between(&self, (from, first): (usize, &Tried), last: &Tried, at: usize) -> Tried {
        let later = self.cycles[at] - self.cycles[from];
        let wait = if first.wait == last.wait { first.wait } else { first.wait.map(|wait| wait - later) };
        let arrived = if first.arrived == last.arrived { first.arrived } else { Some(self.cycles[at]) };
        Tried { arrived, wait, ..*first }
    }

    /// Adds a point. A wire that is still busy with the first packet brings the second one later: then several are one.
    fn add(&mut self, tried: &Tried) {
        let (Some(arrived), Some(look)) = (tried.arrived, self.sweep.last_look) else { return };
        let cycle = arrived.0 as i64 - look as i64;
        let points = &mut self.sweep.points;
        if points.last().is_none_or(|last| last.cycle < cycle) {
            let wait_us = tried.wait.map(|wait| wait.0 as f64 * 1e6 / self.clock.0 as f64);
            points.push(SweepPoint { cycle, wait_us, stranded: tried.stranded });
        }
    }
}

/// The window of a run with one packet.
struct Found {
    look: Cycles,
    sleep: Cycles,
    /// When the kernel did something in between, in order of time.
    acts: Vec<u64>,
}

impl Found {
    /// The cycles at which a second packet arrives.
    fn cycles(&self) -> Vec<Cycles> {
        let (from, to) = (self.look.0.saturating_sub(MARGIN), self.sleep.0 + MARGIN);
        if to - from < POINTS_MAX as u64 {
            return (from..=to).map(Cycles).collect();
        }
        let step = (to - from) / (POINTS_MAX as u64 / 2) + 1;
        let mut near = 0;
        let is_tried = |at: &u64| {
            let act = self.acts.partition_point(|act| act + 1 < *at);
            let is_near = near < POINTS_MAX / 2 && self.acts.get(act).is_some_and(|act| *act <= at + 1);
            near += usize::from(is_near);
            is_near || (at - from).is_multiple_of(step)
        };
        (from..=to).filter(is_tried).map(Cycles).collect()
    }
}

/// The trace of a run with one or two packets, read once.
struct Traced {
    records: Vec<Record>,
    arrivals: Vec<Cycles>,
    is_idle: Vec<bool>,
    is_ring: Vec<bool>,
    /// By step of a line of the program, from `STEPS.len()` on: whether the line looks at a ring. Empty if nobody asks.
    looks: Vec<bool>,
}

/// Runs a machine with one packet, or with a second one so many cycles after it.
fn traced(scenario: &Scenario, second: Option<Cycles>) -> Result<Traced, Broken> {
    let mut machine = Machine::new(scenario, KEEP)?;
    if second.is_some() {
        // only the run with one packet says where the window is
        machine.host.recorder.leave_program_out();
    }
    let clock = Hertz(machine.topology.clock_hz);
    let begin = clock.cycles_in_microseconds(FIRST_MICROSECONDS);
    let more = second.map_or(clock.cycles_in_milliseconds(SERVICE_MILLISECONDS), |second| {
        second + clock.cycles_in_milliseconds(WAIT_MILLISECONDS)
    });
    machine
        .run_until(begin + more)
        .map_err(|trap| Broken { scenario: second.map(|_| Box::new(scenario.clone())), ..Broken::from(trap) })?;
    let looks = if second.is_none() { looking_steps(&machine.topology) } else { Vec::new() };
    let mut traced = Traced::new(&machine.topology, looks);
    let recorder = &machine.host.recorder;
    // the packet arrives in the cycle `begin`
    recorder.scan(recorder.first_after(begin.saturating_sub(Cycles(1))), |record| {
        traced.records.push(record);
        true
    });
    let arrives = |record: &&Record| matches!(record.event(), Event::Arrive { .. } | Event::Refuse { .. });
    traced.arrivals = traced.records.iter().filter(arrives).map(|record| record.time()).collect();
    Ok(traced)
}

/// The machine with one packet and no other. An intervention brings it: it is there in the cycle in which it is wanted, and whoever
/// has the scenario has the packet.
fn with_first(scenario: &Scenario) -> Result<Scenario, Broken> {
    if scenario.values().get("traffic.inputs").integer() > 1 {
        let told = message!("The window can be tried on a machine with one input interface.");
        return Err(Broken { line: 0, told, scenario: None });
    }
    let silent = Scenario { interventions: Vec::new(), capture: None, ..scenario.clone() };
    let silent = silent.with(&[
        ("traffic.pattern", Value::Choice("constant".into())),
        ("traffic.rate", Value::Integer(0)),
        ("traffic.reverse", Value::Integer(0)),
        ("traffic.packets", Value::Integer(0)),
        ("traffic.start_ms", Value::Integer(0)),
    ])?;
    let at = silent.profile().clock.cycles_in_microseconds(FIRST_MICROSECONDS).0;
    let set = one_packet();
    Ok(Scenario { interventions: vec![Intervention { at, set }], ..silent })
}

/// The same with a second packet at this cycle.
fn with_second(first: &Scenario, at: Cycles) -> Scenario {
    let mut second = first.clone();
    second.interventions.push(Intervention { at: at.0, ..first.interventions[0].clone() });
    second
}

/// Whether each line of the program looks at a ring, in the order of their steps.
fn looking_steps(topology: &Topology) -> Vec<bool> {
    let looks = |line: &str| LOOKS.iter().any(|call| line.contains(call));
    topology.steps.iter().skip(STEPS.len()).map(|step| looks(&without_comments(&step.label))).collect()
}

impl Traced {
    fn new(topology: &Topology, looks: Vec<bool>) -> Traced {
        Traced {
            records: Vec::new(),
            arrivals: Vec::new(),
            is_idle: topology.contexts.iter().map(|context| context.kind == ContextKind::Idle).collect(),
            is_ring: topology.places.iter().map(|place| place.kind == PlaceKind::ReceiveRing).collect(),
            looks,
        }
    }

    /// Takes the cycles of a second packet together that lie between the same acts of this run, which has one packet. An arrival
    /// comes before what software does in the same cycle.
    fn spans(&self, cycles: &[Cycles]) -> Vec<(usize, usize)> {
        let acts_before = |at: &Cycles| self.records.partition_point(|record| record.time() < *at);
        let mut end = 0;
        let together = cycles.chunk_by(|one, next| acts_before(one) == acts_before(next)).map(|span| {
            let from = end;
            end += span.len();
            (from, end - 1)
        });
        let mut spans: Vec<_> = together.collect();
        spans.reverse();
        spans
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
