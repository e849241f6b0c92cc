//! What is counted, always, in one flat row of numbers that only grow (`row`). Rows kept now and then are the
//! trace's second tier (`bins`).

use super::latency::latency_bucket;
use super::row::{CONTEXTS, Count, Layout, LayoutOf, Row};
use super::topology::Topology;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::units::{Cycles, part};
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// No machine has more numbers.
const ROOM: usize = 512;

/// The growing numbers of a running machine.
///
/// What grows by itself as time passes (cycles of the running context, time that a line is pending, packets inside) is kept
/// less the moment at which it began to grow: a beginning takes the time away, an end adds it, and nothing has to be
/// remembered in between. Until `row` completes them such numbers are below zero, that is they wrap.
pub struct Counters {
    layout: Layout,
    numbers: [Cell<u64>; ROOM],
    /// Packets carried from a place to another in a context, by `edge_slot`; and the slot of each of the topology's edges.
    carried: Box<[Cell<u64>]>,
    edge_slots: Box<[usize]>,
    places: usize,
    /// The context that has the CPU that acts, and those that have the others, as bits.
    running: Cell<ContextId>,
    elsewhere: Cell<u64>,
    inside: Cell<u64>,
    /// Lines that are pending, and gates that are on, as bits.
    pending: Cell<u32>,
    gates: Cell<u32>,
    /// Microseconds in a cycle, times 2 to the 64th, rounded up.
    microseconds: u64,
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
    /// `running` have the CPUs at first.
    pub fn new(topology: &Topology, running: &[ContextId]) -> Counters {
        assert!(topology.lines.len() <= 32 && topology.gates.len() <= 32, "lines and gates are bits of one word");
        let microseconds = (1_000_000_u128 << 64).div_ceil(u128::from(topology.clock_hz));
        let layout = Layout::new(topology);
        assert!(layout.length <= ROOM, "a machine has {} numbers", layout.length);
        let places = topology.places.len();
        Counters {
            layout,
            carried: vec![Cell::new(0); topology.contexts.len() * places * places].into(),
            edge_slots: topology.edges.iter().map(|edge| edge_slot(places, edge.from, edge.to, edge.context)).collect(),
            places,
            numbers: [const { Cell::new(0) }; ROOM],
            running: Cell::new(running[0]),
            elsewhere: Cell::new(running[1..].iter().map(|context| 1 << context).sum()),
            inside: Cell::new(0),
            pending: Cell::new(0),
            gates: Cell::new(0),
            microseconds: microseconds.try_into().expect("a CPU is faster than 1 MHz"),
            latencies: RefCell::new(None),
            marks_wanted: RefCell::default(),
            mark_next: Cell::new(u64::MAX),
            marks: RefCell::default(),
        }
    }

    #[inline]
    fn add(&self, index: usize, amount: u64) {
        let number = &self.numbers[index % ROOM];
        number.set(number.get().wrapping_add(amount));
    }

    /// From now on the number grows by one a cycle.
    #[inline]
    fn begin(&self, index: usize, now: Cycles) {
        self.add(index, now.0.wrapping_neg());
    }

    /// It grows no longer.
    #[inline]
    fn end(&self, index: usize, now: Cycles) {
        self.add(index, now.0);
    }

    #[inline]
    pub fn add_count(&self, count: Count, amount: u64) {
        self.add(count as usize, amount);
    }

    /// The CPU works in this context from now on.
    #[inline]
    pub fn turn_to(&self, context: ContextId, now: Cycles) {
        let before = self.running.replace(context);
        self.end(CONTEXTS + usize::from(before), now);
        self.begin(CONTEXTS + usize::from(context), now);
    }

    /// From now on `turn_to` is about the CPU that this context has.
    pub fn change_cpu(&self, context: ContextId) {
        let before = self.running.replace(context);
        self.elsewhere.set((self.elsewhere.get() | 1 << before) & !(1 << context));
    }

    /// A number that does not grow by itself.
    pub fn count(&self, count: Count) -> u64 {
        debug_assert_ne!(count, Count::InsideIntegral, "only a row has it");
        self.numbers[count as usize].get()
    }

    #[inline]
    pub fn gate_is_on(&self, gate: GateId) -> bool {
        self.gates.get() & 1 << gate != 0
    }

    pub fn arrived(&self, now: Cycles) {
        self.inside.set(self.inside.get() + 1);
        self.begin(Count::InsideIntegral as usize, now);
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

    /// The mark with this number, when it has been reached.
    pub fn mark(&self, number: usize) -> Option<Mark> {
        self.marks.borrow().get(number).cloned()
    }

    #[cold]
    fn keep_mark(&self, now: Cycles) {
        let latencies = self.latencies_kept();
        self.marks.borrow_mut().push(Mark { row: self.row(now), latencies });
        self.mark_next.set(self.marks_wanted.borrow_mut().pop().unwrap_or(u64::MAX));
    }

    pub fn entered(&self, place: PlaceId) {
        self.add(self.layout.entered + usize::from(place), 1);
    }

    /// A packet went from a place to another in a context's hands.
    pub fn carried(&self, from: PlaceId, to: PlaceId, context: ContextId) {
        let carried = &self.carried[edge_slot(self.places, from, to, context)];
        carried.set(carried.get() + 1);
    }

    /// `spent`: cycles of work done for it.
    #[inline]
    pub fn delivered(&self, now: Cycles, place: PlaceId, latency: Cycles, spent: Cycles) {
        self.leave(now, spent);
        self.add(self.layout.left + usize::from(place), 1);
        self.add_count(Count::Delivered, 1);
        self.add_count(Count::LatencySum, latency.0);
        self.add(self.layout.latency + latency_bucket(self.whole_microseconds(latency)), 1);
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
        }
        self.add(self.layout.drops + usize::from(place), 1);
        self.add(self.layout.wasted + usize::from(place), spent.0);
    }

    #[inline]
    fn leave(&self, now: Cycles, spent: Cycles) {
        self.inside.set(self.inside.get() - 1);
        self.end(Count::InsideIntegral as usize, now);
        self.add_count(Count::PacketWork, spent.0);
    }

    /// A pending line interrupts: it is pending no longer.
    #[inline]
    pub fn taken(&self, line: LineId, now: Cycles) {
        self.pending(line, now, false);
        self.add_count(Count::InterruptsTaken, 1);
        self.add(self.layout.taken + usize::from(line), 1);
    }

    /// What a line was asserted for was done by a handler that another line had called: no interrupt more.
    pub fn served(&self, line: LineId) {
        self.add(self.layout.taken + usize::from(line), 1);
    }

    /// The lines that are pending, as bits.
    #[inline]
    pub fn lines_pending(&self) -> u32 {
        self.pending.get()
    }

    /// Whether a line is pending from now on; true when it was otherwise before.
    #[inline]
    pub fn pending(&self, line: LineId, now: Cycles, on: bool) -> bool {
        self.switch(&self.pending, self.layout.pending, line, now, on)
    }

    /// Whether a gate is on from now on.
    #[inline]
    pub fn gate(&self, gate: GateId, now: Cycles, on: bool) {
        self.switch(&self.gates, self.layout.gates, gate, now, on);
    }

    /// One of a group of numbers grows while its bit is set.
    #[inline]
    fn switch(&self, bits: &Cell<u32>, group: usize, number: u8, now: Cycles, on: bool) -> bool {
        let bit = 1 << number;
        let changes = (bits.get() & bit != 0) != on;
        if changes {
            bits.set(bits.get() ^ bit);
            let index = group + usize::from(number);
            if on { self.begin(index, now) } else { self.end(index, now) }
        }
        changes
    }

    /// A copy of all numbers, with everything that is still going on counted up to now.
    pub fn row(&self, now: Cycles) -> Row {
        let mut numbers = vec![0; self.layout.length];
        self.write_row(now, &mut numbers);
        Row { layout: LayoutOf(self.layout), time: now, numbers }
    }

    /// The numbers of that row.
    pub fn write_row(&self, now: Cycles, numbers: &mut [u64]) {
        for (copy, number) in numbers.iter_mut().zip(self.numbers.iter()) {
            *copy = number.get();
        }
        for (copy, slot) in numbers[self.layout.carried..].iter_mut().zip(&self.edge_slots) {
            *copy = self.carried[*slot].get();
        }
        let mut grow =
            |index: usize, times: u64| numbers[index] = numbers[index].wrapping_add(now.0.wrapping_mul(times));
        let mut running = self.elsewhere.get() | 1 << self.running.get();
        while running != 0 {
            grow(CONTEXTS + running.trailing_zeros() as usize, 1);
            running &= running - 1;
        }
        grow(Count::InsideIntegral as usize, self.inside.get());
        for (group, bits) in [(self.layout.pending, &self.pending), (self.layout.gates, &self.gates)] {
            let mut left = bits.get();
            while left != 0 {
                grow(group + left.trailing_zeros() as usize, 1);
                left &= left - 1;
            }
        }
    }

    /// From now on keep each latency, for exact percentiles.
    pub fn collect_latencies(&self) {
        *self.latencies.borrow_mut() = Some(Vec::new());
    }

    /// How many have been kept.
    pub fn latencies_kept(&self) -> usize {
        self.latencies.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Some of those kept, by their numbers.
    pub fn latencies(&self, numbers: Range<usize>) -> Vec<u64> {
        self.latencies.borrow().as_ref().map_or_else(Vec::new, |latencies| latencies[numbers].to_vec())
    }

    /// Rounded down; exact for latencies below 2^64 / clock cycles, which is longer than a run.
    #[inline]
    fn whole_microseconds(&self, latency: Cycles) -> u64 {
        part(latency.0, self.microseconds)
    }
}

/// Where an edge from a place to another in a context is counted, whether the topology has it or not.
#[inline]
fn edge_slot(places: usize, from: PlaceId, to: PlaceId, context: ContextId) -> usize {
    (usize::from(context) * places + usize::from(from)) * places + usize::from(to)
}
