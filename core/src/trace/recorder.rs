//! The bounded store of records: a ring of pages. When it is full the newest page replaces the oldest.
//!
//! ```text
//! [0 . . . . .] [4096 . . .] [8192 . . ]            a page is allocated when it is first needed
//! ```
//!
//! A record is found by its number alone. Some forty records are written per packet, so writing one takes few instructions:
//! a page is an array of `Cell`s, without a borrow flag, and the recorder keeps the index of the current page.
//!
//! Keyframes (`VisibleState`s) are built when they are first needed, each from the previous one. So reading the state at any
//! time that is kept costs at most `KEYFRAME_EVERY` records.

use super::{Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::ops::Range;

/// Records in a page.
const PAGE: u64 = 4096;
type Page = [Cell<Record>; PAGE as usize];
/// Largest number of pages of a recorder: 64 MiB.
const PAGES_MAX: usize = 1024;
const KEYFRAME_EVERY: u64 = 1024;
/// Largest number of pages that are kept for new recorders after their recorder was dropped.
const SPARE_PAGES_MAX: usize = 512;

thread_local! {
    /// Spare pages. A new page would have to be initialised first.
    static SPARE_PAGES: RefCell<Vec<Box<Page>>> = const { RefCell::new(Vec::new()) };
}

/// How much memory the records may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderSize {
    pub bytes: usize,
}

/// The states from which reading begins.
struct Keyframes {
    /// The number of the first record that is kept, counted from the start of the run.
    first: u64,
    /// The state before that record.
    base: VisibleState,
    /// The states before the records whose numbers are multiples of `KEYFRAME_EVERY`, from `first` on, but only the
    /// states that a reader has needed.
    states: VecDeque<VisibleState>,
}

/// Appends records, and computes the state of the machine at any time that is kept.
pub struct Recorder {
    on: Cell<bool>,
    /// The current page: its index, the number of its first record, and how many records it has.
    current: Cell<usize>,
    page_begin: Cell<u64>,
    page_length: Cell<usize>,
    pages: [OnceCell<Box<Page>>; PAGES_MAX],
    /// How many pages are used: a power of two, at least two; zero if no records are to be kept.
    page_count: usize,
    keyframes: RefCell<Keyframes>,
    /// Every record from this time on is kept.
    from: Cell<Cycles>,
}

impl Recorder {
    pub fn new(size: Option<RecorderSize>, base: VisibleState) -> Recorder {
        let pages = |size: RecorderSize| 1 << (size.bytes / size_of::<Page>()).clamp(2, PAGES_MAX).ilog2();
        Recorder {
            on: Cell::new(size.is_some()),
            current: Cell::new(0),
            page_begin: Cell::new(0),
            page_length: Cell::new(0),
            pages: [const { OnceCell::new() }; PAGES_MAX],
            page_count: size.map_or(0, pages),
            keyframes: RefCell::new(Keyframes { first: 0, base, states: VecDeque::new() }),
            from: Cell::new(Cycles::ZERO),
        }
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.on.get()
    }

    /// Appends a record. Call it only while the recorder is on.
    #[inline]
    pub fn append(&self, record: Record) {
        let length = self.page_length.get();
        if length < PAGE as usize
            && let Some(page) = self.pages[self.current.get() % PAGES_MAX].get()
        {
            page[length].set(record);
            self.page_length.set(length + 1);
        } else {
            self.append_to_next_page(record);
        }
    }

    /// Appends the first record of a page: a new page, or the oldest one again.
    #[cold]
    #[inline(never)]
    fn append_to_next_page(&self, record: Record) {
        let number = self.count();
        self.discard_before((number + PAGE).saturating_sub(self.capacity()));
        let current = self.page_index(number);
        let page = self.pages[current].get_or_init(|| {
            let fill = || vec![Cell::new(Record::default()); PAGE as usize].into_boxed_slice();
            let spare = SPARE_PAGES.with(|spare| spare.borrow_mut().pop());
            spare.unwrap_or_else(|| fill().try_into().expect("its length is that of a page"))
        });
        page[0].set(record);
        self.current.set(current);
        self.page_begin.set(number);
        self.page_length.set(1);
    }

    /// The index of the page of a record.
    fn page_index(&self, number: u64) -> usize {
        (number / PAGE) as usize & (self.page_count - 1)
    }

    fn page(&self, number: u64) -> &Page {
        self.pages[self.page_index(number)].get().expect("only records that are kept are read")
    }

    /// Discards the records before this one.
    fn discard_before(&self, number: u64) {
        if number <= self.first() {
            return;
        }
        let mut keyframes = self.keyframes.borrow_mut();
        let Keyframes { first, base, states } = &mut *keyframes;
        let first_key = first.div_ceil(KEYFRAME_EVERY);
        let gone = states.len().min((number.div_ceil(KEYFRAME_EVERY) - first_key) as usize);
        let mut at = *first;
        if let Some(last) = states.drain(..gone).next_back() {
            at = (first_key + gone as u64 - 1) * KEYFRAME_EVERY;
            *base = last;
        }
        if let Some(next) = states.front() {
            base.clone_from(next);
        } else {
            self.apply(base, at..number);
        }
        self.from.set(base.time);
        *first = number;
    }

    /// Turns the recorder on again, from a known state.
    pub fn resume(&self, state: VisibleState) {
        self.from.set(state.time);
        let mut keyframes = self.keyframes.borrow_mut();
        keyframes.first = self.count();
        keyframes.states.clear();
        keyframes.base = state;
        self.on.set(true);
    }

    pub fn pause(&self) {
        self.on.set(false);
    }

    /// The first time whose state is known.
    pub fn from(&self) -> Cycles {
        self.from.get()
    }

    /// How many records have been appended since the start.
    pub fn count(&self) -> u64 {
        self.page_begin.get() + self.page_length.get() as u64
    }

    /// Largest number of records that are kept. Once the ring is full, at least half of them are kept.
    pub fn capacity(&self) -> u64 {
        self.page_count as u64 * PAGE
    }

    /// The number of the oldest record that is kept.
    pub fn first(&self) -> u64 {
        self.keyframes.borrow().first
    }

    /// A hash of the records that are kept and of their numbers. Equal traces of equal size have equal hashes.
    pub fn hash(&self) -> u64 {
        let mut hash = self.first();
        self.visit(hash..self.count(), &mut |records| {
            hash = fold(hash, records);
            true
        });
        hash
    }

    /// The number of the first record that is later than `time`.
    pub fn first_after(&self, time: Cycles) -> u64 {
        let (mut low, mut high) = (self.first(), self.count());
        while low < high {
            let middle = low.midpoint(high);
            let is_later = self.record(middle).is_none_or(|record| record.time() > time);
            (low, high) = if is_later { (low, middle) } else { (middle + 1, high) };
        }
        low
    }

    /// The record with this number, if it is kept.
    pub fn record(&self, number: u64) -> Option<Record> {
        let is_kept = self.first() <= number && number < self.count();
        is_kept.then(|| self.page(number)[(number % PAGE) as usize].get())
    }

    /// The state after all records up to and including `time`, or `None` if that time is not kept.
    pub fn state_at(&self, time: Cycles) -> Option<VisibleState> {
        if time < self.from() {
            return None;
        }
        let mut state = self.state_before(self.first_after(time));
        state.advance(time.max(state.time));
        Some(state)
    }

    /// The state before the record with this number, which is kept or is the next to be written.
    pub fn state_before(&self, number: u64) -> VisibleState {
        let mut keyframes = self.keyframes.borrow_mut();
        let Keyframes { first, base, states, .. } = &mut *keyframes;
        let first_key = first.div_ceil(KEYFRAME_EVERY);
        let mut at = *first;
        let mut state = base.clone();
        if let Some(wanted) = (number / KEYFRAME_EVERY).checked_sub(first_key) {
            let nearest = states.len().min(wanted as usize + 1);
            if let Some(before) = nearest.checked_sub(1) {
                at = (first_key + before as u64) * KEYFRAME_EVERY;
                state = states[before].clone();
            }
            for key in first_key + nearest as u64..=first_key + wanted {
                self.apply(&mut state, at..key * KEYFRAME_EVERY);
                at = key * KEYFRAME_EVERY;
                states.push_back(state.clone());
            }
        }
        self.apply(&mut state, at..number);
        state
    }

    fn apply(&self, state: &mut VisibleState, numbers: Range<u64>) {
        self.visit(numbers, &mut |records| {
            state.apply_all(records);
            true
        });
    }

    /// Calls `visit` for each record from number `first` on, until it returns false.
    pub fn scan(&self, first: u64, mut visit: impl FnMut(Record) -> bool) {
        let first = first.max(self.first());
        self.visit(first..self.count(), &mut |records| records.iter().all(|record| visit(record.get())));
    }

    /// Calls `visit` for the records of a range, with many records at a time, until it returns false. This function is not
    /// generic, so that it is compiled only once.
    fn visit(&self, numbers: Range<u64>, visit: &mut dyn FnMut(&[Cell<Record>]) -> bool) {
        let mut begin = numbers.start;
        while begin < numbers.end {
            let end = numbers.end.min((begin / PAGE + 1) * PAGE);
            let within = (begin % PAGE) as usize;
            if !visit(&self.page(begin)[within..within + (end - begin) as usize]) {
                return;
            }
            begin = end;
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // a thread that ends may free its spare pages before this recorder is dropped
        let _ = SPARE_PAGES.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            let room = SPARE_PAGES_MAX.saturating_sub(spare.len());
            spare.extend(self.pages.iter_mut().filter_map(OnceCell::take).take(room));
        });
    }
}

/// FNV-1a over words, with a rotation after each word: fast, and the same on every machine.
fn fold(hash: u64, records: &[Cell<Record>]) -> u64 {
    records.iter().fold(hash, |hash, record| {
        let [first, second] = record.get().words();
        let hash = (hash ^ first).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ second).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
