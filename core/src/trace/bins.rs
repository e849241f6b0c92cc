//! The trace's second tier: the counters, noted for the whole run. Every ten milliseconds; but every one for a quarter of a
//! second after the start, after traffic's start and after each knob that is turned, when they change. When there are too many
//! rows the older are thinned, so memory is bounded and the rows still tile the run.
//!
//!   block 0        block 1             block 2 (the newest two keep all of their rows)
//!   [0 . 20 . 40 ] [640 . 660 . 680 ]  [1280 . 1290 . 1300, 1301, 1302 ...
//!                                                     a knob

use super::row::Row;
use crate::units::{Cycles, Hertz};

const ROWS_MAX: usize = 4096;
/// Milliseconds between two rows when nothing was turned.
const APART: u64 = 10;
/// For so many milliseconds there is one every millisecond.
const CLOSE: u64 = 250;
/// A block's milliseconds; it begins with a row.
const BLOCK: u64 = 64 * APART;

/// The rows of `BLOCK` milliseconds.
#[derive(Default)]
struct Block {
    /// The millisecond of each, counted from the block's beginning.
    times: Vec<u16>,
    /// Their numbers, one row after the other.
    numbers: Vec<u64>,
}

pub struct Bins {
    /// The row at the start; the others are numbers of the same layout.
    start: Row,
    /// From the start on.
    blocks: Vec<Block>,
    /// At least so many milliseconds lie between the rows of all blocks but the newest two.
    apart: u64,
    millisecond: Cycles,
    /// The newest row's millisecond.
    newest: u64,
    /// From these milliseconds on there is one every millisecond: traffic's start, and when something was changed last.
    traffic: u64,
    changed: u64,
}

impl Bins {
    /// `traffic`: when packets begin to come.
    pub fn new(clock: Hertz, start: Row, traffic: Cycles) -> Bins {
        let first = Block { times: vec![0], numbers: start.numbers().to_vec() };
        let millisecond = clock.cycles_in_milliseconds(1);
        let traffic = traffic.0 / millisecond.0;
        Bins { start, blocks: vec![first], apart: 1, millisecond, newest: 0, traffic, changed: 0 }
    }

    /// When the next row is due.
    pub fn next(&self) -> Cycles {
        self.time(self.next_millisecond())
    }

    fn next_millisecond(&self) -> u64 {
        let is_close = |from: u64| (from..from + CLOSE).contains(&self.newest);
        if is_close(self.traffic) || is_close(self.changed) {
            self.newest + 1
        } else {
            (self.newest / APART + 1) * APART
        }
    }

    /// Something was changed at `now`: what comes of it is noted more often.
    pub fn look_closely(&mut self, now: Cycles) {
        let passed = now.0 / self.millisecond.0;
        // no row is due before what happens now
        self.newest = self.newest.max(passed);
        self.changed = passed;
    }

    /// Adds the row that is due; `write` is given the place for its numbers.
    pub fn add(&mut self, write: impl FnOnce(&mut [u64])) {
        self.newest = self.next_millisecond();
        if self.newest.is_multiple_of(BLOCK) {
            self.begin_block();
        }
        debug_assert_eq!(
            self.newest / BLOCK + 1,
            self.blocks.len() as u64,
            "no row was left out at a block's beginning"
        );
        let length = self.length();
        let block = self.blocks.last_mut().expect("there is one from the start on");
        let begin = block.numbers.len();
        block.times.push((self.newest % BLOCK) as u16);
        block.numbers.resize(begin + length, 0);
        write(&mut block.numbers[begin..]);
    }

    /// The newest block is full: the one before it is old from now on, and thinned like the others.
    fn begin_block(&mut self) {
        let length = self.length();
        let old = self.blocks.len() - 1;
        thin(&mut self.blocks[old.saturating_sub(1)..old], self.apart, length);
        while rows(&self.blocks[..old]) > ROWS_MAX && self.apart < BLOCK {
            self.apart = if self.apart < APART { APART } else { self.apart * 2 };
            thin(&mut self.blocks[..old], self.apart, length);
        }
        self.blocks.push(Block::default());
    }

    /// The newest row that is not later than `moment`: exact counts.
    pub fn at_or_before(&self, moment: Cycles) -> Row {
        let millisecond = (moment.0 / self.millisecond.0).min(self.blocks.len() as u64 * BLOCK - 1);
        let block = &self.blocks[(millisecond / BLOCK) as usize];
        // the first of a block is at its beginning
        let after = block.times.partition_point(|time| u64::from(*time) <= millisecond % BLOCK);
        self.row(millisecond / BLOCK, after - 1)
    }

    /// The oldest row that is not earlier than `moment`.
    pub fn at_or_after(&self, moment: Cycles) -> Option<Row> {
        let millisecond = moment.0.div_ceil(self.millisecond.0);
        let number = millisecond / BLOCK;
        let block = self.blocks.get(number as usize)?;
        let before = block.times.partition_point(|time| u64::from(*time) < millisecond % BLOCK);
        if before < block.times.len() {
            return Some(self.row(number, before));
        }
        // the last of a block is followed by the first of the next
        (number + 1 < self.blocks.len() as u64).then(|| self.row(number + 1, 0))
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

    /// Time between two rows at `moment`, when nothing was turned: what lies within is known as an average only.
    pub fn width_at(&self, moment: Cycles) -> Cycles {
        let block = moment.0 / self.time(BLOCK).0;
        let is_old = block + 2 < self.blocks.len() as u64;
        self.time(if is_old { self.apart.max(APART) } else { APART })
    }

    fn time(&self, millisecond: u64) -> Cycles {
        Cycles(self.millisecond.0 * millisecond)
    }

    /// A row by its block, and its place there.
    fn row(&self, number: u64, place: usize) -> Row {
        let (block, length) = (&self.blocks[number as usize], self.length());
        let time = self.time(number * BLOCK + u64::from(block.times[place]));
        self.start.with_numbers(time, &block.numbers[place * length..][..length])
    }

    /// Numbers in a row.
    fn length(&self) -> usize {
        self.start.numbers().len()
    }
}

fn rows(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.times.len()).sum()
}

/// Gives up rows, so that those left are at least so many milliseconds apart.
fn thin(blocks: &mut [Block], apart: u64, length: usize) {
    let stays = |time: &u16| u64::from(*time).is_multiple_of(apart);
    for block in blocks.iter_mut().filter(|block| !block.times.iter().all(stays)) {
        let rows = block.times.iter().zip(block.numbers.chunks(length)).filter(|(time, _)| stays(time));
        let (times, kept): (Vec<u16>, Vec<&[u64]>) = rows.unzip();
        *block = Block { numbers: kept.concat(), times };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Count;
    use crate::trace::counters::Counters;
    use crate::trace::topology::{ContextKind, Topology};
    use proptest::prelude::*;

    const MILLISECOND: u64 = 10_000;
    const TRAFFIC: u64 = 1_110;

    /// As after so many milliseconds, with knobs turned at some; each row says how many packets have come: three a
    /// millisecond.
    fn bins(milliseconds: u64, knobs: &[u64]) -> Bins {
        let mut topology = Topology::new("test", "test", MILLISECOND * 1_000);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let counters = Counters::new(&topology, &[0]);
        let traffic = Cycles(TRAFFIC * MILLISECOND);
        let mut bins = Bins::new(Hertz(MILLISECOND * 1_000), counters.row(Cycles::ZERO), traffic);
        for millisecond in 0..=milliseconds {
            let now = Cycles(millisecond * MILLISECOND);
            if bins.next() == now {
                bins.add(|numbers| counters.write_row(now, numbers));
            }
            if knobs.contains(&millisecond) {
                bins.look_closely(now + Cycles(MILLISECOND / 2));
            }
            counters.add_count(Count::Arrived, 3);
        }
        bins
    }

    fn rows_in(bins: &Bins) -> usize {
        rows(&bins.blocks)
    }

    #[test]
    fn rows_lie_around_every_moment_and_say_what_was_counted() {
        for (seconds, knobs) in [(0, vec![]), (1, vec![]), (5, vec![1_299, 4_480]), (21, vec![20_990]), (600, vec![9])]
        {
            let bins = bins(seconds * 1_000 + 7, &knobs);
            let end = bins.newest * MILLISECOND;
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
    fn there_is_one_a_millisecond_after_each_start_and_each_knob() {
        let bins = bins(2_000, &[700, 730, 1_500]);
        let is_kept = |millisecond: u64| {
            let moment = Cycles(millisecond * MILLISECOND);
            bins.at_or_before(moment).time == moment
        };
        for millisecond in 0..2_000 {
            let close = [0..=250, 701..=980, TRAFFIC..=TRAFFIC + 250, 1_501..=1_750]
                .iter()
                .any(|close| close.contains(&millisecond));
            assert_eq!(is_kept(millisecond), close || millisecond % 10 == 0, "{millisecond}");
        }
    }

    #[test]
    fn the_newest_are_kept_whole_and_memory_is_bounded_however_often_a_knob_is_turned() {
        let often: Vec<u64> = (0..3_000).map(|number| number * 200).collect();
        for (seconds, knobs) in
            [(1, vec![]), (6, vec![]), (60, vec![]), (600, vec![]), (60, often.clone()), (600, often)]
        {
            let bins = bins(seconds * 1_000, &knobs);
            let newest = rows(&bins.blocks[bins.blocks.len().saturating_sub(2)..]);
            assert!(newest as u64 >= 640.min(seconds * 1_000) / 10, "{newest} rows after {seconds} s");
            let room: usize = bins.blocks.iter().map(|block| block.numbers.capacity() / bins.length()).sum();
            assert!(rows_in(&bins) <= ROWS_MAX + 2 * BLOCK as usize, "{} rows after {seconds} s", rows_in(&bins));
            assert!(room <= ROWS_MAX + 4 * BLOCK as usize, "room for {room} rows after {seconds} s");
            assert!(seconds < 60 || rows_in(&bins) >= ROWS_MAX / 2, "{} rows after {seconds} s", rows_in(&bins));
        }
    }

    /// Samples until `end`, with settings changed at these cycles, in order; each row says at which cycle it was written.
    fn samples_with_changes(end: Cycles, changes: &[Cycles]) -> (Bins, Row) {
        let mut topology = Topology::new("test", "test", MILLISECOND * 1_000);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let start = Counters::new(&topology, &[0]).row(Cycles::ZERO);
        let mut bins = Bins::new(Hertz(MILLISECOND * 1_000), start.clone(), Cycles(TRAFFIC * MILLISECOND));
        for change in changes.iter().copied().filter(|change| *change < end).map(Some).chain([None]) {
            // a row that is due comes before what happens at its cycle
            while bins.next() <= change.unwrap_or(end) {
                let due = bins.next();
                bins.add(|numbers| numbers[Count::Arrived as usize] = due.0);
            }
            if let Some(change) = change {
                bins.look_closely(change);
            }
        }
        let mut head = start;
        head.time = end;
        head.numbers[Count::Arrived as usize] = end.0;
        (bins, head)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_are_found_for_every_moment_whatever_was_changed_when(
            gaps in prop::collection::vec(
                prop_oneof![0..3_u64, 0..5_000_u64, 0..3_000_000_u64, 0..60_000_000_u64, (0..700_u64).prop_map(|n| n * MILLISECOND)],
                0..40,
            ),
            after in prop_oneof![1..20_000_u64, 1..40_000_000_u64],
            moments in prop::collection::vec(0..u64::MAX, 20),
        ) {
            let mut at = 0;
            let changes: Vec<Cycles> = gaps.iter().map(|gap| { at += gap; Cycles(at) }).collect();
            let end = Cycles(at + after);
            let (bins, head) = samples_with_changes(end, &changes);
            let around = |change: &Cycles| [change.0.saturating_sub(1), change.0, change.0 + 1];
            let moments = moments.iter().map(|moment| moment % (end.0 + 1));
            for moment in moments.chain(changes.iter().flat_map(around)).chain([0, end.0]).map(Cycles) {
                let before = bins.at_or_before(moment);
                prop_assert!(before.time <= moment, "{:?} is after {moment:?}", before.time);
                prop_assert_eq!(before.count(Count::Arrived), before.time.0);
                if let Some(after) = bins.at_or_after(moment) {
                    prop_assert!(after.time >= moment, "{:?} is before {moment:?}", after.time);
                    prop_assert_eq!(after.count(Count::Arrived), after.time.0);
                    prop_assert!(after.time - before.time <= bins.width_at(moment));
                } else {
                    prop_assert!(moment > end || end - before.time <= bins.width_at(moment));
                }
                let moment = moment.min(end);
                prop_assert_eq!(bins.between(moment, &head).count(Count::Arrived), moment.0);
            }
        }
    }
}
