//! One machine with everything that a view may ask about it: its trace, its counters over time, and an index of its
//! packets. It advances in slices. Frames (`frame`) and diagnoses (`probes`) read it and change nothing.

mod boundary;
mod breakpoints;
mod locals;

pub use boundary::Boundary;

use crate::cpu::Trap;
use crate::machine::{Machine, Tracing};
use crate::probes::{self, Report};
use crate::scenario::{INTERVENTIONS_MAX, Intervention, Scenario, ScenarioErrors, Value};
use crate::trace::topology::Topology;
use crate::trace::{CounterSamples, PacketIndex, Recorder, RecorderSize, Row};
use crate::units::{Cycles, Hertz};
use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;

/// Rates on screen are averages over this time, or over the time since the last intervention if that is shorter.
pub const WINDOW_MILLISECONDS: u64 = 100;

pub struct Session {
    machine: Machine,
    packets: RefCell<PacketIndex>,
    end: Cycles,
    /// Times of the interventions that change the machine, in order.
    changes: Vec<Cycles>,
    /// A machine of the same scenario, for what the trace does not have. None: nobody has asked, or the scenario has changed since.
    replay: Option<Box<Machine>>,
}

/// Two rows of the counters and their difference.
pub struct Window {
    pub from: Row,
    pub to: Row,
    pub difference: Row,
}

impl Session {
    pub fn new(scenario: &Scenario, trace_bytes: usize) -> Result<Session, ScenarioErrors> {
        let tracing = Tracing::Keep(RecorderSize { bytes: trace_bytes });
        let machine = Machine::new(scenario, tracing)?;
        let traffic = machine.settings().traffic.start;
        machine.host.keep_samples(CounterSamples::new(Hertz(machine.topology.clock_hz), machine.row(), traffic));
        let packets = RefCell::new(PacketIndex::new(trace_bytes / 128));
        let mut session = Session { packets, end: scenario.end(), changes: Vec::new(), replay: None, machine };
        let changing = |change: &&Intervention| !session.only_brings_packets(Cycles(change.at), &change.set);
        session.changes = scenario.interventions.iter().filter(changing).map(|change| Cycles(change.at)).collect();
        Ok(session)
    }

    pub fn topology(&self) -> &Topology {
        &self.machine.topology
    }

    pub fn scenario(&self) -> &Scenario {
        self.machine.scenario()
    }

    pub fn clock(&self) -> Hertz {
        Hertz(self.machine.topology.clock_hz)
    }

    pub fn head(&self) -> Cycles {
        self.machine.now()
    }

    /// Whether the run cannot go on: the machine has stopped for good, or it has reached the longest time of a run or the largest
    /// number of interventions.
    pub fn is_at_bound(&self) -> bool {
        self.machine.host.trapped().is_some()
            || self.head() >= self.end
            || self.scenario().interventions.len() >= INTERVENTIONS_MAX
    }

    pub fn recorder(&self) -> &Recorder {
        &self.machine.host.recorder
    }

    pub fn samples(&self) -> Ref<'_, CounterSamples> {
        self.machine.host.samples()
    }

    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The index of packets, up to the head.
    pub fn packets(&self) -> Ref<'_, PacketIndex> {
        if self.packets.borrow().unread(self.recorder()) > 0 {
            self.packets.borrow_mut().update(self.recorder());
        }
        self.packets.borrow()
    }

    /// Runs towards `until`, for at most this many iterations of the machine; returns the head.
    pub fn advance(&mut self, until: Cycles, iterations: u64) -> Result<Cycles, Trap> {
        const ITERATIONS_AT_ONCE: u64 = 4096;
        let until = until.min(self.end);
        let step = self.eviction_free_time();
        let mut left = iterations;
        while self.head() < until && left > 0 {
            let part = left.min(ITERATIONS_AT_ONCE);
            self.machine.run_iterations(until.min(self.head() + step), part)?;
            left -= part;
            self.index_before_eviction();
        }
        Ok(self.head())
    }

    /// A length of time in which the trace cannot evict records that are not indexed yet.
    fn eviction_free_time(&self) -> Cycles {
        const RECORDS_A_MILLISECOND: u64 = 1 << 14;
        let milliseconds = self.recorder().capacity() / 2 / RECORDS_A_MILLISECOND;
        self.clock().cycles_in_milliseconds(milliseconds.max(1))
    }

    /// Extends the index of packets before the trace evicts records that are not indexed yet. Otherwise the index is
    /// extended when it is read.
    fn index_before_eviction(&self) {
        let recorder = self.recorder();
        if self.packets.borrow().unread(recorder) > recorder.capacity() / 2 {
            self.packets.borrow_mut().update(recorder);
        }
    }

    /// Turns the trace on or off. While it is off, only the rows of counters are kept, so that the machine can run much faster
    /// than real time.
    pub fn set_tracing(&mut self, on: bool) {
        let recorder = &self.machine.host.recorder;
        match (recorder.is_on(), on) {
            (true, false) => recorder.pause(),
            (false, true) => {
                recorder.resume(self.machine.visible_state());
                self.packets.borrow_mut().reset(recorder);
            }
            _ => {}
        }
    }

    /// Changes settings at the head.
    pub fn intervene(&mut self, changes: &BTreeMap<String, Value>) -> Result<(), ScenarioErrors> {
        self.intervene_at(self.head(), changes)
    }

    /// Changes settings at a cycle, or at the head if that is later.
    pub fn intervene_at(&mut self, at: Cycles, changes: &BTreeMap<String, Value>) -> Result<(), ScenarioErrors> {
        let only_brings_packets = self.only_brings_packets(at.max(self.head()), changes);
        let at = self.machine.intervene_at(at, changes)?;
        if !only_brings_packets {
            self.changes.push(at);
        }
        self.replay = None;
        Ok(())
    }

    /// Whether an intervention is a burst into a silent machine: packets like others, and no change of a setting that was in force.
    fn only_brings_packets(&self, at: Cycles, changes: &BTreeMap<String, Value>) -> bool {
        let before = at.saturating_sub(Cycles(1));
        let was = |path: &str, value: Value| self.setting_at(path, before) == Some(&value);
        let burst = || Value::Choice("burst".into());
        let is_burst = changes.get("traffic.pattern") == Some(&burst()) && changes.contains_key("traffic.burst");
        let was_silent = was("traffic.rate", Value::Integer(0)) || was("traffic.pattern", burst());
        is_burst && changes.len() == 2 && was_silent
    }

    /// Time of the last intervention at or before `moment` that changes the machine.
    pub fn last_intervention(&self, moment: Cycles) -> Option<Cycles> {
        self.changes.iter().copied().take_while(|at| *at <= moment).last()
    }

    /// Returns a setting as it was at `moment`; `None` if it had its default.
    pub fn setting_at(&self, path: &str, moment: Cycles) -> Option<&Value> {
        let scenario = self.scenario();
        let changes = scenario.interventions.iter().filter(|change| change.at <= moment.0);
        changes.rev().find_map(|change| change.set.get(path)).or_else(|| scenario.settings.get(path))
    }

    /// Returns the window for rates at `moment`. It begins and ends with a row of counters, so its counts are exact.
    pub fn window(&self, moment: Cycles) -> Window {
        let long = self.clock().cycles_in_milliseconds(WINDOW_MILLISECONDS);
        let to = self.samples().at_or_before(moment);
        let since = to.time.saturating_sub(long).max(self.last_intervention(moment).unwrap_or(Cycles::ZERO));
        let from = self.samples().at_or_after(since).filter(|from| from.time <= to.time).unwrap_or_else(|| to.clone());
        Window { difference: to.since(&from), from, to }
    }

    /// Returns any range of the run as a window, as exactly as the rows allow.
    pub fn window_between(&self, from: Cycles, to: Cycles) -> Window {
        let head = self.machine.row();
        let (from, to) = (self.samples().between(from.min(to), &head), self.samples().between(to, &head));
        Window { difference: to.since(&from), from, to }
    }

    /// Returns the report of a range of the run.
    pub fn report(&self, from: Cycles, to: Cycles) -> Report {
        let rows = self.window_between(from, to);
        let checked = self.machine.row();
        let inside = self.machine.host.packets_inside();
        let (topology, latencies) = (self.topology(), None);
        probes::Window { topology, from: &rows.from, to: &rows.to, checked: &checked, inside, latencies }.report()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::TrapCause;
    use crate::experiment::Trial;
    use crate::scenario::presets;
    use crate::trace::Event;

    const CAUSE: TrapCause = TrapCause::Kernel { rule: 3, packet: 7 };

    #[test]
    fn a_session_ends_where_its_kernel_stops() {
        let scenario = presets::find("lab").expect("the lab has its scenario");
        let mut session = Session::new(&scenario, 1 << 20).expect("a valid scenario");
        let [begin, end] = [10, 20].map(|milliseconds| session.clock().cycles_in_milliseconds(milliseconds));
        session.advance(begin, u64::MAX).expect("the kernel runs");
        assert!(!session.is_at_bound());
        let _halted = session.machine().host.trap(CAUSE);
        let trap = session.advance(end, u64::MAX).expect_err("the kernel has stopped");
        assert_eq!((trap.at, trap.cause, session.head()), (begin, CAUSE, begin));
        assert!(session.is_at_bound());
        let last = session.recorder().record(session.recorder().count() - 1).expect("it is kept");
        assert_eq!(last.event(), Event::Trap { rule: 3, packet: 7 });
    }

    #[test]
    fn a_trial_of_a_kernel_that_stops_has_no_result() {
        let mut trial = Trial::new(&presets::find("lab").expect("the lab has its scenario")).expect("a valid scenario");
        assert_eq!(trial.advance(100), Ok(false));
        let _halted = trial.machine().host.trap(CAUSE);
        assert_eq!(trial.advance(u64::MAX).expect_err("the kernel has stopped").cause, CAUSE);
    }
}
