//! Time-sharing as 4.4BSD does it: a process that has used much CPU time lately goes behind those that have used little.
//! A process that was woken from a wait goes first until a clock tick finds it running (4.4BSD gives it a priority of the
//! kernel's until it is back in its own code). Processes of one rank take turns. Left out: nice values, swapping.
//!
//! Interrupts are paid by whoever has the CPU, so packets for somebody else cost a process its rank (R 2).

use super::processes::{ProcessThreads, Processes};
use crate::cpu::{ThreadId, ThreadPicker};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Usage that makes one rank: sixteen ticks of 10 ms (4.4BSD's run queues hold four priorities of four ticks each).
const RANK_MILLISECONDS: u64 = 160;
/// Usage above this is not counted (255 ticks).
const RANKS: u64 = 16;

pub struct TimeSharing {
    processes: Processes,
    used: Vec<Cell<Cycles>>,
    /// Woken, and no tick has found it running since.
    woken: Vec<Cell<bool>>,
    /// Processes in the order of their turns.
    turns: RefCell<Vec<usize>>,
    quantum: Rc<Cell<Cycles>>,
    rank: Cycles,
    second: Cycles,
    turned: Cell<Cycles>,
    decayed: Cell<Cycles>,
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
            turned: Cell::new(Cycles::ZERO),
            decayed: Cell::new(Cycles::ZERO),
        }
    }

    fn charge(&self, charged: Option<(usize, Cycles)>) {
        if let Some((process, cycles)) = charged {
            let used = &self.used[process];
            used.set((used.get() + cycles).min(Cycles(self.rank.0 * RANKS)));
        }
    }

    /// Less is better.
    fn rank(&self, process: usize) -> (bool, u64) {
        (!self.woken[process].get(), self.used[process].get().0 / self.rank.0)
    }
}

impl ThreadPicker for TimeSharing {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        if let Some(process) = self.processes.wake(thread) {
            self.woken[process].set(true);
        }
    }

    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.processes.sleep(thread);
    }

    /// Who has the CPU keeps it among equals.
    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        let turns = self.turns.borrow();
        let ready = turns.iter().copied().filter(|process| self.processes.next_of(*process).is_some());
        let order = |process: &usize| (self.rank(*process), Some(*process) != self.processes.loaded());
        ready.min_by_key(order).and_then(|process| self.processes.next_of(process))
    }

    fn tick(&self, now: Cycles) {
        self.charge(self.processes.charge_so_far(now));
        if let Some(process) = self.processes.loaded() {
            self.woken[process].set(false);
            if now.saturating_sub(self.turned.get()) >= self.quantum.get() {
                self.turned.set(now);
                let mut turns = self.turns.borrow_mut();
                turns.retain(|number| *number != process);
                turns.push(process);
                let equal = |other: &&usize| {
                    **other != process
                        && self.processes.next_of(**other).is_some()
                        && self.rank(**other) == self.rank(process)
                };
                if let Some(next) = turns.iter().find(equal) {
                    self.woken[*next].set(true); // its turn
                }
            }
        }
        while now.saturating_sub(self.decayed.get()) >= self.second {
            self.decayed.set(self.decayed.get() + self.second);
            for used in &self.used {
                used.set(Cycles(used.get().0 * 2 / 3)); // at a load of one
            }
        }
    }

    fn switched(&self, to: Option<ThreadId>, now: Cycles) {
        self.charge(self.processes.charge(to, now));
    }

    fn switch_is_free(&self, from: ThreadId, to: ThreadId) -> bool {
        self.processes.share_a_flow(from, to)
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
    fn a_woken_process_preempts_until_a_tick_finds_it() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(200_000));
        scheduler.ready(2, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }

    #[test]
    fn who_used_much_goes_last() {
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
    fn usage_is_forgotten() {
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
    fn equals_take_turns() {
        let scheduler = scheduler();
        scheduler.ready(1, Cycles::ZERO);
        scheduler.ready(2, Cycles::ZERO);
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(10_000));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }
}
