//! Tests of replayed recordings.

use super::*;
use crate::scenario::Arrival;

const CLOCK: Hertz = Hertz(150_000_000);

/// Packets after 0, 1, 4 and 10 ms: 300 a second.
fn settings(speed: Option<u64>, repeats: bool) -> ReplaySettings {
    let arrival = |(milliseconds, bytes): (u64, u32)| Arrival { nanoseconds: milliseconds * 1_000_000, bytes };
    let arrivals = [(0, 64), (1, 9_000), (4, 20), (10, 700)].map(arrival);
    let recording = Recording::new(arrivals.into()).map(Arc::new);
    ReplaySettings { recording, speed, repeats, bytes_range: (64, 1_518) }
}

fn milliseconds(settings: &ReplaySettings, rate: u64, sent: u64) -> Vec<Option<u64>> {
    let replay = Replay::new(settings, rate, CLOCK, sent).expect("there is a recording");
    let times = (0..6).map(|k| replay.time(k));
    times.map(|time| (time != Cycles::NEVER).then_some(time.0 / 150_000)).collect()
}

#[test]
fn a_recording_keeps_its_gaps_and_ends() {
    assert_eq!(milliseconds(&settings(Some(100), false), 0, 0), [Some(0), Some(1), Some(4), Some(10), None, None]);
}

#[test]
fn the_speed_scales_every_gap() {
    assert_eq!(milliseconds(&settings(Some(50), false), 0, 0), [Some(0), Some(2), Some(8), Some(20), None, None]);
    let replay = Replay::new(&settings(Some(200), false), 0, CLOCK, 0).expect("there is a recording");
    assert_eq!(replay.time(3), CLOCK.cycles_in_milliseconds(5));
}

#[test]
fn a_recording_can_have_the_offered_mean_rate() {
    assert_eq!(milliseconds(&settings(None, false), 30, 0), [Some(0), Some(10), Some(40), Some(100), None, None]);
    assert_eq!(milliseconds(&settings(None, false), 0, 0), [None; 6]);
}

#[test]
fn a_repeated_recording_has_a_mean_gap_between_rounds() {
    let times = milliseconds(&settings(Some(100), true), 0, 0);
    assert_eq!(times[4..], [Some(13), Some(14)]);
}

#[test]
fn a_changed_knob_continues_with_the_recordings_next_packet() {
    assert_eq!(milliseconds(&settings(Some(100), false), 0, 2), [Some(0), Some(6), None, None, None, None]);
    let replay = Replay::new(&settings(Some(100), false), 0, CLOCK, 2).expect("there is a recording");
    assert_eq!(replay.packet_bytes(1), Bytes(700));
}

#[test]
fn lengths_are_limited_to_those_that_the_network_allows() {
    let replay = Replay::new(&settings(Some(100), false), 0, CLOCK, 0).expect("there is a recording");
    assert_eq!([0, 1, 2, 3].map(|k| replay.packet_bytes(k).0), [64, 1_518, 64, 700]);
}

#[test]
fn packets_that_all_arrive_at_once_do_so_at_any_speed() {
    let together = vec![Arrival { nanoseconds: 0, bytes: 64 }; 3];
    let recording = Recording::new(together).map(Arc::new);
    for speed in [Some(100), None] {
        let settings = ReplaySettings { recording: recording.clone(), speed, repeats: true, bytes_range: (64, 1_518) };
        assert_eq!(milliseconds(&settings, 1_000, 0), [Some(0), Some(0), Some(0), None, None, None]);
    }
}
