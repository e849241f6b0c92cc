//! Proportional shares as in Eclipse/BSD (R 6: move-to-rear list scheduling). Processes are in a list, and the first ready one
//! runs. A process that has used up its share of a round moves to the rear and gets a new share. A process that waits keeps its
//! place, so when it wakes it runs before the processes behind it. A reservation is a share that other processes cannot have;
//! the others share the rest equally.
//!
//! ```text
//! [ forwarding 50 % | onoff 1 | onoff 2 | ... ]   first ready process -> CPU -> share used up -> rear
//! ```

use super::processes::{ProcessThreads, Processes};
use crate::cpu::{Scheduler, ThreadId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The settings that knobs change.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Per cent for all processes with the reservation together; 0 means none.
    pub reservation: u64,
    pub round: Cycles,
}

pub struct MoveToRear {
    processes: Processes,
    /// Processes with the reservation.
    reserved: Vec<usize>,
    list: RefCell<Vec<usize>>,
    /// Cycles left of each share; below zero when a tick came late.
    left: Vec<Cell<i64>>,
    shares: Rc<Cell<Shares>>,
}

impl MoveToRear {
    pub fn new(rows: Vec<ProcessThreads>, shares: Rc<Cell<Shares>>) -> MoveToRear {
        let processes = Processes::new(rows);
        let list = RefCell::new((0..processes.count()).collect());
        let left = vec![Cell::new(0); processes.count()];
        let reserved = (0..processes.count()).filter(|process| processes.is_reserved(*process)).collect();
        let scheduler = MoveToRear { processes, reserved, list, left, shares };
        for process in 0..scheduler.processes.count() {
            scheduler.left[process].set(scheduler.share(process));
        }
        scheduler
    }

    /// Returns the process whose share this process uses: processes with the reservation have one share together.
    fn account(&self, process: usize) -> usize {
        let has_reservation = self.shares.get().reservation > 0 && self.processes.is_reserved(process);
        if has_reservation { self.reserved[0] } else { process }
    }

    /// Returns an account's share of a round, in cycles.
    fn share(&self, account: usize) -> i64 {
        let Shares { reservation, round } = self.shares.get();
        let together = if reservation > 0 { self.reserved.len() } else { 0 };
        let count = (self.processes.count() - together.saturating_sub(1)) as u64;
        let percent_times_count = match together {
            0 => 100,
            _ if self.processes.is_reserved(account) => reservation * count,
            _ => (100 - reservation) * count / (count - 1).max(1),
        };
        (round.0 * percent_times_count / (100 * count)) as i64
    }

    fn charge(&self, charged: Option<(usize, Cycles)>) {
        let Some((process, used)) = charged else { return };
        let process = self.account(process);
        let left = &self.left[process];
        left.set(left.get() - used.0 as i64);
        if left.get() <= 0 {
            self.move_to_rear(process);
        }
    }

    /// Moves a process to the rear, with a new share. A process that ran too long because a tick came late gets less, or nothing:
    /// then it moves again as soon as its turn comes.
    fn move_to_rear(&self, process: usize) {
        let left = &self.left[process];
        left.set(left.get() + self.share(process).max(1));
        let mut list = self.list.borrow_mut();
        list.retain(|number| *number != process);
        list.push(process);
    }

    /// Returns the process that runs next. Among ready processes of one account, this is the last process of the pipeline, so
    /// that work which the other processes have begun is finished first.
    fn first_ready(&self) -> Option<usize> {
        let of_account = |account: usize| {
            let mut members = (0..self.processes.count()).rev().filter(|process| self.account(*process) == account);
            members.find(|process| self.processes.next_thread(*process).is_some())
        };
        self.list.borrow().iter().copied().find_map(of_account)
    }
}

impl Scheduler for MoveToRear {
    fn ready(&self, thread: ThreadId, _: Cycles) {
        self.processes.wake(thread);
    }

    fn asleep(&self, thread: ThreadId, _: Cycles) {
        self.processes.sleep(thread);
    }

    fn pick(&self, _: Cycles) -> Option<ThreadId> {
        loop {
            let process = self.first_ready()?;
            let account = self.account(process);
            if self.left[account].get() > 0 {
                return self.processes.next_thread(process);
            }
            self.move_to_rear(account);
        }
    }

    fn tick(&self, now: Cycles) {
        self.charge(self.processes.charge_current(now));
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

    /// Threads 1, 2 and 3 of three processes; the first has the reservation. A round is 1,000 cycles.
    fn scheduler(reservation: u64) -> MoveToRear {
        let row = |thread| ProcessThreads { threads: vec![thread], reserved: thread == 1, ..ProcessThreads::default() };
        let shares = Rc::new(Cell::new(Shares { reservation, round: Cycles(1_000) }));
        MoveToRear::new(vec![row(1), row(2), row(3)], shares)
    }

    /// Returns the cycles that each process gets in `ticks` ticks of ten cycles, when all are always ready.
    fn shares_after(scheduler: &MoveToRear, ticks: u64) -> [u64; 3] {
        let mut got = [0; 3];
        (1..=3).for_each(|thread| scheduler.ready(thread, Cycles::ZERO));
        for tick in 0..ticks {
            let thread = scheduler.pick(Cycles::ZERO).expect("a thread is ready");
            scheduler.switched(Some(thread), Cycles(tick * 10));
            got[thread - 1] += 10;
            scheduler.tick(Cycles(tick * 10 + 10));
        }
        got
    }

    #[test]
    fn without_a_reservation_all_shares_are_equal() {
        let got = shares_after(&scheduler(0), 3_000);
        assert!(got.iter().all(|cycles| cycles.abs_diff(10_000) < 700), "{got:?}");
    }

    #[test]
    fn the_others_share_what_the_reservation_leaves() {
        let got = shares_after(&scheduler(50), 4_000);
        assert!(got[0].abs_diff(20_000) < 1_000 && got[1].abs_diff(got[2]) < 1_000, "{got:?}");
    }

    #[test]
    fn processes_with_the_reservation_share_it() {
        let row = |thread| ProcessThreads { threads: vec![thread], reserved: thread < 3, ..ProcessThreads::default() };
        let shares = Rc::new(Cell::new(Shares { reservation: 80, round: Cycles(1_000) }));
        let got = shares_after(&MoveToRear::new(vec![row(1), row(2), row(3)], shares), 4_000);
        assert!((got[0] + got[1]).abs_diff(32_000) < 1_000, "{got:?}");
    }

    #[test]
    fn a_waiting_process_keeps_its_place() {
        let scheduler = scheduler(50);
        scheduler.ready(2, Cycles::ZERO);
        scheduler.switched(Some(2), Cycles(0));
        scheduler.ready(1, Cycles::ZERO);
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(1));
    }

    #[test]
    fn a_process_that_used_up_its_share_moves_to_the_rear() {
        let scheduler = scheduler(50);
        (1..=3).for_each(|thread| scheduler.ready(thread, Cycles::ZERO));
        scheduler.switched(Some(1), Cycles(0));
        scheduler.tick(Cycles(500));
        assert_eq!(scheduler.pick(Cycles::ZERO), Some(2));
    }
}
