//! What hardware has asked for: each device's next event, the earliest at hand. Few at a time, so a sorted row serves.

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
    /// The earliest last, after one that never comes.
    row: [Cell<Due>; SLOTS + 1],
    /// Where the earliest is.
    last: Cell<usize>,
    /// When the earliest is due.
    next: Cell<Cycles>,
    /// The slots that are in the row, as bits.
    listed: Cell<u32>,
}

impl Agenda {
    pub fn new() -> Agenda {
        let row = [const { Cell::new(Due::NEVER) }; SLOTS + 1];
        Agenda { row, last: Cell::new(0), next: Cell::new(Due::NEVER.time()), listed: Cell::new(0) }
    }

    /// When the earliest event is due.
    #[inline]
    pub fn next(&self) -> Cycles {
        self.next.get()
    }

    /// Takes the slot of an event that is due at `now`.
    #[inline]
    pub fn take_due(&self, now: Cycles) -> Option<usize> {
        if self.next.get() > now {
            return None;
        }
        let slot = self.row[self.last.get()].get().slot();
        self.set_last(self.last.get() - 1);
        self.listed.set(self.listed.get() & !(1 << slot));
        Some(slot)
    }

    #[inline]
    fn set_last(&self, last: usize) {
        self.last.set(last);
        self.next.set(self.row[last].get().time());
    }

    /// The event of a slot is due at `time`; `Cycles::NEVER` takes it back. A slot has one event at most.
    #[inline]
    pub fn set(&self, slot: usize, time: Cycles) {
        debug_assert!(slot < SLOTS, "slots are numbered below {SLOTS}");
        if self.listed.get() & 1 << slot != 0 {
            self.remove(slot);
        }
        if time != Cycles::NEVER {
            self.insert(Due::at(time, slot));
        }
    }

    #[inline]
    fn insert(&self, due: Due) {
        let last = self.last.get() + 1;
        let mut place = last;
        while self.row[place - 1].get() < due {
            self.row[place].set(self.row[place - 1].get());
            place -= 1;
        }
        self.row[place].set(due);
        self.set_last(last);
        self.listed.set(self.listed.get() | 1 << due.slot());
    }

    #[cold]
    fn remove(&self, slot: usize) {
        let last = self.last.get();
        let place = (1..=last).find(|place| self.row[*place].get().slot() == slot).expect("the slot is listed");
        for place in place..last {
            self.row[place].set(self.row[place + 1].get());
        }
        self.set_last(last - 1);
        self.listed.set(self.listed.get() & !(1 << slot));
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
