//! What hardware has asked for: each device's next event, the earliest at hand. There are few devices, so looking through
//! all of them is quicker than keeping an order.

use crate::units::Cycles;
use std::cell::Cell;

/// Devices that can have an event; the lower slot goes first when two are due at the same cycle.
const SLOTS: usize = 32;

/// When the event of a slot is due: time and slot in one number, so that the least one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due(u64);

impl Due {
    /// No run gets there.
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

pub(super) struct Agenda {
    /// By slot.
    dues: [Cell<Due>; SLOTS],
    /// The slots that have an event, as bits.
    listed: Cell<u32>,
    earliest: Cell<Due>,
}

impl Agenda {
    pub fn new() -> Agenda {
        let dues = [const { Cell::new(Due::NEVER) }; SLOTS];
        Agenda { dues, listed: Cell::new(0), earliest: Cell::new(Due::NEVER) }
    }

    /// When the earliest event is due.
    #[inline]
    pub fn next(&self) -> Cycles {
        self.earliest.get().time()
    }

    /// Takes the slot of an event that is due at `now`.
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

    /// The event of a slot is due at `time`; `Cycles::NEVER` takes it back. A slot has one event at most.
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
        self.dues[slot % SLOTS].set(due);
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
            earliest = earliest.min(self.dues[left.trailing_zeros() as usize].get());
            left &= left - 1;
        }
        self.earliest.set(earliest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(agenda: &Agenda, now: u64) -> Vec<usize> {
        std::iter::from_fn(|| agenda.take_due(Cycles(now))).collect()
    }

    #[test]
    fn events_come_by_time_then_slot() {
        let agenda = Agenda::new();
        for (slot, time) in [(3, 20), (1, 10), (2, 10), (0, 30)] {
            agenda.set(slot, Cycles(time));
        }
        assert_eq!(agenda.next(), Cycles(10));
        assert!(drain(&agenda, 9).is_empty());
        assert_eq!(drain(&agenda, 30), [1, 2, 3, 0]);
    }

    #[test]
    fn a_slot_has_one_event() {
        let agenda = Agenda::new();
        agenda.set(5, Cycles(10));
        agenda.set(5, Cycles(40));
        agenda.set(4, Cycles(20));
        agenda.set(4, Cycles::NEVER);
        assert_eq!(agenda.next(), Cycles(40));
        assert_eq!(drain(&agenda, 100), [5]);
        assert!(agenda.next() > Cycles(1 << 50));
    }

    #[test]
    fn every_slot_has_room() {
        let agenda = Agenda::new();
        for slot in 0..SLOTS {
            agenda.set(slot, Cycles(100 - slot as u64));
        }
        assert_eq!(drain(&agenda, 100), (0..SLOTS).rev().collect::<Vec<_>>());
    }
}
