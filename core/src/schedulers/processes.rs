//! Processes as a scheduler sees them: which of their threads could run, and how much CPU time each process is charged.
//! A process is charged for all time from being given the CPU to losing it, interrupts included (R 2): BSD's accounting.

use crate::cpu::ThreadId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

/// A process and what runs at its expense.
#[derive(Clone, Debug, Default)]
pub struct ProcessThreads {
    /// Goes before the process's other threads, as a signal's handler does.
    pub handler: Option<ThreadId>,
    /// In turn, as they become ready; the first is the process itself.
    pub threads: Vec<ThreadId>,
    /// It is the one that a reservation is for.
    pub reserved: bool,
}

pub struct Processes {
    rows: Vec<ProcessThreads>,
    ready: Vec<RefCell<VecDeque<ThreadId>>>,
    /// Who has the CPU, and from when on it is to be charged.
    loaded: Cell<Option<usize>>,
    since: Cell<Cycles>,
}

impl Processes {
    pub fn new(rows: Vec<ProcessThreads>) -> Processes {
        let ready = rows.iter().map(|_| RefCell::default()).collect();
        Processes { rows, ready, loaded: Cell::new(None), since: Cell::new(Cycles::ZERO) }
    }

    pub fn count(&self) -> usize {
        self.rows.len()
    }

    pub fn loaded(&self) -> Option<usize> {
        self.loaded.get()
    }

    pub fn is_reserved(&self, process: usize) -> bool {
        self.rows[process].reserved
    }

    fn process_of(&self, thread: ThreadId) -> usize {
        let owns = |row: &ProcessThreads| row.handler == Some(thread) || row.threads.contains(&thread);
        self.rows.iter().position(owns).expect("every thread belongs to a process")
    }

    /// A thread could run; its process, when it had none that could.
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

    /// The thread that a process would run.
    pub fn next_of(&self, process: usize) -> Option<ThreadId> {
        self.ready[process].borrow().front().copied()
    }

    /// Whose CPU time has gone by since it was last asked, and how much; then it is `to`'s.
    pub fn charge(&self, to: Option<ThreadId>, now: Cycles) -> Option<(usize, Cycles)> {
        let used = now.saturating_sub(self.since.replace(now));
        let before = self.loaded.replace(to.map(|thread| self.process_of(thread)));
        before.map(|process| (process, used))
    }

    /// The same while nobody else gets the CPU.
    pub fn charge_so_far(&self, now: Cycles) -> Option<(usize, Cycles)> {
        let used = now.saturating_sub(self.since.replace(now));
        self.loaded.get().map(|process| (process, used))
    }

    /// From one to the other is no switch of processes: a signal's handler and what it interrupts.
    pub fn share_a_flow(&self, one: ThreadId, other: ThreadId) -> bool {
        let row = &self.rows[self.process_of(one)];
        let other_row = self.process_of(other);
        self.process_of(one) == other_row && (row.handler == Some(one) || row.handler == Some(other))
    }
}
