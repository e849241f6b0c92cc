//! What is counted, always, in one flat row of numbers that only grow. The difference of two rows is a window;
//! rows kept once a millisecond are the trace's second tier (`bins`).

use super::topology::Topology;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};

/// Latency buckets: four to a factor of two, from 16 us on; the last is open.
pub const LATENCY_BUCKETS: usize = 64;
const LATENCY_BUCKET_FIRST_US: u64 = 16;

/// The numbers that every machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Count {
    Arrived,
    Delivered,
    Dropped,
    /// Dropped by the hardware, at no cost.
    Refused,
    /// Cycles spent on packets that were dropped later.
    Wasted,
    /// Time in the system, summed over delivered packets.
    LatencySum,
    /// Time in the system, summed over dropped packets.
    DroppedTime,
    /// Packets inside, integrated over time.
    InsideIntegral,
    InterruptsTaken,
    /// Cycles of work done for packets.
    PacketWork,
}
const COUNTS: usize = Count::PacketWork as usize + 1;

/// Where the numbers of each kind stand in a row.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    contexts: usize,
    drops: usize,
    wasted: usize,
    entered: usize,
    left: usize,
    carried: usize,
    taken: usize,
    pending: usize,
    gates: usize,
    latency: usize,
    length: usize,
}

impl Layout {
    fn new(topology: &Topology) -> Layout {
        let places = topology.places.len();
        let contexts = COUNTS;
        let drops = contexts + topology.contexts.len();
        let wasted = drops + places;
        let entered = wasted + places;
        let left = entered + places;
        let carried = left + places;
        let taken = carried + topology.edges.len();
        let pending = taken + topology.lines.len();
        let gates = pending + topology.lines.len();
        let latency = gates + topology.gates.len();
        let length = latency + LATENCY_BUCKETS;
        Layout { contexts, drops, wasted, entered, left, carried, taken, pending, gates, latency, length }
    }
}

/// A copy of all numbers at one moment, or the difference of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    layout: LayoutOf,
    pub time: Cycles,
    numbers: Vec<u64>,
}

/// `Layout` compares equal to itself only within one machine; rows of one machine share it.
#[derive(Clone, Copy, Debug)]
struct LayoutOf(Layout);
impl PartialEq for LayoutOf {
    fn eq(&self, other: &LayoutOf) -> bool {
        self.0.length == other.0.length
    }
}

impl Row {
    pub fn count(&self, count: Count) -> u64 {
        self.numbers[count as usize]
    }
    pub fn cycles(&self, context: ContextId) -> u64 {
        self.numbers[self.layout.0.contexts + usize::from(context)]
    }
    pub fn drops(&self, place: PlaceId) -> u64 {
        self.numbers[self.layout.0.drops + usize::from(place)]
    }
    pub fn wasted(&self, place: PlaceId) -> u64 {
        self.numbers[self.layout.0.wasted + usize::from(place)]
    }
    pub fn entered(&self, place: PlaceId) -> u64 {
        self.numbers[self.layout.0.entered + usize::from(place)]
    }
    /// Packets that were sent on the wire from a place.
    pub fn left(&self, place: PlaceId) -> u64 {
        self.numbers[self.layout.0.left + usize::from(place)]
    }
    /// Packets that went along an edge of the topology.
    pub fn carried(&self, edge: usize) -> u64 {
        self.numbers[self.layout.0.carried + edge]
    }
    pub fn taken(&self, line: LineId) -> u64 {
        self.numbers[self.layout.0.taken + usize::from(line)]
    }
    pub fn pending(&self, line: LineId) -> u64 {
        self.numbers[self.layout.0.pending + usize::from(line)]
    }
    pub fn gate_on(&self, gate: GateId) -> u64 {
        self.numbers[self.layout.0.gates + usize::from(gate)]
    }
    pub fn latency(&self, bucket: usize) -> u64 {
        self.numbers[self.layout.0.latency + bucket]
    }
    /// Packets inside at this row's moment (of a row since the start).
    pub fn inside(&self) -> u64 {
        self.count(Count::Arrived) - self.count(Count::Delivered) - self.count(Count::Dropped)
    }

    /// What happened from `earlier` to this row. `time` becomes the window's length.
    pub fn since(&self, earlier: &Row) -> Row {
        let numbers = self.numbers.iter().zip(&earlier.numbers).map(|(now, then)| now - then).collect();
        Row { layout: self.layout, time: self.time - earlier.time, numbers }
    }

    /// A row between two, as if everything went on evenly; `moment` lies between their times.
    pub fn between(&self, later: &Row, moment: Cycles) -> Row {
        let span = (later.time - self.time).0.max(1);
        let part = moment.saturating_sub(self.time).0.min(span);
        let mix =
            |(then, now): (&u64, &u64)| then + (u128::from(now - then) * u128::from(part) / u128::from(span)) as u64;
        let numbers = self.numbers.iter().zip(&later.numbers).map(mix).collect();
        Row { layout: self.layout, time: moment, numbers }
    }

    pub(super) fn numbers(&self) -> &[u64] {
        &self.numbers
    }
    pub(super) fn with_numbers(&self, time: Cycles, numbers: &[u64]) -> Row {
        Row { layout: self.layout, time, numbers: numbers.to_vec() }
    }
}

/// The growing numbers of a running machine.
pub struct Counters {
    layout: Layout,
    numbers: Box<[Cell<u64>]>,
    /// The topology's edge from a place to another in a context, by `edge_slot`.
    edges: Box<[u8]>,
    places: usize,
    inside: Cell<u64>,
    inside_since: Cell<Cycles>,
    /// Since when each line has been pending, and each gate on.
    pending_since: Box<[Cell<Option<Cycles>>]>,
    gate_since: Box<[Cell<Option<Cycles>>]>,
    clock: Hertz,
    /// Latencies of delivered packets, one by one, when a trial asks for exact percentiles.
    latencies: RefCell<Option<Vec<u64>>>,
    /// Arrivals at which the counters are to be kept, the next one last.
    marks_wanted: RefCell<Vec<u64>>,
    mark_next: Cell<u64>,
    marks: RefCell<Vec<Mark>>,
}

/// The counters at the moment of a certain arrival.
#[derive(Clone, Debug)]
pub struct Mark {
    pub row: Row,
    /// How many latencies had been collected.
    pub latencies: usize,
}

impl Counters {
    pub fn new(topology: &Topology) -> Counters {
        let layout = Layout::new(topology);
        let places = topology.places.len();
        Counters {
            layout,
            edges: edges_by_slot(topology),
            places,
            numbers: (0..layout.length).map(|_| Cell::new(0)).collect(),
            inside: Cell::new(0),
            inside_since: Cell::new(Cycles::ZERO),
            pending_since: topology.lines.iter().map(|_| Cell::new(None)).collect(),
            gate_since: topology.gates.iter().map(|_| Cell::new(None)).collect(),
            clock: Hertz(topology.clock_hz),
            latencies: RefCell::new(None),
            marks_wanted: RefCell::default(),
            mark_next: Cell::new(u64::MAX),
            marks: RefCell::default(),
        }
    }

    #[inline]
    fn add(&self, index: usize, amount: u64) {
        let number = &self.numbers[index];
        number.set(number.get() + amount);
    }

    #[inline]
    pub fn add_count(&self, count: Count, amount: u64) {
        self.add(count as usize, amount);
    }

    #[inline]
    pub fn spend(&self, context: ContextId, cycles: Cycles) {
        self.add(self.layout.contexts + usize::from(context), cycles.0);
    }

    pub fn count(&self, count: Count) -> u64 {
        self.numbers[count as usize].get()
    }

    pub fn cycles(&self, context: ContextId) -> u64 {
        self.numbers[self.layout.contexts + usize::from(context)].get()
    }

    pub fn gate_is_on(&self, gate: GateId) -> bool {
        self.gate_since[usize::from(gate)].get().is_some()
    }

    pub fn arrived(&self, now: Cycles) {
        self.settle_inside(now);
        self.inside.set(self.inside.get() + 1);
        self.add_count(Count::Arrived, 1);
        if self.count(Count::Arrived) == self.mark_next.get() {
            self.keep_mark(now);
        }
    }

    /// Keeps the counters as they will be when so many packets have arrived; the numbers ascend.
    pub fn mark_at_arrivals(&self, arrivals: &[u64]) {
        let mut wanted: Vec<u64> = arrivals.to_vec();
        wanted.reverse();
        self.mark_next.set(wanted.pop().unwrap_or(u64::MAX));
        *self.marks_wanted.borrow_mut() = wanted;
    }

    /// The marks that have been reached.
    pub fn marks(&self) -> Vec<Mark> {
        self.marks.borrow().clone()
    }

    #[cold]
    fn keep_mark(&self, now: Cycles) {
        let latencies = self.latencies.borrow().as_ref().map_or(0, Vec::len);
        self.marks.borrow_mut().push(Mark { row: self.row(now), latencies });
        self.mark_next.set(self.marks_wanted.borrow_mut().pop().unwrap_or(u64::MAX));
    }

    pub fn entered(&self, place: PlaceId) {
        self.add(self.layout.entered + usize::from(place), 1);
    }

    /// A packet went from a place to another in a context's hands.
    pub fn carried(&self, from: PlaceId, to: PlaceId, context: ContextId) {
        let edge = self.edges[self.edge_slot(from, to, context)];
        if edge != NO_EDGE {
            self.add(self.layout.carried + usize::from(edge), 1);
        }
    }

    fn edge_slot(&self, from: PlaceId, to: PlaceId, context: ContextId) -> usize {
        (usize::from(context) * self.places + usize::from(from)) * self.places + usize::from(to)
    }

    pub fn delivered(&self, now: Cycles, place: PlaceId, latency: Cycles) {
        self.leave(now);
        self.add(self.layout.left + usize::from(place), 1);
        self.add_count(Count::Delivered, 1);
        self.add_count(Count::LatencySum, latency.0);
        self.add(self.layout.latency + self.bucket(latency), 1);
        if let Some(latencies) = self.latencies.borrow_mut().as_mut() {
            latencies.push(latency.0);
        }
    }

    pub fn dropped(&self, now: Cycles, place: PlaceId, wasted: Cycles, time_inside: Cycles) {
        self.leave(now);
        self.add_count(Count::Dropped, 1);
        self.add_count(Count::DroppedTime, time_inside.0);
        self.add_count(Count::Wasted, wasted.0);
        if wasted == Cycles::ZERO {
            self.add_count(Count::Refused, 1);
        }
        self.add(self.layout.drops + usize::from(place), 1);
        self.add(self.layout.wasted + usize::from(place), wasted.0);
    }

    pub fn taken(&self, line: LineId) {
        self.add_count(Count::InterruptsTaken, 1);
        self.add(self.layout.taken + usize::from(line), 1);
    }

    pub fn pending(&self, line: LineId, now: Cycles, pending: bool) {
        self.integrate(&self.pending_since[usize::from(line)], self.layout.pending + usize::from(line), now, pending);
    }

    pub fn gate(&self, gate: GateId, now: Cycles, on: bool) {
        self.integrate(&self.gate_since[usize::from(gate)], self.layout.gates + usize::from(gate), now, on);
    }

    fn integrate(&self, since: &Cell<Option<Cycles>>, index: usize, now: Cycles, on: bool) {
        if let Some(begin) = since.get() {
            self.add(index, (now - begin).0);
        }
        since.set(on.then_some(now));
    }

    fn leave(&self, now: Cycles) {
        self.settle_inside(now);
        self.inside.set(self.inside.get() - 1);
    }

    fn settle_inside(&self, now: Cycles) {
        let passed = now - self.inside_since.get();
        self.add_count(Count::InsideIntegral, passed.0 * self.inside.get());
        self.inside_since.set(now);
    }

    /// A copy of all numbers, with everything that is still going on counted up to now.
    pub fn row(&self, now: Cycles) -> Row {
        self.settle_inside(now);
        for (line, since) in self.pending_since.iter().enumerate() {
            self.integrate(since, self.layout.pending + line, now, since.get().is_some());
        }
        for (gate, since) in self.gate_since.iter().enumerate() {
            self.integrate(since, self.layout.gates + gate, now, since.get().is_some());
        }
        let numbers = self.numbers.iter().map(Cell::get).collect();
        Row { layout: LayoutOf(self.layout), time: now, numbers }
    }

    /// From now on keep each latency, for exact percentiles.
    pub fn collect_latencies(&self) {
        *self.latencies.borrow_mut() = Some(Vec::new());
    }

    pub fn latencies(&self) -> Vec<u64> {
        self.latencies.borrow().clone().unwrap_or_default()
    }

    fn bucket(&self, latency: Cycles) -> usize {
        latency_bucket(latency.0.saturating_mul(1_000_000) / self.clock.0)
    }
}

const NO_EDGE: u8 = u8::MAX;

/// For each context, origin and destination the number of the edge between them.
fn edges_by_slot(topology: &Topology) -> Box<[u8]> {
    let places = topology.places.len();
    assert!(topology.edges.len() < usize::from(NO_EDGE), "edges are numbered by a byte");
    let mut slots = vec![NO_EDGE; topology.contexts.len() * places * places];
    for (number, edge) in topology.edges.iter().enumerate() {
        let slot = (usize::from(edge.context) * places + usize::from(edge.from)) * places + usize::from(edge.to);
        slots[slot] = number as u8;
    }
    slots.into()
}

/// The bucket of a latency in whole microseconds.
fn latency_bucket(microseconds: u64) -> usize {
    let units = microseconds / LATENCY_BUCKET_FIRST_US;
    if units == 0 {
        return 0;
    }
    let octave = units.ilog2() as usize;
    let quarter = ((microseconds * 4 / (LATENCY_BUCKET_FIRST_US << octave)) & 3) as usize;
    (1 + octave * 4 + quarter).min(LATENCY_BUCKETS - 1)
}

/// From and to, in microseconds, of a bucket.
pub fn latency_bucket_range(bucket: usize) -> (u64, u64) {
    let low = |bucket: usize| {
        let (octave, quarter) = ((bucket - 1) / 4, (bucket - 1) % 4);
        (LATENCY_BUCKET_FIRST_US * (4 + quarter as u64) << octave) / 4
    };
    if bucket == 0 { (0, LATENCY_BUCKET_FIRST_US) } else { (low(bucket), low(bucket + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_latency_lies_in_its_bucket() {
        for microseconds in (0..200_000).step_by(7) {
            let (low, high) = latency_bucket_range(latency_bucket(microseconds));
            assert!(low <= microseconds && microseconds < high, "{microseconds} not in {low}..{high}");
        }
    }
}
