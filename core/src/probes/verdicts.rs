//! Verdicts about time: what a kernel leaves undone although nothing hinders it. They are read from the trace of a run, stop
//! nothing, and name the place and the time. A rule of ownership is broken at one moment and stops the machine (`cpu/trap.rs`);
//! these need time to become true, and a kernel may recover.
//!
//! ```text
//! asleep beside work: every CPU idles while packets wait in a ring or queue
//! ring starved:       software has read all descriptors of a receive ring and given none back
//! wire idle:          the wire sends nothing while packets wait for it, or while its ring is full of sent packets
//! ```
//!
//! A kernel that looks at its rings by a timer also idles beside packets. So each verdict needs the longest time that is all right.

use crate::trace::topology::{ContextKind, PlaceKind, Topology};
use crate::trace::{ContextId, Event, PlaceId, Record, VisibleState};
use crate::units::Cycles;

/// Packets waited while every CPU was idle, and nobody took one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asleep {
    pub place: PlaceId,
    /// How many waited at the end.
    pub packets: usize,
    /// From the last time that one was taken, or from the arrival of the first, until one is taken or the last record.
    pub from: Cycles,
    pub until: Cycles,
    /// For how much of this time every CPU was idle.
    pub idle: Cycles,
}

/// A receive ring had no descriptor: the interface could only refuse packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingStarved {
    pub ring: PlaceId,
    pub from: Cycles,
    pub until: Cycles,
}

/// A wire sent nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireIdle {
    pub ring: PlaceId,
    pub from: Cycles,
    pub until: Cycles,
    /// Sent packets in the ring that nobody has reclaimed, at the end.
    pub sent: usize,
    /// Packets in the queues before the ring, at the end.
    pub waiting: usize,
}

/// A time during which something holds, and how long it held of that.
#[derive(Clone, Copy)]
struct Span {
    from: Cycles,
    held: Cycles,
}

impl Span {
    const fn begin(from: Cycles) -> Span {
        Span { from, held: Cycles::ZERO }
    }
}

/// Finds the places beside which every CPU was idle for longer than this. `state` is the state before the first record.
pub fn asleep_beside_work(
    topology: &Topology,
    state: VisibleState,
    records: impl IntoIterator<Item = Record>,
    longer_than: Cycles,
) -> Vec<Asleep> {
    let is_idle = |context: ContextId| topology.contexts[usize::from(context)].kind == ContextKind::Idle;
    let waits_here = |place: usize| topology.places[place].kind != PlaceKind::TransmitRing;
    let mut spans = vec![Span::begin(state.time); topology.places.len()];
    let mut verdicts = Vec::new();
    let mut last = state;
    let end = |state: &VisibleState, place: usize, Span { from, held }: Span| {
        let (packets, until) = (state.places[place].count(), state.time);
        (held > longer_than).then_some(Asleep { place: place as PlaceId, packets, from, until, idle: held })
    };
    // an idle CPU takes no step
    for record in records.into_iter().filter(|record| record.step_start().is_none()) {
        if last.cpus.iter().all(|cpu| is_idle(cpu.running)) {
            let waiting =
                last.places.iter().enumerate().filter(|(place, state)| state.count() > 0 && waits_here(*place));
            waiting.for_each(|(place, _)| spans[place].held += record.time() - last.time);
        }
        last.advance(record.time());
        match record.event() {
            Event::Pop { place, .. } => {
                let place = usize::from(place);
                verdicts.extend(end(&last, place, std::mem::replace(&mut spans[place], Span::begin(record.time()))));
            }
            Event::Arrive { place, .. } | Event::Push { place, .. } if last.places[usize::from(place)].count() == 0 => {
                spans[usize::from(place)] = Span::begin(record.time());
            }
            _ => {}
        }
        last.apply(record);
    }
    verdicts.extend(spans.into_iter().enumerate().filter_map(|(place, span)| end(&last, place, span)));
    verdicts
}

/// Finds the receive rings without a descriptor for longer than this, because software gives none back. `state` is the state
/// before the first record.
pub fn ring_starved(
    topology: &Topology,
    state: VisibleState,
    records: impl IntoIterator<Item = Record>,
    longer_than: Cycles,
) -> Vec<RingStarved> {
    let mut since: Vec<Option<Cycles>> = vec![None; topology.places.len()];
    let (mut verdicts, mut until) = (Vec::new(), state.time);
    let starved = |place: usize, from: Cycles, until: Cycles| {
        (until - from > longer_than).then_some(RingStarved { ring: place as PlaceId, from, until })
    };
    for record in records {
        until = record.time();
        let Event::Capacity { place, limit } = record.event() else { continue };
        let place = usize::from(place);
        if topology.places[place].kind == PlaceKind::ReceiveRing {
            let from = std::mem::replace(&mut since[place], (limit == 0).then_some(until));
            verdicts.extend(from.and_then(|from| starved(place, from, until)));
        }
    }
    let open = since.into_iter().enumerate().filter_map(|(place, from)| starved(place, from?, until));
    verdicts.extend(open);
    verdicts
}

/// Finds the wires that sent nothing for longer than this, although packets waited for them or their rings were full of sent
/// packets. `state` is the state before the first record.
pub fn wire_idle(
    topology: &Topology,
    state: VisibleState,
    records: impl IntoIterator<Item = Record>,
    longer_than: Cycles,
) -> Vec<WireIdle> {
    let rings: Vec<usize> = (0..topology.places.len()).filter(|place| is_transmit_ring(topology, *place)).collect();
    let mut since: Vec<Option<Cycles>> = vec![None; rings.len()];
    let mut verdicts = Vec::new();
    let mut last = state;
    let so_far = |state: &VisibleState, ring: usize, from: Cycles, until: Cycles| {
        let (sent, waiting) = (state.places[ring].sent as usize, packets_before(topology, state, ring));
        (until - from > longer_than).then_some(WireIdle { ring: ring as PlaceId, from, until, sent, waiting })
    };
    for record in records.into_iter().filter(|record| moves_a_packet(*record)) {
        let now = record.time();
        let before: Vec<_> = rings.iter().zip(&since).map(|(ring, from)| so_far(&last, *ring, (*from)?, now)).collect();
        last.apply(record);
        for ((ring, since), verdict) in rings.iter().zip(&mut since).zip(before) {
            match (is_starved(topology, &last, *ring), *since) {
                (true, None) => *since = Some(now),
                (false, Some(_)) => {
                    verdicts.extend(verdict);
                    *since = None;
                }
                _ => {}
            }
        }
    }
    let open = rings.iter().zip(since).filter_map(|(ring, from)| so_far(&last, *ring, from?, last.time));
    verdicts.extend(open);
    verdicts
}

/// Only such records can change which packets are where.
fn moves_a_packet(record: Record) -> bool {
    use Event::{Arrive, Capacity, Deliver, Pop, Push};
    matches!(record.event(), Arrive { .. } | Capacity { .. } | Deliver { .. } | Pop { .. } | Push { .. })
}

fn is_transmit_ring(topology: &Topology, place: usize) -> bool {
    topology.places[place].kind == PlaceKind::TransmitRing
}

/// The transmit ring that an output queue's packets go to. A program that never calls `lnput` has no edge into it.
pub(super) fn transmit_ring_behind(topology: &Topology, queue: usize) -> Option<usize> {
    let place = &topology.places[queue];
    let leads = |to: usize| topology.edges.iter().any(|edge| [edge.from, edge.to].map(usize::from) == [queue, to]);
    let is_next = |to: usize| {
        let ring = &topology.places[to];
        ring.interface == place.interface && ring.stage == place.stage + 1
    };
    let mut rings = (0..topology.places.len()).filter(|to| is_transmit_ring(topology, *to));
    rings.find(|to| leads(*to) || is_next(*to))
}

/// Whether the wire behind a ring has nothing to send, although packets wait for it or the ring is full of sent packets.
fn is_starved(topology: &Topology, state: &VisibleState, ring: usize) -> bool {
    let place = &state.places[ring];
    let (sent, count) = (place.sent as usize, place.count());
    count == sent && (sent > 0 && count >= place.limit as usize || packets_before(topology, state, ring) > 0)
}

/// The packets in the queues from which software fills a ring.
fn packets_before(topology: &Topology, state: &VisibleState, ring: usize) -> usize {
    let queues = state.places.iter().enumerate().filter(|(_, queue)| queue.count() > 0);
    queues
        .filter(|(queue, _)| transmit_ring_behind(topology, *queue) == Some(ring))
        .map(|(_, queue)| queue.count())
        .sum()
}

#[cfg(test)]
#[path = "verdicts_tests.rs"]
mod tests;
