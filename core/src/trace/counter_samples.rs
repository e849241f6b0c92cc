//! Samples of the counters over the whole run: a row every ten simulated milliseconds. After the start, after the start of
//! traffic, and after each change of a setting, rows are closer: a row every tenth of a millisecond for 10 ms, then a row
//! every millisecond until 250 ms have passed. When there are too many rows the older ones are thinned, so that memory is
//! bounded and the rows still cover the whole run.
//!
//! ```text
//! block 0        block 1             block 2 (the newest two blocks keep all their rows)
//! [0 . 20 . 40 ] [640 . 660 . 680 ]  [1280 . 1290 . 1300, 1300.1, 1300.2 ...
//!                                                   a setting changed
//! ```

use super::row::Row;
use crate::units::{Cycles, Hertz};

const ROWS_MAX: usize = 4096;
/// All times of rows are multiples of a tick, a tenth of a millisecond. The times below are in ticks.
const MILLISECOND: u64 = 10;
/// The time between two rows when no setting has changed.
const SPACING: u64 = 10 * MILLISECOND;
/// For how long a row is written every tick after a change.
const EVERY_TICK_FOR: u64 = 10 * MILLISECOND;
/// For how long after a change rows are at most a millisecond apart.
const EVERY_MILLISECOND_FOR: u64 = 250 * MILLISECOND;
/// The length of a block. A block begins with a row.
const BLOCK: u64 = 64 * SPACING;

/// The rows of `BLOCK` ticks.
#[derive(Default)]
struct Block {
    /// The tick of each row, counted from the beginning of the block.
    times: Vec<u16>,
    /// The numbers of all rows, one row after the other.
    numbers: Vec<u64>,
}

pub struct CounterSamples {
    /// The row at the start of the run. All rows have its layout.
    start: Row,
    /// In order of time.
    blocks: Vec<Block>,
    /// The least number of ticks between two rows, in all blocks but the newest two.
    spacing: u64,
    /// The cycles of a millisecond. A tick may not be a whole number of cycles.
    millisecond: Cycles,
    /// The tick of the newest row, or of the last change if that is later.
    newest: u64,
    /// The ticks in which traffic starts and in which a setting last changed. After each, rows are closer.
    traffic_start: u64,
    changed: u64,
}

impl CounterSamples {
    /// `traffic_start` is the time from which packets arrive.
    pub fn new(clock: Hertz, start: Row, traffic_start: Cycles) -> CounterSamples {
        let first = Block { times: vec![0], numbers: start.numbers().to_vec() };
        let millisecond = clock.cycles_in_milliseconds(1);
        let mut samples = CounterSamples {
            start,
            blocks: vec![first],
            spacing: 1,
            millisecond,
            newest: 0,
            traffic_start: 0,
            changed: 0,
        };
        samples.traffic_start = samples.tick(traffic_start);
        samples
    }

    /// The time at which the next row is due.
    pub fn next_due(&self) -> Cycles {
        self.time(self.next_due_tick())
    }

    fn next_due_tick(&self) -> u64 {
        let is_within = |span: u64| {
            [self.traffic_start, self.changed].iter().any(|from| (*from..from + span).contains(&self.newest))
        };
        let step = if is_within(EVERY_TICK_FOR) {
            1
        } else if is_within(EVERY_MILLISECOND_FOR) {
            MILLISECOND
        } else {
            SPACING
        };
        (self.newest / step + 1) * step
    }

    /// Samples closely for a while, because a setting has changed at `now`.
    pub fn sample_closely(&mut self, now: Cycles) {
        let passed = self.tick(now);
        // no row may be due in the past
        self.newest = self.newest.max(passed);
        self.changed = passed;
    }

    /// Adds the row that is due. `write` fills in its numbers.
    pub fn add(&mut self, write: impl FnOnce(&mut [u64])) {
        self.newest = self.next_due_tick();
        if self.newest.is_multiple_of(BLOCK) {
            self.begin_block();
        }
        debug_assert_eq!(self.newest / BLOCK + 1, self.blocks.len() as u64, "every block begins with a row");
        let length = self.row_length();
        let block = self.blocks.last_mut().expect("the first block exists from the start");
        let begin = block.numbers.len();
        block.times.push((self.newest % BLOCK) as u16);
        block.numbers.resize(begin + length, 0);
        write(&mut block.numbers[begin..]);
    }

    /// Begins a new block. The third newest block is old from now on, and is thinned like the other old blocks.
    fn begin_block(&mut self) {
        let length = self.row_length();
        let old = self.blocks.len() - 1;
        thin(&mut self.blocks[old.saturating_sub(1)..old], self.spacing, length);
        while rows(&self.blocks[..old]) > ROWS_MAX && self.spacing < BLOCK {
            self.spacing = if self.spacing < SPACING { SPACING } else { self.spacing * 2 };
            thin(&mut self.blocks[..old], self.spacing, length);
        }
        self.blocks.push(Block::default());
    }

    /// Returns the newest row that is not later than `moment`. Its counts are exact.
    pub fn at_or_before(&self, moment: Cycles) -> Row {
        let tick = self.tick(moment).min(self.blocks.len() as u64 * BLOCK - 1);
        let block = &self.blocks[(tick / BLOCK) as usize];
        // a block begins with a row, so there is one
        let after = block.times.partition_point(|time| u64::from(*time) <= tick % BLOCK);
        self.row(tick / BLOCK, after - 1)
    }

    /// Returns the oldest row that is not earlier than `moment`.
    pub fn at_or_after(&self, moment: Cycles) -> Option<Row> {
        let passed = self.tick(moment);
        let tick = if self.time(passed) < moment { passed + 1 } else { passed };
        let number = tick / BLOCK;
        let block = self.blocks.get(number as usize)?;
        let rows_before = block.times.partition_point(|time| u64::from(*time) < tick % BLOCK);
        if rows_before < block.times.len() {
            return Some(self.row(number, rows_before));
        }
        // after the last row of a block comes the first row of the next
        (number + 1 < self.blocks.len() as u64).then(|| self.row(number + 1, 0))
    }

    /// Returns the counters at `moment`, interpolated linearly between two rows. `head` is the row at the end of the run so far.
    pub fn between(&self, moment: Cycles, head: &Row) -> Row {
        if moment >= head.time {
            return head.clone();
        }
        let earlier = self.at_or_before(moment);
        let later = self.at_or_after(moment);
        earlier.between(later.as_ref().unwrap_or(head), moment)
    }

    /// The time between two rows at `moment` when no setting has changed. Between two rows only averages are known.
    pub fn spacing_at(&self, moment: Cycles) -> Cycles {
        let block = moment.0 / self.time(BLOCK).0;
        let is_old = block + 2 < self.blocks.len() as u64;
        self.time(if is_old { self.spacing.max(SPACING) } else { SPACING })
    }

    /// The first cycle of a tick.
    fn time(&self, tick: u64) -> Cycles {
        Cycles((self.millisecond.0 * tick).div_ceil(MILLISECOND))
    }

    /// The tick of a cycle.
    fn tick(&self, moment: Cycles) -> u64 {
        moment.0 * MILLISECOND / self.millisecond.0
    }

    /// Returns a row by the number of its block and its index there.
    fn row(&self, number: u64, place: usize) -> Row {
        let (block, length) = (&self.blocks[number as usize], self.row_length());
        let time = self.time(number * BLOCK + u64::from(block.times[place]));
        self.start.with_numbers(time, &block.numbers[place * length..][..length])
    }

    /// How many numbers a row has.
    fn row_length(&self) -> usize {
        self.start.numbers().len()
    }
}

fn rows(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.times.len()).sum()
}

/// Removes rows, so that two neighbouring rows are at least `spacing` ticks apart.
fn thin(blocks: &mut [Block], spacing: u64, length: usize) {
    let stays = |time: &u16| u64::from(*time).is_multiple_of(spacing);
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

    /// The cycles of a millisecond. A tick has 1,000.3 of them.
    const CYCLES: u64 = 10_003;
    const TRAFFIC: u64 = 1_110;

    /// Samples of this many milliseconds, with a setting changed in the middle of some of them. Three packets arrive each tick,
    /// and each row counts them.
    fn sampled(milliseconds: u64, knobs: &[u64]) -> CounterSamples {
        let mut topology = Topology::new("test", "test", CYCLES * 1_000);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let counters = Counters::new(&topology, &[1]);
        let traffic = Cycles(TRAFFIC * CYCLES);
        let mut samples = CounterSamples::new(Hertz(CYCLES * 1_000), counters.row(Cycles::ZERO), traffic);
        for tick in 0..=milliseconds * 10 {
            let now = samples.time(tick);
            if samples.next_due() == now {
                samples.add(|numbers| counters.write_row(now, numbers));
            }
            if tick % 10 == 5 && knobs.contains(&(tick / 10)) {
                samples.sample_closely(now);
            }
            counters.add_count(Count::Arrived, 3);
        }
        samples
    }

    fn rows_in(samples: &CounterSamples) -> usize {
        rows(&samples.blocks)
    }

    #[test]
    fn every_time_is_between_two_rows_with_exact_counts() {
        for (seconds, knobs) in [(0, vec![]), (1, vec![]), (5, vec![1_299, 4_480]), (21, vec![20_990]), (600, vec![9])]
        {
            let samples = sampled(seconds * 1_000 + 7, &knobs);
            let end = samples.time(samples.newest).0;
            for moment in (0..=end).step_by(977) {
                let (before, after) = (samples.at_or_before(Cycles(moment)), samples.at_or_after(Cycles(moment)));
                let after = after.expect("the last row is at the end of the run");
                assert!(before.time.0 <= moment && moment <= after.time.0, "{moment} of {end}");
                assert!((after.time - before.time) <= samples.spacing_at(Cycles(moment)), "{moment} of {end}");
                for row in [before, after] {
                    assert_eq!(row.count(Count::Arrived), samples.tick(row.time) * 3);
                }
            }
            assert_eq!(samples.at_or_after(Cycles(end + 1)), None);
        }
    }

    #[test]
    fn rows_are_closer_after_each_start_and_change() {
        let samples = sampled(2_000, &[700, 730, 1_500]);
        let is_in = |spans: &[std::ops::RangeInclusive<u64>], tick| spans.iter().any(|span| span.contains(&tick));
        for tick in 0..20_000 {
            let every_tick = is_in(&[0..=100, 7_005..=7_105, 7_305..=7_405, 11_100..=11_200, 15_005..=15_105], tick);
            let every_millisecond = is_in(&[0..=2_500, 7_005..=9_810, 11_100..=13_600, 15_005..=17_510], tick);
            let is_expected = every_tick || tick % if every_millisecond { 10 } else { 100 } == 0;
            // a change writes no row
            let is_change = [7_005, 7_305, 15_005].contains(&tick);
            assert_eq!(
                samples.at_or_before(samples.time(tick)).time == samples.time(tick),
                is_expected && !is_change,
                "{tick}"
            );
        }
    }

    #[test]
    fn the_newest_rows_are_all_kept_and_memory_is_bounded_however_often_settings_change() {
        let often: Vec<u64> = (0..3_000).map(|number| number * 200).collect();
        for (seconds, knobs) in
            [(1, vec![]), (6, vec![]), (60, vec![]), (600, vec![]), (60, often.clone()), (600, often)]
        {
            let samples = sampled(seconds * 1_000, &knobs);
            let newest = rows(&samples.blocks[samples.blocks.len().saturating_sub(2)..]);
            assert!(newest as u64 >= 640.min(seconds * 1_000) / 10, "{newest} rows after {seconds} s");
            // with a change every 200 ms
            let block = 4 * (EVERY_TICK_FOR + 200) as usize;
            let room: usize = samples.blocks.iter().map(|block| block.numbers.capacity() / samples.row_length()).sum();
            assert!(rows_in(&samples) <= ROWS_MAX + 2 * block, "{} rows after {seconds} s", rows_in(&samples));
            assert!(room <= ROWS_MAX + 4 * block, "room for {room} rows after {seconds} s");
            assert!(seconds < 60 || rows_in(&samples) >= ROWS_MAX / 2, "{} rows after {seconds} s", rows_in(&samples));
        }
    }

    /// Samples until `end`, with a setting changed at these cycles, in ascending order. Each row has the cycle at which it was
    /// written as its number of arrivals.
    fn samples_with_changes(end: Cycles, changes: &[Cycles]) -> (CounterSamples, Row) {
        let mut topology = Topology::new("test", "test", CYCLES * 1_000);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        let start = Counters::new(&topology, &[1]).row(Cycles::ZERO);
        let mut samples = CounterSamples::new(Hertz(CYCLES * 1_000), start.clone(), Cycles(TRAFFIC * CYCLES));
        for change in changes.iter().copied().filter(|change| *change < end).map(Some).chain([None]) {
            // a row that is due is written before anything else happens at its cycle
            while samples.next_due() <= change.unwrap_or(end) {
                let due = samples.next_due();
                samples.add(|numbers| numbers[Count::Arrived as usize] = due.0);
            }
            if let Some(change) = change {
                samples.sample_closely(change);
            }
        }
        let mut head = start;
        head.time = end;
        head.numbers[Count::Arrived as usize] = end.0;
        (samples, head)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn rows_are_found_for_every_time_whenever_settings_change(
            gaps in prop::collection::vec(
                prop_oneof![0..3_u64, 0..5_000_u64, 0..3_000_000_u64, 0..60_000_000_u64, (0..700_u64).prop_map(|n| n * CYCLES)],
                0..40,
            ),
            after in prop_oneof![1..20_000_u64, 1..40_000_000_u64],
            moments in prop::collection::vec(0..u64::MAX, 20),
        ) {
            let mut at = 0;
            let changes: Vec<Cycles> = gaps.iter().map(|gap| { at += gap; Cycles(at) }).collect();
            let end = Cycles(at + after);
            let (samples, head) = samples_with_changes(end, &changes);
            let around = |change: &Cycles| [change.0.saturating_sub(1), change.0, change.0 + 1];
            let moments = moments.iter().map(|moment| moment % (end.0 + 1));
            for moment in moments.chain(changes.iter().flat_map(around)).chain([0, end.0]).map(Cycles) {
                let before = samples.at_or_before(moment);
                prop_assert!(before.time <= moment, "{:?} is after {moment:?}", before.time);
                prop_assert_eq!(before.count(Count::Arrived), before.time.0);
                if let Some(after) = samples.at_or_after(moment) {
                    prop_assert!(after.time >= moment, "{:?} is before {moment:?}", after.time);
                    prop_assert_eq!(after.count(Count::Arrived), after.time.0);
                    prop_assert!(after.time - before.time <= samples.spacing_at(moment));
                } else {
                    prop_assert!(moment > end || end - before.time <= samples.spacing_at(moment));
                }
                let moment = moment.min(end);
                prop_assert_eq!(samples.between(moment, &head).count(Count::Arrived), moment.0);
            }
        }
    }
}
