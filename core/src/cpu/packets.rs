//! The packets that are inside the machine, and the CPU time spent on each.

use crate::trace::{NO_PACKET, PacketId};
use crate::units::{Bytes, Cycles};
use std::cell::Cell;
use std::num::NonZeroU32;

/// A packet inside the machine: its number, and where its facts are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub id: PacketId,
    slot: NonZeroU32,
}

impl Packet {
    /// Stands for "no packet" where a step works for none in particular.
    pub const NONE: Packet = Packet { id: NO_PACKET, slot: NOBODY };

    #[inline]
    pub fn is_one(self) -> bool {
        self.slot != NOBODY
    }

    #[inline]
    fn index(self) -> usize {
        self.slot.get() as usize
    }
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
    next_free: Cell<Option<NonZeroU32>>,
}

/// The slot of no packet.
const NOBODY: NonZeroU32 = NonZeroU32::MIN;
/// The first that packets are given.
const FIRST: NonZeroU32 = NOBODY.saturating_add(1);

/// A table with reused slots.
pub(super) struct Packets {
    slots: Box<[Slot]>,
    /// Cycles spent on the packet of each slot: apart from the rest, because every step adds to it.
    invested: Box<[Cell<Cycles>]>,
    first_free: Cell<Option<NonZeroU32>>,
    /// The first slot that has never been used.
    unused: Cell<NonZeroU32>,
    count: Cell<PacketId>,
}

impl Packets {
    /// Room for so many packets at once.
    pub fn new(room: usize) -> Packets {
        Packets {
            slots: vec![Slot::default(); FIRST.get() as usize + room].into(),
            invested: vec![Cell::new(Cycles::ZERO); FIRST.get() as usize + room].into(),
            first_free: Cell::new(None),
            unused: Cell::new(FIRST),
            count: Cell::new(0),
        }
    }

    #[inline]
    pub fn add(&self, facts: PacketFacts) -> Packet {
        let packet = Packet { id: self.skip(), slot: self.free_slot() };
        self.invested[packet.index()].set(facts.invested);
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
        let used = &self.slots[FIRST.get() as usize..self.unused.get().get() as usize];
        used.iter().filter(|slot| slot.is_used.get()).map(|slot| now - slot.arrived.get()).collect()
    }

    #[inline]
    pub fn slot(&self, packet: Packet) -> &Slot {
        &self.slots[packet.index()]
    }

    #[inline]
    pub fn invest(&self, packet: Packet, cycles: Cycles) {
        let invested = &self.invested[packet.index()];
        invested.set(invested.get() + cycles);
    }

    pub fn facts(&self, packet: Packet) -> PacketFacts {
        let slot = self.slot(packet);
        PacketFacts {
            arrived: slot.arrived.get(),
            invested: self.invested[packet.index()].get(),
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
        slot.next_free.set(self.first_free.replace(Some(packet.slot)));
        self.facts(packet)
    }

    fn free_slot(&self) -> NonZeroU32 {
        match self.first_free.get() {
            Some(free) => {
                self.first_free.set(self.slots[free.get() as usize].next_free.get());
                free
            }
            None => self.unused.replace(self.unused.get().saturating_add(1)),
        }
    }
}
