//! The bounded store of records: a ring of pages. When it is full the newest page replaces the oldest.
//!
//! ```text
//! [0 . . . . .] [4096 . . .] [8192 . . ] <- [newest]     a page is allocated when it is first needed
//! ```
//!
//! A record is found by its number alone. Some forty records are written per packet, so writing one takes few instructions:
//! a record goes into the newest block, which is part of the recorder, so that no page has to be found. The block is copied
//! to its page when it is full, or when somebody reads. All are `Cell`s, without a borrow flag.
//!
//! Keyframes (`VisibleState`s) are built when they are first needed, each from the previous one. So reading the state at any
//! time that is kept costs at most `KEYFRAME_EVERY` records.

use super::{Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::ops::Range;

/// Records in a block, and in a page.
const BLOCK: u64 = 256;
const PAGE: u64 = 4096;
type Block = Cell<[Record; BLOCK as usize]>;
type Page = [Block; (PAGE / BLOCK) as usize];
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
    /// Lines and variables of a program are left out.
    without_program: Cell<bool>,
    /// The newest block: its records, the number of the first one, how many it has, and how many its page has of these.
    newest: Block,
    newest_begin: Cell<u64>,
    newest_length: Cell<usize>,
    newest_stored: Cell<usize>,
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
            without_program: Cell::new(false),
            newest: Cell::new([Record(0, 0); BLOCK as usize]),
            newest_begin: Cell::new(0),
            newest_length: Cell::new(0),
            newest_stored: Cell::new(0),
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

    /// Leaves the lines and variables of a program out from now on. They are most of its records, a program may write as many as
    /// it likes, and not everybody reads them.
    pub fn leave_program_out(&self) {
        self.without_program.set(true);
    }

    /// Whether the lines and variables of a program are recorded.
    #[inline]
    pub fn has_program(&self) -> bool {
        self.on.get() && !self.without_program.get()
    }

    /// Appends a record. Call it only while the recorder is on.
    #[inline]
    pub fn append(&self, record: Record) {
        let length = self.newest_length.get();
        if let Some(next) = self.newest.as_array_of_cells().get(length) {
            next.set(record);
            self.newest_length.set(length + 1);
        } else {
            self.append_to_next_block(record);
        }
    }

    #[cold]
    #[inline(never)]
    fn append_to_next_block(&self, record: Record) {
        self.store_newest();
        self.newest.as_array_of_cells()[0].set(record);
        self.newest_begin.set(self.count());
        self.newest_length.set(1);
        self.newest_stored.set(0);
    }

    /// Copies the newest block to its page: a new page, or the oldest one again. Needed before records are read, and before
    /// anybody asks which records are kept.
    fn store_newest(&self) {
        let length = self.newest_length.get();
        if self.newest_stored.replace(length) == length {
            return;
        }
        let begin = self.newest_begin.get();
        self.discard_before((begin / PAGE * PAGE + PAGE).saturating_sub(self.capacity()));
        let page = self.pages[self.page_index(begin)].get_or_init(|| {
            let fill =
                || vec![Cell::new([Record::default(); BLOCK as usize]); (PAGE / BLOCK) as usize].into_boxed_slice();
            let spare = SPARE_PAGES.with(|spare| spare.borrow_mut().pop());
            spare.unwrap_or_else(|| fill().try_into().expect("its length is that of a page"))
        });
        page[block_index(begin)].set(self.newest.get());
    }

    /// The index of the page of a record.
    fn page_index(&self, number: u64) -> usize {
        (number / PAGE) as usize & (self.page_count - 1)
    }

    /// The block of a record that is in a page.
    fn block(&self, number: u64) -> &[Cell<Record>] {
        let page = self.pages[self.page_index(number)].get().expect("only records that are kept are read");
        page[block_index(number)].as_array_of_cells()
    }

    /// Discards the records before this one.
    fn discard_before(&self, number: u64) {
        let mut keyframes = self.keyframes.borrow_mut();
        let Keyframes { first, base, states } = &mut *keyframes;
        if number <= *first {
            return;
        }
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
        self.store_newest();
        self.from.get()
    }

    /// How many records have been appended since the start.
    pub fn count(&self) -> u64 {
        self.newest_begin.get() + self.newest_length.get() as u64
    }

    /// Largest number of records that are kept. Once the ring is full, at least half of them are kept.
    pub fn capacity(&self) -> u64 {
        self.page_count as u64 * PAGE
    }

    /// The number of the oldest record that is kept.
    pub fn first(&self) -> u64 {
        self.store_newest();
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
        is_kept.then(|| self.block(number)[(number % BLOCK) as usize].get())
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
        self.store_newest();
        let mut keyframes = self.keyframes.borrow_mut();
        let Keyframes { first, base, states, .. } = &mut *keyframes;
        let first_key = first.div_ceil(KEYFRAME_EVERY);
        let mut at = *first;
        let mut state = base.clone();
        if let Some(index) = (number / KEYFRAME_EVERY).checked_sub(first_key) {
            let nearest = states.len().min(index as usize + 1);
            if let Some(kept) = nearest.checked_sub(1) {
                at = (first_key + kept as u64) * KEYFRAME_EVERY;
                state = states[kept].clone();
            }
            for key in first_key + nearest as u64..=first_key + index {
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
            let end = numbers.end.min((begin / BLOCK + 1) * BLOCK);
            let within = (begin % BLOCK) as usize;
            if !visit(&self.block(begin)[within..within + (end - begin) as usize]) {
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

/// The index of a record's block in its page.
fn block_index(number: u64) -> usize {
    (number % PAGE / BLOCK) as usize
}

/// FNV-1a over words, with a rotation after each word: fast, and the same on every machine.
fn fold(hash: u64, records: &[Cell<Record>]) -> u64 {
    records.iter().fold(hash, |hash, record| {
        let [first, second] = record.get().words();
        let hash = (hash ^ first).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ second).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
