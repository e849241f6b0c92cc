//! Each diagnosis on a scenario where it holds, and so on all others where it does not: the table below is exact.

use super::*;
use crate::scenario::presets;

const ON: Value = Value::Switch(true);
const OFF: Value = Value::Switch(false);

fn rate(rate: i64) -> (&'static str, Value) {
    ("traffic.rate", Value::Integer(rate))
}

fn after(settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    let scenario = presets::find("lab").expect("the lab has its scenario").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    diagnose(&session, session.head())
}

fn cases() -> Vec<(&'static str, Vec<(&'static str, Value)>)> {
    let unlimited = ("polling.quota", Value::Infinity);
    let screend = ("programs.screend", ON);
    let polls = ("polling.enabled", ON);
    let compute = ("programs.compute", ON);
    vec![
        ("idle", vec![rate(0)]),
        ("keeping_up", vec![rate(2_000)]),
        ("keeping_up", vec![rate(2_000), polls.clone()]),
        ("batching", vec![rate(3_500), ("traffic.pattern", Value::Choice("bursty".into()))]),
        ("losing_work", vec![rate(4_450)]),
        ("livelock_at_queue", vec![rate(12_000)]),
        ("livelock_at_queue", vec![rate(12_000), compute.clone()]),
        ("livelock_at_process", vec![rate(4_000), screend.clone()]),
        ("livelock_at_process", vec![rate(4_000), screend.clone(), polls.clone()]),
        ("feedback_inhibits", vec![rate(4_000), screend, polls.clone(), ("feedback.enabled", ON)]),
        ("transmit_starvation", vec![rate(9_000), polls.clone(), unlimited]),
        ("shedding", vec![rate(12_000), polls.clone()]),
        ("process_starved", vec![rate(12_000), polls.clone(), compute.clone()]),
        ("limit_inhibits", vec![rate(12_000), polls, compute, ("limit.enabled", ON)]),
    ]
}

#[test]
fn every_scenario_has_its_diagnosis() {
    for (id, settings) in cases() {
        let diagnosis = after(&settings, 400);
        assert_eq!(diagnosis.id, id, "{settings:?}: {} {}", diagnosis.headline, diagnosis.sentence);
        assert!(diagnosis.sentence.ends_with('.'), "{}", diagnosis.sentence);
    }
}

/// One cure may uncover the next trouble (a starved process behind a livelock), but it ends well.
#[test]
fn following_the_cures_ends_well() {
    for (id, mut settings) in cases() {
        let first = after(&settings, 400);
        let mut diagnosis = first.clone();
        for _ in 0..3 {
            let Some(cure) = diagnosis.cure else { break };
            for (path, value) in &cure.set {
                let path = crate::scenario::parameter(path).expect("cures set parameters").path.as_str();
                settings.retain(|(known, _)| *known != path);
                settings.push((path, value.clone()));
            }
            diagnosis = after(&settings, 400);
        }
        assert_ne!(diagnosis.tone, Tone::Bad, "{id} ends as {}: {}", diagnosis.id, diagnosis.sentence);
        assert!(first.tone != Tone::Bad || first.id != diagnosis.id, "{id} has a cure that works");
    }
}

/// W's receiver has two stories of its own; its other scenarios have neither.
#[test]
fn a_socket_s_process_and_the_ring_s_memory_have_their_sentences() {
    let of = |id: &str, settings: &[(&str, Value)], milliseconds: u64| {
        let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
        let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
        session.advance(session.clock().cycles_in_milliseconds(milliseconds), u64::MAX).expect("time passes");
        diagnose(&session, session.head())
    };
    let small = ("receive.buffer_kb", Value::Integer(256));
    let jobs = ("receive.background", Value::Integer(4));
    let unimportant = ("receive.nice", Value::Integer(19));
    let diagnosis = of("wu-udp-200", &[small.clone(), jobs, unimportant], 3_000);
    assert_eq!(diagnosis.id, "socket_starved", "{}", diagnosis.sentence);
    let empty = [("memory.free_kb", Value::Integer(1_000)), ("memory.cached_kb", Value::Integer(1_000))];
    let empty: Vec<(&str, Value)> = empty.into_iter().chain([("memory.buffers_kb", Value::Integer(0))]).collect();
    // the little that could be reclaimed has to be written to a slow disk first
    let diagnosis = of("wu-udp-400", &[&empty[..], &[("memory.disk_us", Value::Integer(100_000))]].concat(), 300);
    assert_eq!(diagnosis.id, "memory_pressure", "{}", diagnosis.sentence);
    assert_eq!(of("wu-udp-200", &[], 500).id, "keeping_up");
    assert_eq!(of("wu-udp-400", &[small], 500).id, "livelock_at_process");
    assert!(!["socket_starved", "memory_pressure"].contains(&of("wu-table-2-bl0", &[], 500).id));
}

#[test]
fn a_short_window_says_nothing_yet() {
    assert_eq!(after(&[rate(12_000), ("polling.enabled", OFF)], 2).id, "starting");
}

/// A student looks first at the moment after the load has risen: nothing is lost yet, but not all is well.
#[test]
fn queues_that_fill_are_not_called_fine() {
    let scenario = presets::find("lab").expect("the lab has its scenario");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let at = |session: &Session, milliseconds| {
        session.clock().cycles_in_milliseconds(milliseconds).min(session.scenario().end())
    };
    session.advance(at(&session, 100), u64::MAX).expect("time passes");
    session.intervene(&[("traffic.rate".to_string(), Value::Integer(9_000))].into()).expect("allowed");
    session.advance(at(&session, 106), u64::MAX).expect("time passes");
    let diagnosis = diagnose(&session, session.head());
    assert_eq!(diagnosis.id, "filling", "{}", diagnosis.sentence);
    session.advance(at(&session, 300), u64::MAX).expect("time passes");
    assert_eq!(diagnose(&session, session.head()).id, "livelock_at_queue");
}
