//! The bounded store of records: a ring of chunks, the oldest given up first.
//!
//!   chunk 7        chunk 8        chunk 9 (newest)
//!   [base | k k k] [base | k k k] [base | k           ]
//!
//! Keyframes (`VisibleState`s) are built when first asked for, each from the one before it, so reading any kept moment costs
//! at most `KEYFRAME_EVERY` records.

use super::{Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;
use std::iter;

const CHUNK_RECORDS: usize = 4096;
const KEYFRAME_EVERY: usize = 1024;
const KEYFRAMES_PER_CHUNK: usize = CHUNK_RECORDS / KEYFRAME_EVERY;

/// How much may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderSize {
    pub bytes: usize,
}

#[derive(Default)]
struct Chunk {
    records: Vec<Record>,
    /// States before record `k * KEYFRAME_EVERY`, as far as they have been asked for.
    keyframes: RefCell<Vec<VisibleState>>,
}

/// What is before the newest chunk.
struct Store {
    /// Full ones.
    chunks: VecDeque<Chunk>,
    chunks_max: usize,
    /// Number of the first record kept, counted from the start of the run.
    first: u64,
    hash: u64,
    /// State before the first kept record.
    base: VisibleState,
}

/// Appends records; answers what the machine looked like.
pub struct Recorder {
    on: Cell<bool>,
    /// The one that grows, up to its capacity.
    newest: RefCell<Chunk>,
    store: RefCell<Store>,
    /// The first moment from which every record is kept.
    from: Cell<Cycles>,
}

impl Recorder {
    pub fn new(size: Option<RecorderSize>, base: VisibleState) -> Recorder {
        let bytes = size.map_or(0, |size| size.bytes);
        let chunks_max = (bytes / (CHUNK_RECORDS * size_of::<Record>())).max(2);
        Recorder {
            on: Cell::new(size.is_some()),
            newest: RefCell::default(),
            store: RefCell::new(Store { chunks: VecDeque::new(), chunks_max, first: 0, hash: 0, base }),
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
        let mut newest = self.newest.borrow_mut();
        if newest.records.len() == newest.records.capacity() {
            drop(newest);
            return self.append_to_next(record);
        }
        newest.records.push(record);
    }

    /// The newest chunk is full.
    #[cold]
    #[inline(never)]
    fn append_to_next(&self, record: Record) {
        let mut newest = self.newest.borrow_mut();
        let mut store = self.store.borrow_mut();
        if !newest.records.is_empty() {
            store.chunks.push_back(std::mem::take(&mut *newest));
        }
        if store.chunks.len() == store.chunks_max {
            newest.records = store.forget_oldest();
            self.from.set(store.base.time);
        } else {
            newest.records.reserve_exact(CHUNK_RECORDS);
        }
        assert_eq!(newest.records.capacity(), CHUNK_RECORDS, "records are found by their number");
        newest.records.push(record);
    }

    /// Everything that has been written and is kept.
    fn kept(&self) -> Kept<'_> {
        Kept { store: self.store.borrow(), newest: self.newest.borrow() }
    }

    /// Starts anew from a known state: after a stretch in which only bins were written.
    pub fn resume(&self, state: VisibleState) {
        self.from.set(state.time);
        let first = self.count();
        let mut store = self.store.borrow_mut();
        store.first = first;
        store.chunks.clear();
        self.newest.take();
        store.base = state;
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
        self.kept().count()
    }

    /// At most so many records are kept.
    pub fn room(&self) -> u64 {
        (self.store.borrow().chunks_max * CHUNK_RECORDS) as u64
    }

    /// Number of the oldest record kept.
    pub fn first(&self) -> u64 {
        self.store.borrow().first
    }

    /// A fingerprint of all records since the start: equal traces have equal hashes.
    pub fn hash(&self) -> u64 {
        let kept = self.kept();
        kept.chunks().fold(kept.store.hash, |hash, chunk| fold(hash, &chunk.records))
    }

    /// Number of the first record that is later than `time`.
    pub fn after(&self, time: Cycles) -> u64 {
        let kept = self.kept();
        let (store, newest) = (&kept.store, &kept.newest);
        let begins_by_then = |chunk: &Chunk| chunk.records.first().is_some_and(|record| record.time() <= time);
        let mut chunk = store.chunks.partition_point(begins_by_then);
        chunk += usize::from(chunk == store.chunks.len() && begins_by_then(newest));
        let Some(before) = chunk.checked_sub(1) else { return store.first };
        let records = &kept.chunk(before).expect("it was just found").records;
        store.first + (before * CHUNK_RECORDS + records.partition_point(|record| record.time() <= time)) as u64
    }

    /// The record with this number, when it is kept.
    pub fn record(&self, number: u64) -> Option<Record> {
        let kept = self.kept();
        let index = number.checked_sub(kept.store.first)? as usize;
        kept.chunk(index / CHUNK_RECORDS)?.records.get(index % CHUNK_RECORDS).copied()
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
        let kept = self.kept();
        let index = (number - kept.store.first) as usize;
        let mut state = kept.keyframe(index / KEYFRAME_EVERY);
        let chunk = index / CHUNK_RECORDS;
        let within = index % CHUNK_RECORDS;
        if let Some(chunk) = kept.chunk(chunk) {
            let begin = within - within % KEYFRAME_EVERY;
            state.apply_all(&chunk.records[begin..within]);
        }
        state
    }

    /// Calls `visit` for the records from number `first` on, until it returns false.
    pub fn scan(&self, first: u64, mut visit: impl FnMut(Record) -> bool) {
        self.scan_chunks(first, &mut |records| records.iter().all(|record| visit(*record)));
    }

    /// The same, many records at a time. Not generic, so that it is compiled once for all who read.
    fn scan_chunks(&self, first: u64, visit: &mut dyn FnMut(&[Record]) -> bool) {
        let kept = self.kept();
        let start = first.saturating_sub(kept.store.first) as usize;
        let mut within = start % CHUNK_RECORDS;
        for chunk in kept.chunks().skip(start / CHUNK_RECORDS) {
            if !visit(chunk.records.get(within..).unwrap_or(&[])) {
                return;
            }
            within = 0;
        }
    }
}

impl Store {
    /// Gives the oldest chunk up; its memory, empty.
    fn forget_oldest(&mut self) -> Vec<Record> {
        let Chunk { mut records, keyframes } = self.chunks.pop_front().expect("the ring is full");
        self.hash = fold(self.hash, &records);
        self.first += CHUNK_RECORDS as u64;
        let after = self.chunks.front().and_then(|next| next.keyframes.borrow().first().cloned());
        self.base = after.unwrap_or_else(|| {
            let mut keyframes = keyframes.into_inner();
            let known = keyframes.len().saturating_sub(1) * KEYFRAME_EVERY;
            let mut base = keyframes.pop().unwrap_or_else(|| self.base.clone());
            base.apply_all(&records[known..]);
            base
        });
        records.clear();
        records
    }
}

struct Kept<'a> {
    store: Ref<'a, Store>,
    newest: Ref<'a, Chunk>,
}

impl Kept<'_> {
    /// Records since the start.
    fn count(&self) -> u64 {
        self.store.first + (self.store.chunks.len() * CHUNK_RECORDS + self.newest.records.len()) as u64
    }

    /// All chunks, the oldest first.
    fn chunks(&self) -> impl Iterator<Item = &Chunk> {
        self.store.chunks.iter().chain(iter::once(&*self.newest))
    }

    fn chunk(&self, number: usize) -> Option<&Chunk> {
        if number == self.store.chunks.len() { Some(&self.newest) } else { self.store.chunks.get(number) }
    }

    /// The state before record `number * KEYFRAME_EVERY` of the kept ones, building those on the way.
    fn keyframe(&self, number: usize) -> VisibleState {
        let oldest = self.chunk(0).expect("there is always one");
        if oldest.keyframes.borrow().is_empty() {
            oldest.keyframes.borrow_mut().push(self.store.base.clone());
        }
        let (mut at, mut state) = self.nearest_keyframe(number);
        while at < number {
            let chunk = self.chunk(at / KEYFRAMES_PER_CHUNK).expect("what is asked for is kept");
            let begin = (at % KEYFRAMES_PER_CHUNK) * KEYFRAME_EVERY;
            let end = (begin + KEYFRAME_EVERY).min(chunk.records.len());
            state.apply_all(&chunk.records[begin..end]);
            at += 1;
            if let Some(chunk) = self.chunk(at / KEYFRAMES_PER_CHUNK)
                && chunk.keyframes.borrow().len() == at % KEYFRAMES_PER_CHUNK
            {
                chunk.keyframes.borrow_mut().push(state.clone());
            }
        }
        state
    }

    fn nearest_keyframe(&self, number: usize) -> (usize, VisibleState) {
        for chunk in (0..=number / KEYFRAMES_PER_CHUNK).rev() {
            let Some(kept) = self.chunk(chunk) else { continue };
            let keyframes = kept.keyframes.borrow();
            let wanted = (number - chunk * KEYFRAMES_PER_CHUNK).min(KEYFRAMES_PER_CHUNK - 1);
            let known = keyframes.len().min(wanted + 1);
            if let Some(state) = keyframes[..known].last() {
                return (chunk * KEYFRAMES_PER_CHUNK + known - 1, state.clone());
            }
        }
        (0, self.store.base.clone())
    }
}

/// FNV-1a over words, with a final spread of each word: quick, and the same everywhere.
fn fold(hash: u64, records: &[Record]) -> u64 {
    records.iter().fold(hash, |hash, record| {
        let hash = (hash ^ record.0).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ record.1).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
