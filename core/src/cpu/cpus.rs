//! Several CPUs that share one clock, one queue of hardware events, and the machine's packets, trace and counters.
//!
//! One CPU is active at a time. The host has the state of the active CPU (level, current activity, nested interrupts,
//! thread). The other CPUs are parked. Each parked CPU has the time of its next action: the end of its current step, or now
//! when an interrupt or a thread wants it. The CPU with the earliest next action becomes active, and runs up to the next
//! action of any other CPU. Rules of order in addition to those in `executor.rs`: (4) At one cycle the lower CPU number goes first;
//! code between two steps is atomic for all CPUs. (5) Hardware runs as if CPU 0 were active. (6) A CPU that makes another
//! CPU's thread ready sends that CPU an interprocessor interrupt.
//! Left out: caches, the bus, locks. Threads never move to another CPU.

use super::Host;
use super::activity::{Level, ThreadId};
use super::dispatcher::DispatchState;
use crate::trace::{LineId, Origin};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};

/// Largest number of CPUs.
pub const CPUS_MAX: usize = 8;

/// The state of a CPU that is not active, as it was when the CPU was parked.
#[derive(Clone, Copy)]
struct ParkedCpu {
    needs_dispatch: bool,
    current: usize,
    origin: Origin,
    needs_reschedule: bool,
    state: DispatchState,
    since: Cycles,
    /// The time of its next action, if no event comes before.
    next: Cycles,
}

pub(super) struct Cpus {
    /// The number of the active CPU.
    active: Cell<usize>,
    /// Indexed by CPU. The entry of the active CPU is out of date.
    parked: RefCell<Vec<ParkedCpu>>,
    count: usize,
    /// The idle activity of CPU 0. Those of the other CPUs follow it.
    first_idle: usize,
    /// The line of each CPU's interprocessor interrupt.
    ipi_lines: [Option<LineId>; CPUS_MAX],
}

impl Cpus {
    /// `origins` has, for each CPU, the first part of the trace records that it writes while it is idle.
    pub fn new(origins: &[Origin], first_idle: usize, ipi_lines: [Option<LineId>; CPUS_MAX]) -> Cpus {
        assert!((1..=CPUS_MAX).contains(&origins.len()), "a machine has 1 to {CPUS_MAX} CPUs");
        let idle = |(number, origin): (usize, &Origin)| ParkedCpu {
            needs_dispatch: true,
            current: first_idle + number,
            origin: *origin,
            needs_reschedule: true,
            state: DispatchState::UNDECIDED,
            since: Cycles::ZERO,
            next: Cycles::ZERO,
        };
        let parked = RefCell::new(origins.iter().enumerate().map(idle).collect());
        Cpus { active: Cell::new(0), parked, count: origins.len(), first_idle, ipi_lines }
    }

    /// The idle activity of the active CPU.
    #[inline]
    pub fn idle(&self) -> usize {
        self.first_idle + self.active.get()
    }

    /// The idle activity of CPU 0. All activities before it have code.
    pub fn first_idle(&self) -> usize {
        self.first_idle
    }
}

impl Host {
    /// The number of the active CPU: the one that runs the software which calls this.
    #[inline]
    pub fn cpu(&self) -> usize {
        self.cpus.active.get()
    }

    pub fn cpu_count(&self) -> usize {
        self.cpus.count
    }

    /// Makes the CPU with the earliest next action active. It may run up to the next action of any other CPU, at most to
    /// `limit`. No hardware event is due when this is called.
    #[inline]
    pub(super) fn activate_next_cpu(&self, limit: Cycles) {
        if self.cpus.count > 1 {
            self.activate_earliest_cpu(limit);
        }
    }

    #[inline(never)]
    fn activate_earliest_cpu(&self, limit: Cycles) {
        let (here, now) = (self.cpu(), self.now.get());
        let next = |cpu: usize| if cpu == here { self.next_action() } else { self.cpus.parked.borrow()[cpu].next };
        let (earliest, first) =
            (0..self.cpus.count).map(|cpu| (next(cpu), cpu)).min().expect("a machine has at least one CPU");
        if earliest <= now {
            self.activate_cpu(first);
        }
        let parked = self.cpus.parked.borrow();
        let others = parked.iter().enumerate().filter(|(cpu, _)| *cpu != self.cpu());
        let limit = limit.min(self.dispatcher.next_sample.get());
        self.dispatcher.pause_at.set(others.fold(limit, |limit, (_, parked)| limit.min(parked.next)));
    }

    /// When the active CPU acts next, if no hardware event comes before.
    fn next_action(&self) -> Cycles {
        let (now, switch_left) = (self.now.get(), self.dispatcher.state().switch_left);
        if self.needs_dispatch.get() {
            now
        } else if switch_left > Cycles::ZERO {
            now + switch_left
        } else if self.current.get() == self.idle() {
            Cycles::NEVER
        } else {
            now + self.current_activity().remaining.get()
        }
    }

    /// Parks the active CPU and makes another one active. The step or thread switch of that CPU went on while it was parked, so
    /// the time since then is subtracted from its remaining cycles.
    #[inline(never)]
    fn activate_cpu(&self, cpu: usize) {
        let (before, now) = (self.cpus.active.get(), self.now.get());
        if cpu == before {
            return;
        }
        let parked = ParkedCpu {
            needs_dispatch: self.needs_dispatch.get(),
            current: self.current.get(),
            origin: self.origin.get(),
            needs_reschedule: self.needs_reschedule.get(),
            state: self.dispatcher.state(),
            since: now,
            next: self.next_action(),
        };
        let mut others = self.cpus.parked.borrow_mut();
        others[before] = parked;
        let ParkedCpu { needs_dispatch, current, origin, needs_reschedule, mut state, since, .. } = others[cpu];
        let passed = now - since;
        if state.switch_left > Cycles::ZERO {
            state.switch_left = state.switch_left - passed;
        } else if current != self.cpus.first_idle + cpu {
            let remaining = &self.activity(current).remaining;
            remaining.set(remaining.get() - passed);
        }
        self.cpus.active.set(cpu);
        self.needs_dispatch.set(needs_dispatch);
        self.current.set(current);
        self.origin.set(origin);
        self.needs_reschedule.set(needs_reschedule);
        self.dispatcher.set_state(state);
        self.lines.select_cpu(cpu);
        self.counters.select_cpu(self.current_activity().context);
    }

    /// Runs hardware, or the change of a knob, as if CPU 0 were active, so that the result does not depend on which CPU was
    /// active last.
    pub fn with_cpu_0(&self, act: &dyn Fn()) {
        let here = self.cpu();
        self.activate_cpu(0);
        act();
        self.activate_cpu(here);
        if here > 0 && self.cpus.parked.borrow()[0].next <= self.now.get() {
            self.pause_before_next_step();
        }
    }

    /// Called when a line of a parked CPU has changed. If the line can interrupt that CPU, its next action is now.
    #[cold]
    #[inline(never)]
    pub(super) fn notify_parked_cpu(&self, line: LineId) {
        let cpu = self.lines.rows[usize::from(line)].cpu;
        let mut parked = self.cpus.parked.borrow_mut();
        let parked = &mut parked[cpu];
        let takable = self.lines.above_on(cpu, Level(parked.origin.level()));
        if self.counters.lines_pending() & takable & 1 << line != 0 {
            parked.needs_dispatch = true;
            parked.next = self.now.get();
            self.pause_before_next_step();
        }
    }

    /// Makes the active CPU pause before its next step, so that another CPU can become active.
    fn pause_before_next_step(&self) {
        let pause_at = &self.dispatcher.pause_at;
        pause_at.set(pause_at.get().min(self.now.get()));
        self.request_dispatch();
    }

    /// Sends an interprocessor interrupt to the CPU of a thread that has become ready.
    pub(super) fn send_ipi(&self, thread: ThreadId) {
        let cpu = self.activity(thread).cpu;
        let line =
            self.cpus.ipi_lines[cpu].expect("a CPU whose threads other CPUs wake has an interprocessor interrupt");
        self.assert_line(line);
    }

    /// Whether a CPU is idle.
    pub fn is_idle(&self, cpu: usize) -> bool {
        self.activity_and_level_of(cpu).0 == self.cpus.first_idle + cpu
    }

    /// The current activity of a CPU, and its level.
    pub(super) fn activity_and_level_of(&self, cpu: usize) -> (usize, Level) {
        if cpu == self.cpu() {
            return (self.current.get(), self.level());
        }
        let parked = self.cpus.parked.borrow()[cpu];
        (parked.current, Level(parked.origin.level()))
    }
}
