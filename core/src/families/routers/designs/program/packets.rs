//! The packets that a program has in its hand. All of its contexts are one hand: a variable may carry a packet from an interrupt
//! to a thread. What a program does with a packet that it has passed on is a fault, and so is a packet that nobody has any more.

use super::faults;
use crate::cpu::{Fault, Packet};
use crate::program::run::Memory;
use crate::trace::topology::Topology;
use crate::trace::{ContextId, NO_PACKET, PacketId, PlaceId};

/// A context that holds more packets has lost some.
const HELD_MAX: u32 = 512;
/// So many packets, by their numbers, are remembered after they were passed on, for messages.
const GIVEN_MAX: usize = 256;

/// A packet in the program's hand.
#[derive(Clone, Copy)]
pub struct Held {
    pub packet: Packet,
    /// The line that took it, and the context.
    pub line: u32,
    pub by: ContextId,
    pub from: PlaceId,
}

/// A packet that was passed on: by this line, into a place, or away (`None`).
#[derive(Clone, Copy)]
struct Given {
    packet: PacketId,
    line: u32,
    into: Option<PlaceId>,
}

pub struct Packets {
    /// Indexed by slots of packets. `Packet::NONE`: the program does not have it.
    held: Vec<Held>,
    /// How many of them each context has taken.
    count_by: Vec<u32>,
    /// Indexed by the last digits of packets' numbers.
    given: [Given; GIVEN_MAX],
    place_names: Vec<String>,
}

/// The value that a program has for a packet. No number and no other handle has it.
#[inline]
pub fn bits(packet: Packet) -> u64 {
    (packet.handle().slot as u64) << 32 | u64::from(packet.id)
}

fn given_index(packet: PacketId) -> usize {
    packet as usize % GIVEN_MAX
}

impl Packets {
    pub fn new(topology: &Topology) -> Packets {
        let place_names = topology.places.iter().map(|place| place.name.clone()).collect();
        let given = [Given { packet: NO_PACKET, line: 0, into: None }; GIVEN_MAX];
        let count_by = vec![0; usize::from(ContextId::MAX) + 1];
        Packets { held: Vec::new(), count_by, given, place_names }
    }

    /// The program has taken a packet. Returns its oldest one if a context has too many: a thread never returns, so its lost
    /// packets are found so.
    #[inline]
    pub fn take(&mut self, held: Held) -> Option<Held> {
        let slot = held.packet.handle().slot;
        if slot >= self.held.len() {
            self.held.resize(slot + 1, Held { packet: Packet::NONE, line: 0, by: 0, from: 0 });
        }
        self.held[slot] = held;
        let count = &mut self.count_by[usize::from(held.by)];
        *count += 1;
        if *count > HELD_MAX { self.oldest(|other| other.by == held.by) } else { None }
    }

    #[inline]
    fn get(&self, value: u64) -> Option<&Held> {
        self.held.get((value >> 32) as usize).filter(|held| held.packet.id == value as u32)
    }

    /// The packet in the program's hand that has this value.
    #[inline]
    pub fn in_hand(&self, value: u64) -> Option<Packet> {
        self.get(value).map(|held| held.packet)
    }

    /// The program has put the packet into a place, or given it away (`None`).
    #[inline]
    pub fn give(&mut self, packet: Packet, into: Option<PlaceId>, line: u32) {
        let held = &mut self.held[packet.handle().slot];
        debug_assert!(held.packet == packet, "the packet is in the program's hand");
        held.packet = Packet::NONE;
        self.count_by[usize::from(held.by)] -= 1;
        self.given[given_index(packet.id)] = Given { packet: packet.id, line, into };
    }

    /// The place that a packet of the program was taken from.
    pub fn taken_from(&self, packet: Packet) -> PlaceId {
        self.get(bits(packet)).map_or(0, |held| held.from)
    }

    /// A packet that a context has taken and that no variable has any more.
    pub fn lost(&self, context: ContextId, memory: &Memory) -> Option<Held> {
        if self.count_by[usize::from(context)] == 0 {
            return None;
        }
        self.oldest(|held| held.by == context && !memory.holds(bits(held.packet)))
    }

    fn oldest(&self, counts: impl Fn(&Held) -> bool) -> Option<Held> {
        let held = self.held.iter().filter(|held| held.packet.is_some() && counts(held));
        held.min_by_key(|held| held.packet.id).copied()
    }

    /// The program uses a packet that it does not have.
    #[cold]
    pub fn not_in_hand(&self, value: u64, call: &str) -> Box<Fault> {
        if value == 0 {
            return faults::null_packet(call);
        }
        let packet = value as u32;
        let given = Some(self.given[given_index(packet)]).filter(|given| given.packet == packet);
        let place = given.and_then(|given| given.into).map(|place| self.place_names[usize::from(place)].as_str());
        faults::not_yours(packet, call, place, given.map(|given| given.line))
    }
}
