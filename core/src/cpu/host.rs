//! What software and hardware share: the clock, the CPU's level and current activity, lines, threads, packets, the trace.
//! One `Host` is one CPU. Everything is in cells, because many paused activities refer to it at once.

use super::line::{Line, Lines};
use super::packets::{Packet, PacketFacts, Packets};
use crate::scenario::Step;
use crate::trace::topology::Topology;
use crate::trace::{
    ContextId, Count, Counters, Event, GateId, LineId, PacketId, PlaceId, Recorder, Running, VisibleState,
};
use crate::units::{Bytes, Cycles};
use std::cell::{Cell, OnceCell, RefCell};

/// Interrupt priority level; a higher one preempts a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(pub u8);

impl Level {
    /// Threads and processes.
    pub const ZERO: Level = Level(0);
    /// Software interrupts of the network (SPLNET).
    pub const NET: Level = Level(2);
    /// Devices (SPLIMP).
    pub const IMP: Level = Level(4);
    /// The clock (SPLCLOCK).
    pub const CLOCK: Level = Level(6);
    pub(super) const COUNT: usize = 8;
}

/// Something that a thread can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// Number of an activity that the scheduler sees.
pub type ThreadId = usize;

/// Decides which thread runs when no interrupt does. `schedulers` has the implementations.
pub trait ThreadPicker {
    /// A thread could run from now on.
    fn ready(&self, thread: ThreadId);
    /// A thread waits from now on.
    fn asleep(&self, thread: ThreadId);
    /// The thread that should have the CPU.
    fn pick(&self) -> Option<ThreadId>;
    /// A clock tick went by.
    fn tick(&self, now: Cycles);
}

/// One thing that the CPU can be busy with: an interrupt handler or a thread.
pub struct Activity {
    pub context: ContextId,
    pub level: Level,
    /// Raised by software above its own level (spl).
    pub(super) raised: Cell<Level>,
    pub is_thread: bool,
    /// Running, preempted, or (a thread) ready to run.
    pub(super) active: Cell<bool>,
    pub(super) waits_for: Cell<Option<Channel>>,
    /// Cycles left of the step that it is in the middle of.
    pub(super) remaining: Cell<Cycles>,
    pub(super) depth: Cell<u8>,
    /// Where the packet in its hand is from.
    taken_from: Cell<PlaceId>,
}

impl Activity {
    pub(super) fn level_now(&self) -> Level {
        self.level.max(self.raised.get())
    }
}

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
    free_steps: Cell<u32>,
    costs: Vec<Cycles>,
    pub idle_context: ContextId,
    pub hardware_context: ContextId,
    pub recorder: Recorder,
    pub counters: Counters,
}

/// Collects contexts, lines and activities while a machine is put together.
pub struct HostBuilder {
    pub topology: Topology,
    activities: Vec<Activity>,
    lines: Vec<Line>,
}

impl HostBuilder {
    pub fn new(topology: Topology) -> HostBuilder {
        HostBuilder { topology, activities: Vec::new(), lines: Vec::new() }
    }

    /// An interrupt handler; returns the activity that its code must be given to.
    pub fn add_handler(&mut self, context: ContextId, level: Level) -> usize {
        self.add_activity(context, level, false)
    }

    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// A line that `handler` serves. The topology must have the line already, in the same order.
    pub fn add_line(&mut self, handler: usize, latched: bool, enabled: bool) -> LineId {
        let Activity { context, level, .. } = self.activities[handler];
        let (asserted, enabled, in_service) = (Cell::new(false), Cell::new(enabled), Cell::new(false));
        self.lines.push(Line { level, context, handler, latched, asserted, enabled, in_service });
        (self.lines.len() - 1) as LineId
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        self.activities.push(Activity {
            context,
            level,
            raised: Cell::new(Level::ZERO),
            is_thread,
            active: Cell::new(false),
            waits_for: Cell::new(None),
            remaining: Cell::new(Cycles::ZERO),
            depth: Cell::new(0),
            taken_from: Cell::new(0),
        });
        self.activities.len() - 1
    }

    /// The finished host. `hardware` and `idle` are contexts of the topology.
    pub fn build(
        mut self,
        hardware: ContextId,
        idle: ContextId,
        costs: Vec<Cycles>,
        recorder: impl FnOnce(&Topology) -> Recorder,
    ) -> (Host, Topology) {
        assert_eq!(self.lines.len(), self.topology.lines.len(), "every line of the topology has a handler");
        let idle_activity = self.add_activity(idle, Level::ZERO, false);
        let host = Host {
            now: Cell::new(Cycles::ZERO),
            horizon: Cell::new(Cycles::ZERO),
            events: std::array::from_fn(|_| Cell::new(Cycles::NEVER)),
            earliest: Cell::new(Cycles::NEVER),
            current: Cell::new(idle_activity),
            activities: self.activities,
            lines: Lines::new(self.lines),
            picker: OnceCell::new(),
            on_idle: RefCell::new(None),
            packets: Packets::default(),
            step_last: Cell::new(0),
            free_steps: Cell::new(0),
            costs,
            idle_context: idle,
            hardware_context: hardware,
            counters: Counters::new(&self.topology),
            recorder: recorder(&self.topology),
        };
        (host, self.topology)
    }
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

    // ---- packets ------------------------------------------------------------------------------------------------

    /// A packet whose last bit has come in.
    pub fn packet_arrives(&self, stream: u8, client: u16, bytes: Bytes, output: u8) -> Packet {
        let now = self.now.get();
        let facts = PacketFacts { arrived: now, invested: Cycles::ZERO, stream, bytes, output, client };
        let packet = self.packets.add(facts);
        self.counters.arrived(now);
        self.trace_as(self.hardware_context, Event::Arrive { packet: packet.id, stream, bytes: bytes.0 as u16 });
        packet
    }

    /// A packet that found no room at the door: it costs nothing.
    pub fn packet_refused(&self, stream: u8, bytes: Bytes, place: PlaceId) -> PacketId {
        let now = self.now.get();
        let packet = self.packets.skip();
        self.counters.arrived(now);
        self.counters.dropped(now, place, Cycles::ZERO, Cycles::ZERO);
        self.trace_as(self.hardware_context, Event::Arrive { packet, stream, bytes: bytes.0 as u16 });
        self.trace_as(self.hardware_context, Event::Drop { packet, place, wasted: 0 });
        packet
    }

    /// Thrown away by the software that runs now.
    pub fn packet_dropped(&self, packet: Packet, place: PlaceId) -> PacketFacts {
        let now = self.now.get();
        let facts = self.packets.remove(packet);
        self.counters.dropped(now, place, facts.invested, now - facts.arrived);
        self.trace(Event::Drop { packet: packet.id, place, wasted: facts.invested.0.min(u64::from(u32::MAX)) as u32 });
        facts
    }

    /// Its last bit has left on the wire.
    pub fn packet_delivered(&self, packet: Packet, place: PlaceId) -> PacketFacts {
        let now = self.now.get();
        let facts = self.packets.remove(packet);
        self.counters.delivered(now, place, now - facts.arrived);
        self.trace_as(self.hardware_context, Event::Deliver { packet: packet.id, place });
        facts
    }

    /// Packets inside the machine now, counted one by one: the other side of `arrived - delivered - dropped`.
    pub fn packets_inside(&self) -> u64 {
        self.packets.inside() as u64
    }

    /// How long each packet inside has been there.
    pub fn ages(&self) -> Vec<Cycles> {
        self.packets.ages(self.now.get())
    }

    pub fn facts(&self, packet: Packet) -> PacketFacts {
        self.packets.facts(packet)
    }

    pub fn change_facts(&self, packet: Packet, change: impl FnOnce(&mut PacketFacts)) {
        self.packets.change(packet, change);
    }

    pub fn traces_push(&self, packet: Packet, place: PlaceId) {
        let activity = self.current_activity();
        self.counters.entered(place);
        self.counters.carried(activity.taken_from.get(), place, activity.context);
        self.trace(Event::Push { packet: packet.id, place });
    }

    pub fn traces_pop(&self, packet: Packet, place: PlaceId) {
        self.current_activity().taken_from.set(place);
        self.trace(Event::Pop { packet: packet.id, place });
    }

    /// The receive hardware fills its ring.
    pub fn traces_push_by_hardware(&self, packet: Packet, place: PlaceId) {
        self.counters.entered(place);
        self.trace_as(self.hardware_context, Event::Push { packet: packet.id, place });
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
