//! The bounded store of records: a ring of pages, in which the oldest are given up for the newest.
//!
//!   [0 . . . . .] [4096 . . .] [8192 . . ]            a page is there once it is needed
//!
//! Records are found by their number alone. They are written some forty times a packet, so writing one is a handful of
//! instructions: a page is memory that can be written at any time, with nobody asked for leave.
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
    /// Number of the record to be written next.
    next: Cell<u64>,
    /// A power of two, at least two of them; none when nothing is to be kept.
    pages: Box<[OnceCell<Box<Page>>]>,
    known: RefCell<Known>,
    /// The first moment from which every record is kept.
    from: Cell<Cycles>,
}

impl Recorder {
    pub fn new(size: Option<RecorderSize>, base: VisibleState) -> Recorder {
        let pages = size.map_or(0, |size| 1 << (size.bytes / size_of::<Page>()).max(2).ilog2());
        Recorder {
            on: Cell::new(size.is_some()),
            next: Cell::new(0),
            pages: (0..pages).map(|_| OnceCell::new()).collect(),
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
        let number = self.next.get();
        if !number.is_multiple_of(PAGE)
            && let Some(page) = self.page(number)
        {
            page[(number % PAGE) as usize].set(record);
            self.next.set(number + 1);
        } else {
            self.append_to_next_page(record);
        }
    }

    #[inline]
    fn page(&self, number: u64) -> Option<&Page> {
        let page = (number / PAGE) as usize & self.pages.len().wrapping_sub(1);
        self.pages.get(page)?.get().map(Box::as_ref)
    }

    /// A page begins: a new one, or the oldest again.
    #[cold]
    #[inline(never)]
    fn append_to_next_page(&self, record: Record) {
        let number = self.next.get();
        self.forget_before((number + PAGE).saturating_sub(self.room()));
        let page = self.pages[(number / PAGE) as usize & (self.pages.len() - 1)].get_or_init(|| {
            let fill = || vec![Cell::new(Record::default()); PAGE as usize].into_boxed_slice();
            let spare = SPARE.with(|spare| spare.borrow_mut().pop());
            spare.unwrap_or_else(|| fill().try_into().expect("it is as long as a page"))
        });
        page[(number % PAGE) as usize].set(record);
        self.next.set(number + 1);
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
        known.first = self.next.get();
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
        self.next.get()
    }

    /// At most so many records are kept, and at least half of that.
    pub fn room(&self) -> u64 {
        self.pages.len() as u64 * PAGE
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
        is_kept.then(|| self.page(number).map(|page| page[(number % PAGE) as usize].get()))?
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
            let page = self.page(begin).expect("what is read is kept");
            let within = (begin % PAGE) as usize;
            if !visit(&page[within..within + (end - begin) as usize]) {
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
