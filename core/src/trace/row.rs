//! A row: the values of all counters at one time, in one flat array. The difference of two rows is a window.

use super::latency::LATENCY_BUCKETS;
use super::topology::Topology;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::units::Cycles;

/// The counters that every machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Count {
    Arrived,
    Delivered,
    Dropped,
    /// Dropped by the hardware, without CPU time.
    Refused,
    /// Cycles spent on packets that were dropped later.
    Wasted,
    /// Time in the system, summed over delivered packets.
    LatencySum,
    /// Time in the system, summed over dropped packets.
    DroppedTime,
    /// Packets inside, integrated over time in cycles.
    InsideIntegral,
    InterruptsTaken,
    /// Cycles of work for packets that have left, delivered or dropped.
    PacketWork,
}
/// The cycles of each context follow directly.
pub(super) const CONTEXTS: usize = Count::PacketWork as usize + 1;

/// Where each of the other groups of numbers begins in a row. All rows of one machine have the same shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowShape {
    pub(super) drops: usize,
    pub(super) refused: usize,
    pub(super) wasted: usize,
    pub(super) entered: usize,
    pub(super) left: usize,
    pub(super) carried: usize,
    pub(super) taken: usize,
    pub(super) pending: usize,
    pub(super) gates: usize,
    pub(super) latency: usize,
    pub(super) length: usize,
}

impl RowShape {
    pub(super) fn new(topology: &Topology) -> RowShape {
        let places = topology.places.len();
        let drops = CONTEXTS + topology.contexts.len();
        let refused = drops + places;
        let wasted = refused + places;
        let entered = wasted + places;
        let left = entered + places;
        let carried = left + places;
        let taken = carried + topology.edges.len();
        let pending = taken + topology.lines.len();
        let gates = pending + topology.lines.len();
        let latency = gates + topology.gates.len();
        let length = latency + LATENCY_BUCKETS;
        RowShape { drops, refused, wasted, entered, left, carried, taken, pending, gates, latency, length }
    }
}

/// The values of all counters at one time, or the difference of two rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub(super) shape: RowShape,
    pub time: Cycles,
    pub(super) numbers: Vec<u64>,
}

impl Row {
    pub fn count(&self, count: Count) -> u64 {
        self.numbers[count as usize]
    }
    pub fn cycles(&self, context: ContextId) -> u64 {
        self.numbers[CONTEXTS + usize::from(context)]
    }
    pub fn drops(&self, place: PlaceId) -> u64 {
        self.numbers[self.shape.drops + usize::from(place)]
    }
    /// How many of them were dropped without CPU time.
    pub fn refused(&self, place: PlaceId) -> u64 {
        self.numbers[self.shape.refused + usize::from(place)]
    }
    pub fn wasted(&self, place: PlaceId) -> u64 {
        self.numbers[self.shape.wasted + usize::from(place)]
    }
    pub fn entered(&self, place: PlaceId) -> u64 {
        self.numbers[self.shape.entered + usize::from(place)]
    }
    /// Packets that have left the machine from a place.
    pub fn left(&self, place: PlaceId) -> u64 {
        self.numbers[self.shape.left + usize::from(place)]
    }
    /// Packets that have moved along an edge of the topology.
    pub fn carried(&self, edge: usize) -> u64 {
        self.numbers[self.shape.carried + edge]
    }
    pub fn taken(&self, line: LineId) -> u64 {
        self.numbers[self.shape.taken + usize::from(line)]
    }
    pub fn pending(&self, line: LineId) -> u64 {
        self.numbers[self.shape.pending + usize::from(line)]
    }
    pub fn gate_on(&self, gate: GateId) -> u64 {
        self.numbers[self.shape.gates + usize::from(gate)]
    }
    pub fn latency(&self, bucket: usize) -> u64 {
        self.numbers[self.shape.latency + bucket]
    }
    /// Packets inside at the time of this row. Not for differences of rows.
    pub fn inside(&self) -> u64 {
        self.count(Count::Arrived) - self.count(Count::Delivered) - self.count(Count::Dropped)
    }

    /// The difference from `earlier` to this row. Its `time` is the length of the window.
    pub fn since(&self, earlier: &Row) -> Row {
        let numbers = self.numbers.iter().zip(&earlier.numbers).map(|(now, then)| now - then).collect();
        Row { shape: self.shape, time: self.time - earlier.time, numbers }
    }

    /// Interpolates linearly between this row and a later one. `moment` is between their times.
    pub fn between(&self, later: &Row, moment: Cycles) -> Row {
        let span = (later.time - self.time).0.max(1);
        let part = moment.saturating_sub(self.time).0.min(span);
        let mix =
            |(then, now): (&u64, &u64)| then + (u128::from(now - then) * u128::from(part) / u128::from(span)) as u64;
        let numbers = self.numbers.iter().zip(&later.numbers).map(mix).collect();
        Row { shape: self.shape, time: moment, numbers }
    }

    pub(super) fn numbers(&self) -> &[u64] {
        &self.numbers
    }
    pub(super) fn with_numbers(&self, time: Cycles, numbers: &[u64]) -> Row {
        Row { shape: self.shape, time, numbers: numbers.to_vec() }
    }
}
