//! Who owns each packet: an interface, a queue, the code that has taken it, or nobody any more. Every packet has one owner at a
//! time, and only the owner may do something with it. One rule finds many mistakes of drivers: a packet that is used after it
//! was passed on, that is in two places, freed twice, or lost.
//!
//! ```text
//! arrives: Device (ring) -taken-> Hand -put-> Queue -taken-> Hand -put-> Device (ring) -> Left (sent)
//!                                   `-freed, consumed-> Left
//! ```
//!
//! Whoever runs untested code asks before each operation. `observe` asks the same of the records of a trace: so the kernels are
//! tested (`core/tests/ownership.rs`) and pay nothing for it while they run.

use super::topology::{PlaceKind, Topology};
use super::{ContextId, Event, NO_PACKET, PacketId, PlaceId, Record};
use crate::units::Cycles;

/// A packet's number and its slot in a table. A slot is used again for other packets: the number tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketHandle {
    pub packet: PacketId,
    pub slot: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Code of this context has taken it and not yet passed it on.
    Hand(ContextId),
    Queue(PlaceId),
    /// An interface, which may read or write it at any time: it is in a ring.
    Device(PlaceId),
    /// Software has freed it.
    Freed,
    /// It was sent, or a process has received it.
    Delivered,
}

/// The rules of packets. Their numbers are those of traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketRule {
    /// There is no packet: a call gave none, and nobody looked.
    NullPacket = 1,
    /// It is used after it was passed on or freed.
    StalePacket = 2,
    /// It is put into a place, or freed, while it is in another place.
    InTwoPlaces = 3,
    /// A handler returns and still has it.
    PacketLost = 4,
    FreedTwice = 5,
    /// It is used while an interface owns it.
    OwnedByDevice = 7,
}

/// A rule is broken: by this context, for this packet, which has had this owner since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    pub rule: PacketRule,
    pub packet: PacketId,
    pub context: ContextId,
    /// `None` for a packet that the machine has never had.
    pub owner: Option<Owner>,
    /// When it got this owner, and which context gave it away.
    pub since: Cycles,
    pub given_by: ContextId,
}

#[derive(Clone, Copy)]
struct Entry {
    packet: PacketId,
    owner: Owner,
    since: Cycles,
    given_by: ContextId,
}

/// Who does what, and when.
#[derive(Clone, Copy, Debug)]
pub struct By {
    pub context: ContextId,
    pub now: Cycles,
}

/// Contexts have six bits in a record.
const CONTEXTS_MAX: usize = 64;

pub struct Ownership {
    /// Indexed by slot.
    entries: Vec<Option<Entry>>,
    /// How many packets each context has in its hand.
    in_hand: [u32; CONTEXTS_MAX],
    /// The places that are rings of interfaces.
    is_ring: Vec<bool>,
}

impl Ownership {
    pub fn new(topology: &Topology) -> Ownership {
        let is_ring = |kind: PlaceKind| matches!(kind, PlaceKind::ReceiveRing | PlaceKind::TransmitRing);
        let is_ring = topology.places.iter().map(|place| is_ring(place.kind)).collect();
        Ownership { entries: Vec::new(), in_hand: [0; CONTEXTS_MAX], is_ring }
    }

    pub fn owner(&self, handle: PacketHandle) -> Option<Owner> {
        self.entry(handle).map(|entry| entry.owner)
    }

    /// The packet is taken from a place. What was not seen before has come there by itself.
    pub fn take(&mut self, handle: PacketHandle, from: PlaceId, by: By) -> Result<(), Breach> {
        if self.owner(handle).is_some_and(|owner| owner != self.at(from)) {
            return Err(self.breach(PacketRule::InTwoPlaces, handle, by));
        }
        self.set(handle, Owner::Hand(by.context), by);
        Ok(())
    }

    /// A step works for the packet.
    pub fn touch(&self, handle: PacketHandle, by: By) -> Result<(), Breach> {
        let stale = match self.owner(handle) {
            _ if handle.packet == NO_PACKET => PacketRule::NullPacket,
            Some(Owner::Hand(context)) if context == by.context => return Ok(()),
            Some(Owner::Device(_)) => PacketRule::OwnedByDevice,
            _ => PacketRule::StalePacket,
        };
        Err(self.breach(stale, handle, by))
    }

    /// The packet is put into a place.
    pub fn put(&mut self, handle: PacketHandle, into: PlaceId, by: By) -> Result<(), Breach> {
        self.pass_on(handle, self.at(into), by)
    }

    /// Software frees the packet.
    pub fn free(&mut self, handle: PacketHandle, by: By) -> Result<(), Breach> {
        self.pass_on(handle, Owner::Freed, by)
    }

    /// A process receives the packet.
    pub fn consume(&mut self, handle: PacketHandle, by: By) -> Result<(), Breach> {
        self.pass_on(handle, Owner::Delivered, by)
    }

    /// A handler returns, or a function ends: whatever it still has in its hand is lost.
    pub fn end(&self, by: By) -> Result<(), Breach> {
        if self.in_hand[usize::from(by.context)] == 0 {
            return Ok(());
        }
        let held = |entry: &&Entry| entry.owner == Owner::Hand(by.context);
        let lost = self.entries.iter().flatten().find(held).expect("the packets in hand are counted");
        let Entry { packet, owner, since, given_by } = *lost;
        let rule = PacketRule::PacketLost;
        Err(Breach { rule, packet, context: by.context, owner: Some(owner), since, given_by })
    }

    /// Checks one record of a trace. All records have to come, in order.
    pub fn observe(&mut self, record: Record) -> Result<(), Breach> {
        let by = By { context: record.context(), now: record.time() };
        let handle = |packet: PacketId| PacketHandle { packet, slot: packet as usize };
        match record.event() {
            Event::Arrive { packet, place, .. } => {
                self.set(handle(packet), self.at(place), by);
                Ok(())
            }
            Event::Step(start) if start.packet != NO_PACKET => self.touch(handle(start.packet), by),
            // the descriptor of a sent packet is reclaimed
            Event::Pop { packet, .. } if self.owner(handle(packet)) == Some(Owner::Delivered) => Ok(()),
            Event::Pop { packet, place, .. } => self.take(handle(packet), place, by),
            Event::Push { packet, place } => self.put(handle(packet), place, by),
            Event::Drop { packet, .. } => self.free(handle(packet), by),
            Event::Deliver { packet, asserts: None, .. } => self.consume(handle(packet), by),
            Event::Deliver { packet, place, asserts: Some(_) } => {
                self.take(handle(packet), place, by).map(|()| self.set(handle(packet), Owner::Delivered, by))
            }
            Event::Return { .. } => self.end(by),
            _ => Ok(()),
        }
    }

    fn at(&self, place: PlaceId) -> Owner {
        if self.is_ring[usize::from(place)] { Owner::Device(place) } else { Owner::Queue(place) }
    }

    fn pass_on(&mut self, handle: PacketHandle, to: Owner, by: By) -> Result<(), Breach> {
        let rule = match self.owner(handle) {
            _ if handle.packet == NO_PACKET => PacketRule::NullPacket,
            Some(Owner::Hand(context)) if context == by.context => {
                self.set(handle, to, by);
                return Ok(());
            }
            Some(Owner::Queue(_) | Owner::Device(_)) => PacketRule::InTwoPlaces,
            Some(Owner::Freed) if to == Owner::Freed => PacketRule::FreedTwice,
            _ => PacketRule::StalePacket,
        };
        Err(self.breach(rule, handle, by))
    }

    fn entry(&self, handle: PacketHandle) -> Option<Entry> {
        let entry = self.entries.get(handle.slot).copied().flatten();
        entry.filter(|entry| entry.packet == handle.packet)
    }

    fn set(&mut self, PacketHandle { packet, slot }: PacketHandle, owner: Owner, By { context, now }: By) {
        if self.entries.len() <= slot {
            self.entries.resize(slot + 1, None);
        }
        let before = self.entries[slot].replace(Entry { packet, owner, since: now, given_by: context });
        if let Some(Entry { owner: Owner::Hand(context), .. }) = before {
            self.in_hand[usize::from(context)] -= 1;
        }
        if let Owner::Hand(context) = owner {
            self.in_hand[usize::from(context)] += 1;
        }
    }

    fn breach(&self, rule: PacketRule, handle: PacketHandle, By { context, now }: By) -> Breach {
        let entry = self.entry(handle);
        let (since, given_by) = entry.map_or((now, context), |entry| (entry.since, entry.given_by));
        Breach { rule, packet: handle.packet, context, owner: entry.map(|entry| entry.owner), since, given_by }
    }
}

#[cfg(test)]
#[path = "ownership_tests.rs"]
mod tests;
