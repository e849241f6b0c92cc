//! The trace's second tier: the counters once a millisecond for the whole run. When there are too many rows every second
//! one is given up, so memory is bounded and the rows still tile the run; the last half second stays at full resolution.

use super::row::Row;
use crate::units::{Cycles, Hertz};
use std::collections::VecDeque;

const ROWS_MAX: usize = 4096;
const RECENT_MAX: usize = 512;

pub struct Bins {
    /// Since the start, `width` apart.
    rows: Vec<Vec<u64>>,
    width: Cycles,
    /// The newest, a millisecond apart.
    recent: VecDeque<Row>,
    millisecond: Cycles,
    count: u64,
}

impl Bins {
    pub fn new(clock: Hertz) -> Bins {
        let millisecond = clock.cycles_in_milliseconds(1);
        Bins { rows: Vec::new(), width: millisecond, recent: VecDeque::new(), millisecond, count: 0 }
    }

    /// When the next row is due.
    pub fn next(&self) -> Cycles {
        Cycles(self.millisecond.0 * self.count)
    }

    /// Adds the row that is due.
    pub fn add(&mut self, row: Row) {
        debug_assert_eq!(row.time, self.next(), "bins tile the run");
        self.count += 1;
        if row.time.0.is_multiple_of(self.width.0) {
            self.rows.push(row.numbers().to_vec());
        }
        if self.rows.len() >= ROWS_MAX {
            let mut number = 0;
            self.rows.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.width = Cycles(self.width.0 * 2);
        }
        if self.recent.len() == RECENT_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(row);
    }

    /// The newest row that is not later than `moment`: exact counts. `None` before the first row.
    pub fn at_or_before(&self, moment: Cycles) -> Option<Row> {
        let newest = self.recent.back()?;
        let oldest = self.recent.front()?;
        if moment >= oldest.time {
            let index = ((moment.min(newest.time) - oldest.time).0 / self.millisecond.0) as usize;
            return Some(self.recent[index].clone());
        }
        let index = ((moment.0 / self.width.0) as usize).min(self.rows.len() - 1);
        Some(self.coarse(index, oldest))
    }

    /// The oldest row that is not earlier than `moment`.
    pub fn at_or_after(&self, moment: Cycles) -> Option<Row> {
        let row = self.at_or_before(moment)?;
        if row.time >= moment {
            return Some(row);
        }
        let oldest = self.recent.front()?;
        if row.time >= oldest.time {
            let index = ((row.time - oldest.time).0 / self.millisecond.0) as usize + 1;
            return self.recent.get(index).cloned();
        }
        let index = (row.time.0 / self.width.0) as usize + 1;
        if index < self.rows.len() && Cycles(self.width.0 * index as u64) < oldest.time {
            return Some(self.coarse(index, oldest));
        }
        Some(oldest.clone())
    }

    /// The counters at a moment, evenly between rows; `head` is the row of the machine's present.
    pub fn between(&self, moment: Cycles, head: &Row) -> Row {
        if moment >= head.time {
            return head.clone();
        }
        match (self.at_or_before(moment), self.at_or_after(moment)) {
            (Some(earlier), Some(later)) => earlier.between(&later, moment),
            (Some(earlier), None) => earlier.between(head, moment),
            _ => head.clone(),
        }
    }

    /// Time between two rows at `moment`: what lies within is known as an average only.
    pub fn width_at(&self, moment: Cycles) -> Cycles {
        match self.recent.front() {
            Some(oldest) if moment < oldest.time => self.width,
            _ => self.millisecond,
        }
    }

    fn coarse(&self, index: usize, like: &Row) -> Row {
        like.with_numbers(Cycles(self.width.0 * index as u64), &self.rows[index])
    }
}
