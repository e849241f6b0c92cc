//! The watch over a program: rules about time, and those that nobody breaks at one moment. The program's calls leave marks here (a
//! line and a time); each clock tick looks at them, as a kernel's watchdog does. It costs no simulated time.
//!
//! A flooded kernel that stays at device level breaks none of these rules: every one needs that nobody is in the middle of the work,
//! or that the one who is moves no packet.

use super::slow_faults::{self, Beside};
use super::state::ProgramState;
use crate::cpu::{Fault, Since};
use crate::families::routers::{MachinePlan, Output};
use crate::hardware::{Fifo, Receiver};
use crate::program::code::Address;
use crate::trace::topology::{ContextKind, Topology};
use crate::trace::{ContextId, Count, PlaceId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// How long a ring may be starved, a wire idle, and an interface deaf, in milliseconds.
const STARVED_MILLISECONDS: u64 = 10;
const IDLE_MILLISECONDS: u64 = 100;
const DEAF_MILLISECONDS: u64 = 1_000;
/// How long packets may wait for a timer of the program.
const TIMER_MILLISECONDS: u64 = 100;
/// In so many periods of the clock a tick has to come; otherwise the watch goes on without it.
const TICKS_WITHIN: u64 = 2;
/// How many more times than packets arrive a handler may be called for nothing.
const STORM_ENTRIES: u32 = 100;

/// A call of the program, and when it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub at: Address,
    pub time: Cycles,
}

impl Mark {
    pub const NEVER: Mark = Mark { at: Address::MAX, time: Cycles::ZERO };
}

/// A look at a receive ring.
#[derive(Clone, Copy)]
pub struct Look {
    pub mark: Mark,
    /// How many packets it left there.
    pub left: usize,
    /// Which turn of which context.
    pub by: (ContextId, u64),
}

/// What a program did last with an interface.
#[derive(Default)]
pub struct UnitMarks {
    pub looked: Cell<Option<Look>>,
    /// A packet was read; a descriptor was given back; a packet was put into the transmit ring.
    pub read: Cell<Option<Mark>>,
    pub gave_back: Cell<Option<Mark>>,
    pub put: Cell<Option<Mark>>,
    /// Interrupts were turned off, and are off.
    pub off: Cell<Option<Mark>>,
    /// Since which tick packets wait in the receive ring, and since which the wire has been idle beside packets.
    waits: Cell<Option<Cycles>>,
    wire_idle: Cell<Option<Cycles>>,
}

/// Interrupts were turned on although packets were left in the ring.
#[derive(Clone, Copy)]
struct Done {
    unit: usize,
    mark: Mark,
    look: Look,
}

pub struct Watch {
    pub clock: Hertz,
    pub units: Vec<UnitMarks>,
    /// How many packets the program has moved, and how many clock ticks there were. One that is overdue, because its interrupt is
    /// kept out, counts when somebody looks.
    moved: Cell<u64>,
    pub ticks: Cell<u64>,
    overdue: Cell<Cycles>,
    /// How long a tick may take to come.
    ticks_within: Cycles,
    /// The last `thread_wakeup` that no thread slept for, and none had announced its sleep.
    pub unheard: Cell<Option<Mark>>,
    /// How many contexts are in the middle of their work.
    working: Cell<u32>,
    /// When a handler returned or a thread slept last.
    pub ended: Cell<Cycles>,
    /// When nobody was in the middle of his work last.
    quiet_at: Cell<Cycles>,
    done: Cell<Option<Done>>,
    /// Rules that are told, each once at a place.
    told: RefCell<BTreeSet<(u8, PlaceId)>>,
    /// By context: idle and processes that pass no packets on; and those that may wake a reader once they have the CPU: the
    /// kernel's threads, and screend, whose packets go to a wire.
    is_quiet: Vec<bool>,
    may_wake: Vec<bool>,
}

impl Watch {
    pub fn new(plan: &MachinePlan, topology: &Topology, ticks_per_second: u64) -> Watch {
        let ticks_within = Cycles(TICKS_WITHIN * topology.clock_hz / ticks_per_second);
        let passes_on = |context: ContextId| topology.edges.iter().any(|edge| edge.context == context);
        let contexts = || topology.contexts.iter().zip(0..).map(|(one, number)| (one.kind, passes_on(number)));
        Watch {
            clock: Hertz(topology.clock_hz),
            units: plan.interfaces.iter().map(|_| UnitMarks::default()).collect(),
            moved: Cell::new(0),
            ticks: Cell::new(0),
            overdue: Cell::new(ticks_within),
            ticks_within,
            unheard: Cell::default(),
            working: Cell::new(0),
            ended: Cell::default(),
            quiet_at: Cell::default(),
            done: Cell::default(),
            told: RefCell::default(),
            is_quiet: contexts()
                .map(|one| matches!(one, (ContextKind::Idle, _) | (ContextKind::Process, false)))
                .collect(),
            may_wake: contexts()
                .map(|one| matches!(one, (ContextKind::Thread, _) | (ContextKind::Process, true)))
                .collect(),
        }
    }

    /// A call has told the program how many packets wait in a ring.
    pub fn look(&self, unit: usize, look: Look) {
        self.units[unit].looked.set(Some(look));
        if self.done.get().is_some_and(|done| done.unit == unit) {
            self.done.set(None);
        }
    }

    pub fn has_moved(&self) {
        self.moved.set(self.moved.get() + 1);
    }

    /// Whether there was a clock tick since this count, or one is overdue.
    pub fn has_ticked(&self, since: u64, now: Cycles) -> bool {
        self.ticks.get() != since || now >= self.overdue.get()
    }

    pub fn tick(&self, now: Cycles) {
        self.ticks.set(self.ticks.get() + 1);
        self.overdue.set(now + self.ticks_within);
    }

    pub fn ticks_in(&self, milliseconds: u64) -> u64 {
        self.clock.cycles_in_milliseconds(milliseconds).0 * TICKS_WITHIN / self.ticks_within.0
    }

    /// A context is called, or goes on after a sleep.
    pub fn turn_begins(&self) {
        self.working.set(self.working.get() + 1);
    }
}

impl ProgramState {
    pub(super) fn milliseconds(&self, count: u64) -> Cycles {
        self.watch.clock.cycles_in_milliseconds(count)
    }

    /// Tells a verdict about a place at its earlier line: nobody runs.
    fn tell(&self, place: PlaceId, fault: Fault) {
        if !self.watch.told.borrow_mut().insert((fault.rule, place)) {
            return;
        }
        let line = fault.since.map_or(self.first_line_of("lnintr"), |since| since.line);
        self.host().tell(Fault { file: self.file.clone(), line, ..fault });
    }

    /// Tells a verdict at an instruction that has just run.
    pub fn tell_at(&self, at: Address, fault: Box<Fault>) {
        self.host().tell(Fault { file: self.file.clone(), line: self.program.line(at), ..*fault });
    }

    fn first_line_of(&self, function: &str) -> u32 {
        self.program.function(function).map_or(1, |number| self.program.functions[usize::from(number)].line)
    }

    /// Interrupts of a unit are on again. A look in the same turn has left packets, and no interrupt is pending for them: unless
    /// the program looks once more, they wait for the next packet.
    pub fn enabled(&self, unit: usize, mark: Mark, by: (ContextId, u64)) {
        let marks = &self.watch.units[unit];
        marks.off.set(None);
        let Some(receiver) = &self.kernel.receivers[unit] else { return };
        let is_pending = self.host().counters.lines_pending() & 1 << receiver.line != 0;
        let look = marks.looked.get().filter(|look| look.left > 0 && look.by == by);
        if let Some(look) = look.filter(|_| !receiver.ring.is_empty() && !is_pending) {
            self.watch.done.set(Some(Done { unit, mark, look }));
        }
    }

    /// Whether no other context is in the middle of its work.
    pub fn works_alone(&self) -> bool {
        self.watch.working.get() == 1
    }

    /// A handler returns, or a thread sleeps.
    pub fn turn_ends(&self, by: ContextId) {
        let now = self.host().now();
        self.watch.working.set(self.watch.working.get() - 1);
        self.watch.ended.set(now);
        if self.watch.working.get() == 0 {
            self.watch.quiet_at.set(now);
        }
        if let Some(Done { unit, mark, look }) = self.watch.done.get().filter(|done| done.look.by.0 == by) {
            self.watch.done.set(None);
            self.tell_broken_budget(unit, mark, look);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_broken_budget(&self, unit: usize, mark: Mark, look: Look) {
        let fault = slow_faults::budget_broken(unit, look.left, self.since(look.mark));
        self.tell_at(mark.at, fault);
    }

    /// Each clock tick. Returns what stops the machine.
    pub fn tick(&self) -> Option<Box<Fault>> {
        let now = self.host().now();
        self.watch.tick(now);
        if self.watch.working.get() == 0 {
            self.watch.quiet_at.set(now);
        }
        for (unit, marks) in self.watch.units.iter().enumerate() {
            if let Some(output) = &self.kernel.outputs[unit] {
                self.watch_wire(marks, output, now);
            }
            if let Some(receiver) = &self.kernel.receivers[unit] {
                self.watch_ring(unit, marks, receiver, now);
                let starved = self.starved(marks, receiver, now);
                if starved.is_some() {
                    return starved;
                }
            }
        }
        if self.everything_sleeps() {
            self.watch_sleep(now);
        }
        None
    }

    /// Whether the clock has interrupted nobody who handles packets, and nobody who may wake a reader wants the CPU.
    fn everything_sleeps(&self) -> bool {
        let may_wake = |context: ContextId| self.watch.may_wake[usize::from(context)];
        self.watch.is_quiet[usize::from(self.host().preempted_context())] && !self.host().any_ready(may_wake)
    }

    fn starved(&self, marks: &UnitMarks, receiver: &Receiver, now: Cycles) -> Option<Box<Fault>> {
        let read = marks.read.get().filter(|_| receiver.held() > 0 && receiver.ring.limit() == 0)?;
        let is_long = now.saturating_sub(read.time) > self.milliseconds(STARVED_MILLISECONDS);
        let ring = self.place_name(&receiver.ring);
        (is_long && self.watch.ended.get() > read.time).then(|| {
            let read = self.since(read);
            let fault = slow_faults::ring_starved(ring, receiver.held(), read);
            Box::new(Fault { line: read.line, ..*fault })
        })
    }

    fn watch_ring(&self, unit: usize, marks: &UnitMarks, receiver: &Receiver, now: Cycles) {
        let waits = (!receiver.ring.is_empty()).then(|| marks.waits.get().unwrap_or(now));
        marks.waits.set(waits);
        let (Some(waits), Some(off)) = (waits, marks.off.get()) else { return };
        if self.unheard_after_look(marks).is_some() {
            // rule 13 tells the cause
            return;
        }
        let since = waits.max(off.time).max(time_of(marks.read.get()));
        if now.saturating_sub(since) > self.milliseconds(DEAF_MILLISECONDS) {
            self.tell(receiver.ring.place, *slow_faults::deaf(unit, receiver.ring.length(), self.since(off)));
        }
    }

    /// The `thread_wakeup` that nobody heard, if it came after the last look at a ring: its reader knows of no packet.
    fn unheard_after_look(&self, marks: &UnitMarks) -> Option<Mark> {
        let looked = marks.looked.get().map_or(Cycles::ZERO, |look| look.mark.time);
        self.watch.unheard.get().filter(|unheard| unheard.time > looked)
    }

    fn watch_wire(&self, marks: &UnitMarks, output: &Output, now: Cycles) {
        let (ring, sent) = (&output.transmitter.ring, output.transmitter.finished());
        let is_idle = ring.length() == sent && (sent > 0 && ring.is_full() || !output.queue.is_empty());
        let since = is_idle.then(|| marks.wire_idle.get().unwrap_or(now));
        marks.wire_idle.set(since);
        // between two ticks it may have sent: what was put into the ring last, at least
        let Some(since) = since.map(|since| since.max(time_of(marks.put.get()))) else { return };
        let is_long = now.saturating_sub(since) > self.milliseconds(IDLE_MILLISECONDS);
        // An interrupt that is pending will be served when the CPU is free, and who is in the middle of his work may come to it.
        let is_pending = self.host().counters.lines_pending() & 1 << output.transmitter.line != 0;
        if is_long && !is_pending && self.watch.quiet_at.get() > since {
            let queue = &output.queue;
            let (waits, packets, mark) = match queue.is_empty() {
                true => (None, sent, marks.put.get().map(|mark| self.since(mark))),
                false => (Some(self.place_name(queue)), queue.length(), self.first_given(queue)),
            };
            let mark = mark.unwrap_or(Since { line: self.first_line_of("lnintr"), at: since });
            self.tell(ring.place, *slow_faults::wire_idle(self.place_name(ring), waits, packets, mark));
        }
    }

    /// Where the first packet of a queue was put there.
    fn first_given(&self, queue: &Fifo) -> Option<Since> {
        queue.get(0).and_then(|packet| self.packets.given_at(packet)).map(|mark| self.since(mark))
    }

    /// Everything sleeps. Tells where packets wait, unless something is due that may wake their reader.
    fn watch_sleep(&self, now: Cycles) {
        let outputs = || self.kernel.outputs.iter().flatten();
        let sends = outputs().any(|output| output.transmitter.ring.length() > output.transmitter.finished());
        if self.host().counters.lines_pending() != 0 || sends {
            return;
        }
        let has_timer = self.program.timer.is_some()
            || self.program.function("hardclock").is_some()
            || self.program.function("idle").is_some()
            || !self.timeouts.borrow().is_empty();
        for (marks, receiver) in self.watch.units.iter().zip(&self.kernel.receivers) {
            let Some(receiver) = receiver.as_ref().filter(|receiver| !receiver.ring.is_empty()) else { continue };
            let waits = marks.waits.get().unwrap_or(now).max(time_of(marks.read.get()));
            if has_timer && now.saturating_sub(waits) < self.milliseconds(TIMER_MILLISECONDS) {
                continue;
            }
            let beside = match (self.unheard_after_look(marks), marks.off.get()) {
                (Some(unheard), _) => Beside::Unheard(self.since(unheard)),
                (None, Some(off)) => Beside::RingOff(self.since(off)),
                (None, None) => Beside::Ring(marks.looked.get().map(|look| self.since(look.mark))),
            };
            self.tell(
                receiver.ring.place,
                *slow_faults::asleep(self.place_name(&receiver.ring), receiver.ring.length(), &beside),
            );
        }
        let queues = self.kernel.program_queues.iter().chain(outputs().map(|output| &output.queue));
        for queue in queues.filter(|queue| !queue.is_empty() && !has_timer) {
            let first = self.first_given(queue);
            self.tell(queue.place, *slow_faults::asleep(self.place_name(queue), queue.length(), &Beside::Queue(first)));
        }
    }

    fn place_name(&self, queue: &Fifo) -> &str {
        self.place_names.get(usize::from(queue.place)).map_or("", String::as_str)
    }
}

fn time_of(mark: Option<Mark>) -> Cycles {
    mark.map_or(Cycles::ZERO, |mark| mark.time)
}

/// Counts how often a handler is called for nothing.
#[derive(Default)]
pub struct Storm {
    entries: u32,
    moved: u64,
    events: u64,
}

impl Storm {
    /// The handler is entered. Returns how often that was for nothing, if it is too often. A packet that arrives or was sent is
    /// a reason to be called once.
    pub fn enters(&mut self, state: &ProgramState) -> Option<u32> {
        let (counters, moved) = (&state.host().counters, state.watch.moved.get());
        let events = counters.count(Count::Arrived) + counters.count(Count::Delivered);
        let came = events - std::mem::replace(&mut self.events, events);
        let is_for_nothing = std::mem::replace(&mut self.moved, moved) == moved;
        self.entries = (self.entries + u32::from(is_for_nothing)).saturating_sub(came as u32);
        (self.entries > STORM_ENTRIES).then_some(self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::super::awake::AWAKE_MILLISECONDS;
    use super::super::checks::{HELD_MILLISECONDS, LOOP_MILLISECONDS};
    use super::*;
    use crate::program::rule;

    #[test]
    fn the_table_of_rules_says_how_long_the_watch_waits() {
        let rules = [
            (6, format!("For {STARVED_MILLISECONDS} ms ")),
            (10, format!(" for {HELD_MILLISECONDS} ms ")),
            (11, format!(" {STORM_ENTRIES} times ")),
            (12, format!(" {} s,", DEAF_MILLISECONDS / 1_000)),
            (17, format!("For {IDLE_MILLISECONDS} ms ")),
            (18, format!(" for {LOOP_MILLISECONDS} ms ")),
            (23, format!(" for {AWAKE_MILLISECONDS} ms, ")),
        ];
        for (number, words) in rules {
            let when = (rule(number).when)().to_string();
            assert!(when.contains(&words), "P{number}: {when:?} does not say {words:?}");
        }
    }
}
