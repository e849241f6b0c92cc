//! What software and hardware share: the clock, the CPU's level and current activity, lines, threads, packets, the trace.
//! Everything is in cells, because many paused activities refer to it at once. Of several CPUs one acts at a time (`cpus`):
//! what the host says of "the CPU" is about that one.

use super::activity::{Activity, Channel, Level, ThreadId, ThreadPicker};
use super::agenda::Agenda;
use super::cpus::{CPUS_MAX, Cpus};
use super::doing::Processor;
use super::line::Lines;
use super::packets::Packets;
use crate::scenario::Step;
use crate::scenario::costs::STEPS;
use crate::trace::topology::{PlaceRow, Topology};
use crate::trace::{
    Bins, ContextId, Counters, CpuState, Event, GateId, LineId, Origin, PlaceId, Recorder, StepCode, VisibleState,
};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, Ref, RefCell};

/// No ring holds more packets, and no queue whose topology does not say so.
pub const PLACE_ROOM: usize = 1024;

/// No machine has more handlers, threads and idleness together.
const ACTIVITIES_MAX: usize = 64;

/// Done when a CPU finds nothing to do.
pub(super) type IdleTask = Box<dyn Fn()>;

pub struct Host {
    pub(super) now: Cell<Cycles>,
    /// Steps that end before this need no care: nothing can happen until then.
    pub(super) horizon: Cell<Cycles>,
    pub(super) agenda: Agenda,
    /// Something may want the CPU that does not have it.
    pub(super) attention: Cell<bool>,
    pub(super) current: Cell<usize>,
    /// What the current activity's records begin with: its context, the CPU's level, and how many procedures are open.
    pub(super) origin: Cell<Origin>,
    /// The last of so many are the CPUs' idleness.
    slots: [Activity; ACTIVITIES_MAX],
    activity_count: usize,
    pub(super) cpus: Cpus,
    pub(super) lines: Lines,
    /// By CPU.
    pickers: OnceCell<Vec<Box<dyn ThreadPicker>>>,
    /// The thread that has the CPU when no interrupt does, if any.
    pub(super) loaded: Cell<Option<ThreadId>>,
    /// The scheduler may want another thread than when it was last asked.
    pub(super) choice_due: Cell<bool>,
    /// By CPU.
    pub(super) on_idle: [RefCell<Option<IdleTask>>; CPUS_MAX],
    pub(super) packets: Packets,
    /// The step that was last interrupted by anything: named when the simulation is stuck.
    pub(super) step_last: Cell<Step>,
    pub(super) costs: [Cycles; STEPS.len()],
    /// The same for steps that end before the horizon; one that costs nothing has no end here.
    pub(super) costs_ahead: [Cycles; STEPS.len()],
    /// What the trace says of each step.
    pub(super) step_codes: [StepCode; STEPS.len()],
    pub(super) processor: Processor,
    /// A switch goes on after an interrupt that comes into it.
    pub(super) finishes_switches: bool,
    pub hardware_context: ContextId,
    pub recorder: Recorder,
    pub counters: Counters,
    bins: RefCell<Option<Bins>>,
    pub(super) wire_waits: Cell<(u64, Cycles)>,
}

/// What a host is built of.
pub(super) struct HostParts {
    /// The last are idleness, by CPU.
    pub activities: Vec<Activity>,
    pub lines: Lines,
    /// By which a CPU is called by others.
    pub calls: [Option<LineId>; CPUS_MAX],
    pub costs: Vec<Cycles>,
    pub finishes_switches: bool,
    pub hardware: ContextId,
    /// By CPU.
    pub idle: Vec<ContextId>,
    pub recorder: Recorder,
}

impl Host {
    pub(super) fn new(parts: HostParts, topology: &Topology) -> Host {
        let HostParts { activities, lines, calls, costs, finishes_switches, hardware, idle, recorder } = parts;
        let room = |place: &PlaceRow| PLACE_ROOM.max(place.capacity as usize);
        let packets_max = topology.places.iter().map(room).sum::<usize>() + activities.len();
        let activity_count = activities.len();
        assert!(activity_count <= ACTIVITIES_MAX, "a machine has {activity_count} activities");
        let idleness = activity_count - idle.len();
        let origins: Vec<Origin> = activities[idleness..].iter().map(|activity| activity.origin.get()).collect();
        let mut rest = activities.into_iter();
        let slots = std::array::from_fn(|_| rest.next().unwrap_or(Activity::new(hardware, Level::ZERO, 0, false)));
        let host = Host {
            now: Cell::new(Cycles::ZERO),
            horizon: Cell::new(Cycles::ZERO),
            agenda: Agenda::new(),
            attention: Cell::new(true),
            current: Cell::new(idleness),
            origin: Cell::new(Origin::new(idle[0], Level::ZERO.0)),
            activity_count,
            cpus: Cpus::new(&origins, idleness, calls),
            slots,
            lines,
            pickers: OnceCell::new(),
            loaded: Cell::new(None),
            choice_due: Cell::new(true),
            on_idle: [const { RefCell::new(None) }; CPUS_MAX],
            packets: Packets::new(packets_max),
            step_last: Cell::new(STEPS[0].step),
            step_codes: std::array::from_fn(|step| StepCode::new(step as u16, costs[step])),
            costs_ahead: std::array::from_fn(
                |step| if costs[step] > Cycles::ZERO { costs[step] } else { Cycles::ENDLESS },
            ),
            costs: costs.try_into().expect("every step has its cost"),
            processor: Processor::new(),
            finishes_switches,
            hardware_context: hardware,
            counters: Counters::new(topology, &idle),
            bins: RefCell::new(None),
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

    /// Whether another thread of the CPU than the current one could run.
    pub fn others_are_ready(&self) -> bool {
        let here = self.cpu();
        let mut others = self.activities().iter().enumerate().filter(|(number, _)| *number != self.current.get());
        others.any(|(_, activity)| activity.is_thread && activity.cpu == here && activity.active.get())
    }

    fn make_ready(&self, thread: ThreadId) {
        self.set_ready(thread);
        if self.activity(thread).cpu == self.cpu() {
            self.choose_again();
        } else {
            self.call_cpu_of(thread);
        }
    }

    pub(super) fn set_ready(&self, thread: ThreadId) {
        let activity = self.activity(thread);
        activity.active.set(true);
        self.trace_as(activity.context, Event::Ready);
        self.picker_of(activity.cpu).ready(thread, self.now.get());
    }

    /// The scheduler may want another thread: it is asked before the next step, or, when an interrupt or a raised level has
    /// the CPU, after that.
    pub fn choose_again(&self) {
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
        self.choose_again();
    }

    /// Raises the CPU's level (spl) until `restore`; returns what to restore.
    #[inline]
    pub fn raise(&self, level: Level) -> Level {
        let before = self.level();
        if before < level {
            self.set_level(level);
        }
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
        self.choose_again();
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

    /// From now on the counters are noted whenever a row is due, before what happens at that cycle.
    pub fn keep_bins(&self, bins: Bins) {
        self.processor.noting.set(bins.next());
        *self.bins.borrow_mut() = Some(bins);
    }

    /// The rows noted so far; somebody has asked for them to be kept.
    pub fn bins(&self) -> Ref<'_, Bins> {
        Ref::map(self.bins.borrow(), |bins| bins.as_ref().expect("rows are kept"))
    }

    pub(super) fn note(&self) {
        if let Some(bins) = self.bins.borrow_mut().as_mut() {
            bins.add(|numbers| self.counters.write_row(self.now.get(), numbers));
            self.processor.noting.set(bins.next());
        }
    }

    /// Something was turned: the counters are noted more often for a while.
    pub(super) fn look_closely(&self) {
        if let Some(bins) = self.bins.borrow_mut().as_mut() {
            let Processor { noting, limit, .. } = &self.processor;
            bins.look_closely(self.now.get());
            noting.set(bins.next());
            limit.set(limit.get().min(noting.get()));
        }
    }

    /// What happens whenever a CPU finds nothing to do.
    pub fn set_on_idle(&self, cpu: usize, action: impl Fn() + 'static) {
        *self.on_idle[cpu].borrow_mut() = Some(Box::new(action));
    }

    /// Each CPU's scheduler.
    pub fn set_pickers(&self, pickers: Vec<Box<dyn ThreadPicker>>) {
        assert_eq!(pickers.len(), self.cpu_count(), "a CPU has one scheduler");
        assert!(self.pickers.set(pickers).is_ok(), "schedulers are set once");
    }

    pub(super) fn picker(&self) -> &dyn ThreadPicker {
        self.picker_of(self.cpu())
    }

    fn picker_of(&self, cpu: usize) -> &dyn ThreadPicker {
        self.pickers.get().expect("a host has schedulers before it runs")[cpu].as_ref()
    }

    #[inline]
    pub(super) fn activities(&self) -> &[Activity] {
        &self.slots[..self.activity_count]
    }

    /// Nothing to do.
    #[inline]
    pub(super) fn idle(&self) -> usize {
        self.cpus.idle()
    }

    /// Whether what the interrupt handler that runs has preempted is idleness.
    pub fn preempted_idleness(&self) -> bool {
        self.preempted() == self.idle()
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

    /// Fills in what the CPUs themselves show.
    pub fn show(&self, state: &mut VisibleState) {
        state.time = self.now.get();
        for (number, cpu) in state.cpus.iter_mut().enumerate() {
            let (current, level) = self.seen_of(number);
            *cpu = CpuState { running: self.activity(current).context, level: level.0 };
        }
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
