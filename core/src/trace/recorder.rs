//! The bounded store of records: a ring of pages, in which the oldest are given up for the newest.
//!
//!   [0 . . . . .] [4096 . . .] [8192 . . ]            a page is there once it is needed
//!
//! Records are found by their number alone. They are written some forty times a packet, so writing one is a handful of
//! instructions: a page is memory that can be written at any time, with nobody asked for leave, and the one that is being
//! written is not looked for anew.
//!
//! Keyframes (`VisibleState`s) are built when first asked for, each from the one before it, so reading any kept moment costs
//! at most `KEYFRAME_EVERY` records.

use super::{Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::ops::Range;

/// Records in a page.
const PAGE: u64 = 4096;
type Page = [Cell<Record>; PAGE as usize];
/// No recorder has more: 64 MiB.
const PAGES_MAX: usize = 1024;
const KEYFRAME_EVERY: u64 = 1024;
/// Pages of recorders that are gone are kept for the next one, up to so many.
const SPARE_MAX: usize = 512;

thread_local! {
    /// A fresh page has to be filled before it can be written; these have been.
    static SPARE: RefCell<Vec<Box<Page>>> = const { RefCell::new(Vec::new()) };
}

/// How much may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderSize {
    pub bytes: usize,
}

/// What reading begins with.
struct Known {
    /// Number of the first record kept, counted from the start of the run.
    first: u64,
    /// State before it.
    base: VisibleState,
    /// States before the records whose numbers are multiples of `KEYFRAME_EVERY`, from `first` on, as far as they have been
    /// asked for.
    keyframes: VecDeque<VisibleState>,
}

/// Appends records; answers what the machine looked like.
pub struct Recorder {
    on: Cell<bool>,
    /// The page that is being written: which it is, the number of its first record, and how many it has.
    current: Cell<usize>,
    begin: Cell<u64>,
    filled: Cell<usize>,
    pages: [OnceCell<Box<Page>>; PAGES_MAX],
    /// So many of them are used: a power of two, at least two; none when nothing is to be kept.
    used: usize,
    known: RefCell<Known>,
    /// The first moment from which every record is kept.
    from: Cell<Cycles>,
}

impl Recorder {
    pub fn new(size: Option<RecorderSize>, base: VisibleState) -> Recorder {
        let pages = |size: RecorderSize| 1 << (size.bytes / size_of::<Page>()).clamp(2, PAGES_MAX).ilog2();
        Recorder {
            on: Cell::new(size.is_some()),
            current: Cell::new(0),
            begin: Cell::new(0),
            filled: Cell::new(0),
            pages: [const { OnceCell::new() }; PAGES_MAX],
            used: size.map_or(0, pages),
            known: RefCell::new(Known { first: 0, base, keyframes: VecDeque::new() }),
            from: Cell::new(Cycles::ZERO),
        }
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.on.get()
    }

    /// The caller has seen that it is on.
    #[inline]
    pub fn append(&self, record: Record) {
        let filled = self.filled.get();
        if filled < PAGE as usize
            && let Some(page) = self.pages[self.current.get() % PAGES_MAX].get()
        {
            page[filled].set(record);
            self.filled.set(filled + 1);
        } else {
            self.append_to_next_page(record);
        }
    }

    /// A page begins: a new one, or the oldest again.
    #[cold]
    #[inline(never)]
    fn append_to_next_page(&self, record: Record) {
        let number = self.count();
        self.forget_before((number + PAGE).saturating_sub(self.room()));
        let current = self.place_of(number);
        let page = self.pages[current].get_or_init(|| {
            let fill = || vec![Cell::new(Record::default()); PAGE as usize].into_boxed_slice();
            let spare = SPARE.with(|spare| spare.borrow_mut().pop());
            spare.unwrap_or_else(|| fill().try_into().expect("it is as long as a page"))
        });
        page[0].set(record);
        self.current.set(current);
        self.begin.set(number);
        self.filled.set(1);
    }

    /// Where the page of a record is.
    fn place_of(&self, number: u64) -> usize {
        (number / PAGE) as usize & (self.used - 1)
    }

    fn page(&self, number: u64) -> &Page {
        self.pages[self.place_of(number)].get().expect("what is read is kept")
    }

    /// Records before this one are given up.
    fn forget_before(&self, number: u64) {
        if number <= self.first() {
            return;
        }
        let mut known = self.known.borrow_mut();
        let Known { first, base, keyframes } = &mut *known;
        let first_key = first.div_ceil(KEYFRAME_EVERY);
        let gone = keyframes.len().min((number.div_ceil(KEYFRAME_EVERY) - first_key) as usize);
        let mut at = *first;
        if let Some(last) = keyframes.drain(..gone).next_back() {
            at = (first_key + gone as u64 - 1) * KEYFRAME_EVERY;
            *base = last;
        }
        if let Some(next) = keyframes.front() {
            base.clone_from(next);
        } else {
            self.apply(base, at..number);
        }
        self.from.set(base.time);
        *first = number;
    }

    /// Starts anew from a known state: after a stretch in which only bins were written.
    pub fn resume(&self, state: VisibleState) {
        self.from.set(state.time);
        let mut known = self.known.borrow_mut();
        known.first = self.count();
        known.keyframes.clear();
        known.base = state;
        self.on.set(true);
    }

    pub fn pause(&self) {
        self.on.set(false);
    }

    /// The first moment whose state is known.
    pub fn from(&self) -> Cycles {
        self.from.get()
    }

    /// Records appended since the start.
    pub fn count(&self) -> u64 {
        self.begin.get() + self.filled.get() as u64
    }

    /// At most so many records are kept, and at least half of that.
    pub fn room(&self) -> u64 {
        self.used as u64 * PAGE
    }

    /// Number of the oldest record kept.
    pub fn first(&self) -> u64 {
        self.known.borrow().first
    }

    /// A fingerprint of the records kept and of their numbers: equal traces of equal size have equal hashes.
    pub fn hash(&self) -> u64 {
        let mut hash = self.first();
        self.visit(hash..self.count(), &mut |records| {
            hash = fold(hash, records);
            true
        });
        hash
    }

    /// Number of the first record that is later than `time`.
    pub fn after(&self, time: Cycles) -> u64 {
        let (mut low, mut high) = (self.first(), self.count());
        while low < high {
            let middle = low.midpoint(high);
            let is_later = self.record(middle).is_none_or(|record| record.time() > time);
            (low, high) = if is_later { (low, middle) } else { (middle + 1, high) };
        }
        low
    }

    /// The record with this number, when it is kept.
    pub fn record(&self, number: u64) -> Option<Record> {
        let is_kept = self.first() <= number && number < self.count();
        is_kept.then(|| self.page(number)[(number % PAGE) as usize].get())
    }

    /// The state after all records up to and including `time`; `None` when that is no longer (or not) kept.
    pub fn state_at(&self, time: Cycles) -> Option<VisibleState> {
        if time < self.from() {
            return None;
        }
        let mut state = self.state_before(self.after(time));
        state.advance(time.max(state.time));
        Some(state)
    }

    /// The state before the record with this number (which is kept, or the next to be written).
    pub fn state_before(&self, number: u64) -> VisibleState {
        let mut known = self.known.borrow_mut();
        let Known { first, base, keyframes, .. } = &mut *known;
        let first_key = first.div_ceil(KEYFRAME_EVERY);
        let mut at = *first;
        let mut state = base.clone();
        if let Some(wanted) = (number / KEYFRAME_EVERY).checked_sub(first_key) {
            let nearest = keyframes.len().min(wanted as usize + 1);
            if let Some(before) = nearest.checked_sub(1) {
                at = (first_key + before as u64) * KEYFRAME_EVERY;
                state = keyframes[before].clone();
            }
            for key in first_key + nearest as u64..=first_key + wanted {
                self.apply(&mut state, at..key * KEYFRAME_EVERY);
                at = key * KEYFRAME_EVERY;
                keyframes.push_back(state.clone());
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

    /// Calls `visit` for the records from number `first` on, until it returns false.
    pub fn scan(&self, first: u64, mut visit: impl FnMut(Record) -> bool) {
        let first = first.max(self.first());
        self.visit(first..self.count(), &mut |records| records.iter().all(|record| visit(record.get())));
    }

    /// The same for some, many at a time. Not generic, so that it is compiled once for all who read.
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
        // a thread that is at its end keeps nothing
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            let room = SPARE_MAX.saturating_sub(spare.len());
            spare.extend(self.pages.iter_mut().filter_map(OnceCell::take).take(room));
        });
    }
}

/// FNV-1a over words, with a final spread of each word: quick, and the same everywhere.
fn fold(hash: u64, records: &[Cell<Record>]) -> u64 {
    records.iter().fold(hash, |hash, record| {
        let [first, second] = record.get().words();
        let hash = (hash ^ first).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ second).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
