//! The table of the packets inside the machine, with the CPU time spent on each.

use crate::trace::{NO_PACKET, PacketHandle, PacketId};
use crate::units::{Bytes, Cycles};
use std::cell::Cell;
use std::num::NonZeroU32;

/// A handle of a packet inside the machine: its number and its slot in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    pub id: PacketId,
    slot: NonZeroU32,
}

impl Packet {
    /// No packet: for steps that do not work for a particular packet.
    pub const NONE: Packet = Packet { id: NO_PACKET, slot: NO_SLOT };

    #[inline]
    pub fn is_some(self) -> bool {
        self.slot != NO_SLOT
    }

    /// Its number and slot, for whoever checks who owns it.
    pub fn handle(self) -> PacketHandle {
        PacketHandle { packet: self.id, slot: self.index() }
    }

    /// The packet with this number in this slot; the first slot has none.
    #[inline]
    pub fn of(id: PacketId, slot: u32) -> Option<Packet> {
        NonZeroU32::new(slot).map(|slot| Packet { id, slot })
    }

    #[inline]
    fn index(self) -> usize {
        self.slot.get() as usize
    }
}

/// The facts about a packet on a wire that the simulation uses.
#[derive(Clone, Copy, Debug)]
pub struct PacketHeader {
    pub stream: u8,
    /// The client that sent it, in a closed-loop stream.
    pub client: u16,
    /// The number of the segment, in a TCP stream.
    pub sequence: u32,
    pub bytes: Bytes,
    /// The interface that it leaves by, or `NO_OUTPUT`.
    pub output: u8,
}

impl PacketHeader {
    /// The client number of packets for which no client waits.
    pub const NO_CLIENT: u16 = u16::MAX;
    /// The stream of packets for a process on this machine, beside packets that are forwarded.
    pub const LOCAL_STREAM: u8 = u8::MAX;
    /// The output of packets that a process on this machine receives.
    pub const NO_OUTPUT: u8 = u8::MAX;
    const NONE: PacketHeader =
        PacketHeader { stream: 0, client: PacketHeader::NO_CLIENT, sequence: 0, bytes: Bytes(0), output: 0 };
}

/// A packet that has left the machine.
pub(super) struct RemovedPacket {
    pub arrived: Cycles,
    /// Cycles spent on it.
    pub cycles_spent: Cycles,
    /// The header that it arrived with.
    pub header: PacketHeader,
}

#[derive(Clone)]
struct Slot {
    arrived: Cell<Cycles>,
    header: Cell<PacketHeader>,
    /// In a free slot: the next free slot, or `None` in the last one. In a slot that is in use: `USED`.
    next_free: Cell<Option<NonZeroU32>>,
}

impl Slot {
    fn new() -> Slot {
        Slot { arrived: Cell::new(Cycles::ZERO), header: Cell::new(PacketHeader::NONE), next_free: Cell::new(None) }
    }

    fn is_used(&self) -> bool {
        self.next_free.get() == USED
    }
}

/// The slot of `Packet::NONE`.
const NO_SLOT: NonZeroU32 = NonZeroU32::MIN;
/// The first slot for packets.
const FIRST: NonZeroU32 = NO_SLOT.saturating_add(1);
/// The value of `next_free` in a slot that is in use.
const USED: Option<NonZeroU32> = Some(NO_SLOT);

/// The table. Slots are reused.
pub(super) struct PacketTable {
    slots: Box<[Slot]>,
    /// Cycles spent on the packet of each slot. Separate from `slots`, because every step adds to it.
    cycles_spent: Box<[Cell<Cycles>]>,
    first_free: Cell<Option<NonZeroU32>>,
    /// The first slot that has never been in use.
    unused: Cell<NonZeroU32>,
    /// The number of the newest packet.
    newest: Cell<PacketId>,
}

impl PacketTable {
    /// Makes a table with room for this many packets at a time.
    pub fn new(room: usize) -> PacketTable {
        PacketTable {
            slots: vec![Slot::new(); FIRST.get() as usize + room].into(),
            cycles_spent: vec![Cell::new(Cycles::ZERO); FIRST.get() as usize + room].into(),
            first_free: Cell::new(None),
            unused: Cell::new(FIRST),
            newest: Cell::new(0),
        }
    }

    #[inline]
    pub fn add(&self, arrived: Cycles, header: PacketHeader) -> Packet {
        let packet = Packet { id: self.next_id(), slot: self.free_slot() };
        self.cycles_spent[packet.index()].set(Cycles::ZERO);
        let slot = self.slot(packet);
        slot.arrived.set(arrived);
        slot.header.set(header);
        slot.next_free.set(USED);
        packet
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Returns the number of the next packet. A packet that is refused has a number but no slot.
    pub fn next_id(&self) -> PacketId {
        self.newest.set(self.newest.get() + 1);
        self.newest.get()
    }

    /// Returns how long each packet has been inside.
    pub fn ages(&self, now: Cycles) -> Vec<Cycles> {
        let once_used = &self.slots[FIRST.get() as usize..self.unused.get().get() as usize];
        once_used.iter().filter(|slot| slot.is_used()).map(|slot| now - slot.arrived.get()).collect()
    }

    #[inline]
    fn slot(&self, packet: Packet) -> &Slot {
        &self.slots[packet.index()]
    }

    #[inline]
    pub fn header(&self, packet: Packet) -> PacketHeader {
        self.slot(packet).header.get()
    }

    pub fn arrived(&self, packet: Packet) -> Cycles {
        self.slot(packet).arrived.get()
    }

    /// Adds to the cycles spent on a packet.
    #[inline]
    pub fn add_cycles(&self, packet: Packet, cycles: Cycles) {
        let cycles_spent = &self.cycles_spent[packet.index()];
        cycles_spent.set(cycles_spent.get() + cycles);
    }

    /// Removes a packet; its slot can be reused.
    #[inline]
    pub fn remove(&self, packet: Packet) -> RemovedPacket {
        let slot = self.slot(packet);
        debug_assert!(slot.is_used(), "a packet leaves the machine once");
        slot.next_free.set(self.first_free.replace(Some(packet.slot)));
        let cycles_spent = self.cycles_spent[packet.index()].get();
        RemovedPacket { arrived: slot.arrived.get(), cycles_spent, header: slot.header.get() }
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
