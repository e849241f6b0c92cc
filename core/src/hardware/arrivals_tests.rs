//! Tests of arrival times.

use super::*;
use crate::scenario::{Settings, Values};

const CLOCK: Hertz = Hertz(150_000_000);

fn timetable(pattern: Pattern, rate: u64) -> Timetable {
    let mut traffic = Settings::from(&Values::defaults()).traffic;
    traffic.pattern = pattern;
    traffic.ramp_to = 4 * rate;
    Timetable::new(&traffic, rate, Cycles(1_000), CLOCK, RandomStream::new(5, 0))
}

fn times(pattern: Pattern, rate: u64, count: u64) -> Vec<Cycles> {
    let mut timetable = timetable(pattern, rate);
    (0..count).map(|k| timetable.time(k, k)).collect()
}

#[test]
fn a_constant_rate_does_not_drift() {
    let times = times(Pattern::Constant, 7, 7 * 1_000 + 1);
    assert_eq!(times[7_000].0, 1_000 + 1_000 * CLOCK.0);
}

#[test]
fn random_patterns_keep_their_mean_rate() {
    for pattern in [Pattern::Jittered, Pattern::Bursty, Pattern::Poisson] {
        let last = times(pattern, 2_000, 20_001)[20_000];
        let seconds = last.0 as f64 / CLOCK.0 as f64;
        assert!((9.8..10.2).contains(&seconds), "{pattern:?} took {seconds} s for 20,000 packets at 2,000/s");
    }
}

#[test]
fn jittered_packets_keep_their_order() {
    assert!(times(Pattern::Jittered, 5_000, 10_000).is_sorted());
}

#[test]
fn a_rate_of_zero_sends_nothing() {
    for pattern in [Pattern::Constant, Pattern::Jittered, Pattern::Bursty, Pattern::Poisson] {
        assert_eq!(times(pattern, 0, 1), [Cycles::NEVER], "{pattern:?}");
    }
}

#[test]
fn a_burst_sends_its_packets_once() {
    let times = times(Pattern::Burst, 1, 9);
    assert!(times[7] < Cycles::NEVER && times[8] == Cycles::NEVER);
}

#[test]
fn a_ramp_starts_at_its_first_rate_and_reaches_its_final_rate() {
    let times = times(Pattern::Ramp, 1_000, 10_000);
    assert!(times.is_sorted());
    let gap = |k: usize| (times[k + 1] - times[k]).0;
    assert!(gap(1).abs_diff(CLOCK.0 / 1_000) < 3_000, "{}", gap(1));
    assert!(gap(9_000).abs_diff(CLOCK.0 / 4_000) <= 1, "{}", gap(9_000));
    let in_first_second = times.iter().filter(|time| time.0 <= 1_000 + CLOCK.0).count();
    assert!((2_498..=2_502).contains(&in_first_second), "{in_first_second}"); // the mean of 1,000 and 4,000
}
