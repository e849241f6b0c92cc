//! The trace's second tier: the counters once a millisecond for the whole run. When there are too many rows every second
//! one is given up, so memory is bounded and the rows still tile the run; the last half second stays at full resolution.

use super::row::Row;
use crate::units::{Cycles, Hertz};

const ROWS_MAX: usize = 4096;
const RECENT_MAX: u64 = 512;

pub struct Bins {
    /// The row at the start; the others are numbers of the same layout.
    start: Row,
    /// Since the start, `width` apart.
    rows: Vec<Box<[u64]>>,
    width: Cycles,
    /// The newest, a millisecond apart, one after the other: a ring, a row's place in it is its number modulo the size.
    recent: Vec<u64>,
    millisecond: Cycles,
    count: u64,
}

impl Bins {
    pub fn new(clock: Hertz, start: Row) -> Bins {
        let millisecond = clock.cycles_in_milliseconds(1);
        let numbers = start.numbers();
        let mut recent = vec![0; numbers.len() * RECENT_MAX as usize];
        recent[..numbers.len()].copy_from_slice(numbers);
        Bins { rows: vec![numbers.into()], start, width: millisecond, recent, millisecond, count: 1 }
    }

    /// When the next row is due.
    pub fn next(&self) -> Cycles {
        Cycles(self.millisecond.0 * self.count)
    }

    /// Adds the row that is due; `write` is given the place for its numbers.
    pub fn add(&mut self, write: impl FnOnce(&mut [u64])) {
        let length = self.start.numbers().len();
        let (due, begin) = (self.next(), self.recent_place(self.count));
        let numbers = &mut self.recent[begin..begin + length];
        write(numbers);
        if due.0.is_multiple_of(self.width.0) {
            self.rows.push((&*numbers).into());
        }
        if self.rows.len() >= ROWS_MAX {
            let mut number = 0;
            self.rows.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.width = Cycles(self.width.0 * 2);
        }
        self.count += 1;
    }

    /// The newest row that is not later than `moment`: exact counts.
    pub fn at_or_before(&self, moment: Cycles) -> Row {
        let number = (moment.0 / self.millisecond.0).min(self.count - 1);
        if number >= self.oldest_recent() { self.recent(number) } else { self.coarse(moment.0 / self.width.0) }
    }

    /// The oldest row that is not earlier than `moment`.
    pub fn at_or_after(&self, moment: Cycles) -> Option<Row> {
        let number = moment.0.div_ceil(self.millisecond.0);
        let oldest = self.oldest_recent();
        let coarse = moment.0.div_ceil(self.width.0);
        if number < oldest && self.width.0 * coarse < self.millisecond.0 * oldest {
            return Some(self.coarse(coarse));
        }
        let number = number.max(oldest);
        (number < self.count).then(|| self.recent(number))
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
        let oldest = Cycles(self.millisecond.0 * self.oldest_recent());
        if moment < oldest { self.width } else { self.millisecond }
    }

    /// Number of the oldest row of the recent ones.
    fn oldest_recent(&self) -> u64 {
        self.count.saturating_sub(RECENT_MAX)
    }

    fn recent_place(&self, number: u64) -> usize {
        (number % RECENT_MAX) as usize * self.start.numbers().len()
    }

    fn recent(&self, number: u64) -> Row {
        let begin = self.recent_place(number);
        let numbers = &self.recent[begin..begin + self.start.numbers().len()];
        self.start.with_numbers(Cycles(self.millisecond.0 * number), numbers)
    }

    fn coarse(&self, index: u64) -> Row {
        self.start.with_numbers(Cycles(self.width.0 * index), &self.rows[index as usize])
    }
}
