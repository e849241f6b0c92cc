//! Round robin: kernel threads run before processes, and ready processes take turns, each for a quantum. A process that wakes
//! goes to the end of the queue and does not preempt another process. Left out: priorities that decay with use, and kernel code
//! that cannot be preempted (a kernel thread takes the CPU from a system call at once).

use crate::cpu::{Scheduler, ThreadId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The class of a thread, in the order of priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Kernel,
    Process,
}

pub struct RoundRobin {
    classes: Vec<(ThreadId, Class)>,
    kernel: RefCell<VecDeque<ThreadId>>,
    processes: RefCell<VecDeque<ThreadId>>,
    quantum: Rc<Cell<Cycles>>,
    /// The process whose turn it is, and the used part of its quantum. A tick counts when no kernel thread wants the CPU.
    turn: Cell<(Option<ThreadId>, Cycles)>,
    last_tick: Cell<Cycles>,
}

impl RoundRobin {
    pub fn new(classes: Vec<(ThreadId, Class)>, quantum: Rc<Cell<Cycles>>) -> RoundRobin {
        RoundRobin {
            classes,
            kernel: RefCell::default(),
            processes: RefCell::default(),
            quantum,
            turn: Cell::default(),
            last_tick: Cell::default(),
        }
    }

    fn queue(&self, thread: ThreadId) -> &RefCell<VecDeque<ThreadId>> {
        let class = self.classes.iter().find(|(number, _)| *number == thread).expect("every thread has a class").1;
        match class {
            Class::Kernel => &self.kernel,
            Class::Process => &self.processes,
        }
    }
}

impl Scheduler for RoundRobin {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        self.queue(thread).borrow_mut().push_back(thread);
    }

    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.queue(thread).borrow_mut().retain(|number| *number != thread);
    }

    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        self.kernel.borrow().front().or(self.processes.borrow().front()).copied()
    }

    fn tick(&self, now: Cycles) {
        let tick = now.saturating_sub(self.last_tick.replace(now));
        let mut processes = self.processes.borrow_mut();
        let front = processes.front().copied();
        let (holder, used) = self.turn.get();
        let used = if holder == front { used } else { Cycles::ZERO };
        let process_runs = self.kernel.borrow().is_empty();
        let used = if process_runs { used + tick } else { used };
        self.turn.set((front, used));
        if used >= self.quantum.get() {
            self.turn.set((None, Cycles::ZERO));
            if processes.len() > 1 {
                processes.rotate_left(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheduler() -> RoundRobin {
        let classes = vec![(1, Class::Kernel), (2, Class::Process), (3, Class::Process)];
        RoundRobin::new(classes, Rc::new(Cell::new(Cycles(100))))
    }

    #[test]
    fn kernel_threads_run_before_processes() {
        let scheduler = scheduler();
        scheduler.ready(2, Cycles::ZERO);
        scheduler.ready(1, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(1));
        scheduler.asleep(1, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }

    #[test]
    fn processes_take_turns() {
        let scheduler = scheduler();
        scheduler.ready(2, Cycles::ZERO);
        scheduler.ready(3, Cycles::ZERO);
        scheduler.tick(Cycles(99));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
        scheduler.tick(Cycles(100));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(3));
        scheduler.tick(Cycles(200));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }

    #[test]
    fn the_time_of_a_kernel_thread_does_not_count_as_the_turn_of_a_process() {
        let scheduler = scheduler();
        scheduler.ready(2, Cycles::ZERO);
        scheduler.ready(3, Cycles::ZERO);
        scheduler.ready(1, Cycles::ZERO);
        scheduler.tick(Cycles(100));
        scheduler.asleep(1, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
        scheduler.tick(Cycles(150));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
        scheduler.tick(Cycles(200));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(3));
    }

    #[test]
    fn a_process_that_becomes_first_has_a_whole_quantum() {
        let scheduler = scheduler();
        scheduler.ready(2, Cycles::ZERO);
        scheduler.ready(3, Cycles::ZERO);
        scheduler.tick(Cycles(90));
        scheduler.asleep(2, Cycles::ZERO);
        scheduler.tick(Cycles(180));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(3));
        scheduler.ready(2, Cycles::ZERO);
        scheduler.tick(Cycles(200));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }
}
