//! The packets that are inside the machine, and the CPU time spent on each.

use crate::trace::PacketId;
use crate::units::{Bytes, Cycles};
use std::cell::Cell;

/// A packet inside the machine: its number, and where its facts are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    pub id: PacketId,
    slot: u32,
}

impl Packet {
    /// Stands for "no packet" where a step works for none in particular.
    pub const NONE: Packet = Packet { id: 0, slot: NOBODY };
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
    /// Which segment it is, of a TCP stream.
    pub sequence: u32,
}

#[derive(Clone, Default)]
pub(super) struct Slot {
    pub arrived: Cell<Cycles>,
    pub bytes: Cell<u32>,
    pub client: Cell<u16>,
    pub sequence: Cell<u32>,
    pub stream: Cell<u8>,
    pub output: Cell<u8>,
    is_used: Cell<bool>,
    /// The free slot after this one, when this one is free.
    next_free: Cell<u32>,
}

/// The slot of no packet; as a link, the end of the free list.
const NOBODY: u32 = 0;

/// A table with reused slots.
pub(super) struct Packets {
    slots: Box<[Slot]>,
    /// Cycles spent on the packet of each slot: apart from the rest, because every step adds to it.
    invested: Box<[Cell<Cycles>]>,
    first_free: Cell<u32>,
    /// Slots that have ever been used.
    used: Cell<u32>,
    count: Cell<PacketId>,
}

impl Packets {
    /// Room for so many packets at once.
    pub fn new(room: usize) -> Packets {
        Packets {
            slots: vec![Slot::default(); room + 1].into(),
            invested: vec![Cell::new(Cycles::ZERO); room + 1].into(),
            first_free: Cell::new(NOBODY),
            used: Cell::new(NOBODY + 1),
            count: Cell::new(0),
        }
    }

    pub fn add(&self, facts: PacketFacts) -> Packet {
        let packet = Packet { id: self.skip(), slot: self.free_slot() };
        self.invested[packet.slot as usize].set(facts.invested);
        let slot = self.slot(packet);
        slot.is_used.set(true);
        slot.arrived.set(facts.arrived);
        slot.bytes.set(facts.bytes.0);
        slot.client.set(facts.client);
        slot.sequence.set(facts.sequence);
        slot.stream.set(facts.stream);
        slot.output.set(facts.output);
        packet
    }

    /// The number of a packet that never got inside.
    pub fn skip(&self) -> PacketId {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// How long each packet has been inside.
    pub fn ages(&self, now: Cycles) -> Vec<Cycles> {
        let used = &self.slots[NOBODY as usize + 1..self.used.get() as usize];
        used.iter().filter(|slot| slot.is_used.get()).map(|slot| now - slot.arrived.get()).collect()
    }

    #[inline]
    pub fn slot(&self, packet: Packet) -> &Slot {
        &self.slots[packet.slot as usize]
    }

    #[inline]
    pub fn invest(&self, packet: Packet, cycles: Cycles) {
        let invested = &self.invested[packet.slot as usize];
        invested.set(invested.get() + cycles);
    }

    pub fn facts(&self, packet: Packet) -> PacketFacts {
        let slot = self.slot(packet);
        PacketFacts {
            arrived: slot.arrived.get(),
            invested: self.invested[packet.slot as usize].get(),
            stream: slot.stream.get(),
            bytes: Bytes(slot.bytes.get()),
            output: slot.output.get(),
            client: slot.client.get(),
            sequence: slot.sequence.get(),
        }
    }

    /// Its slot may be used again; the facts stay readable until then.
    pub fn remove(&self, packet: Packet) -> PacketFacts {
        let slot = self.slot(packet);
        slot.is_used.set(false);
        slot.next_free.set(self.first_free.replace(packet.slot));
        self.facts(packet)
    }

    fn free_slot(&self) -> u32 {
        let free = self.first_free.get();
        if free == NOBODY {
            assert!((self.used.get() as usize) < self.slots.len(), "more packets are inside than all places hold");
            return self.used.replace(self.used.get() + 1);
        }
        self.first_free.set(self.slots[free as usize].next_free.get());
        free
    }
}
