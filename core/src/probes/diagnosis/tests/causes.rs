//! A diagnosis names a cause that this machine has. Each case was once diagnosed with another machine's cause.
//! `core/tests/counterfactual` looks for their like.

use super::{OFF, ON, of, rate};
use crate::probes::diagnosis::{Diagnosis, Facts, Tone, diagnose};
use crate::scenario::{Value, presets};
use crate::session::Session;

fn after_a_change(preset: &str, settings: &[(&str, Value)], change: (&str, Value), milliseconds: u64) -> Diagnosis {
    let scenario = presets::find(preset).expect("a preset").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let at = |session: &Session, milliseconds| session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(at(&session, 200), u64::MAX).expect("time passes");
    session.intervene(&[(change.0.to_string(), change.1)].into()).expect("allowed");
    session.advance(at(&session, 200 + milliseconds), u64::MAX).expect("time passes");
    diagnose(&session, session.head())
}

/// Lesson 8, step 6: another process has the CPU for a second, and the firewall takes no packet.
#[test]
fn a_process_that_does_not_run_is_no_good_news() {
    let hang = [
        rate(8_000),
        ("polling.quota", Value::Integer(10)),
        ("programs.compute", ON),
        ("programs.quantum_ms", Value::Integer(1_000)),
        ("feedback.timeout_ticks", Value::Infinity),
    ];
    let found = of("figure-6-4", &hang, 600);
    assert_eq!((found.id, found.tone), ("waiting_for_cpu", Tone::Bad), "{}", found.sentence);
    assert!(found.sentence.contains("The user process has 9"), "{}", found.sentence);
    let slow = of("figure-6-4", &[rate(4_000), ("costs.screend_decide", Value::Integer(10_000_000))], 600);
    assert_ne!(slow.tone, Tone::Good, "{}", slow.sentence);
}

/// Lesson 14, step 1: a burst of 60 packets, a queue of 50, and a CPU that is idle for 74 % of the time.
#[test]
fn a_burst_that_is_longer_than_a_queue_is_not_livelock() {
    let burst = |packets| ("traffic.burst", Value::Integer(packets));
    let bursts = [rate(1_000), ("traffic.pattern", Value::Choice("bursty".into())), burst(60)];
    let found = of("lab", &[&bursts[..], &[("kernel.design", Value::Choice("bsd".into()))]].concat(), 400);
    assert_eq!(found.id, "burst_overflows", "{}", found.sentence);
    let says = "A burst has 60 packets, but the IP input queue holds only 50.";
    assert!(found.sentence.starts_with(says), "{}", found.sentence);
    let ring = of("figure-6-3", &bursts, 400);
    assert_eq!(ring.id, "burst_overflows", "{}", ring.sentence);
    assert!(
        ring.sentence.starts_with("A burst has 60 packets, but the receive ring holds only 32."),
        "{}",
        ring.sentence
    );
    assert!(ring.sentence.contains("are refused there"), "{}", ring.sentence);
    assert_eq!(of("figure-6-3", &[&bursts[..], &[burst(30)]].concat(), 400).id, "batching");
}

/// Feedback and the limit belong to polling, and feedback needs a process that empties a queue.
#[test]
fn what_is_expected_next_can_happen_on_this_machine() {
    let polls = [("polling.quota", Value::Infinity)];
    for (preset, settings, path, says) in [
        ("figure-6-3", &polls[..], "feedback.enabled", "no queue here is emptied by a process"),
        ("figure-6-4-no-feedback", &[], "feedback.enabled", "input stops while the queue before the process"),
        ("figure-6-3-no-polling", &[], "limit.enabled", "this machine does not use the setting"),
        ("figure-6-3-no-quota", &[], "limit.enabled", "without a quota a round may never end"),
        ("figure-6-3", &[], "limit.enabled", "input stops when packets have used up"),
    ] {
        let found = after_a_change(preset, settings, (path, ON), 20);
        assert_eq!(found.id, "settling");
        assert!(found.sentence.contains(says), "{preset}: {}", found.sentence);
    }
    // without feedback polling does not refuse what the firewall cannot take
    let firewall = [rate(4_000), ("polling.enabled", OFF)];
    let found = after_a_change("figure-6-4-no-feedback", &firewall, ("polling.enabled", ON), 20);
    assert!(!found.sentence.contains("refused at the receive ring, at no cost"), "{}", found.sentence);
}

/// The threads of a file server empty one queue together.
#[test]
fn a_servers_threads_are_not_other_processes() {
    for milliseconds in (150..600).step_by(50) {
        for pps in [2_500, 4_000, 5_500] {
            let found = of("section-7-1", &[rate(pps)], milliseconds);
            assert!(!found.sentence.contains("other processes"), "{pps}/s at {milliseconds} ms: {}", found.sentence);
            assert!(!found.sentence.contains("server thread "), "{pps}/s at {milliseconds} ms: {}", found.sentence);
        }
    }
}

/// A window that begins with a full machine does not describe the machine after the flood.
#[test]
fn a_flood_that_has_ended_is_past() {
    for milliseconds in [50, 60, 90] {
        let found = after_a_change("lab", &[rate(12_000)], ("traffic.rate", Value::Integer(0)), milliseconds);
        assert_eq!(found.tone, Tone::Neutral, "{milliseconds} ms: {} {}", found.headline, found.sentence);
        assert!(!found.headline.contains("thrown away"), "{milliseconds} ms: {}", found.headline);
    }
    let burst = [("traffic.pattern", Value::Choice("burst".into())), ("traffic.burst", Value::Integer(500))];
    let found = of("lab", &burst, 90);
    assert_eq!((found.id, found.tone), ("ended", Tone::Neutral), "{} {}", found.headline, found.sentence);
    assert!(found.sentence.starts_with("The last packet came in 50 ms ago."), "{}", found.sentence);
    // what waited during the flood and was lost after it is past, too
    let slow = after_a_change("figure-6-1", &[rate(12_000)], ("traffic.rate", Value::Integer(2_000)), 50);
    assert_eq!((slow.id, slow.headline.as_str()), ("keeping_up", "Every packet gets through."), "{}", slow.sentence);
    for pps in [100, 200, 500, 1_000] {
        let few = after_a_change("lab", &[rate(14_880)], ("traffic.rate", Value::Integer(pps)), 50);
        assert!(["emptying", "keeping_up"].contains(&few.id), "{pps}/s: {} {}", few.headline, few.sentence);
    }
}

/// Threads that poll are named, one or several.
#[test]
fn polling_threads_are_named() {
    let queues = |count| [("today.napi", Value::Choice("thread".into())), ("today.queues", Value::Integer(count))];
    for (count, says) in [(1, "The NAPI thread polls the queue"), (4, "The NAPI threads poll the queues")] {
        let found = of("today-threaded", &queues(count), 100);
        assert_eq!(found.id, "poller_competes", "{}", found.sentence);
        assert!(found.sentence.starts_with(says), "{}", found.sentence);
    }
}

/// "Every packet" means every packet.
#[test]
fn a_small_loss_is_said() {
    let mut nearly = 0;
    for mbps in 168..184 {
        let settings = [rate(1_400_000), ("machine.link_mbps", Value::Integer(mbps))];
        let scenario = presets::find("today-softirq").expect("a preset").with(&settings).expect("valid settings");
        let mut session = Session::new(&scenario, 0).expect("a valid scenario");
        let end = session.clock().cycles_in_milliseconds(100);
        session.advance(end, u64::MAX).expect("time passes");
        let (found, lost) = (diagnose(&session, end), Facts::gather(&session, end).lost());
        let says = |words: &str| found.headline.contains(words) || found.sentence.contains(words);
        let says_all = says("Every packet") || says("All packets");
        assert!(!says_all || lost == 0, "{mbps} Mb/s, {lost} lost: {} {}", found.headline, found.sentence);
        nearly += usize::from(says("Nearly all packets") || says("Nearly every packet"));
    }
    assert!(nearly > 0);
}

/// The disk, not the CPU, is why a file server falls behind.
#[test]
fn a_server_that_waits_for_its_disk_is_found() {
    let disk = [rate(1_000), ("nfs.cached", Value::Integer(50))];
    let found = of("section-7-1", &disk, 600);
    assert_eq!(found.id, "disk_bound", "{} {}", found.headline, found.sentence);
}

/// A wire that is always busy is the limit, not the CPU.
#[test]
fn a_full_wire_is_found() {
    let large = ("traffic.bytes", Value::Integer(1_518));
    for inputs in [2, 4] {
        let found = of("figure-6-3", &[rate(800), large.clone(), ("traffic.inputs", Value::Integer(inputs))], 400);
        assert_eq!(found.id, "wire_full", "{}", found.sentence);
    }
}

/// Another process still gets packets, so not every process hangs.
#[test]
fn one_process_that_hangs_is_named() {
    for rule in ["any", "all"] {
        let found = of("section-6-6-hung", &[("feedback.rule", Value::Choice(rule.into()))], 500);
        assert_eq!((found.id, &*found.headline), ("process_hangs", "A process takes none of its packets."), "{rule}");
    }
}

#[test]
fn threads_that_take_turns_are_not_called_one_round() {
    let found = of("section-6-4-threads", &[("traffic.inputs", Value::Integer(4))], 500);
    assert!(found.sentence.starts_with("5 polling threads have their turns"), "{}", found.sentence);
}

/// A firewall passes on more than the inspector after it can take. A quicker firewall would make it worse.
#[test]
fn a_process_before_the_queue_is_no_rival_for_the_cpu() {
    let found = of("section-6-6-chain", &[rate(2_000), ("feedback.enabled", OFF)], 400);
    assert_eq!(found.id, "receiver_too_slow", "{}", found.sentence);
    assert!(found.sentence.starts_with("The inspector process has "), "{}", found.sentence);
}
