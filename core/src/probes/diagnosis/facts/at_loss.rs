//! What a machine with a program was like when a place lost its last packet. A mean over the window does not tell whether the queue
//! was too short, or the program left packets in it or threw this one away; that moment does.

use super::WorstPlace;
use super::measures::is_spare;
use crate::probes::verdicts::transmit_ring_behind;
use crate::session::{Session, Window};
use crate::trace::topology::PlaceKind;
use crate::trace::{Event, PacketId, PlaceId};
use crate::units::Cycles;
use std::ops::Range;

/// An idle CPU takes an interrupt at once. This is far shorter than anything that a kernel does.
const IDLE_CYCLES: Cycles = Cycles(150);

/// The moment of the last loss at one place.
#[derive(Clone, Copy, Debug)]
pub struct AtLoss {
    /// The packet was one of the program's that it freed, although the place had room.
    pub is_freed: bool,
    /// The CPU was idle since the first of the packets in the place was there.
    pub has_slept: bool,
    /// The transmit ring behind the place, if that is an output queue, or the place itself.
    pub ring: Option<RingAtLoss>,
}

/// A transmit ring whose wire could have carried more, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingAtLoss {
    /// The program never calls `lnput`.
    NeverFilled,
    /// It had room for so many packets.
    HasRoom(u64),
    /// All its packets were sent, and nobody has taken their descriptors back; in the whole window nobody did.
    FullOfSent,
    NeverReclaimed,
    /// It was full of packets that still had to be sent.
    Busy,
}

/// Finds the last packet in the window that software dropped at this place, or the interface refused there.
pub(super) fn at_loss(session: &Session, window: &Window, worst: &WorstPlace, is_refused: bool) -> Option<AtLoss> {
    let (recorder, topology) = (session.recorder(), session.topology());
    let place = topology.places.iter().position(|place| place.id == worst.id)?;
    let [begin, end] = [&window.from, &window.to].map(|row| recorder.first_after(row.time));
    let is_loss = |event: Event| match event {
        Event::Drop { place: at, .. } => !is_refused && at == place as PlaceId,
        Event::Refuse { place: at, .. } => is_refused && at == place as PlaceId,
        _ => false,
    };
    let last = (begin..end).rev().find(|number| recorder.record(*number).is_some_and(|one| is_loss(one.event())))?;
    let state = recorder.state_before(last);
    let kind = topology.places[place].kind;
    let ring = if kind == PlaceKind::TransmitRing { Some(place) } else { transmit_ring_behind(topology, place) };
    let ring = ring.map(|ring| {
        let is_filled = topology.edges.iter().any(|edge| usize::from(edge.to) == ring);
        let shown = &state.places[ring];
        match u64::from(shown.limit).saturating_sub(shown.count() as u64) {
            _ if !is_filled => RingAtLoss::NeverFilled,
            0 if shown.sent as usize == shown.count() => match window.difference.left(ring as PlaceId) {
                0 => RingAtLoss::NeverReclaimed,
                _ => RingAtLoss::FullOfSent,
            },
            0 => RingAtLoss::Busy,
            room => RingAtLoss::HasRoom(room),
        }
    });
    let has_slept = has_slept(session, state.places[place].contents.front().copied(), begin..last + 1);
    let has_room = (state.places[place].count() as u64) < u64::from(state.places[place].limit);
    let is_freed = !is_refused && (has_room || kind == PlaceKind::ReceiveRing);
    Some(AtLoss { is_freed, has_slept, ring })
}

/// Whether the CPU was idle between the arrival of this packet, which may be before these records, and their end.
fn has_slept(session: &Session, first: Option<PacketId>, records: Range<u64>) -> bool {
    let (recorder, contexts) = (session.recorder(), &session.topology().contexts);
    let mut next = Cycles::NEVER;
    for record in records.rev().filter_map(|number| recorder.record(number)) {
        let runs = match record.event() {
            Event::Arrive { packet, .. } if Some(packet) == first => return false,
            Event::Run { .. } | Event::Interrupt { .. } => record.context(),
            Event::Return { to, .. } => to,
            _ => continue,
        };
        // between two contexts it may be idle for no time at all
        if is_spare(&contexts[usize::from(runs)]) && next.saturating_sub(record.time()) > IDLE_CYCLES {
            return true;
        }
        next = record.time();
    }
    false
}
