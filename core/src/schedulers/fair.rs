//! Linux's fair scheduler as far as it decides here (CFS; kernel/sched/fair.c): the process with the least virtual run time
//! has the CPU; it gives it away at a clock tick when it has run for a slice, or when a process wakes that is well behind.
//!
//!   virtual run time:  a ----|      b ---------|      c -------------|      a runs until it is a slice further
//!
//! Time that interrupts take is charged to nobody (CONFIG_IRQ_TIME_ACCOUNTING). Left out: nice values (all weigh the same),
//! groups, deadlines of the newer EEVDF, balancing between CPUs.

use crate::cpu::{ThreadId, ThreadPicker};
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

/// How much CPU time interrupts have taken so far.
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
    /// A process that wakes takes the CPU when it is further behind than this.
    granularity: Cycles,
    /// Who has the CPU, since when (interrupts left out), and how long in a row.
    current: Cell<Option<usize>>,
    since: Cell<Cycles>,
    in_a_row: Cell<Cycles>,
    /// Whom the scheduler last chose.
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
            since: Cell::new(Cycles::ZERO),
            in_a_row: Cell::new(Cycles::ZERO),
            chosen: Cell::new(None),
            least: Cell::new(Cycles::ZERO),
            must_choose: Cell::new(true),
        }
    }

    pub fn set_slice(&self, slice: Cycles) {
        self.slice.set(slice);
    }

    /// Another process should have the CPU: whoever works for long in the kernel looks at this (TIF_NEED_RESCHED).
    pub fn need_resched(&self) -> bool {
        self.must_choose.get()
    }

    /// Who has the CPU, also while interrupts are on top of it.
    pub fn running(&self) -> Option<ThreadId> {
        self.current.get().map(|current| self.tasks[current].thread)
    }

    fn number(&self, thread: ThreadId) -> usize {
        self.tasks.iter().position(|task| task.thread == thread).expect("the scheduler knows every thread")
    }

    /// Charges who has the CPU up to now (update_curr).
    fn charge(&self, now: Cycles) {
        let worked = now.saturating_sub(self.interrupts.until(now));
        let used = worked.saturating_sub(self.since.replace(worked));
        if let Some(current) = self.current.get() {
            let task = &self.tasks[current];
            task.ran.set(task.ran.get() + used);
            self.in_a_row.set(self.in_a_row.get() + used);
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

impl ThreadPicker for Fair {
    /// Who has slept is not let off for all of it: it begins at most half a round behind the others.
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
            self.in_a_row.set(Cycles::ZERO);
            self.chosen.set(self.first());
        }
        self.chosen.get().map(|chosen| self.tasks[chosen].thread)
    }

    fn tick(&self, now: Cycles) {
        self.charge(now);
        let others = self.tasks.iter().filter(|task| task.is_ready.get()).count() > 1;
        if others && self.in_a_row.get() >= self.slice.get() {
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
