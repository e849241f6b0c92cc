//! The window sweep: after the kernel has served one packet, a second one arrives at every cycle of the window between the
//! kernel's last look at the ring and its sleep. A kernel that acknowledges or enables too late leaves it waiting.
//!
//! ```text
//! first packet read ... last look | window: one run for each cycle | every CPU idle
//! ```
//!
//! The kernel may sleep more than once: when it has received the packet, and when it was told that the packet is sent. Each sleep
//! after a look has a window. The result is that of the first one that leaves a packet waiting; without one, that of the first.
//!
//! The last look is the end of the last statement before the sleep that calls `lnread` or `lnrlen`, or the moment when the first
//! packet left the ring, whichever is later. The sleep is the moment from which the CPU idles, after the return from the
//! interrupt or the block of the thread: only an interrupt can help from there on. A packet is *stranded* if the CPU idles while
//! it waits. A kernel notices a packet only by what it does, so of a window that is too long for a run each cycle, the cycles
//! around each thing that it does are taken, and some between them. For the same reason the cycles from one act to the next share
//! their fate: the first and the last of them are run, and those between only if the two do not agree.

use super::measure::{Broken, Measured};
use super::metric::{Metric, MetricValues};
use super::runs::one_packet;
use super::window::{FIRST_MICROSECONDS, Found, traced};
use livelock_core::message;
use livelock_core::scenario::{Intervention, Scenario, Value};
use livelock_core::units::{Cycles, Hertz};
use serde::Serialize;

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
    /// The windows behind this one, the last one first; and the result of the first one, once it is known.
    later: Vec<Window>,
    first: Option<Sweep>,
}

/// A window that is to be swept.
struct Window {
    look: Cycles,
    length: Cycles,
    cycles: Vec<Cycles>,
    spans: Vec<(usize, usize)>,
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
        let window = |found: Found| {
            let cycles = found.cycles();
            Window { look: found.look, length: found.sleep - found.look, spans: first.spans(&cycles), cycles }
        };
        let mut later: Vec<Window> = match first.arrivals.first() {
            Some(arrival) => first.windows(*arrival).into_iter().map(window).collect(),
            None => Vec::new(),
        };
        later.reverse();
        let (cycles, spans) = (Vec::new(), Vec::new());
        let mut all = WindowSweep { clock, arrival, cycles, spans, sweep, later, first: None };
        all.begin_next();
        Ok(all)
    }

    /// Begins with the next window, if there is one.
    fn begin_next(&mut self) -> bool {
        let Some(Window { look, length, cycles, spans }) = self.later.pop() else { return false };
        (self.cycles, self.spans) = (cycles, spans);
        self.sweep.points.clear();
        (self.sweep.last_look, self.sweep.window) = (Some(look.0), length.0);
        true
    }

    /// The same, with a run for each cycle.
    #[cfg(test)]
    pub fn with_every_run(mut self) -> WindowSweep {
        let every = |cycles: &[Cycles]| (0..cycles.len()).rev().map(|at| (at, at)).collect();
        self.spans = every(&self.cycles);
        self.later.iter_mut().for_each(|window| window.spans = every(&window.cycles));
        self
    }

    /// Tries the next cycles. Returns the result after the last ones.
    pub fn advance(&mut self) -> Result<Option<Measured>, Broken> {
        let Some((from, to)) = self.spans.pop() else {
            let strands = self.sweep.points.iter().any(|point| point.stranded);
            let first = self.first.get_or_insert_with(|| self.sweep.clone()).clone();
            if !strands && self.begin_next() {
                return Ok(None);
            }
            let sweep = if strands { self.sweep.clone() } else { first };
            return Ok(Some(Measured { values: sweep.values(), sweep: Some(sweep), ..Measured::default() }));
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
