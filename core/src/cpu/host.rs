//! The state that software and hardware share: the clock, the CPU's level and current activity, lines, threads, packets, the
//! trace. Everything is in cells, because many paused activities refer to it at the same time. With several CPUs, one CPU is
//! active at a time (`cpus.rs`); "the CPU" is the active one.

use super::activity::{Activity, Channel, Level, Scheduler, ThreadId};
use super::cpus::{CPUS_MAX, Cpus};
use super::dispatcher::Dispatcher;
use super::event_queue::EventQueue;
use super::interrupt_lines::Lines;
use super::packet_table::PacketTable;
use super::step_costs::{Part, StepCosts};
use super::trap::Verdict;
use super::trap::{Fuel, Trap};
use crate::scenario::Step;
use crate::scenario::costs::STEPS;
use crate::trace::topology::{HARDWARE, PlaceRow, Topology};
use crate::trace::{
    ContextId, CounterSamples, Counters, CpuState, Event, GateId, LineId, Origin, PlaceId, Recorder, VariableId,
    VisibleState,
};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, Ref, RefCell};

/// Largest number of packets in a ring, and in a queue whose topology gives no higher capacity.
pub const PLACE_ROOM: usize = 1024;

/// Largest number of handlers, threads and idle activities together.
const ACTIVITIES_MAX: usize = 64;

/// Runs when a CPU has nothing to do.
pub(super) type IdleTask = Box<dyn Fn()>;

pub struct Host {
    pub(super) now: Cell<Cycles>,
    /// Nothing can happen before this time, so a step that ends before it needs no further check.
    pub(super) horizon: Cell<Cycles>,
    pub(super) events: EventQueue,
    /// An interrupt may be pending, or another thread may have to run: the run loop decides before the next step.
    pub(super) needs_dispatch: Cell<bool>,
    pub(super) current: Cell<usize>,
    /// The first part of the current activity's trace records: its context, the CPU's level, and how many procedures
    /// are open.
    pub(super) origin: Cell<Origin>,
    /// The first `activity_count` are in use; the last of these are the CPUs' idle activities.
    activity_table: [Activity; ACTIVITIES_MAX],
    activity_count: usize,
    pub(super) cpus: Cpus,
    pub(super) lines: Lines,
    /// Indexed by CPU.
    schedulers: OnceCell<Vec<Box<dyn Scheduler>>>,
    /// The scheduler has to be asked again, because it may choose another thread now.
    pub(super) needs_reschedule: Cell<bool>,
    /// Indexed by CPU.
    pub(super) on_idle: [RefCell<Option<IdleTask>>; CPUS_MAX],
    pub(super) packets: PacketTable,
    /// The last step during which an event could happen. The error names it when no time passes any more.
    pub(super) step_last: Cell<Step>,
    pub(super) costs: StepCosts,
    pub(super) trap: OnceCell<Trap>,
    pub(super) verdicts: RefCell<Vec<Verdict>>,
    pub(super) fuel: Fuel,
    pub(super) dispatcher: Dispatcher,
    pub recorder: Recorder,
    pub counters: Counters,
    samples: RefCell<Option<CounterSamples>>,
    pub(super) wire_waits: Cell<(u64, Cycles)>,
}

/// The parts that a host is made from.
pub(super) struct HostParts {
    /// The last are the idle activities, by CPU.
    pub activities: Vec<Activity>,
    pub lines: Lines,
    /// The line of each CPU's interprocessor interrupt.
    pub ipi_lines: [Option<LineId>; CPUS_MAX],
    pub costs: StepCosts,
    /// The idle contexts, by CPU.
    pub idle: Vec<ContextId>,
    pub recorder: Recorder,
}

impl Host {
    pub(super) fn new(parts: HostParts, topology: &Topology) -> Host {
        let HostParts { activities, lines, ipi_lines, costs, idle, recorder } = parts;
        let room = |place: &PlaceRow| PLACE_ROOM.max(place.capacity as usize);
        let packets_max = topology.places.iter().map(room).sum::<usize>() + activities.len();
        let activity_count = activities.len();
        assert!(activity_count <= ACTIVITIES_MAX, "a machine has {activity_count} activities");
        let first_idle = activity_count - idle.len();
        let origins: Vec<Origin> = activities[first_idle..].iter().map(|activity| activity.origin.get()).collect();
        let mut unused = activities.into_iter();
        let activity_table = std::array::from_fn(|_| {
            unused.next().unwrap_or(Activity::new(HARDWARE, Level::ZERO, 0, false, Part::Elsewhere))
        });
        let host = Host {
            now: Cell::new(Cycles::ZERO),
            horizon: Cell::new(Cycles::ZERO),
            events: EventQueue::new(),
            needs_dispatch: Cell::new(true),
            current: Cell::new(first_idle),
            origin: Cell::new(Origin::new(idle[0], Level::ZERO.0)),
            activity_count,
            cpus: Cpus::new(&origins, first_idle, ipi_lines),
            activity_table,
            lines,
            schedulers: OnceCell::new(),
            needs_reschedule: Cell::new(true),
            on_idle: [const { RefCell::new(None) }; CPUS_MAX],
            packets: PacketTable::new(packets_max),
            step_last: Cell::new(STEPS[0].step),
            costs,
            trap: OnceCell::new(),
            verdicts: RefCell::default(),
            fuel: Fuel::default(),
            dispatcher: Dispatcher::new(),
            counters: Counters::new(topology, &idle),
            samples: RefCell::new(None),
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

    // ---- hardware -----------------------------------------------------------------------------------------------

    /// Asks for the device in this slot to be called at `time`. `Cycles::NEVER` cancels the request.
    #[inline]
    pub fn schedule(&self, slot: usize, time: Cycles) {
        self.events.set(slot, time);
        if time < self.horizon.get() {
            self.horizon.set(time);
        }
    }

    /// Makes the run loop check, before the next step, who has the CPU.
    #[inline]
    pub(super) fn request_dispatch(&self) {
        self.needs_dispatch.set(true);
        self.horizon.set(Cycles::ZERO);
    }

    // ---- software -----------------------------------------------------------------------------------------------

    /// Makes the threads that sleep on the channel ready.
    pub fn wake(&self, channel: Channel) {
        for (number, activity) in self.activities().iter().enumerate() {
            if activity.waits_for.get() == Some(channel) {
                activity.waits_for.set(None);
                self.make_ready(number);
            }
        }
    }

    /// Whether a thread sleeps on this channel.
    pub fn has_sleeper(&self, channel: Channel) -> bool {
        self.activities().iter().any(|activity| activity.waits_for.get() == Some(channel))
    }

    /// Whether a thread of this CPU other than the current one can run.
    pub fn other_threads_ready(&self) -> bool {
        let here = self.cpu();
        let mut others = self.activities().iter().enumerate().filter(|(number, _)| *number != self.current.get());
        others.any(|(_, activity)| activity.is_thread && activity.cpu == here && activity.active.get())
    }

    fn make_ready(&self, thread: ThreadId) {
        self.set_ready(thread);
        if self.activity(thread).cpu == self.cpu() {
            self.request_reschedule();
        } else {
            self.send_ipi(thread);
        }
    }

    pub(super) fn set_ready(&self, thread: ThreadId) {
        let activity = self.activity(thread);
        activity.active.set(true);
        self.trace_as(activity.context, Event::Ready);
        self.scheduler_of(activity.cpu).ready(thread, self.now.get());
    }

    /// Makes the run loop ask the scheduler again before the next step. If an interrupt is in service or the level is
    /// raised, the loop asks when that has ended.
    pub fn request_reschedule(&self) {
        self.needs_reschedule.set(true);
        if self.level() == Level::ZERO {
            self.request_dispatch();
        }
    }

    /// Whether one of the threads with these contexts can run.
    pub fn any_ready(&self, contexts: impl Fn(ContextId) -> bool) -> bool {
        let mut threads = self.activities().iter().filter(|activity| activity.is_thread);
        threads.any(|thread| thread.active.get() && contexts(thread.context))
    }

    /// Puts the current thread behind the other ready threads of its class. The scheduler chooses again before the next step.
    pub fn yield_cpu(&self) {
        let thread = self.current.get();
        self.scheduler().asleep(thread, self.now());
        self.scheduler().ready(thread, self.now());
        self.request_reschedule();
    }

    /// Raises the CPU's level (spl) until `restore`. Returns the level to restore.
    #[inline]
    pub fn raise(&self, level: Level) -> Level {
        let previous_level = self.level();
        if previous_level < level {
            self.set_level(level);
        }
        previous_level
    }

    /// Lowers the level again. Lines that are pending now are taken before the next step, highest level first.
    #[inline]
    pub fn restore(&self, level: Level) {
        self.set_level(level);
        if self.any_line_above(level) || (level == Level::ZERO && self.needs_reschedule.get()) {
            self.request_dispatch();
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

    /// Tells the scheduler that a clock tick has passed. The clock's handler calls this.
    pub fn tick(&self) {
        self.scheduler().tick(self.now.get());
        self.request_reschedule();
    }

    pub fn set_gate(&self, gate: GateId, on: bool) {
        if on != self.counters.gate_is_on(gate) {
            self.counters.gate(gate, self.now.get(), on);
            self.trace(Event::Gate { gate, on });
        }
    }

    /// A variable of a program has another value.
    pub fn set_variable(&self, variable: VariableId, value: u32) {
        if self.recorder.has_program() {
            self.trace(Event::Variable { variable, value });
        }
    }

    pub fn set_capacity(&self, place: PlaceId, limit: usize) {
        self.trace_as(HARDWARE, Event::Capacity { place, limit: limit as u32 });
    }

    /// Samples the counters from now on. A row that is due at a cycle is written before anything else happens at that cycle.
    pub fn keep_samples(&self, samples: CounterSamples) {
        self.dispatcher.next_sample.set(samples.next_due());
        *self.samples.borrow_mut() = Some(samples);
    }

    /// The rows written so far. Panics if `keep_samples` has not been called.
    pub fn samples(&self) -> Ref<'_, CounterSamples> {
        Ref::map(self.samples.borrow(), |samples| samples.as_ref().expect("keep_samples has been called"))
    }

    pub(super) fn sample_counters(&self) {
        if let Some(samples) = self.samples.borrow_mut().as_mut() {
            samples.add(|numbers| self.counters.write_row(self.now.get(), numbers));
            self.dispatcher.next_sample.set(samples.next_due());
        }
    }

    /// Samples the counters more often for a while, because a setting has changed.
    pub(super) fn sample_closely(&self) {
        if let Some(samples) = self.samples.borrow_mut().as_mut() {
            let Dispatcher { next_sample, pause_at, .. } = &self.dispatcher;
            samples.sample_closely(self.now.get());
            next_sample.set(samples.next_due());
            pause_at.set(pause_at.get().min(next_sample.get()));
        }
    }

    /// Sets the action that runs whenever this CPU becomes idle.
    pub fn set_on_idle(&self, cpu: usize, action: impl Fn() + 'static) {
        *self.on_idle[cpu].borrow_mut() = Some(Box::new(action));
    }

    /// Sets each CPU's scheduler.
    pub fn set_schedulers(&self, schedulers: Vec<Box<dyn Scheduler>>) {
        assert_eq!(schedulers.len(), self.cpu_count(), "a CPU has one scheduler");
        assert!(self.schedulers.set(schedulers).is_ok(), "schedulers are set once");
    }

    pub(super) fn scheduler(&self) -> &dyn Scheduler {
        self.scheduler_of(self.cpu())
    }

    fn scheduler_of(&self, cpu: usize) -> &dyn Scheduler {
        self.schedulers.get().expect("a host has schedulers before it runs")[cpu].as_ref()
    }

    #[inline]
    pub(super) fn activities(&self) -> &[Activity] {
        &self.activity_table[..self.activity_count]
    }

    /// The idle activity of the CPU.
    #[inline]
    pub(super) fn idle(&self) -> usize {
        self.cpus.idle()
    }

    /// Whether the current interrupt handler has preempted the idle activity.
    pub fn preempted_idle(&self) -> bool {
        self.preempted() == self.idle()
    }

    #[inline]
    pub(super) fn activity(&self, number: usize) -> &Activity {
        &self.activity_table[number % ACTIVITIES_MAX]
    }

    #[inline]
    pub(super) fn current_activity(&self) -> &Activity {
        self.activity(self.current.get())
    }

    /// The context of the current activity.
    pub fn current_context(&self) -> ContextId {
        self.current_activity().context
    }

    /// The context that the current interrupt handler has preempted. The clock's handler samples the CPU this way.
    pub fn preempted_context(&self) -> ContextId {
        self.activity(self.preempted()).context
    }

    /// Makes another activity the current one.
    #[inline]
    pub(super) fn switch_to(&self, number: usize) {
        let (before, after) = (self.current_activity(), self.activity(number));
        before.origin.set(self.origin.replace(after.origin.get()));
        self.current.set(number);
        self.counters.switch_context(after.context, self.now.get());
    }

    /// The thread that the scheduler has given the CPU to. Interrupts are charged to it, whoever they are for.
    pub fn charged_thread(&self) -> Option<ThreadId> {
        self.dispatcher.scheduled.get().thread()
    }

    /// Fills in the part of a visible state that the host knows: CPUs, contexts, lines and gates.
    pub fn fill_visible_state(&self, state: &mut VisibleState) {
        state.time = self.now.get();
        for (number, cpu) in state.cpus.iter_mut().enumerate() {
            let (current, level) = self.activity_and_level_of(number);
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
