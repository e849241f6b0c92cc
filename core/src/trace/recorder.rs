//! The bounded store of records: a ring of chunks, the oldest given up first.
//!
//!   chunk 7        chunk 8        chunk 9 (newest)       page (being written)
//!   [base | k k k] [base | k k k] [base | k           ] <- [          ]
//!
//! Records are written to a page, which is moved to the newest chunk when it is full, or when somebody reads.
//! Keyframes (`VisibleState`s) are built when first asked for, each from the one before it, so reading any kept moment costs
//! at most `KEYFRAME_EVERY` records.

use super::{Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, Ref, RefCell, RefMut};
use std::collections::VecDeque;
use std::iter;

const PAGE_RECORDS: usize = 512;
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
    keyframes: Vec<VisibleState>,
}

struct Store {
    /// The one that grows; never full.
    newest: Chunk,
    /// The full ones before it.
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
    page: Box<Cell<[Record; PAGE_RECORDS]>>,
    /// Records on the page.
    written: Cell<usize>,
    store: RefCell<Store>,
    /// The first moment from which every record is kept.
    from: Cell<Cycles>,
}

impl Recorder {
    pub fn new(size: Option<RecorderSize>, base: VisibleState) -> Recorder {
        let bytes = size.map_or(0, |size| size.bytes);
        let chunks_max = (bytes / (CHUNK_RECORDS * size_of::<Record>())).max(2);
        let (newest, chunks) = (Chunk::default(), VecDeque::new());
        Recorder {
            on: Cell::new(size.is_some()),
            page: Box::new(Cell::new([Record(0, 0); PAGE_RECORDS])),
            written: Cell::new(0),
            store: RefCell::new(Store { newest, chunks, chunks_max, first: 0, hash: 0, base }),
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
        let written = self.written.get();
        self.page.as_array_of_cells()[written % PAGE_RECORDS].set(record);
        self.written.set(written + 1);
        if written + 1 == PAGE_RECORDS {
            self.turn_page();
        }
    }

    /// The page's records go to the store.
    #[cold]
    #[inline(never)]
    fn turn_page(&self) {
        let written = self.written.replace(0);
        // as a whole: one copy of memory is quicker than a copy of every record
        let page = self.page.get();
        if let Some(forgotten) = self.store.borrow_mut().add(&page[..written]) {
            self.from.set(forgotten);
        }
    }

    /// The store with everything that has been written.
    fn store(&self) -> Ref<'_, Store> {
        if self.written.get() > 0 {
            self.turn_page();
        }
        self.store.borrow()
    }

    fn store_mut(&self) -> RefMut<'_, Store> {
        drop(self.store());
        self.store.borrow_mut()
    }

    /// Starts anew from a known state: after a stretch in which only bins were written.
    pub fn resume(&self, state: VisibleState) {
        let mut store = self.store_mut();
        self.from.set(state.time);
        store.first = store.count();
        store.chunks.clear();
        store.newest = Chunk::default();
        store.base = state;
        self.on.set(true);
    }

    pub fn pause(&self) {
        self.on.set(false);
    }

    /// The first moment whose state is known.
    pub fn from(&self) -> Cycles {
        drop(self.store());
        self.from.get()
    }

    /// Records appended since the start.
    pub fn count(&self) -> u64 {
        self.store.borrow().count() + self.written.get() as u64
    }

    /// At most so many records are kept.
    pub fn room(&self) -> u64 {
        (self.store.borrow().chunks_max * CHUNK_RECORDS) as u64
    }

    /// Number of the oldest record kept.
    pub fn first(&self) -> u64 {
        self.store().first
    }

    /// A fingerprint of all records since the start: equal traces have equal hashes.
    pub fn hash(&self) -> u64 {
        let store = self.store();
        store.kept().fold(store.hash, |hash, chunk| fold(hash, &chunk.records))
    }

    /// Number of the first record that is later than `time`.
    pub fn after(&self, time: Cycles) -> u64 {
        let store = self.store();
        let begins_by_then = |chunk: &Chunk| chunk.records.first().is_some_and(|record| record.time() <= time);
        let mut chunk = store.chunks.partition_point(begins_by_then);
        chunk += usize::from(chunk == store.chunks.len() && begins_by_then(&store.newest));
        let Some(before) = chunk.checked_sub(1) else { return store.first };
        let records = &store.chunk(before).expect("it was just found").records;
        store.first + (before * CHUNK_RECORDS + records.partition_point(|record| record.time() <= time)) as u64
    }

    /// The record with this number, when it is kept.
    pub fn record(&self, number: u64) -> Option<Record> {
        let store = self.store();
        let index = number.checked_sub(store.first)? as usize;
        store.chunk(index / CHUNK_RECORDS)?.records.get(index % CHUNK_RECORDS).copied()
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
        let mut store = self.store_mut();
        let index = (number - store.first) as usize;
        let mut state = store.keyframe(index / KEYFRAME_EVERY);
        let chunk = index / CHUNK_RECORDS;
        let within = index % CHUNK_RECORDS;
        if let Some(chunk) = store.chunk(chunk) {
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
        let store = self.store();
        let start = first.saturating_sub(store.first) as usize;
        let mut within = start % CHUNK_RECORDS;
        for chunk in store.kept().skip(start / CHUNK_RECORDS) {
            if !visit(chunk.records.get(within..).unwrap_or(&[])) {
                return;
            }
            within = 0;
        }
    }
}

impl Store {
    /// Adds records; returns the new oldest moment when the oldest chunk had to go.
    fn add(&mut self, records: &[Record]) -> Option<Cycles> {
        let room = CHUNK_RECORDS - self.newest.records.len();
        let (fit, rest) = records.split_at(room.min(records.len()));
        self.newest.records.extend_from_slice(fit);
        if fit.len() < room {
            return None;
        }
        let forgotten = self.turn_chunk();
        self.add(rest).or(forgotten)
    }

    /// Records in it since the start.
    fn count(&self) -> u64 {
        self.first + (self.chunks.len() * CHUNK_RECORDS + self.newest.records.len()) as u64
    }

    /// All chunks, the oldest first.
    fn kept(&self) -> impl Iterator<Item = &Chunk> {
        self.chunks.iter().chain(iter::once(&self.newest))
    }

    fn chunk(&self, number: usize) -> Option<&Chunk> {
        if number == self.chunks.len() { Some(&self.newest) } else { self.chunks.get(number) }
    }

    fn chunk_mut(&mut self, number: usize) -> Option<&mut Chunk> {
        if number == self.chunks.len() { Some(&mut self.newest) } else { self.chunks.get_mut(number) }
    }

    /// The newest chunk is full; returns the new oldest moment when the oldest had to go.
    fn turn_chunk(&mut self) -> Option<Cycles> {
        self.chunks.push_back(std::mem::take(&mut self.newest));
        if self.chunks.len() < self.chunks_max {
            self.newest.records.reserve_exact(CHUNK_RECORDS);
            return None;
        }
        let mut oldest = self.chunks.pop_front().expect("the ring is full");
        self.hash = fold(self.hash, &oldest.records);
        self.first += CHUNK_RECORDS as u64;
        if let Some(after) = self.chunks[0].keyframes.first() {
            self.base = after.clone();
        } else {
            let known = oldest.keyframes.len().saturating_sub(1) * KEYFRAME_EVERY;
            self.base = oldest.keyframes.pop().unwrap_or_else(|| self.base.clone());
            self.base.apply_all(&oldest.records[known..]);
        }
        oldest.records.clear();
        self.newest.records = oldest.records;
        Some(self.base.time)
    }

    /// The state before record `number * KEYFRAME_EVERY` of the kept ones, building those on the way.
    fn keyframe(&mut self, number: usize) -> VisibleState {
        if self.chunk(0).is_some_and(|oldest| oldest.keyframes.is_empty()) {
            let base = self.base.clone();
            self.chunk_mut(0).expect("there is always one").keyframes.push(base);
        }
        let (mut at, mut state) = self.nearest_keyframe(number);
        while at < number {
            let chunk = self.chunk(at / KEYFRAMES_PER_CHUNK).expect("what is asked for is kept");
            let begin = (at % KEYFRAMES_PER_CHUNK) * KEYFRAME_EVERY;
            let end = (begin + KEYFRAME_EVERY).min(chunk.records.len());
            state.apply_all(&chunk.records[begin..end]);
            at += 1;
            if let Some(chunk) = self.chunk_mut(at / KEYFRAMES_PER_CHUNK)
                && chunk.keyframes.len() == at % KEYFRAMES_PER_CHUNK
            {
                chunk.keyframes.push(state.clone());
            }
        }
        state
    }

    fn nearest_keyframe(&self, number: usize) -> (usize, VisibleState) {
        for chunk in (0..=number / KEYFRAMES_PER_CHUNK).rev() {
            let Some(kept) = self.chunk(chunk) else { continue };
            let wanted = (number - chunk * KEYFRAMES_PER_CHUNK).min(KEYFRAMES_PER_CHUNK - 1);
            if let Some(state) = kept.keyframes.get(..kept.keyframes.len().min(wanted + 1)).and_then(<[_]>::last) {
                let within = kept.keyframes.len().min(wanted + 1) - 1;
                return (chunk * KEYFRAMES_PER_CHUNK + within, state.clone());
            }
        }
        (0, self.base.clone())
    }
}

/// FNV-1a over words, with a final spread of each word: quick, and the same everywhere.
fn fold(hash: u64, records: &[Record]) -> u64 {
    records.iter().fold(hash, |hash, record| {
        let hash = (hash ^ record.0).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ record.1).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
