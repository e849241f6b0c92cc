//! The packets that a program owns. All of its contexts are one owner: a variable may carry a packet from an interrupt to a
//! thread. What a program does with a packet that it has passed on is a fault, and so is a packet that no variable has any more.

use super::faults::{self, Gone, Wants};
use super::state::ProgramState;
use super::watch::Mark;
use crate::cpu::{Fault, Packet};
use crate::trace::topology::{PlaceKind, Topology};
use crate::trace::{ContextId, NO_PACKET, PacketId, PlaceId};
use std::cell::{Cell, RefCell};

/// So many packets at a time are usual; for more, somebody looks only now and then whether variables still have them.
const HELD_USUALLY: u32 = 4;
/// So many packets are remembered after their slot has got another one, for messages.
const GIVEN_MAX: usize = 256;

/// A packet of the program.
#[derive(Clone, Copy)]
pub struct Held {
    pub packet: Packet,
    /// Where it was taken, and by which context.
    pub mark: Mark,
    pub by: ContextId,
    pub from: PlaceId,
}

/// A packet that was passed on: there, into a place, or away (`None`).
#[derive(Clone, Copy)]
struct Given {
    packet: PacketId,
    mark: Mark,
    into: Option<PlaceId>,
    is_freed: bool,
}

const NOT_GIVEN: Given = Given { packet: NO_PACKET, mark: Mark::NEVER, into: None, is_freed: false };

pub struct Packets {
    /// By slot: the value of the packet there, if the program owns it. Nearly every call looks here.
    owned: Box<[Cell<u64>]>,
    /// How many of them each context has taken.
    count_by: [Cell<u32>; ContextId::MAX as usize + 1],
    rows: RefCell<Rows>,
}

/// What messages say about packets, and what finds those that are lost.
struct Rows {
    /// By slot.
    slots: Vec<SlotRow>,
    /// If a context owns more packets, somebody looks whether one is lost.
    look_above: u32,
    /// Those whose slot another packet has got, by the last digits of their numbers.
    given: [Given; GIVEN_MAX],
    is_ring: Vec<bool>,
}

/// A packet of the program that had a slot last.
#[derive(Clone, Copy)]
struct SlotRow {
    /// What the program has taken; `Packet::NONE` if it has passed that on.
    held: Held,
    given: Given,
}

/// In `Packets::owned`: the program owns no packet of this slot. No packet has this value.
const NOT_OWNED: u64 = u64::MAX;

/// The value that a program has for a packet. No number and no other handle has it.
#[inline]
pub fn bits(packet: Packet) -> u64 {
    (packet.handle().slot as u64) << 32 | u64::from(packet.id)
}

fn given_index(packet: PacketId) -> usize {
    packet as usize % GIVEN_MAX
}

impl Packets {
    pub fn new(slots: usize, topology: &Topology) -> Packets {
        let is_ring = |kind| matches!(kind, PlaceKind::ReceiveRing | PlaceKind::TransmitRing);
        let is_ring = topology.places.iter().map(|place| is_ring(place.kind)).collect();
        let given = [NOT_GIVEN; GIVEN_MAX];
        let count_by = [const { Cell::new(0) }; ContextId::MAX as usize + 1];
        let rows = Rows { slots: Vec::new(), look_above: HELD_USUALLY, given, is_ring };
        Packets { owned: vec![Cell::new(NOT_OWNED); slots].into(), count_by, rows: RefCell::new(rows) }
    }

    /// The packet of the program that has this value.
    #[inline]
    pub fn owned(&self, value: u64) -> Option<Packet> {
        let owned = self.owned.get((value >> 32) as usize)?;
        if owned.get() == value { Packet::of(value as PacketId, (value >> 32) as u32) } else { None }
    }

    /// The program has taken a packet.
    #[inline]
    pub fn take(&self, held: Held) {
        let slot = held.packet.handle().slot;
        self.owned[slot].set(bits(held.packet));
        let count = &self.count_by[usize::from(held.by)];
        count.set(count.get() + 1);
        let rows = &mut *self.rows.borrow_mut();
        if slot >= rows.slots.len() {
            rows.make_room(slot);
        }
        let row = &mut rows.slots[slot];
        if row.given.packet != held.packet.id && row.given.packet != NO_PACKET {
            rows.given[given_index(row.given.packet)] = row.given;
        }
        row.held = held;
    }

    /// The program has put the packet into a place, or given it away (`None`).
    #[inline]
    pub fn give(&self, packet: Packet, into: Option<PlaceId>, is_freed: bool, mark: Mark) {
        let slot = packet.handle().slot;
        let owned = self.owned[slot].replace(NOT_OWNED);
        debug_assert!(owned == bits(packet), "the program owns the packet");
        let rows = &mut *self.rows.borrow_mut();
        let row = &mut rows.slots[slot];
        row.held.packet = Packet::NONE;
        row.given = Given { packet: packet.id, mark, into, is_freed };
        let count = &self.count_by[usize::from(row.held.by)];
        count.set(count.get() - 1);
    }

    /// The place that a packet of the program was taken from.
    pub fn taken_from(&self, packet: Packet) -> PlaceId {
        self.rows.borrow().slots[packet.handle().slot].held.from
    }

    /// Whether the program owns a packet that this context has taken.
    #[inline]
    pub fn has_taken(&self, context: ContextId) -> bool {
        self.count_by[usize::from(context)].get() > 0
    }

    /// The oldest packet that a context has taken and that nobody keeps. Who holds many on purpose is asked again only when he
    /// holds twice as many.
    pub fn lost(&self, context: ContextId, is_kept: impl Fn(u64) -> bool) -> Option<Held> {
        let rows = &mut *self.rows.borrow_mut();
        let count = self.count_by[usize::from(context)].get();
        if count == 0 || (HELD_USUALLY + 1..=rows.look_above).contains(&count) {
            return None;
        }
        rows.look_above = rows.look_above.max(2 * count);
        let is_lost = |held: &&Held| held.by == context && !is_kept(bits(held.packet));
        let held = rows.slots.iter().map(|row| &row.held).filter(|held| held.packet.is_some()).filter(is_lost);
        held.min_by_key(|held| held.packet.id).copied()
    }

    pub fn given_at(&self, packet: Packet) -> Option<Mark> {
        self.rows.borrow().given(bits(packet)).map(|given| given.mark)
    }

    /// The program uses a packet that it does not have.
    #[cold]
    pub fn not_owned(&self, value: u64, call: &str, wants: Wants, state: &ProgramState) -> Box<Fault> {
        let packet = value as u32;
        let rows = self.rows.borrow();
        let Some(given) = rows.given(value) else { return faults::forgotten(packet, call) };
        let name = |place: PlaceId| state.place_names[usize::from(place)].as_str();
        let gone = match given.into {
            Some(place) if rows.is_ring[usize::from(place)] => Gone::Ring(name(place)),
            Some(place) => Gone::Queue(name(place)),
            None if given.is_freed => Gone::Freed,
            None => Gone::Away,
        };
        faults::not_owned(packet, call, wants, gone, state.since(given.mark))
    }
}

impl Rows {
    /// Makes room for this slot, which has its first packet.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, slot: usize) {
        let held = Held { packet: Packet::NONE, mark: Mark::NEVER, by: 0, from: 0 };
        self.slots.resize(slot + 1, SlotRow { held, given: NOT_GIVEN });
    }

    /// Where the program has passed a packet on, by its value.
    fn given(&self, value: u64) -> Option<Given> {
        let packet = value as u32;
        let in_slot = self.slots.get((value >> 32) as usize).map(|row| row.given);
        [in_slot, Some(self.given[given_index(packet)])].into_iter().flatten().find(|given| given.packet == packet)
    }
}
