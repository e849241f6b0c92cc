//! The bounded store of records: a ring of chunks, the oldest given up first.
//!
//!   chunk 7        chunk 8        chunk 9 (being written)
//!   [base | k k k] [base | k k k] [base | k           ]
//!
//! New records go to a small page that stays in the processor's cache; full pages, and whatever is on it when somebody
//! reads, are filed into the chunks. Keyframes (`VisibleState`s) are built when first asked for, each from the one before
//! it, so reading any kept moment costs at most `KEYFRAME_EVERY` records.

use super::{Event, Origin, Record, VisibleState};
use crate::units::Cycles;
use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;

const PAGE_RECORDS: usize = 512;
const CHUNK_RECORDS: usize = 4096;
const KEYFRAME_EVERY: usize = 1024;
const KEYFRAMES_PER_CHUNK: usize = CHUNK_RECORDS / KEYFRAME_EVERY;

/// How much may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderSize {
    pub bytes: usize,
}

struct Chunk {
    records: Vec<Record>,
    /// States before record `k * KEYFRAME_EVERY`, as far as they have been asked for.
    keyframes: Vec<VisibleState>,
}

struct Store {
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
    /// Records not filed yet, and how many.
    page: Box<Cell<[Record; PAGE_RECORDS]>>,
    on_page: Cell<usize>,
    /// Records filed since the start.
    filed: Cell<u64>,
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
            page: Box::new(Cell::new([Record([0; 2]); PAGE_RECORDS])),
            on_page: Cell::new(0),
            filed: Cell::new(0),
            store: RefCell::new(Store { chunks: VecDeque::new(), chunks_max, first: 0, hash: 0, base }),
            from: Cell::new(Cycles::ZERO),
        }
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        self.on.get()
    }

    #[inline(always)]
    pub fn add(&self, time: Cycles, origin: Origin, event: Event) {
        if self.on.get() {
            self.append(Record::new(time, origin, event));
        }
    }

    /// The caller has seen that it is on.
    #[inline(always)]
    pub fn append(&self, record: Record) {
        let place = self.on_page.get();
        self.page.as_array_of_cells()[place % PAGE_RECORDS].set(record);
        self.on_page.set(place + 1);
        if place + 1 == PAGE_RECORDS {
            self.file();
        }
    }

    /// Moves what is on the page into the chunks.
    #[inline(never)]
    fn file(&self) {
        let count = self.on_page.replace(0);
        if count == 0 {
            return;
        }
        let records = &self.page.get()[..count];
        self.filed.set(self.filed.get() + count as u64);
        if let Some(forgotten) = self.store.borrow_mut().append(records) {
            self.from.set(forgotten);
        }
    }

    /// Everything recorded so far.
    fn filed(&self) -> Ref<'_, Store> {
        self.file();
        self.store.borrow()
    }

    /// Starts anew from a known state: after a stretch in which only bins were written.
    pub fn resume(&self, state: VisibleState) {
        self.file();
        let mut store = self.store.borrow_mut();
        self.from.set(state.time);
        store.first = self.filed.get();
        store.chunks.clear();
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
        self.filed.get() + self.on_page.get() as u64
    }

    /// At most so many records are kept.
    pub fn room(&self) -> u64 {
        (self.store.borrow().chunks_max * CHUNK_RECORDS) as u64
    }

    /// Number of the oldest record kept.
    pub fn first(&self) -> u64 {
        self.filed().first
    }

    /// A fingerprint of all records since the start: equal traces have equal hashes.
    pub fn hash(&self) -> u64 {
        let store = self.filed();
        store.chunks.iter().fold(store.hash, |hash, chunk| fold(hash, &chunk.records))
    }

    /// Number of the first record that is later than `time`.
    pub fn after(&self, time: Cycles) -> u64 {
        let store = self.filed();
        let chunk = store.chunks.partition_point(|chunk| chunk.records[0].time() <= time);
        if chunk == 0 {
            return store.first;
        }
        let within = store.chunks[chunk - 1].records.partition_point(|record| record.time() <= time);
        store.first + ((chunk - 1) * CHUNK_RECORDS + within) as u64
    }

    /// The record with this number, when it is kept.
    pub fn record(&self, number: u64) -> Option<Record> {
        let store = self.filed();
        let index = number.checked_sub(store.first)? as usize;
        store.chunks.get(index / CHUNK_RECORDS)?.records.get(index % CHUNK_RECORDS).copied()
    }

    /// The state after all records up to and including `time`; `None` when that is no longer (or not) kept.
    pub fn state_at(&self, time: Cycles) -> Option<VisibleState> {
        if time < self.from.get() {
            return None;
        }
        let mut state = self.state_before(self.after(time));
        state.advance(time.max(state.time));
        Some(state)
    }

    /// The state before the record with this number (which is kept, or the next to be written).
    pub fn state_before(&self, number: u64) -> VisibleState {
        self.file();
        let mut store = self.store.borrow_mut();
        let index = (number - store.first) as usize;
        let mut state = store.keyframe(index / KEYFRAME_EVERY);
        let chunk = index / CHUNK_RECORDS;
        let within = index % CHUNK_RECORDS;
        if let Some(chunk) = store.chunks.get(chunk) {
            let begin = within - within % KEYFRAME_EVERY;
            for record in &chunk.records[begin..within] {
                state.apply(*record);
            }
        }
        state
    }

    /// Calls `visit` for the records from number `first` on, until it returns false.
    pub fn scan(&self, first: u64, mut visit: impl FnMut(Record) -> bool) {
        let store = self.filed();
        let start = first.saturating_sub(store.first) as usize;
        let mut within = start % CHUNK_RECORDS;
        for chunk in store.chunks.iter().skip(start / CHUNK_RECORDS) {
            for record in chunk.records.get(within..).unwrap_or(&[]) {
                if !visit(*record) {
                    return;
                }
            }
            within = 0;
        }
    }
}

impl Store {
    /// Returns the new oldest moment when old records had to go.
    fn append(&mut self, mut records: &[Record]) -> Option<Cycles> {
        let mut forgotten = None;
        while !records.is_empty() {
            if self.chunks.back().is_none_or(|chunk| chunk.records.len() == CHUNK_RECORDS) {
                forgotten = self.open_chunk().or(forgotten);
            }
            let chunk = &mut self.chunks.back_mut().expect("just opened").records;
            let (now, later) = records.split_at(records.len().min(CHUNK_RECORDS - chunk.len()));
            chunk.extend_from_slice(now);
            records = later;
        }
        forgotten
    }

    /// Opens a chunk; returns the new oldest moment when the oldest chunk had to go.
    fn open_chunk(&mut self) -> Option<Cycles> {
        let mut forgotten = None;
        let records = if self.chunks.len() >= self.chunks_max {
            let after = self.keyframe(KEYFRAMES_PER_CHUNK);
            let mut oldest = self.chunks.pop_front().expect("the ring is full");
            self.hash = fold(self.hash, &oldest.records);
            self.first += CHUNK_RECORDS as u64;
            forgotten = Some(after.time);
            self.base = after;
            oldest.records.clear();
            oldest.records
        } else {
            Vec::with_capacity(CHUNK_RECORDS)
        };
        self.chunks.push_back(Chunk { records, keyframes: Vec::new() });
        forgotten
    }

    /// The state before record `number * KEYFRAME_EVERY` of the kept ones, building those on the way.
    fn keyframe(&mut self, number: usize) -> VisibleState {
        if let Some(oldest) = self.chunks.front_mut()
            && oldest.keyframes.is_empty()
        {
            oldest.keyframes.push(self.base.clone());
        }
        let (mut at, mut state) = self.nearest_keyframe(number);
        while at < number {
            let chunk = &mut self.chunks[at / KEYFRAMES_PER_CHUNK];
            let begin = (at % KEYFRAMES_PER_CHUNK) * KEYFRAME_EVERY;
            let end = (begin + KEYFRAME_EVERY).min(chunk.records.len());
            for record in &chunk.records[begin..end] {
                state.apply(*record);
            }
            at += 1;
            if let Some(chunk) = self.chunks.get_mut(at / KEYFRAMES_PER_CHUNK)
                && chunk.keyframes.len() == at % KEYFRAMES_PER_CHUNK
            {
                chunk.keyframes.push(state.clone());
            }
        }
        state
    }

    fn nearest_keyframe(&self, number: usize) -> (usize, VisibleState) {
        for chunk in (0..=number / KEYFRAMES_PER_CHUNK).rev() {
            let Some(kept) = self.chunks.get(chunk) else { continue };
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
        let hash = (hash ^ record.0[0]).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ record.0[1]).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
