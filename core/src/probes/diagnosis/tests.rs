//! Each diagnosis on a scenario where it holds, and so on all others where it does not: the table below is exact.

use super::*;
use crate::scenario::presets;

const ON: Value = Value::Switch(true);
const OFF: Value = Value::Switch(false);

fn rate(rate: i64) -> (&'static str, Value) {
    ("traffic.rate", Value::Integer(rate))
}

fn after(settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    after_on("lab", settings, milliseconds)
}

fn after_on(id: &str, settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
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

/// The same on a Linux router (S): its names, and its cure.
#[test]
fn a_linux_router_has_its_diagnoses_too() {
    let flood = after_on("spanos-figure-5", &[], 400);
    assert_eq!(flood.id, "livelock_at_queue", "{}", flood.sentence);
    assert!(flood.sentence.contains("The softirq gets what is left, so the backlog stays full"), "{}", flood.sentence);
    let cured: Vec<(String, Value)> = flood.cure.expect("another driver").set.into_iter().collect();
    let cured: Vec<(&str, Value)> = cured.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
    let polled = after_on("spanos-figure-5", &cured, 400);
    assert_eq!(polled.id, "shedding", "{}", polled.sentence);
    assert!(polled.sentence.contains("a softirq polls the rings"), "{}", polled.sentence);
    assert_eq!(after_on("spanos-figure-5", &[rate(24_000)], 400).id, "livelock_at_queue");
    assert_eq!(after_on("spanos-figure-5", &[rate(12_000)], 400).id, "keeping_up");
    assert_eq!(after_on("spanos-figure-5-napi", &[rate(12_000)], 400).tone, Tone::Good);
    let starved = [("programs.compute", ON)];
    assert_eq!(after_on("spanos-figure-5", &starved, 400).id, "livelock_at_queue");
}
