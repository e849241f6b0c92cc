//! What is counted, always, in one flat row of numbers that only grow (`row`). Rows kept once a millisecond are the
//! trace's second tier (`bins`).

use super::latency::latency_bucket;
use super::row::{Count, Layout, LayoutOf, Row};
use super::topology::Topology;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};

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
