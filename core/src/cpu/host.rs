//! What software and hardware share: the clock, the CPU's level and current activity, lines, threads, packets, the trace.
//! One `Host` is one CPU. Everything is in cells, because many paused activities refer to it at once.

use super::activity::{Activity, Channel, Level, ThreadId, ThreadPicker};
use super::line::{Line, Lines};
use super::packets::{Packet, Packets};
use crate::scenario::Step;
use crate::trace::{ContextId, Count, Counters, Event, GateId, LineId, PlaceId, Recorder, Running, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};

/// Slots for hardware events; the lower slot goes first when two are due at the same cycle.
const EVENT_SLOTS: usize = 16;

/// After so many steps in a row that cost nothing the executor gets a say: it knows when nothing moves any more.
const FREE_STEPS_MAX: u32 = 1_000;

pub struct Host {
    pub(super) now: Cell<Cycles>,
    /// Steps that end before this need no pause: nothing can happen until then.
    pub(super) horizon: Cell<Cycles>,
    pub(super) events: [Cell<Cycles>; EVENT_SLOTS],
    /// No event is due before this (an event that was put off may leave it too early).
    pub(super) earliest: Cell<Cycles>,
    pub(super) current: Cell<usize>,
    pub(super) activities: Vec<Activity>,
    pub(super) lines: Lines,
    pub(super) picker: OnceCell<Box<dyn ThreadPicker>>,
    pub(super) on_idle: RefCell<Option<Box<dyn Fn()>>>,
    pub(super) packets: Packets,
    /// The step begun last: named when the simulation is stuck.
    pub(super) step_last: Cell<u16>,
    /// Steps in a row that cost nothing.
    pub(super) free_steps: Cell<u32>,
    pub(super) costs: Vec<Cycles>,
    pub idle_context: ContextId,
    pub hardware_context: ContextId,
    pub recorder: Recorder,
    pub counters: Counters,
}

impl Host {
    #[inline]
    pub fn now(&self) -> Cycles {
        self.now.get()
    }

    pub fn cost(&self, step: Step) -> Cycles {
        self.costs[step as usize]
    }

    // ---- hardware -----------------------------------------------------------------------------------------------

    /// Asks for the device in this slot to be called at `time`; `Cycles::NEVER` takes the request back.
    pub fn schedule(&self, slot: usize, time: Cycles) {
        self.events[slot].set(time);
        if time < self.earliest.get() {
            self.earliest.set(time);
        }
        if time < self.horizon.get() {
            self.horizon.set(time);
        }
    }

    pub fn assert_line(&self, line: LineId) {
        self.set_line(line, |line| line.asserted.set(true));
    }

    pub fn clear_line(&self, line: LineId) {
        self.set_line(line, |line| line.asserted.set(false));
    }

    pub fn enable_line(&self, line: LineId, enabled: bool) {
        self.set_line(line, |line| line.enabled.set(enabled));
    }

    pub fn line_is_enabled(&self, line: LineId) -> bool {
        self.lines.rows[usize::from(line)].enabled.get()
    }

    /// Tells the trace how lines are at the start.
    pub fn trace_lines(&self) {
        for (number, line) in self.lines.rows.iter().enumerate() {
            let (asserted, enabled, in_service) = (line.asserted.get(), line.enabled.get(), line.in_service.get());
            self.trace_as(line.context, Event::Line { line: number as LineId, asserted, enabled, in_service });
        }
    }

    pub(super) fn set_line(&self, number: LineId, change: impl FnOnce(&Line)) {
        let line = &self.lines.rows[usize::from(number)];
        let seen = |line: &Line| (line.asserted.get(), line.enabled.get(), line.in_service.get());
        let before = seen(line);
        change(line);
        let (asserted, enabled, in_service) = seen(line);
        if (asserted, enabled, in_service) == before {
            return;
        }
        self.trace_as(line.context, Event::Line { line: number, asserted, enabled, in_service });
        if let Some(pending) = self.lines.refresh(number) {
            self.counters.pending(number, self.now.get(), pending);
            if pending {
                self.look_up();
            }
        }
    }

    /// The current step may not run on: something may want the CPU.
    fn look_up(&self) {
        self.horizon.set(Cycles::ZERO);
    }

    // ---- software -----------------------------------------------------------------------------------------------

    /// Whoever waits for the channel can run.
    pub fn wake(&self, channel: Channel) {
        for (number, activity) in self.activities.iter().enumerate() {
            if activity.waits_for.get() == Some(channel) {
                activity.waits_for.set(None);
                self.make_ready(number);
            }
        }
    }

    pub(super) fn make_ready(&self, thread: ThreadId) {
        let activity = &self.activities[thread];
        activity.active.set(true);
        self.trace_as(activity.context, Event::Ready);
        self.picker().ready(thread);
        self.look_up();
    }

    /// Raises the CPU's level (spl) until `restore`; returns what to restore.
    pub fn raise(&self, level: Level) -> Level {
        let activity = self.current_activity();
        let before = activity.raised.get();
        activity.raised.set(before.max(level));
        self.trace_level();
        before
    }

    /// Lowers the level again; pending lines are taken before the next step, highest first.
    pub fn restore(&self, level: Level) {
        let activity = self.current_activity();
        activity.raised.set(level);
        self.trace_level();
        if self.lines.any_above(activity.level_now()) {
            self.look_up();
        }
    }

    /// Called by the clock's handler: the scheduler counts ticks.
    pub fn tick(&self) {
        self.picker().tick(self.now.get());
    }

    pub fn set_gate(&self, gate: GateId, on: bool) {
        self.counters.gate(gate, self.now.get(), on);
        self.trace(Event::Gate { gate, on });
    }

    pub fn set_capacity(&self, place: PlaceId, limit: usize) {
        self.trace_as(self.hardware_context, Event::Capacity { place, limit: limit as u32 });
    }

    /// What happens whenever the CPU finds nothing to do.
    pub fn set_on_idle(&self, action: impl Fn() + 'static) {
        *self.on_idle.borrow_mut() = Some(Box::new(action));
    }

    pub fn set_picker(&self, picker: Box<dyn ThreadPicker>) {
        assert!(self.picker.set(picker).is_ok(), "a host has one scheduler");
    }

    pub(super) fn picker(&self) -> &dyn ThreadPicker {
        self.picker.get().expect("a host has a scheduler before it runs").as_ref()
    }

    pub(super) fn current_activity(&self) -> &Activity {
        &self.activities[self.current.get()]
    }

    /// Whether a thread sleeps until this channel is woken.
    pub fn somebody_waits(&self, channel: Channel) -> bool {
        self.activities.iter().any(|activity| activity.waits_for.get() == Some(channel))
    }

    /// The context that the CPU is busy with.
    pub fn current_context(&self) -> ContextId {
        self.current_activity().context
    }

    pub(super) fn spend(&self, cycles: Cycles) {
        self.counters.spend(self.current_activity().context, cycles);
        self.now.set(self.now.get() + cycles);
    }

    /// Fills in what the CPU itself shows.
    pub fn show(&self, state: &mut VisibleState) {
        state.time = self.now.get();
        state.running = self.current_context();
        state.level = self.current_activity().level_now().0;
        for activity in &self.activities {
            let context = &mut state.contexts[usize::from(activity.context)];
            context.active |= activity.active.get();
            context.blocked |= activity.waits_for.get().is_some();
        }
        for (context, shown) in state.contexts.iter_mut().enumerate() {
            shown.cycles = self.counters.cycles(context as ContextId);
        }
        for (line, shown) in self.lines.rows.iter().zip(&mut state.lines) {
            shown.asserted = line.asserted.get();
            shown.enabled = line.enabled.get();
            shown.in_service = line.in_service.get();
        }
        for (gate, shown) in state.gates.iter_mut().enumerate() {
            *shown = self.counters.gate_is_on(gate as GateId);
        }
    }

    // ---- trace --------------------------------------------------------------------------------------------------

    #[inline]
    pub(super) fn trace(&self, event: Event) {
        if self.recorder.is_on() {
            self.recorder.add(self.now.get(), self.current_activity().context, event);
        }
    }

    #[inline]
    pub(super) fn trace_as(&self, context: ContextId, event: Event) {
        self.recorder.add(self.now.get(), context, event);
    }

    pub(super) fn trace_level(&self) {
        self.trace(Event::Level { level: self.current_activity().level_now().0 });
    }

    pub fn trace_intervention(&self, index: u32) {
        self.trace_as(self.hardware_context, Event::Intervention { index });
    }

    /// Begins a step of the current activity; true when it could be finished at once.
    #[inline]
    pub(super) fn begin_step(&self, step: Step, packet: Packet, cycles: Cycles, opens: bool) -> bool {
        let activity = self.current_activity();
        if packet.id != 0 {
            self.packets.invest(packet, cycles);
            self.counters.add_count(Count::PacketWork, cycles.0);
        }
        self.step_last.set(step as u16);
        if self.recorder.is_on() {
            let running = Running {
                step: step as u16,
                packet: packet.id,
                // a step that opens nothing belongs to the procedure around it
                depth: if opens { activity.depth.get() } else { activity.depth.get().saturating_sub(1) },
                opens,
                cycles: cycles.0.min(u64::from(u32::MAX)) as u32,
            };
            self.recorder.add(self.now.get(), activity.context, Event::Step(running));
        }
        if cycles == Cycles::ZERO {
            self.free_steps.set(self.free_steps.get() + 1);
            return self.free_steps.get() < FREE_STEPS_MAX;
        }
        self.free_steps.set(0);
        let end = self.now.get() + cycles;
        if end < self.horizon.get() {
            self.spend(cycles);
            return true;
        }
        activity.remaining.set(cycles);
        false
    }
}
