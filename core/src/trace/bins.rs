//! The trace's second tier: the counters once a millisecond for the whole run. When there are too many rows every second
//! one is given up, so memory is bounded and the rows still tile the run; the last half second stays at full resolution.
//!
//!   block 0        block 1              the two newest                           fresh
//!   [0 . 4 . 8 ..] [512 . 516 . 520 ..] [1024 1025 1026 ..] [1536 ..        ] <- [1544 ..]
//!
//! Rows are written to memory that is at hand, and many at a time go to the newest block (memory that is far takes longer
//! for each than for many together). A block that is thinned moves to memory of its size, and leaves its own to the next
//! newest: what has been shrunk where it is leaves gaps that no other block fits into.

use super::row::Row;
use crate::units::{Cycles, Hertz};

const ROWS_MAX: usize = 4096;
/// A block's milliseconds. The newest two keep all of them.
const BLOCK: u64 = 512;
/// So many rows go to a block together.
const FRESH: u64 = 16;

/// The rows of `BLOCK` milliseconds, so many milliseconds apart, one after the other.
struct Block {
    numbers: Vec<u64>,
    apart: u64,
}

pub struct Bins {
    /// The row at the start; the others are numbers of the same layout.
    start: Row,
    /// From the start on.
    blocks: Vec<Block>,
    /// Milliseconds between the rows of all blocks but the newest two.
    apart: u64,
    millisecond: Cycles,
    /// Rows so far, given up or not; the next one's number.
    count: u64,
    /// The newest rows, from number `settled` on; those before are in blocks.
    fresh: Box<[u64]>,
    settled: u64,
}

impl Bins {
    pub fn new(clock: Hertz, start: Row) -> Bins {
        let mut fresh = vec![0; start.numbers().len() * FRESH as usize].into_boxed_slice();
        fresh[..start.numbers().len()].copy_from_slice(start.numbers());
        let millisecond = clock.cycles_in_milliseconds(1);
        Bins { start, blocks: Vec::new(), apart: 1, millisecond, count: 1, fresh, settled: 0 }
    }

    /// When the next row is due.
    pub fn next(&self) -> Cycles {
        self.time(self.count)
    }

    /// Adds the row that is due; `write` is given the place for its numbers.
    pub fn add(&mut self, write: impl FnOnce(&mut [u64])) {
        if self.count - self.settled == FRESH {
            self.settle();
        }
        let (begin, length) = (self.fresh_place(self.count), self.length());
        write(&mut self.fresh[begin..begin + length]);
        self.count += 1;
    }

    /// The fresh rows go to the newest block.
    fn settle(&mut self) {
        if self.settled.is_multiple_of(BLOCK) {
            self.begin_block();
        }
        self.blocks.last_mut().expect("one has begun").numbers.extend_from_slice(&self.fresh);
        self.settled = self.count;
    }

    /// The newest block is full: the one before it is old from now on, and thinned like the others.
    fn begin_block(&mut self) {
        let (room, length) = (BLOCK as usize * self.length(), self.length());
        let old = self.blocks.len().saturating_sub(1);
        let rows = |apart: u64| old as u64 * (BLOCK / apart);
        while rows(self.apart) > ROWS_MAX as u64 && self.apart < BLOCK {
            self.apart *= 2;
        }
        let left = self.blocks[..old].iter_mut().filter_map(|block| block.thin(self.apart, length));
        let numbers = left.max_by_key(Vec::capacity).filter(|numbers| numbers.capacity() >= room);
        self.blocks.push(Block { numbers: numbers.unwrap_or_else(|| Vec::with_capacity(room)), apart: 1 });
    }

    /// The newest row that is not later than `moment`: exact counts.
    pub fn at_or_before(&self, moment: Cycles) -> Row {
        let number = (moment.0 / self.millisecond.0).min(self.count - 1);
        self.row_at(number - number % self.apart_at(number))
    }

    /// The oldest row that is not earlier than `moment`.
    pub fn at_or_after(&self, moment: Cycles) -> Option<Row> {
        let number = moment.0.div_ceil(self.millisecond.0);
        // the last of a block is followed by the first of the next
        let number = number.next_multiple_of(self.apart_at(number));
        (number < self.count).then(|| self.row_at(number))
    }

    /// The counters at a moment, evenly between rows; `head` is the row of the machine's present.
    pub fn between(&self, moment: Cycles, head: &Row) -> Row {
        if moment >= head.time {
            return head.clone();
        }
        let earlier = self.at_or_before(moment);
        let later = self.at_or_after(moment);
        earlier.between(later.as_ref().unwrap_or(head), moment)
    }

    /// Time between two rows at `moment`: what lies within is known as an average only.
    pub fn width_at(&self, moment: Cycles) -> Cycles {
        self.time(self.apart_at(moment.0 / self.millisecond.0))
    }

    fn time(&self, number: u64) -> Cycles {
        Cycles(self.millisecond.0 * number)
    }

    fn apart_at(&self, number: u64) -> u64 {
        self.blocks.get((number / BLOCK) as usize).map_or(1, |block| block.apart)
    }

    /// A row that is kept.
    fn row_at(&self, number: u64) -> Row {
        let (numbers, begin) = if number < self.settled {
            let block = &self.blocks[(number / BLOCK) as usize];
            (&*block.numbers, (number % BLOCK / block.apart) as usize * self.length())
        } else {
            (&*self.fresh, self.fresh_place(number))
        };
        self.start.with_numbers(self.time(number), &numbers[begin..begin + self.length()])
    }

    fn fresh_place(&self, number: u64) -> usize {
        (number - self.settled) as usize * self.length()
    }

    /// Numbers in a row.
    fn length(&self) -> usize {
        self.start.numbers().len()
    }
}

impl Block {
    /// Gives up rows, so that those left are so far apart; the memory that they were in, empty.
    fn thin(&mut self, apart: u64, length: usize) -> Option<Vec<u64>> {
        let every = (apart / self.apart) as usize;
        if every == 1 {
            return None;
        }
        let mut kept = Vec::with_capacity(self.numbers.len() / every);
        self.numbers.chunks(length).step_by(every).for_each(|row| kept.extend_from_slice(row));
        let mut before = std::mem::replace(&mut self.numbers, kept);
        before.clear();
        self.apart = apart;
        Some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Count;
    use crate::trace::counters::Counters;
    use crate::trace::topology::{ContextKind, Topology};

    const MILLISECOND: u64 = 10_000;

    /// Rows of so many milliseconds; each says how many packets have come: three a millisecond.
    fn bins(milliseconds: u64) -> Bins {
        let mut topology = Topology::new("test", "test", MILLISECOND * 1_000);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let counters = Counters::new(&topology, &[0]);
        let mut bins = Bins::new(Hertz(MILLISECOND * 1_000), counters.row(Cycles::ZERO));
        for _ in 0..milliseconds {
            counters.add_count(Count::Arrived, 3);
            let now = bins.next();
            bins.add(|numbers| counters.write_row(now, numbers));
        }
        bins
    }

    #[test]
    fn rows_lie_around_every_moment_and_say_what_was_counted() {
        for seconds in [0, 1, 5, 21, 600] {
            let bins = bins(seconds * 1_000 + 7);
            let end = bins.next().0 - MILLISECOND;
            for moment in (0..=end).step_by(977) {
                let (before, after) = (bins.at_or_before(Cycles(moment)), bins.at_or_after(Cycles(moment)));
                let after = after.expect("the last row is at the end");
                assert!(before.time.0 <= moment && moment <= after.time.0, "{moment} of {end}");
                assert!((after.time - before.time) <= bins.width_at(Cycles(moment)), "{moment} of {end}");
                for row in [before, after] {
                    assert_eq!(row.count(Count::Arrived), row.time.0 / MILLISECOND * 3);
                }
            }
            assert_eq!(bins.at_or_after(Cycles(end + 1)), None);
        }
    }

    #[test]
    fn the_last_half_second_is_kept_whole_and_memory_is_bounded() {
        for seconds in [1, 4, 6, 60, 600] {
            let bins = bins(seconds * 1_000);
            let end = bins.next().0 - MILLISECOND;
            assert_eq!(bins.width_at(Cycles(end - 512 * MILLISECOND)), Cycles(MILLISECOND));
            let rows: usize = bins.blocks.iter().map(|block| block.numbers.len() / bins.length()).sum();
            let room: usize = bins.blocks.iter().map(|block| block.numbers.capacity() / bins.length()).sum();
            assert!(rows <= ROWS_MAX + 2 * BLOCK as usize, "{rows} rows after {seconds} s");
            assert!(room <= ROWS_MAX + 2 * BLOCK as usize, "room for {room} rows after {seconds} s");
            assert!(seconds < 10 || rows >= ROWS_MAX / 2, "{rows} rows after {seconds} s");
        }
    }
}
