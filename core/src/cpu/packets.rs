//! The packets that are inside the machine, and the CPU time spent on each.

use crate::trace::PacketId;
use crate::units::{Bytes, Cycles};
use std::cell::{Cell, RefCell};

/// A packet inside the machine: its number, and where its facts are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub id: PacketId,
    slot: u32,
}

impl Packet {
    /// Stands for "no packet" where a step works for none in particular.
    pub const NONE: Packet = Packet { id: 0, slot: u32::MAX };
}

/// What is known of a packet.
#[derive(Clone, Copy, Debug)]
pub struct PacketFacts {
    pub arrived: Cycles,
    /// Cycles spent on it so far.
    pub invested: Cycles,
    pub stream: u8,
    pub bytes: Bytes,
    /// Interface it will leave by.
    pub output: u8,
    /// The client that waits for it, of a closed-loop stream.
    pub client: u16,
}

/// A table with reused slots.
#[derive(Default)]
pub(super) struct Packets {
    facts: RefCell<Vec<PacketFacts>>,
    free: RefCell<Vec<u32>>,
    count: Cell<PacketId>,
}

impl Packets {
    pub fn add(&self, facts: PacketFacts) -> Packet {
        self.count.set(self.count.get() + 1);
        let mut table = self.facts.borrow_mut();
        let slot = self.free.borrow_mut().pop().unwrap_or_else(|| {
            table.push(facts);
            (table.len() - 1) as u32
        });
        table[slot as usize] = facts;
        Packet { id: self.count.get(), slot }
    }

    /// The number of a packet that never got inside.
    pub fn skip(&self) -> PacketId {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// How many are inside now, counted from the table itself.
    pub fn inside(&self) -> usize {
        self.facts.borrow().len() - self.free.borrow().len()
    }

    /// How long each packet has been inside.
    pub fn ages(&self, now: Cycles) -> Vec<Cycles> {
        let free = self.free.borrow();
        let facts = self.facts.borrow();
        let inside = facts.iter().enumerate().filter(|(slot, _)| !free.contains(&(*slot as u32)));
        inside.map(|(_, facts)| now - facts.arrived).collect()
    }

    #[inline]
    pub fn invest(&self, packet: Packet, cycles: Cycles) {
        self.facts.borrow_mut()[packet.slot as usize].invested += cycles;
    }

    pub fn facts(&self, packet: Packet) -> PacketFacts {
        self.facts.borrow()[packet.slot as usize]
    }

    pub fn change(&self, packet: Packet, change: impl FnOnce(&mut PacketFacts)) {
        change(&mut self.facts.borrow_mut()[packet.slot as usize]);
    }

    pub fn remove(&self, packet: Packet) -> PacketFacts {
        self.free.borrow_mut().push(packet.slot);
        self.facts(packet)
    }
}
