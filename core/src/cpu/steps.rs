//! Steps: the only way in which software spends CPU time. When the trace is on, each step is recorded.

use super::packet_table::Packet;
use super::{Host, Work};
use crate::scenario::Step;
use crate::trace::topology::HARDWARE;
use crate::trace::{ContextId, Event, Origin, PackedStep, Record};
use crate::units::Cycles;
use std::hint::cold_path;

/// If the cost of a step grows with the packet's size, the cost table has the cost of this many bytes.
const BYTES_PER_COST: u64 = 1024;

/// So many lines of a program count as one iteration of the executor, so that a slice of short lines ends.
const LINES_PER_ITERATION: u32 = 1_000;

impl Host {
    /// Begins a step of the current activity. Returns true when the whole step is done, false when the activity has to pause
    /// first.
    #[inline(always)]
    pub(super) fn spend_step(&self, step: Step, packet: Packet, opens: bool) -> bool {
        if self.do_at_once(step, packet, opens) {
            return true;
        }
        cold_path();
        self.spend_step_slowly(step, self.cost(step), packet, opens)
    }

    /// Does a whole step, if nothing can happen before its end. Otherwise does nothing and returns false, and `do_slowly` has to
    /// do it.
    #[inline(always)]
    pub fn do_at_once(&self, step: Step, packet: Packet, opens: bool) -> bool {
        let (cycles, packed) = self.costs.fixed(step);
        let end = self.now.get() + cycles;
        let is_over = end < self.horizon.get();
        if is_over {
            if self.recorder.is_on() {
                cold_path();
                self.trace_step(packed.of(packet.id, opens));
            }
            self.now.set(end);
            if packet.is_some() {
                self.packets.add_cycles(packet, cycles);
            }
        }
        is_over
    }

    /// Begins a step that could not be done at once.
    pub fn do_slowly(&self, step: Step, packet: Packet, opens: bool) -> Work {
        match self.spend_step_slowly(step, self.cost(step), packet, opens) {
            true => Work::done(),
            false => Work::paused(),
        }
    }

    /// Begins a step whose cost in the table is for `BYTES_PER_COST` bytes. Returns the same as `spend_step`.
    #[inline]
    pub(super) fn spend_sized(&self, step: Step, bytes: u64, packet: Packet, opens: bool) -> bool {
        let cycles = Cycles(self.cost(step).0 * bytes / BYTES_PER_COST);
        cycles == Cycles::ZERO || self.spend_step_slowly(step, cycles, packet, opens)
    }

    /// Begins a line of a program, for `packet` (or `Packet::NONE`), in the innermost of so many functions that call each other.
    /// Its step has a number behind those of `STEPS`, and no row in the table of costs. Returns false if something may happen
    /// before its end; then `end_line` goes on with it.
    #[inline]
    pub fn begin_line(&self, number: u16, cycles: Cycles, packet: Packet, calls: impl FnOnce() -> usize) -> bool {
        if self.recorder.has_program() {
            self.trace_step(PackedStep::new(number, cycles).of(packet.id, false).in_calls(calls()));
        }
        if packet.is_some() {
            self.packets.add_cycles(packet, cycles);
        }
        let (lines, end) = (self.fuel.lines.get() + 1, self.now.get() + cycles);
        let is_over = lines < LINES_PER_ITERATION && end < self.horizon.get();
        if is_over {
            self.fuel.lines.set(lines);
            self.now.set(end);
        }
        is_over
    }

    /// Goes on with a line that has begun.
    pub fn end_line(&self, cycles: Cycles) -> Work {
        let (activity, lines) = (self.current_activity(), self.fuel.lines.get() + 1);
        self.fuel.lines.set(lines % LINES_PER_ITERATION);
        let is_stopped = lines == LINES_PER_ITERATION && self.must_stop();
        let left = if is_stopped { Some(cycles) } else { self.spend_cycles_outlined(cycles) };
        let Some(left) = left else { return Work::done() };
        activity.remaining.set(left);
        Work::paused()
    }

    /// Code that has run for long without a step pauses here if its slice is used up: neither the trace nor the time changes.
    pub fn may_pause(&self) -> Work {
        let is_elsewhere =
            self.needs_dispatch.get() || self.needs_reschedule.get() || self.current.get() == self.idle();
        if is_elsewhere || !self.must_stop() { Work::done() } else { Work::paused() }
    }

    /// Spends a step during which an event can happen, or that takes no time, or whose cost varies.
    #[inline(never)]
    fn spend_step_slowly(&self, step: Step, cycles: Cycles, packet: Packet, opens: bool) -> bool {
        if self.recorder.is_on() {
            self.trace_step(PackedStep::new(step as u16, cycles).of(packet.id, opens));
        }
        if packet.is_some() {
            self.packets.add_cycles(packet, cycles);
        }
        self.step_last.set(step);
        self.prepare_next(step);
        let activity = self.current_activity();
        match self.spend_cycles(cycles) {
            None => true,
            Some(left) => {
                activity.remaining.set(left);
                false
            }
        }
    }

    #[inline(never)]
    fn trace_step(&self, step: PackedStep) {
        self.recorder.append(Record::step(self.now.get(), self.origin.get(), step));
    }

    #[inline(always)]
    pub(super) fn trace(&self, event: Event) {
        self.trace_from(self.origin.get(), event);
    }

    #[inline(always)]
    pub(super) fn trace_as(&self, context: ContextId, event: Event) {
        self.trace_from(self.origin.get().in_context(context), event);
    }

    #[inline(always)]
    fn trace_from(&self, origin: Origin, event: Event) {
        if self.recorder.is_on() {
            cold_path();
            self.write(Record::new(self.now.get(), origin, event));
        }
    }

    #[inline(never)]
    fn write(&self, record: Record) {
        self.recorder.append(record);
    }

    /// Records that an intervention changes settings now.
    pub fn trace_intervention(&self, index: u32) {
        self.sample_closely();
        self.trace_as(HARDWARE, Event::Intervention { index });
    }
}
