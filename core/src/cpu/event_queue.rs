//! The hardware's event queue: the time of each device's next event, and the earliest of all. There are few devices, so a
//! search through all of them is faster than a sorted queue.

use crate::units::Cycles;
use std::cell::Cell;

/// Largest number of devices. When two events are due at the same cycle the lower slot goes first.
const SLOTS: usize = 32;

/// When the event of a slot is due. Time and slot are one number, so that the smallest number is the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due(u64);

impl Due {
    /// Later than the end of every run.
    const NEVER: Due = Due(u64::MAX);

    fn at(time: Cycles, slot: usize) -> Due {
        Due(time.0 * SLOTS as u64 + slot as u64)
    }

    fn time(self) -> Cycles {
        Cycles(self.0 / SLOTS as u64)
    }

    fn slot(self) -> usize {
        self.0 as usize % SLOTS
    }
}

pub(super) struct EventQueue {
    /// Indexed by slot.
    due_times: [Cell<Due>; SLOTS],
    /// One bit for each slot that has an event.
    listed: Cell<u32>,
    earliest: Cell<Due>,
}

impl EventQueue {
    pub fn new() -> EventQueue {
        let due_times = [const { Cell::new(Due::NEVER) }; SLOTS];
        EventQueue { due_times, listed: Cell::new(0), earliest: Cell::new(Due::NEVER) }
    }

    /// Returns the time of the earliest event.
    #[inline]
    pub fn next(&self) -> Cycles {
        self.earliest.get().time()
    }

    /// Removes one event that is due at `now` and returns its slot.
    #[inline]
    pub fn take_due(&self, now: Cycles) -> Option<usize> {
        let due = self.earliest.get();
        if due.time() > now {
            return None;
        }
        self.listed.set(self.listed.get() & !(1 << due.slot()));
        self.find_earliest();
        Some(due.slot())
    }

    /// Sets the time of a slot's event. `Cycles::NEVER` removes the event. A slot has at most one event.
    #[inline]
    pub fn set(&self, slot: usize, time: Cycles) {
        debug_assert!(slot < SLOTS, "slots are numbered below {SLOTS}");
        let others = self.listed.get() & !(1 << slot);
        if time == Cycles::NEVER {
            self.listed.set(others);
            self.find_earliest();
            return;
        }
        let due = Due::at(time, slot);
        self.due_times[slot % SLOTS].set(due);
        self.listed.set(others | 1 << slot);
        if self.earliest.get().slot() == slot {
            self.find_earliest();
        } else if due < self.earliest.get() {
            self.earliest.set(due);
        }
    }

    #[inline]
    fn find_earliest(&self) {
        let (mut earliest, mut left) = (Due::NEVER, self.listed.get());
        while left != 0 {
            earliest = earliest.min(self.due_times[left.trailing_zeros() as usize].get());
            left &= left - 1;
        }
        self.earliest.set(earliest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(queue: &EventQueue, now: u64) -> Vec<usize> {
        std::iter::from_fn(|| queue.take_due(Cycles(now))).collect()
    }

    #[test]
    fn events_come_by_time_then_slot() {
        let queue = EventQueue::new();
        for (slot, time) in [(3, 20), (1, 10), (2, 10), (0, 30)] {
            queue.set(slot, Cycles(time));
        }
        assert_eq!(queue.next(), Cycles(10));
        assert!(drain(&queue, 9).is_empty());
        assert_eq!(drain(&queue, 30), [1, 2, 3, 0]);
    }

    #[test]
    fn a_slot_has_one_event() {
        let queue = EventQueue::new();
        queue.set(5, Cycles(10));
        queue.set(5, Cycles(40));
        queue.set(4, Cycles(20));
        queue.set(4, Cycles::NEVER);
        assert_eq!(queue.next(), Cycles(40));
        assert_eq!(drain(&queue, 100), [5]);
        assert!(queue.next() > Cycles(1 << 50));
    }

    #[test]
    fn every_slot_can_have_an_event() {
        let queue = EventQueue::new();
        for slot in 0..SLOTS {
            queue.set(slot, Cycles(100 - slot as u64));
        }
        assert_eq!(drain(&queue, 100), (0..SLOTS).rev().collect::<Vec<_>>());
    }
}
