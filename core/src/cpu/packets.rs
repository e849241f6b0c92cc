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

/// What comes in on a wire.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub stream: u8,
    /// The client that sent it, of a closed-loop stream.
    pub client: u16,
    /// Which segment it is, of a TCP stream.
    pub sequence: u32,
    pub bytes: Bytes,
    /// Interface by which it is to leave.
    pub output: u8,
}

impl Frame {
    /// No client waits for it.
    pub const NOBODY: u16 = u16::MAX;
    const NONE: Frame = Frame { stream: 0, client: Frame::NOBODY, sequence: 0, bytes: Bytes(0), output: 0 };
}

/// A packet that has left the machine.
pub(super) struct Gone {
    pub arrived: Cycles,
    /// Cycles spent on it.
    pub invested: Cycles,
    /// As it came in.
    pub frame: Frame,
}

#[derive(Clone)]
struct Slot {
    arrived: Cell<Cycles>,
    frame: Cell<Frame>,
    /// The free slot after this one, if any, when this one is free.
    next_free: Cell<Option<NonZeroU32>>,
}

impl Slot {
    fn new() -> Slot {
        Slot { arrived: Cell::new(Cycles::ZERO), frame: Cell::new(Frame::NONE), next_free: Cell::new(None) }
    }

    fn is_used(&self) -> bool {
        self.next_free.get() == USED
    }
}

/// The slot of no packet.
const NOBODY: NonZeroU32 = NonZeroU32::MIN;
/// The first that packets are given.
const FIRST: NonZeroU32 = NOBODY.saturating_add(1);
/// Stands where a free slot has the one after it.
const USED: Option<NonZeroU32> = Some(NOBODY);

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
            slots: vec![Slot::new(); FIRST.get() as usize + room].into(),
            invested: vec![Cell::new(Cycles::ZERO); FIRST.get() as usize + room].into(),
            first_free: Cell::new(None),
            unused: Cell::new(FIRST),
            count: Cell::new(0),
        }
    }

    #[inline]
    pub fn add(&self, arrived: Cycles, frame: Frame) -> Packet {
        let packet = Packet { id: self.skip(), slot: self.free_slot() };
        self.invested[packet.index()].set(Cycles::ZERO);
        let slot = self.slot(packet);
        slot.arrived.set(arrived);
        slot.frame.set(frame);
        slot.next_free.set(USED);
        packet
    }

    /// The number of a packet that never got inside.
    pub fn skip(&self) -> PacketId {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// How long each packet has been inside.
    pub fn ages(&self, now: Cycles) -> Vec<Cycles> {
        let given = &self.slots[FIRST.get() as usize..self.unused.get().get() as usize];
        given.iter().filter(|slot| slot.is_used()).map(|slot| now - slot.arrived.get()).collect()
    }

    #[inline]
    fn slot(&self, packet: Packet) -> &Slot {
        &self.slots[packet.index()]
    }

    #[inline]
    pub fn frame(&self, packet: Packet) -> Frame {
        self.slot(packet).frame.get()
    }

    pub fn arrived(&self, packet: Packet) -> Cycles {
        self.slot(packet).arrived.get()
    }

    #[inline]
    pub fn invest(&self, packet: Packet, cycles: Cycles) {
        let invested = &self.invested[packet.index()];
        invested.set(invested.get() + cycles);
    }

    /// Its slot may be used again.
    #[inline]
    pub fn remove(&self, packet: Packet) -> Gone {
        let slot = self.slot(packet);
        slot.next_free.set(self.first_free.replace(Some(packet.slot)));
        let invested = self.invested[packet.index()].get();
        Gone { arrived: slot.arrived.get(), invested, frame: slot.frame.get() }
    }

    #[inline]
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
