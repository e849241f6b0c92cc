//! The counters of a running machine: one flat row of numbers that only grow (`row.rs`). They count whether the trace is on
//! or off. `counter_samples.rs` keeps copies of the row over the whole run.

use super::latency::latency_bucket;
use super::row::{CONTEXTS, Count, Row, RowShape};
use super::topology::Topology;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::units::{Cycles, mul_fraction};
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// Largest number of counters.
const NUMBERS_MAX: usize = 512;

/// The counters of a running machine.
///
/// Some counters grow with time (cycles of the running context, time that a line is pending, packets inside). While such a
/// counter grows it holds its value minus the time at which it began to grow. The counter subtracts the time when it
/// begins to grow, and adds the time when it stops. So no start time has to be kept. While the counter grows its number
/// is below zero (it wraps), and `row` adds the present time.
pub struct Counters {
    shape: RowShape,
    numbers: [Cell<u64>; NUMBERS_MAX],
    /// Number of packets that a context has moved from one place to another, indexed by `edge_slot`.
    carried: Box<[Cell<u64>]>,
    /// The `edge_slot` of each edge of the topology.
    edge_slots: Box<[usize]>,
    places: usize,
    /// The running context of the active CPU; and one bit for each running context of the other CPUs.
    running: Cell<ContextId>,
    on_other_cpus: Cell<u64>,
    /// Packets inside the machine.
    inside: Cell<u64>,
    /// One bit for each line that is pending, and for each gate that is on.
    pending: Cell<u32>,
    gates: Cell<u32>,
    /// Microseconds per cycle, times 2^64, rounded up.
    microseconds: u64,
    /// The latency of each delivered packet, in cycles, if a trial asks for exact percentiles.
    latencies: RefCell<Option<Vec<u64>>>,
    /// Arrivals at which a row will be kept, by number. `next_arrival` is the next of them; the later ones are here, in
    /// descending order.
    rows_wanted: RefCell<Vec<u64>>,
    next_arrival: Cell<u64>,
    arrival_rows: RefCell<Vec<ArrivalRow>>,
}

/// The counters at the arrival of a certain packet.
#[derive(Clone, Debug)]
pub struct ArrivalRow {
    pub row: Row,
    /// How many latencies had been collected by then.
    pub latencies: usize,
}

impl Counters {
    /// `running` are the contexts that run first, one for each CPU.
    pub fn new(topology: &Topology, running: &[ContextId]) -> Counters {
        assert!(topology.lines.len() <= 32 && topology.gates.len() <= 32, "lines and gates are bits of one word");
        let microseconds = (1_000_000_u128 << 64).div_ceil(u128::from(topology.clock_hz));
        let shape = RowShape::new(topology);
        assert!(shape.length <= NUMBERS_MAX, "a row has {} numbers, more than {NUMBERS_MAX}", shape.length);
        let places = topology.places.len();
        Counters {
            shape,
            carried: vec![Cell::new(0); topology.contexts.len() * places * places].into(),
            edge_slots: topology.edges.iter().map(|edge| edge_slot(places, edge.from, edge.to, edge.context)).collect(),
            places,
            numbers: [const { Cell::new(0) }; NUMBERS_MAX],
            running: Cell::new(running[0]),
            on_other_cpus: Cell::new(running[1..].iter().map(|context| 1 << context).sum()),
            inside: Cell::new(0),
            pending: Cell::new(0),
            gates: Cell::new(0),
            microseconds: microseconds.try_into().expect("a CPU is faster than 1 MHz"),
            latencies: RefCell::new(None),
            rows_wanted: RefCell::default(),
            next_arrival: Cell::new(u64::MAX),
            arrival_rows: RefCell::default(),
        }
    }

    #[inline]
    fn add(&self, index: usize, amount: u64) {
        let number = &self.numbers[index % NUMBERS_MAX];
        number.set(number.get().wrapping_add(amount));
    }

    /// From now on the counter grows by one each cycle.
    #[inline]
    fn start_growing(&self, index: usize, now: Cycles) {
        self.add(index, now.0.wrapping_neg());
    }

    /// The counter stops growing.
    #[inline]
    fn stop_growing(&self, index: usize, now: Cycles) {
        self.add(index, now.0);
    }

    #[inline]
    pub fn add_count(&self, count: Count, amount: u64) {
        self.add(count as usize, amount);
    }

    /// The active CPU runs this context from now on.
    #[inline]
    pub fn switch_context(&self, context: ContextId, now: Cycles) {
        let previous_context = self.running.replace(context);
        self.stop_growing(CONTEXTS + usize::from(previous_context), now);
        self.start_growing(CONTEXTS + usize::from(context), now);
    }

    /// Makes the CPU that runs this context the active one.
    pub fn select_cpu(&self, context: ContextId) {
        let previous_context = self.running.replace(context);
        self.on_other_cpus.set((self.on_other_cpus.get() | 1 << previous_context) & !(1 << context));
    }

    /// The CPU time that a context has had.
    pub fn cycles(&self, context: ContextId, now: Cycles) -> Cycles {
        let grows = if self.running.get() == context { now.0 } else { 0 };
        Cycles(self.numbers[CONTEXTS + usize::from(context)].get().wrapping_add(grows))
    }

    /// A counter that does not grow with time.
    pub fn count(&self, count: Count) -> u64 {
        debug_assert_ne!(count, Count::InsideIntegral, "only a row has the integral of the packets inside");
        self.numbers[count as usize].get()
    }

    #[inline]
    pub fn gate_is_on(&self, gate: GateId) -> bool {
        self.gates.get() & 1 << gate != 0
    }

    pub fn arrived(&self, now: Cycles) {
        self.inside.set(self.inside.get() + 1);
        self.start_growing(Count::InsideIntegral as usize, now);
        self.add_count(Count::Arrived, 1);
        if self.count(Count::Arrived) == self.next_arrival.get() {
            self.keep_arrival_row(now);
        }
    }

    /// Keeps a row at each of these arrivals. Arrivals are counted from 1, and the list is in ascending order.
    pub fn keep_rows_at_arrivals(&self, arrivals: &[u64]) {
        let mut descending: Vec<u64> = arrivals.to_vec();
        descending.reverse();
        self.next_arrival.set(descending.pop().unwrap_or(u64::MAX));
        *self.rows_wanted.borrow_mut() = descending;
    }

    /// Returns the row kept at an arrival, given by its index in that list; `None` until the packet has arrived.
    pub fn row_at_arrival(&self, number: usize) -> Option<ArrivalRow> {
        self.arrival_rows.borrow().get(number).cloned()
    }

    #[cold]
    fn keep_arrival_row(&self, now: Cycles) {
        let latencies = self.latency_count();
        self.arrival_rows.borrow_mut().push(ArrivalRow { row: self.row(now), latencies });
        self.next_arrival.set(self.rows_wanted.borrow_mut().pop().unwrap_or(u64::MAX));
    }

    pub fn entered(&self, place: PlaceId) {
        self.add(self.shape.entered + usize::from(place), 1);
    }

    /// How many packets have ever entered a place.
    pub fn entered_count(&self, place: PlaceId) -> u64 {
        self.numbers[(self.shape.entered + usize::from(place)) % NUMBERS_MAX].get()
    }

    /// A context has moved a packet from one place to another.
    pub fn carried(&self, from: PlaceId, to: PlaceId, context: ContextId) {
        let carried = &self.carried[edge_slot(self.places, from, to, context)];
        carried.set(carried.get() + 1);
    }

    /// `spent` are the cycles of work for the packet.
    #[inline]
    pub fn delivered(&self, now: Cycles, place: PlaceId, latency: Cycles, spent: Cycles) {
        self.leave(now, spent);
        self.add(self.shape.left + usize::from(place), 1);
        self.add_count(Count::Delivered, 1);
        self.add_count(Count::LatencySum, latency.0);
        self.add(self.shape.latency + latency_bucket(self.whole_microseconds(latency)), 1);
        if let Some(latencies) = self.latencies.borrow_mut().as_mut() {
            latencies.push(latency.0);
        }
    }

    pub fn dropped(&self, now: Cycles, place: PlaceId, spent: Cycles, time_inside: Cycles) {
        self.leave(now, spent);
        self.add_count(Count::Dropped, 1);
        self.add_count(Count::DroppedTime, time_inside.0);
        self.add_count(Count::Wasted, spent.0);
        if spent == Cycles::ZERO {
            self.add_count(Count::Refused, 1);
            self.add(self.shape.refused + usize::from(place), 1);
        }
        self.add(self.shape.drops + usize::from(place), 1);
        self.add(self.shape.wasted + usize::from(place), spent.0);
    }

    #[inline]
    fn leave(&self, now: Cycles, spent: Cycles) {
        self.inside.set(self.inside.get() - 1);
        self.stop_growing(Count::InsideIntegral as usize, now);
        self.add_count(Count::PacketWork, spent.0);
    }

    /// A pending line is taken: it is no longer pending.
    #[inline]
    pub fn taken(&self, line: LineId, now: Cycles) {
        self.pending(line, now, false);
        self.add_count(Count::InterruptsTaken, 1);
        self.add(self.shape.taken + usize::from(line), 1);
    }

    /// The handler of another line has done the work of this line. The line counts as taken, but no interrupt is counted.
    pub fn served(&self, line: LineId) {
        self.add(self.shape.taken + usize::from(line), 1);
    }

    /// One bit for each pending line.
    #[inline]
    pub fn lines_pending(&self) -> u32 {
        self.pending.get()
    }

    /// Sets whether a line is pending from now on. Returns whether that has changed.
    #[inline]
    pub fn pending(&self, line: LineId, now: Cycles, on: bool) -> bool {
        self.set_bit(&self.pending, self.shape.pending, line, now, on)
    }

    /// Sets whether a gate is on from now on.
    #[inline]
    pub fn gate(&self, gate: GateId, now: Cycles, on: bool) {
        self.set_bit(&self.gates, self.shape.gates, gate, now, on);
    }

    /// Sets or clears a bit. The counter of the bit, in this group, grows while the bit is set.
    #[inline]
    fn set_bit(&self, bits: &Cell<u32>, group: usize, number: u8, now: Cycles, on: bool) -> bool {
        let bit = 1 << number;
        let changes = (bits.get() & bit != 0) != on;
        if changes {
            bits.set(bits.get() ^ bit);
            let index = group + usize::from(number);
            if on { self.start_growing(index, now) } else { self.stop_growing(index, now) }
        }
        changes
    }

    /// Returns a copy of all counters. Those that grow with time are counted up to now.
    pub fn row(&self, now: Cycles) -> Row {
        let mut numbers = vec![0; self.shape.length];
        self.write_row(now, &mut numbers);
        Row { shape: self.shape, time: now, numbers }
    }

    /// Writes the numbers of the row at `now`.
    pub fn write_row(&self, now: Cycles, numbers: &mut [u64]) {
        for (copy, number) in numbers.iter_mut().zip(self.numbers.iter()) {
            *copy = number.get();
        }
        for (copy, slot) in numbers[self.shape.carried..].iter_mut().zip(&self.edge_slots) {
            *copy = self.carried[*slot].get();
        }
        let mut grow =
            |index: usize, times: u64| numbers[index] = numbers[index].wrapping_add(now.0.wrapping_mul(times));
        let mut running = self.on_other_cpus.get() | 1 << self.running.get();
        while running != 0 {
            grow(CONTEXTS + running.trailing_zeros() as usize, 1);
            running &= running - 1;
        }
        grow(Count::InsideIntegral as usize, self.inside.get());
        for (group, bits) in [(self.shape.pending, &self.pending), (self.shape.gates, &self.gates)] {
            let mut left = bits.get();
            while left != 0 {
                grow(group + left.trailing_zeros() as usize, 1);
                left &= left - 1;
            }
        }
    }

    /// Collects each latency from now on, for exact percentiles.
    pub fn collect_latencies(&self) {
        *self.latencies.borrow_mut() = Some(Vec::new());
    }

    /// How many latencies have been collected.
    pub fn latency_count(&self) -> usize {
        self.latencies.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The collected latencies with these indexes, in the order of delivery.
    pub fn latencies(&self, numbers: Range<usize>) -> Vec<u64> {
        self.latencies.borrow().as_ref().map_or_else(Vec::new, |latencies| latencies[numbers].to_vec())
    }

    /// Rounded down. Exact for every latency of a run: clock rates are multiples of 10 kHz, so the rounding of `microseconds`
    /// never changes the whole number.
    #[inline]
    fn whole_microseconds(&self, latency: Cycles) -> u64 {
        mul_fraction(latency.0, self.microseconds)
    }
}

/// The index in `carried` of an edge between two places in a context. It exists even if the topology has no such edge.
#[inline]
fn edge_slot(places: usize, from: PlaceId, to: PlaceId, context: ContextId) -> usize {
    (usize::from(context) * places + usize::from(from)) * places + usize::from(to)
}
