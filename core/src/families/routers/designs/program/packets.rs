//! The packets that a program has in its hand. All of its contexts are one hand: a variable may carry a packet from an interrupt
//! to a thread. What a program does with a packet that it has passed on is a fault, and so is a packet that nobody has any more.

use super::faults;
use crate::cpu::{Fault, Packet};
use crate::trace::topology::Topology;
use crate::trace::{Breach, By, ContextId, Owner, Ownership, PacketHandle, PacketId, PlaceId};
use crate::units::Cycles;

/// The context of the one hand.
const HAND: ContextId = 0;
/// A program that holds more packets has lost some.
pub const HELD_MAX: usize = 512;
/// How many hand-overs are remembered, for messages.
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

pub struct Packets {
    ownership: Ownership,
    pub held: Vec<Held>,
    /// Packets that were passed on, and the line that did it; the oldest are forgotten.
    given: Vec<(PacketId, u32)>,
    given_next: usize,
    place_names: Vec<String>,
}

/// The value that a program has for a packet. No number and no other handle has it.
pub fn bits(packet: Packet) -> u64 {
    (packet.handle().slot as u64) << 32 | u64::from(packet.id)
}

fn handle(bits: u64) -> PacketHandle {
    PacketHandle { packet: bits as u32, slot: (bits >> 32) as usize }
}

fn by(now: Cycles) -> By {
    By { context: HAND, now }
}

impl Packets {
    pub fn new(topology: &Topology) -> Packets {
        let place_names = topology.places.iter().map(|place| place.name.clone()).collect();
        Packets { ownership: Ownership::new(topology), held: Vec::new(), given: Vec::new(), given_next: 0, place_names }
    }

    /// The program has taken a packet from a place.
    pub fn take(&mut self, held: Held, now: Cycles) {
        let taken = self.ownership.take(held.packet.handle(), held.from, by(now));
        if taken.is_err() {
            self.ownership.bring(held.packet.handle(), by(now)); // the machine has moved it meanwhile
        }
        self.held.push(held);
    }

    /// The packet in the program's hand that has this value.
    pub fn in_hand(&self, bits: u64) -> Option<Packet> {
        let handle = handle(bits);
        self.held.iter().map(|held| held.packet).find(|packet| packet.handle() == handle)
    }

    /// The packet that a call gets.
    pub fn touch(&self, bits: u64, call: &str, now: Cycles) -> Result<Packet, Box<Fault>> {
        let missing = || match bits {
            0 => faults::null_packet(call),
            _ => self.breach(self.ownership.touch(handle(bits), by(now)).expect_err("it is in no hand"), call),
        };
        self.in_hand(bits).ok_or_else(missing)
    }

    /// The program has put the packet into a place, or given it away (`None`).
    pub fn give(&mut self, packet: Packet, into: Option<PlaceId>, line: u32, now: Cycles) {
        let handle = packet.handle();
        let given = match into {
            Some(place) => self.ownership.put(handle, place, by(now)),
            None => self.ownership.free(handle, by(now)),
        };
        debug_assert!(given.is_ok(), "the packet is in the program's hand");
        self.held.retain(|held| held.packet != packet);
        if self.given.len() < GIVEN_MAX {
            self.given.push((packet.id, line));
        } else {
            self.given[self.given_next % GIVEN_MAX] = (packet.id, line);
        }
        self.given_next += 1;
    }

    fn breach(&self, breach: Breach, call: &str) -> Box<Fault> {
        let place = match breach.owner {
            Some(Owner::Queue(place) | Owner::Device(place)) => Some(self.place_names[usize::from(place)].as_str()),
            _ => None,
        };
        let given = self.given.iter().find(|(packet, _)| *packet == breach.packet).map(|(_, line)| *line);
        faults::not_yours(breach.packet, call, place, given)
    }
}
