//! The windows of a sweep, as the trace of a run with one packet shows them, and the fate of a second packet in them.

use super::lines::without_comments;
use super::measure::Broken;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::Scenario;
use livelock_core::scenario::costs::STEPS;
use livelock_core::trace::topology::{ContextKind, PlaceKind, Topology};
use livelock_core::trace::{Event, Record, RecorderSize};
use livelock_core::units::{Cycles, Hertz};

/// The calls that look at a receive ring.
const LOOKS: [&str; 2] = ["lnread(", "lnrlen("];
/// When the first packet arrives: just after a tick, so that the clock does not help until the next one.
pub const FIRST_MICROSECONDS: u64 = 5_070;
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

/// The window of a run with one packet.
pub struct Found {
    pub look: Cycles,
    pub sleep: Cycles,
    /// When the kernel did something in between, in order of time.
    acts: Vec<u64>,
}

impl Found {
    /// The cycles at which a second packet arrives.
    pub fn cycles(&self) -> Vec<Cycles> {
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
pub struct Traced {
    pub records: Vec<Record>,
    pub arrivals: Vec<Cycles>,
    is_idle: Vec<bool>,
    is_ring: Vec<bool>,
    /// By step of a line of the program, from `STEPS.len()` on: whether the line looks at a ring. Empty if nobody asks.
    looks: Vec<bool>,
}

/// Runs a machine with one packet, or with a second one so many cycles after it.
pub fn traced(scenario: &Scenario, second: Option<Cycles>) -> Result<Traced, Broken> {
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
    pub fn spans(&self, cycles: &[Cycles]) -> Vec<(usize, usize)> {
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

    /// The windows after the packet was taken. Behind the first sleep, only one after a look has one.
    pub fn windows(&self, arrival: Cycles) -> Vec<Found> {
        let after = |record: &&Record| record.time() >= arrival;
        let taken = self.records.iter().filter(after).position(|record| self.takes_from_ring(record));
        let rest = taken.map_or(Vec::new(), |taken| self.records.iter().filter(after).skip(taken).copied().collect());
        let (mut found, mut rest) = (Vec::new(), &rest[..]);
        while let Some(sleep) = self.sleep(rest) {
            found.extend(self.window(&rest[..=sleep], found.is_empty()));
            rest = &rest[sleep + 1..];
        }
        found
    }

    /// The window of these records, which end with a sleep. The first of all begins when the packet was taken.
    fn window(&self, records: &[Record], is_first: bool) -> Option<Found> {
        let (begin, sleep) = (records.first()?.time(), records.last()?.time());
        let mut looks = records.iter().filter_map(|record| {
            let step = record.step_start()?;
            let line = usize::from(step.step).checked_sub(STEPS.len())?;
            self.looks[line].then(|| record.time() + Cycles(step.cycles.into()))
        });
        let look = looks.next_back().or(is_first.then_some(begin))?.max(begin);
        let acts = records.iter().map(|record| record.time().0).filter(|at| *at >= look.0).collect();
        (look <= sleep).then_some(Found { look, sleep, acts })
    }

    /// How long the packet that arrived then was in the ring, and whether the CPU idled meanwhile.
    pub fn fate(&self, arrived: Cycles) -> (Option<Cycles>, bool) {
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
