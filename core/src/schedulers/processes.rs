//! Processes as BSD's schedulers see them: their ready threads, and the CPU time that each process is charged. A process is
//! charged for all time from getting the CPU to losing it, including interrupts (R 2).

use crate::cpu::ThreadId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// A process, and the threads whose CPU time it is charged.
#[derive(Clone, Debug, Default)]
pub struct ProcessThreads {
    /// The thread that runs before the process's other threads, such as a signal's handler.
    pub handler: Option<ThreadId>,
    /// The other threads, which run in the order in which they become ready; the first is the process itself.
    pub threads: Vec<ThreadId>,
    /// Whether the reservation is for this process.
    pub reserved: bool,
}

pub struct Processes {
    rows: Vec<ProcessThreads>,
    ready: Vec<RefCell<VecDeque<ThreadId>>>,
    /// The process that has the CPU.
    current: Cell<Option<usize>>,
    /// The time up to which it has been charged.
    charged_until: Cell<Cycles>,
}

impl Processes {
    pub fn new(rows: Vec<ProcessThreads>) -> Processes {
        let ready = rows.iter().map(|_| RefCell::default()).collect();
        Processes { rows, ready, current: Cell::new(None), charged_until: Cell::new(Cycles::ZERO) }
    }

    pub fn count(&self) -> usize {
        self.rows.len()
    }

    pub fn current(&self) -> Option<usize> {
        self.current.get()
    }

    pub fn is_reserved(&self, process: usize) -> bool {
        self.rows[process].reserved
    }

    fn process_of(&self, thread: ThreadId) -> usize {
        let owns = |row: &ProcessThreads| row.handler == Some(thread) || row.threads.contains(&thread);
        self.rows.iter().position(owns).expect("every thread belongs to a process")
    }

    /// Makes a thread ready. Returns its process when the process had no other ready thread.
    pub fn wake(&self, thread: ThreadId) -> Option<usize> {
        let process = self.process_of(thread);
        let mut ready = self.ready[process].borrow_mut();
        let was_asleep = ready.is_empty();
        if self.rows[process].handler == Some(thread) {
            ready.push_front(thread);
        } else {
            ready.push_back(thread);
        }
        was_asleep.then_some(process)
    }

    pub fn sleep(&self, thread: ThreadId) {
        self.ready[self.process_of(thread)].borrow_mut().retain(|number| *number != thread);
    }

    /// Returns the thread that a process would run next.
    pub fn next_thread(&self, process: usize) -> Option<ThreadId> {
        self.ready[process].borrow().front().copied()
    }

    /// Returns the process to charge and its CPU time since the last call. From now on `to` is charged.
    pub fn charge(&self, to: Option<ThreadId>, now: Cycles) -> Option<(usize, Cycles)> {
        let used = now.saturating_sub(self.charged_until.replace(now));
        let previous = self.current.replace(to.map(|thread| self.process_of(thread)));
        previous.map(|process| (process, used))
    }

    /// Returns the current process and its CPU time since the last call. It keeps the CPU and is charged further.
    pub fn charge_current(&self, now: Cycles) -> Option<(usize, Cycles)> {
        let used = now.saturating_sub(self.charged_until.replace(now));
        self.current.get().map(|process| (process, used))
    }

    /// Whether a switch between two threads costs nothing: they are a signal's handler and the thread that it interrupts.
    pub fn switch_is_free(&self, one: ThreadId, other: ThreadId) -> bool {
        let row = &self.rows[self.process_of(one)];
        let other_row = self.process_of(other);
        self.process_of(one) == other_row && (row.handler == Some(one) || row.handler == Some(other))
    }
}
