//! Several CPUs around one clock, one agenda of hardware events, and the machine's packets, trace and counters.
//!
//! One CPU acts at a time; the host has its state (level, current activity, interrupts on top of each other, thread). Those
//! of the others are parked, each with the moment of its next action: the end of a step under way, or now when something
//! wants it. The CPU with the earliest acts, up to the next action of any other; then the host changes CPUs. Rules of order
//! beside those of `executor.rs`: (4) at one cycle the lower CPU number goes first; code between two steps is atomic for
//! all. (5) Hardware acts as seen from CPU 0. (6) A thread made ready for another CPU calls that by its line.
//! Left out: caches, the bus, locks; threads never move to another CPU.

use super::Host;
use super::activity::{Level, ThreadId};
use super::doing::Doing;
use crate::trace::{LineId, Origin};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};

/// No machine has more.
pub const CPUS_MAX: usize = 8;

/// A CPU that does not act, as it was when the host left it.
#[derive(Clone, Copy)]
struct Parked {
    attention: bool,
    current: usize,
    origin: Origin,
    choice_due: bool,
    loaded: Option<ThreadId>,
    doing: Doing,
    since: Cycles,
    /// When it acts again, unless something happens.
    next: Cycles,
}

pub(super) struct Cpus {
    /// The one that acts.
    at: Cell<usize>,
    /// By CPU; what it says of the one that acts is old.
    parked: RefCell<Vec<Parked>>,
    count: usize,
    /// The activity that is the first one's idleness; those of the others follow.
    idle_first: usize,
    calls: [Option<LineId>; CPUS_MAX],
}

impl Cpus {
    /// `origins` is what each CPU's records begin with when it is idle.
    pub fn new(origins: &[Origin], idle_first: usize, calls: [Option<LineId>; CPUS_MAX]) -> Cpus {
        assert!((1..=CPUS_MAX).contains(&origins.len()), "a machine has 1 to {CPUS_MAX} CPUs");
        let idle = |(number, origin): (usize, &Origin)| Parked {
            attention: true,
            current: idle_first + number,
            origin: *origin,
            choice_due: true,
            loaded: None,
            doing: Doing::NOTHING,
            since: Cycles::ZERO,
            next: Cycles::ZERO,
        };
        let parked = RefCell::new(origins.iter().enumerate().map(idle).collect());
        Cpus { at: Cell::new(0), parked, count: origins.len(), idle_first, calls }
    }

    /// Nothing to do, for the CPU that acts.
    #[inline]
    pub fn idle(&self) -> usize {
        self.idle_first + self.at.get()
    }

    /// What the first CPU has for idleness; activities before it have code.
    pub fn idle_first(&self) -> usize {
        self.idle_first
    }
}

impl Host {
    /// The CPU that acts: the one on which the software runs that asks.
    #[inline]
    pub fn cpu(&self) -> usize {
        self.cpus.at.get()
    }

    pub fn cpu_count(&self) -> usize {
        self.cpus.count
    }

    /// Lets the CPU act whose next action is the earliest, up to the next action of any other or to `limit`. The agenda has
    /// nothing that is due.
    #[inline]
    pub(super) fn choose_cpu(&self, limit: Cycles) {
        if self.cpus.count > 1 {
            self.choose_among_cpus(limit);
        }
    }

    #[inline(never)]
    fn choose_among_cpus(&self, limit: Cycles) {
        let (here, now) = (self.cpu(), self.now.get());
        let next = |cpu: usize| if cpu == here { self.next_action() } else { self.cpus.parked.borrow()[cpu].next };
        let (earliest, first) = (0..self.cpus.count).map(|cpu| (next(cpu), cpu)).min().expect("there are CPUs");
        if earliest <= now {
            self.change_cpu(first);
        }
        let parked = self.cpus.parked.borrow();
        let others = parked.iter().enumerate().filter(|(cpu, _)| *cpu != self.cpu());
        let limit = limit.min(self.processor.noting.get());
        self.processor.limit.set(others.fold(limit, |limit, (_, parked)| limit.min(parked.next)));
    }

    /// When the CPU that acts has something to do next, if no hardware wants it before.
    fn next_action(&self) -> Cycles {
        let (now, switching) = (self.now.get(), self.processor.doing().switching);
        if self.attention.get() {
            now
        } else if switching > Cycles::ZERO {
            now + switching
        } else if self.current.get() == self.idle() {
            Cycles::NEVER
        } else {
            now + self.current_activity().remaining.get()
        }
    }

    /// Parks the CPU that acts, and lets another act. On this what it is in the middle of has gone on meanwhile.
    #[inline(never)]
    fn change_cpu(&self, cpu: usize) {
        let (before, now) = (self.cpus.at.get(), self.now.get());
        if cpu == before {
            return;
        }
        let parked = Parked {
            attention: self.attention.get(),
            current: self.current.get(),
            origin: self.origin.get(),
            choice_due: self.choice_due.get(),
            loaded: self.loaded.get(),
            doing: self.processor.doing(),
            since: now,
            next: self.next_action(),
        };
        let mut others = self.cpus.parked.borrow_mut();
        others[before] = parked;
        let Parked { attention, current, origin, choice_due, loaded, mut doing, since, .. } = others[cpu];
        let passed = now - since;
        if doing.switching > Cycles::ZERO {
            doing.switching = doing.switching - passed;
        } else if current != self.cpus.idle_first + cpu {
            let remaining = &self.activity(current).remaining;
            remaining.set(remaining.get() - passed);
        }
        self.cpus.at.set(cpu);
        self.attention.set(attention);
        self.current.set(current);
        self.origin.set(origin);
        self.choice_due.set(choice_due);
        self.loaded.set(loaded);
        self.processor.set_doing(doing);
        self.lines.change_cpu(cpu);
        self.counters.change_cpu(self.current_activity().context);
    }

    /// Something that is no software of any CPU acts: hardware, or who turns a knob. Always seen from the first, so that it
    /// does not matter which acted last.
    pub fn from_outside(&self, act: &dyn Fn()) {
        let here = self.cpu();
        self.change_cpu(0);
        act();
        self.change_cpu(here);
        if here > 0 && self.cpus.parked.borrow()[0].next <= self.now.get() {
            self.stop_here();
        }
    }

    /// A line of a parked CPU has changed; the CPU acts at once when the line may interrupt what it does.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_cpu_of(&self, line: LineId) {
        let cpu = self.lines.rows[usize::from(line)].cpu;
        let mut parked = self.cpus.parked.borrow_mut();
        let parked = &mut parked[cpu];
        let takable = self.lines.above_on(cpu, Level(parked.origin.level()));
        if self.counters.lines_pending() & takable & 1 << line != 0 {
            parked.attention = true;
            parked.next = self.now.get();
            self.stop_here();
        }
    }

    /// The CPU that acts stops before its next step, so that others can.
    fn stop_here(&self) {
        let limit = &self.processor.limit;
        limit.set(limit.get().min(self.now.get()));
        self.look_up();
    }

    /// A thread of a parked CPU is ready.
    pub(super) fn call_cpu_of(&self, thread: ThreadId) {
        let cpu = self.activity(thread).cpu;
        let line = self.cpus.calls[cpu].expect("a CPU whose threads others wake has a line by which they call it");
        self.assert_line(line);
    }

    /// Whether a CPU has nothing to do.
    pub fn is_idle(&self, cpu: usize) -> bool {
        self.seen_of(cpu).0 == self.cpus.idle_first + cpu
    }

    /// What a CPU is busy with, and its level.
    pub(super) fn seen_of(&self, cpu: usize) -> (usize, Level) {
        if cpu == self.cpu() {
            return (self.current.get(), self.level());
        }
        let parked = self.cpus.parked.borrow()[cpu];
        (parked.current, Level(parked.origin.level()))
    }
}
