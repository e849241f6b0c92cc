//! What software and hardware share: the clock, the CPU's level and current activity, lines, threads, packets, the trace.
//! One `Host` is one CPU. Everything is in cells, because many paused activities refer to it at once.

use super::activity::{Activity, Channel, Level, ThreadId, ThreadPicker};
use super::agenda::Agenda;
use super::line::{Bits, Lines};
use super::packets::Packets;
use super::processor::Processor;
use crate::scenario::Step;
use crate::scenario::costs::STEPS;
use crate::trace::topology::{PlaceRow, Topology};
use crate::trace::{
    ContextId, Counters, Event, GateId, LineId, LineState, Origin, PlaceId, Recorder, StepCode, VisibleState,
};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};

/// No ring holds more packets, and no queue whose topology does not say so.
pub const PLACE_ROOM: usize = 1024;

/// No machine has more handlers, threads and idleness together.
const ACTIVITIES_MAX: usize = 32;

pub struct Host {
    pub(super) now: Cell<Cycles>,
    /// Steps that end before this need no care: nothing can happen until then.
    pub(super) horizon: Cell<Cycles>,
    pub(super) agenda: Agenda,
    /// Something may want the CPU that does not have it.
    pub(super) attention: Cell<bool>,
    pub(super) current: Cell<usize>,
    /// How many procedures the current activity has open.
    pub(super) depth: Cell<u8>,
    /// What its records begin with: its context, and the CPU's level.
    pub(super) origin: Cell<Origin>,
    /// The last of so many is idleness.
    slots: [Activity; ACTIVITIES_MAX],
    activity_count: usize,
    pub(super) lines: Lines,
    pub(super) picker: OnceCell<Box<dyn ThreadPicker>>,
    /// The thread that has the CPU when no interrupt does, if any.
    pub(super) loaded: Cell<Option<ThreadId>>,
    /// The scheduler may want another thread than when it was last asked.
    pub(super) choice_due: Cell<bool>,
    pub(super) on_idle: RefCell<Option<Box<dyn Fn()>>>,
    pub(super) packets: Packets,
    /// The step that was last interrupted by anything: named when the simulation is stuck.
    pub(super) step_last: Cell<Step>,
    pub(super) costs: [Cycles; STEPS.len()],
    /// What the trace says of each step.
    pub(super) step_codes: [StepCode; STEPS.len()],
    pub(super) processor: Processor,
    pub idle_context: ContextId,
    pub hardware_context: ContextId,
    pub recorder: Recorder,
    pub counters: Counters,
    pub(super) wire_waits: Cell<(u64, Cycles)>,
}

/// What a host is built of.
pub(super) struct HostParts {
    /// The last is idleness.
    pub activities: Vec<Activity>,
    pub lines: Lines,
    pub costs: Vec<Cycles>,
    pub hardware: ContextId,
    pub idle: ContextId,
    pub recorder: Recorder,
}

impl Host {
    pub(super) fn new(parts: HostParts, topology: &Topology) -> Host {
        let HostParts { activities, lines, costs, hardware, idle, recorder } = parts;
        let room = |place: &PlaceRow| PLACE_ROOM.max(place.capacity as usize);
        let packets_max = topology.places.iter().map(room).sum::<usize>() + activities.len();
        let idleness = activities.len() - 1;
        assert!(idleness < ACTIVITIES_MAX, "a machine has {} activities", activities.len());
        let mut rest = activities.into_iter();
        let slots = std::array::from_fn(|_| rest.next().unwrap_or(Activity::new(idle, Level::ZERO, false)));
        let host = Host {
            now: Cell::new(Cycles::ZERO),
            horizon: Cell::new(Cycles::ZERO),
            agenda: Agenda::new(),
            attention: Cell::new(true),
            current: Cell::new(idleness),
            depth: Cell::new(0),
            origin: Cell::new(Origin::new(idle, Level::ZERO.0)),
            activity_count: idleness + 1,
            slots,
            lines,
            picker: OnceCell::new(),
            loaded: Cell::new(None),
            choice_due: Cell::new(true),
            on_idle: RefCell::new(None),
            packets: Packets::new(packets_max),
            step_last: Cell::new(STEPS[0].step),
            step_codes: std::array::from_fn(|step| StepCode::new(step as u16, costs[step])),
            costs: costs.try_into().expect("every step has its cost"),
            processor: Processor::new(),
            idle_context: idle,
            hardware_context: hardware,
            counters: Counters::new(topology, idle),
            wire_waits: Cell::default(),
            recorder,
        };
        for line in 0..host.lines.rows.len() {
            host.trace_line(line as LineId);
        }
        host
    }

    #[inline]
    pub fn now(&self) -> Cycles {
        self.now.get()
    }

    #[inline]
    pub fn cost(&self, step: Step) -> Cycles {
        self.costs[step as usize]
    }

    // ---- hardware -----------------------------------------------------------------------------------------------

    /// Asks for the device in this slot to be called at `time`; `Cycles::NEVER` takes the request back.
    #[inline]
    pub fn schedule(&self, slot: usize, time: Cycles) {
        self.agenda.set(slot, time);
        if time < self.horizon.get() {
            self.horizon.set(time);
        }
    }

    pub fn assert_line(&self, line: LineId) {
        if self.set_line(line, &self.lines.asserted, true) {
            self.trace_line(line);
        }
    }

    pub fn enable_line(&self, line: LineId, enabled: bool) {
        if self.set_line(line, &self.lines.enabled, enabled) {
            self.trace_line(line);
        }
    }

    /// The software that runs now sees to what the line was asserted for, so that it need not be taken for that. Whether it
    /// would have been.
    pub fn acknowledge(&self, line: LineId) -> bool {
        let pending = self.lines.is_pending(line);
        if pending {
            self.counters.served(line);
        }
        if self.set_line(line, &self.lines.asserted, false) {
            self.trace_line(line);
        }
        pending
    }

    pub fn line_is_enabled(&self, line: LineId) -> bool {
        self.line_state(line).enabled
    }

    /// Untraced: whoever calls this tells of it. Whether it changes anything.
    #[inline(always)]
    pub(super) fn set_line(&self, line: LineId, bits: &Cell<Bits>, on: bool) -> bool {
        let bit = 1 << line;
        let changes = (bits.get() & bit != 0) != on;
        if changes {
            bits.set(bits.get() ^ bit);
            self.line_changed(line);
        }
        changes
    }

    fn trace_line(&self, line: LineId) {
        let LineState { asserted, enabled, in_service } = self.line_state(line);
        let context = self.lines.rows[usize::from(line)].context;
        self.trace_as(context, Event::Line { line, asserted, enabled, in_service });
    }

    /// A line may be pending now, or no longer.
    #[inline(never)]
    fn line_changed(&self, line: LineId) {
        let changes = self.counters.pending(line, self.now.get(), self.lines.is_pending(line));
        if changes && self.any_line_above(self.level()) {
            self.look_up();
        }
    }

    /// The pending lines above a level. The counters know which are pending, because they count for how long.
    #[inline]
    fn lines_above(&self, level: Level) -> Bits {
        self.counters.lines_pending() & self.lines.above(level)
    }

    #[inline]
    pub(super) fn any_line_above(&self, level: Level) -> bool {
        self.lines_above(level) != 0
    }

    /// The pending line that is to be taken now.
    #[inline]
    pub(super) fn line_to_take(&self) -> Option<LineId> {
        let takable = self.lines_above(self.level());
        (takable != 0).then(|| takable.trailing_zeros() as LineId)
    }

    fn line_state(&self, number: LineId) -> LineState {
        let is = |bits: &Cell<Bits>| bits.get() & 1 << number != 0;
        let lines = &self.lines;
        LineState { asserted: is(&lines.asserted), enabled: is(&lines.enabled), in_service: is(&lines.in_service) }
    }

    /// The current step may not simply run on: something may want the CPU.
    #[inline]
    pub(super) fn look_up(&self) {
        self.attention.set(true);
        self.horizon.set(Cycles::ZERO);
    }

    // ---- software -----------------------------------------------------------------------------------------------

    /// Whoever waits for the channel can run.
    pub fn wake(&self, channel: Channel) {
        for (number, activity) in self.activities().iter().enumerate() {
            if activity.waits_for.get() == Some(channel) {
                activity.waits_for.set(None);
                self.make_ready(number);
            }
        }
    }

    /// Whether a thread sleeps until this channel is woken.
    pub fn somebody_waits(&self, channel: Channel) -> bool {
        self.activities().iter().any(|activity| activity.waits_for.get() == Some(channel))
    }

    /// Whether another thread than the current one could run.
    pub fn others_are_ready(&self) -> bool {
        let mut others = self.activities().iter().enumerate().filter(|(number, _)| *number != self.current.get());
        others.any(|(_, activity)| activity.is_thread && activity.active.get())
    }

    pub(super) fn make_ready(&self, thread: ThreadId) {
        let activity = self.activity(thread);
        activity.active.set(true);
        self.trace_as(activity.context, Event::Ready);
        self.picker().ready(thread, self.now.get());
        self.reschedule();
    }

    /// The scheduler may want another thread: it is asked before the next step, or, when an interrupt or a raised level has
    /// the CPU, after that.
    pub(super) fn reschedule(&self) {
        self.choice_due.set(true);
        if self.level() == Level::ZERO {
            self.look_up();
        }
    }

    /// The thread that runs goes behind the others of its class that want the CPU; the scheduler chooses anew before the
    /// next step.
    pub fn go_behind(&self) {
        let thread = self.current.get();
        self.picker().asleep(thread, self.now());
        self.picker().ready(thread, self.now());
        self.reschedule();
    }

    /// Raises the CPU's level (spl) until `restore`; returns what to restore.
    #[inline]
    pub fn raise(&self, level: Level) -> Level {
        let before = self.level();
        self.set_level(before.max(level));
        before
    }

    /// Lowers the level again; pending lines are taken before the next step, highest first.
    #[inline]
    pub fn restore(&self, level: Level) {
        self.set_level(level);
        if self.any_line_above(level) || (level == Level::ZERO && self.choice_due.get()) {
            self.look_up();
        }
    }

    /// The CPU's interrupt priority level.
    #[inline]
    pub(super) fn level(&self) -> Level {
        Level(self.origin.get().level())
    }

    #[inline]
    fn set_level(&self, level: Level) {
        self.origin.set(self.origin.get().at_level(level.0));
    }

    /// Called by the clock's handler: the scheduler counts ticks.
    pub fn tick(&self) {
        self.picker().tick(self.now.get());
        self.reschedule();
    }

    pub fn set_gate(&self, gate: GateId, on: bool) {
        if on != self.counters.gate_is_on(gate) {
            self.counters.gate(gate, self.now.get(), on);
            self.trace(Event::Gate { gate, on });
        }
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

    #[inline]
    pub(super) fn activities(&self) -> &[Activity] {
        &self.slots[..self.activity_count]
    }

    /// Nothing to do.
    #[inline]
    pub(super) fn idle(&self) -> usize {
        self.activity_count - 1
    }

    #[inline]
    pub(super) fn activity(&self, number: usize) -> &Activity {
        &self.slots[number % ACTIVITIES_MAX]
    }

    #[inline]
    pub(super) fn current_activity(&self) -> &Activity {
        self.activity(self.current.get())
    }

    /// The context that the CPU is busy with.
    pub fn current_context(&self) -> ContextId {
        self.current_activity().context
    }

    /// What the interrupt handler that runs has preempted; a clock's handler samples the CPU so.
    pub fn preempted_context(&self) -> ContextId {
        self.activity(self.preempted()).context
    }

    /// The CPU turns to another activity.
    #[inline]
    pub(super) fn turn_to(&self, number: usize) {
        let (before, after) = (self.current_activity(), self.activity(number));
        before.depth.set(self.depth.replace(after.depth.get()));
        before.origin.set(self.origin.replace(after.origin.get()));
        self.current.set(number);
        self.counters.turn_to(after.context, self.now.get());
    }

    /// The thread that the scheduler has given the CPU to. Interrupts run at its expense, whomever they are for.
    pub fn paying_thread(&self) -> Option<ThreadId> {
        self.loaded.get()
    }

    /// The CPU is given to a thread, or to nobody.
    pub(super) fn load(&self, thread: Option<ThreadId>) {
        self.loaded.set(thread);
        self.picker().switched(thread, self.now.get());
    }

    /// Fills in what the CPU itself shows.
    pub fn show(&self, state: &mut VisibleState) {
        state.time = self.now.get();
        state.running = self.current_context();
        state.level = self.level().0;
        for activity in self.activities() {
            let context = &mut state.contexts[usize::from(activity.context)];
            context.active |= activity.active.get();
            context.blocked |= activity.waits_for.get().is_some();
        }
        let row = self.counters.row(self.now.get());
        for (context, shown) in state.contexts.iter_mut().enumerate() {
            shown.cycles = row.cycles(context as ContextId);
        }
        for (line, shown) in state.lines.iter_mut().enumerate() {
            *shown = self.line_state(line as LineId);
        }
        for (gate, shown) in state.gates.iter_mut().enumerate() {
            *shown = self.counters.gate_is_on(gate as GateId);
        }
    }
}
