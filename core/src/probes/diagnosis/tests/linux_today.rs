//! Findings that only Linux today can have.

use super::{of, rate};
use crate::probes::diagnosis::{Diagnosis, Tone};
use crate::scenario::Value;

fn after(scenario: &str, settings: &[(&str, Value)]) -> Diagnosis {
    of(scenario, settings, 200)
}

#[test]
fn several_receivers_are_named_in_the_plural() {
    let two = || ("today.receivers", Value::Integer(2));
    for (scenario, settings, says) in [
        ("section-10-4-shares", vec![], "packets/s reach the receiving processes."),
        ("today-softirq", vec![two()], "of the CPU; the receiving processes have "),
        ("today-threaded", vec![two()], "packets/s reach the receiving processes. Excess packets"),
        ("today-interrupts", vec![two()], "come in and reach the receiving processes,"),
        ("today-busy-poll", vec![], "come in and reach the receiving process, each after"),
    ] {
        let sentence = after(scenario, &settings).sentence();
        assert!(sentence.contains(says), "{scenario}: {sentence}");
    }
}

/// 12 % is a fifth more than "one of ten".
#[test]
fn a_small_loss_is_said_in_per_cent() {
    for (offered, headline) in [
        (294_000, "Thrown away after work: 12 % of the packets."),
        (300_000, "Two of ten packets are thrown away after work."),
    ] {
        let settings = [("today.rx_usecs", Value::Integer(0)), ("today.rx_frames", Value::Integer(1)), rate(offered)];
        assert_eq!(after("today-coalesced", &settings).headline.to_string(), headline);
    }
}

#[test]
fn the_sentence_says_when_nobody_wakes_ksoftirqd() {
    for (scenario, says_so) in [("today-quick-driver", true), ("today-softirq", false)] {
        let sentence = after(scenario, &[]).sentence();
        assert_eq!(sentence.contains("so nobody wakes ksoftirqd"), says_so, "{scenario}: {sentence}");
    }
}

#[test]
fn the_cure_works_where_softirqs_starve_the_receiver() {
    for settings in [vec![], vec![rate(500_000)]] {
        let ill = after("today-softirq", &settings);
        let set = ill.cure.expect("a thread can poll").set;
        let cure: Vec<(&str, Value)> = set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let well = after("today-softirq", &[settings, cure].concat());
        assert_eq!((well.id, well.tone), ("poller_competes", Tone::Neutral), "{}", well.sentence());
    }
    for scenario in ["today-interrupts", "today-busy-poll", "today-other-cpu", "today-threaded", "today-coalesced"] {
        assert_eq!(after(scenario, &[]).cure, None, "{scenario}");
    }
}

/// When a CPU is free the cure moves the receiver there, and it reads as much as a CPU can.
#[test]
fn a_free_cpu_is_the_better_cure() {
    for napi in ["softirq", "thread"] {
        let napi = ("today.napi", Value::Choice(napi.into()));
        let cure = after("today-same-cpu", std::slice::from_ref(&napi)).cure.expect("a CPU is free");
        assert_eq!(cure.label.to_string(), "Move the receiver to CPU 1");
        let set: Vec<_> = cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let moved = after("today-same-cpu", &[vec![napi], set].concat());
        assert_eq!((moved.id, &moved.cure), ("receiver_too_slow", &None), "{}", moved.sentence());
    }
}

/// M 10.3, 10.4: the cure leads to the neighbouring scenario.
#[test]
fn selective_drops_are_offered_as_a_cure() {
    for (ill, label) in
        [("section-10-3-packets", "Drop whole frames"), ("section-10-4-flood", "Give each receiver its share")]
    {
        let cure = after(ill, &[]).cure.expect("it can be chosen");
        assert_eq!(cure.label.to_string(), label);
        let set: Vec<_> = cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let well = after(ill, &set);
        assert_eq!((well.id, &well.cure), ("refused_early", &None), "{}", well.sentence());
        assert_ne!(well.tone, Tone::Bad, "{}", well.sentence());
    }
}

/// A millisecond is long for this machine: short times are given in microseconds, with a decimal place.
#[test]
fn short_times_are_given_in_microseconds() {
    let sentence = after("today-interrupts", &[]).sentence();
    assert!(sentence.contains("after 5.2 \u{b5}s on average"), "{sentence}");
}
