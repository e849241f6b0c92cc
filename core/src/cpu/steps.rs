//! Steps: the only way in which software spends time. Told to the trace when it is on.

use super::Host;
use super::packets::Packet;
use crate::scenario::Step;
use crate::trace::{ContextId, Event, Origin, Record, StepCode};
use crate::units::Cycles;
use std::hint::cold_path;

/// Costs that grow with a packet's size are given for so many bytes.
const BYTES_A_COST: u64 = 1024;

impl Host {
    /// Begins a step of the current activity, and ends it too unless somebody else gets the CPU before. False when the
    /// activity has to pause.
    #[inline(always)]
    pub(super) fn spend(&self, step: Step, packet: Packet, opens: bool) -> bool {
        if self.recorder.is_on() {
            cold_path();
            self.trace_step(self.step_codes[step as usize].of(packet.id, opens));
        }
        let cycles = self.costs_ahead[step as usize];
        let end = self.now.get() + cycles;
        if end < self.horizon.get() {
            self.now.set(end);
            if packet.is_one() {
                self.packets.invest(packet, cycles);
            }
            return true;
        }
        cold_path();
        self.spend_with_care(step, self.cost(step), packet)
    }

    /// The same for a step whose cost is per `BYTES_A_COST` bytes.
    #[inline]
    pub(super) fn spend_sized(&self, step: Step, bytes: u64, packet: Packet, opens: bool) -> bool {
        let cycles = Cycles(self.cost(step).0 * bytes / BYTES_A_COST);
        if cycles == Cycles::ZERO {
            return true;
        }
        if self.recorder.is_on() {
            self.trace_step(StepCode::new(step as u16, cycles).of(packet.id, opens));
        }
        self.spend_with_care(step, cycles, packet)
    }

    /// Something may happen before the step's end, or time does not move in it.
    #[inline(never)]
    fn spend_with_care(&self, step: Step, cycles: Cycles, packet: Packet) -> bool {
        if packet.is_one() {
            self.packets.invest(packet, cycles);
        }
        self.step_last.set(step);
        let activity = self.current_activity();
        match self.pass(cycles) {
            None => true,
            Some(left) => {
                activity.remaining.set(left);
                false
            }
        }
    }

    #[inline(never)]
    fn trace_step(&self, code: StepCode) {
        self.recorder.append(Record::step(self.now.get(), self.origin.get(), code));
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

    /// A knob is turned now.
    pub fn trace_intervention(&self, index: u32) {
        self.look_closely();
        self.trace_as(self.hardware_context, Event::Intervention { index });
    }
}
