//! The relevant part of Linux's fair scheduler (CFS; kernel/sched/fair.c). The process with the least virtual run time gets the
//! CPU. It gives up the CPU at a clock tick when it has run for a slice, or when a process wakes whose virtual run time is much
//! smaller.
//!
//! ```text
//! virtual run time:  a ----|      b ---------|      c -------------|      a runs for a slice
//! ```
//!
//! Interrupt time is charged to no process (CONFIG_IRQ_TIME_ACCOUNTING). Left out: nice values (all have the same weight),
//! groups, deadlines of the newer EEVDF, balancing between CPUs.

use crate::cpu::{Scheduler, ThreadId};
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

/// The CPU time of interrupts so far.
#[derive(Default)]
pub struct InterruptTime {
    total: Cell<Cycles>,
    begun: Cell<Cycles>,
    depth: Cell<u32>,
}

impl InterruptTime {
    pub fn enter(&self, now: Cycles) {
        if self.depth.replace(self.depth.get() + 1) == 0 {
            self.begun.set(now);
        }
    }

    pub fn leave(&self, now: Cycles) {
        self.depth.set(self.depth.get() - 1);
        if self.depth.get() == 0 {
            self.total.set(self.total.get() + (now - self.begun.get()));
        }
    }

    fn until(&self, now: Cycles) -> Cycles {
        let open = if self.depth.get() > 0 { now - self.begun.get() } else { Cycles::ZERO };
        self.total.get() + open
    }
}

struct Task {
    thread: ThreadId,
    /// Virtual run time.
    ran: Cell<Cycles>,
    is_ready: Cell<bool>,
}

pub struct Fair {
    tasks: Vec<Task>,
    interrupts: Rc<InterruptTime>,
    slice: Cell<Cycles>,
    /// A process that wakes preempts when its virtual run time is smaller by more than this.
    granularity: Cycles,
    /// The task that has the CPU.
    current: Cell<Option<usize>>,
    /// The time, without interrupts, up to which it has been charged.
    charged_until: Cell<Cycles>,
    /// How long it has run without a break.
    run_length: Cell<Cycles>,
    /// The scheduler's last choice.
    chosen: Cell<Option<usize>>,
    /// The least virtual run time, which never falls.
    least: Cell<Cycles>,
    must_choose: Cell<bool>,
}

impl Fair {
    pub fn new(threads: &[ThreadId], interrupts: Rc<InterruptTime>, slice: Cycles, granularity: Cycles) -> Fair {
        let task = |thread: &ThreadId| Task { thread: *thread, ran: Cell::default(), is_ready: Cell::new(false) };
        Fair {
            tasks: threads.iter().map(task).collect(),
            interrupts,
            slice: Cell::new(slice),
            granularity,
            current: Cell::new(None),
            charged_until: Cell::new(Cycles::ZERO),
            run_length: Cell::new(Cycles::ZERO),
            chosen: Cell::new(None),
            least: Cell::new(Cycles::ZERO),
            must_choose: Cell::new(true),
        }
    }

    pub fn set_slice(&self, slice: Cycles) {
        self.slice.set(slice);
    }

    /// Whether another process should get the CPU; long kernel loops check this (TIF_NEED_RESCHED).
    pub fn need_resched(&self) -> bool {
        self.must_choose.get()
    }

    /// Returns the thread that has the CPU, also while an interrupt has preempted it.
    pub fn running(&self) -> Option<ThreadId> {
        self.current.get().map(|current| self.tasks[current].thread)
    }

    fn number(&self, thread: ThreadId) -> usize {
        self.tasks.iter().position(|task| task.thread == thread).expect("the scheduler knows every thread")
    }

    /// Charges the current task up to now (update_curr).
    fn charge(&self, now: Cycles) {
        let worked = now.saturating_sub(self.interrupts.until(now));
        let used = worked.saturating_sub(self.charged_until.replace(worked));
        if let Some(current) = self.current.get() {
            let task = &self.tasks[current];
            task.ran.set(task.ran.get() + used);
            self.run_length.set(self.run_length.get() + used);
        }
        let ready = self.tasks.iter().enumerate();
        let ready = ready.filter(|(number, task)| task.is_ready.get() || self.current.get() == Some(*number));
        if let Some(least) = ready.map(|(_, task)| task.ran.get()).min() {
            self.least.set(self.least.get().max(least));
        }
    }

    fn first(&self) -> Option<usize> {
        let ready = self.tasks.iter().enumerate().filter(|(_, task)| task.is_ready.get());
        ready.min_by_key(|(number, task)| (task.ran.get(), *number)).map(|(number, _)| number)
    }
}

impl Scheduler for Fair {
    /// Wakes a thread. Even after a long sleep its virtual run time is at most one slice below the least virtual run time.
    fn ready(&self, thread: ThreadId, now: Cycles) {
        self.charge(now);
        let task = &self.tasks[self.number(thread)];
        task.ran.set(task.ran.get().max(self.least.get().saturating_sub(self.slice.get())));
        task.is_ready.set(true);
        let current = self.chosen.get().map(|current| &self.tasks[current]).filter(|current| current.is_ready.get());
        if current.is_none_or(|current| current.ran.get() > task.ran.get() + self.granularity) {
            self.must_choose.set(true);
        }
    }

    fn asleep(&self, thread: ThreadId, now: Cycles) {
        self.charge(now);
        self.tasks[self.number(thread)].is_ready.set(false);
    }

    fn pick(&self, now: Cycles) -> Option<ThreadId> {
        let keeps = self.chosen.get().is_some_and(|chosen| self.tasks[chosen].is_ready.get());
        if self.must_choose.replace(false) || !keeps {
            self.charge(now);
            self.run_length.set(Cycles::ZERO);
            self.chosen.set(self.first());
        }
        self.chosen.get().map(|chosen| self.tasks[chosen].thread)
    }

    fn tick(&self, now: Cycles) {
        self.charge(now);
        let others = self.tasks.iter().filter(|task| task.is_ready.get()).count() > 1;
        if others && self.run_length.get() >= self.slice.get() {
            self.must_choose.set(true);
        }
    }

    fn switched(&self, to: Option<ThreadId>, now: Cycles) {
        self.charge(now);
        self.current.set(to.map(|thread| self.number(thread)));
    }
}

#[cfg(test)]
#[path = "fair_tests.rs"]
mod tests;
