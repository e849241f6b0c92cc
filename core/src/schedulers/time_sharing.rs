//! Time-sharing as in 4.4BSD: a process that has recently used much CPU time runs after processes that have used little. A
//! process that has just been woken runs first, until a clock tick interrupts it (4.4BSD gives it a kernel priority until it is
//! back in its own code). Processes of one rank take turns. Left out: nice values, swapping.
//!
//! The process that has the CPU is charged for interrupts, so packets for another process lower its rank (R 2).

use super::processes::{ProcessThreads, Processes};
use crate::cpu::{Scheduler, ThreadId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The CPU time of one rank: sixteen ticks of 10 ms (each of 4.4BSD's run queues holds four priorities of four ticks each).
const RANK_MILLISECONDS: u64 = 160;
/// Usage above this number of ranks does not count (255 ticks).
const RANKS: u64 = 16;

pub struct TimeSharing {
    processes: Processes,
    /// By process: recent CPU time.
    used: Vec<Cell<Cycles>>,
    /// By process: whether it was woken and no tick has interrupted it since.
    woken: Vec<Cell<bool>>,
    /// Processes in the order of their turns.
    turns: RefCell<Vec<usize>>,
    quantum: Rc<Cell<Cycles>>,
    rank: Cycles,
    second: Cycles,
    /// When the last turn ended.
    turn_ended: Cell<Cycles>,
    /// The time up to which usage has decayed.
    decayed_until: Cell<Cycles>,
}

impl TimeSharing {
    pub fn new(rows: Vec<ProcessThreads>, quantum: Rc<Cell<Cycles>>, clock: Hertz) -> TimeSharing {
        let processes = Processes::new(rows);
        let count = processes.count();
        TimeSharing {
            used: vec![Cell::new(Cycles::ZERO); count],
            woken: vec![Cell::new(false); count],
            turns: RefCell::new((0..count).collect()),
            processes,
            quantum,
            rank: clock.cycles_in_milliseconds(RANK_MILLISECONDS),
            second: clock.cycles_in_seconds(1),
            turn_ended: Cell::new(Cycles::ZERO),
            decayed_until: Cell::new(Cycles::ZERO),
        }
    }

    fn charge(&self, charged: Option<(usize, Cycles)>) {
        if let Some((process, cycles)) = charged {
            let used = &self.used[process];
            used.set((used.get() + cycles).min(Cycles(self.rank.0 * RANKS)));
        }
    }

    /// Returns a process's rank; the least runs first.
    fn rank(&self, process: usize) -> (bool, u64) {
        (!self.woken[process].get(), self.used[process].get().0 / self.rank.0)
    }
}

impl Scheduler for TimeSharing {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        if let Some(process) = self.processes.wake(thread) {
            self.woken[process].set(true);
        }
    }

    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.processes.sleep(thread);
    }

    /// Picks the process of the least rank; the current process keeps the CPU among equals.
    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        let turns = self.turns.borrow();
        let ready = turns.iter().copied().filter(|process| self.processes.next_thread(*process).is_some());
        let order = |process: &usize| (self.rank(*process), Some(*process) != self.processes.current());
        ready.min_by_key(order).and_then(|process| self.processes.next_thread(process))
    }

    fn tick(&self, now: Cycles) {
        self.charge(self.processes.charge_current(now));
        if let Some(process) = self.processes.current() {
            self.woken[process].set(false);
            if now.saturating_sub(self.turn_ended.get()) >= self.quantum.get() {
                self.turn_ended.set(now);
                let mut turns = self.turns.borrow_mut();
                turns.retain(|number| *number != process);
                turns.push(process);
                let equal = |other: &&usize| {
                    **other != process
                        && self.processes.next_thread(**other).is_some()
                        && self.rank(**other) == self.rank(process)
                };
                if let Some(next) = turns.iter().find(equal) {
                    self.woken[*next].set(true); // it runs next
                }
            }
        }
        while now.saturating_sub(self.decayed_until.get()) >= self.second {
            self.decayed_until.set(self.decayed_until.get() + self.second);
            for used in &self.used {
                used.set(Cycles(used.get().0 * 2 / 3)); // 4.4BSD's decay at a load of one
            }
        }
    }

    fn switched(&self, to: Option<ThreadId>, now: Cycles) {
        self.charge(self.processes.charge(to, now));
    }

    fn switch_is_free(&self, from: ThreadId, to: ThreadId) -> bool {
        self.processes.switch_is_free(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two processes of one thread each, threads 1 and 2; a millisecond is a thousand cycles.
    fn scheduler() -> TimeSharing {
        let row = |thread| ProcessThreads { threads: vec![thread], ..ProcessThreads::default() };
        TimeSharing::new(vec![row(1), row(2)], Rc::new(Cell::new(Cycles(10_000))), Hertz(1_000_000))
    }

    #[test]
    fn a_woken_process_preempts_until_a_tick_interrupts_it() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(200_000));
        scheduler.ready(2, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }

    #[test]
    fn a_process_that_used_much_runs_last() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.ready(2, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(170_000));
        scheduler.switched(Some(2), Cycles(170_000));
        scheduler.tick(Cycles(175_000));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }

    #[test]
    fn usage_decays() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(500_000));
        assert_eq!(scheduler.rank(0).1, 3);
        scheduler.asleep(1, Cycles::ZERO);
        scheduler.switched(None, Cycles(500_000));
        scheduler.tick(Cycles(9_000_000));
        assert_eq!(scheduler.rank(0).1, 0);
    }

    #[test]
    fn processes_of_one_rank_take_turns() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.ready(2, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(10_000));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }
}
