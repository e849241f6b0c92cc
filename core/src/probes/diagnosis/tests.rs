//! Each diagnosis on a scenario where it holds, and so on all others where it does not: the table below is exact.

use super::*;
use crate::scenario::presets;

const ON: Value = Value::Switch(true);
const OFF: Value = Value::Switch(false);

fn rate(rate: i64) -> (&'static str, Value) {
    ("traffic.rate", Value::Integer(rate))
}

fn after(settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    let session = session("lab", settings, milliseconds);
    diagnose(&session, session.head())
}

fn session(id: &str, settings: &[(&str, Value)], milliseconds: u64) -> Session {
    let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    session
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

/// What is wrong, what mends it, and what is found then, in kernels that have a cure of their own.
#[test]
fn kernels_have_cures_of_their_own() {
    let never = ("rate_limit.trigger", Value::Choice("never".into()));
    let quota = ("clocked.quota", Value::Integer(100));
    let cases = [
        ("section-5-1-queue", vec![never.clone()], "livelock_at_queue", "rate_limit.trigger", "shedding"),
        ("section-5-1-queue", vec![never, rate(4_800)], "losing_work", "rate_limit.trigger", "keeping_up or shedding"),
        ("section-4-4-lower", vec![], "transmit_starvation", "transmit.completions", "shedding"),
        ("section-4-4-after", vec![], "transmit_starvation", "transmit.completions", "shedding"),
        ("section-4-4-polled", vec![], "transmit_starvation", "transmit.completions", "shedding"),
        ("section-5-2-long", vec![rate(12_000), quota], "transmit_starvation", "clocked.quota", "shedding"),
        ("section-7-1", vec![], "livelock_at_process", "feedback.enabled", "feedback_inhibits"),
    ];
    for (id, mut settings, wrong, knob, then) in cases {
        let first = session(id, &settings, 400);
        let first = diagnose(&first, first.head());
        assert_eq!(first.id, wrong, "{id}: {}", first.sentence);
        let cure = first.cure.unwrap_or_else(|| panic!("{id} has a cure"));
        assert!(cure.set.contains_key(knob), "{id}: {cure:?}");
        for (path, value) in &cure.set {
            settings.retain(|(known, _)| known != path);
            let path = crate::scenario::parameter(path).expect("cures set parameters").path.as_str();
            settings.push((path, value.clone()));
        }
        let cured = session(id, &settings, 400);
        let cured = diagnose(&cured, cured.head());
        assert_ne!(cured.tone, Tone::Bad, "{id}: {}", cured.sentence);
        assert!(then.contains(cured.id), "{id} is then {}: {}", cured.id, cured.sentence);
        assert!(cured.cure.is_none(), "{id}: what is mended needs no cure");
    }
}

/// The circuit breaker keeps tcpdump alive; it does not keep the kernel from reading what it throws away (M 8.1).
#[test]
fn the_breaker_is_offered_where_it_helps() {
    let flooded = session("figure-8-1", &[rate(40_000), ("breaker.enabled", OFF)], 400);
    let cure = diagnose(&flooded, flooded.head()).cure.expect("livelock has a cure");
    assert_eq!(cure.set.keys().collect::<Vec<_>>(), ["breaker.enabled"]);
    let broken = session("figure-8-1", &[rate(40_000), ("breaker.enabled", ON)], 400);
    let delivered = |session: &Session| Facts::gather(session, session.head()).delivered_rate;
    assert!(delivered(&flooded) < 500.0 && delivered(&broken) > 10_000.0);
    assert_eq!(diagnose(&broken, broken.head()).cure, None, "nothing more can be done here");
    let calm = session("figure-8-1", &[rate(10_000), ("breaker.enabled", OFF)], 400);
    assert_eq!(diagnose(&calm, calm.head()).cure, None);
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
