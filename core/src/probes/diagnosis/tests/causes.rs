//! A diagnosis names a cause that this machine has. Each case was once diagnosed with another machine's cause.
//! `core/tests/counterfactual` looks for their like.

use super::machines::{after_a_change, changed};
use super::{OFF, ON, of, rate};
use crate::probes::diagnosis::wording::loss::packets_thrown_away;
use crate::probes::diagnosis::wording::numbers::percent;
use crate::probes::diagnosis::{Facts, Tone, diagnose};
use crate::scenario::{Value, presets};
use crate::session::Session;
use crate::units::Cycles;

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
    assert_eq!((found.id, found.tone), ("waiting_for_cpu", Tone::Bad), "{}", found.sentence());
    assert!(found.sentence().contains("The user process has 9"), "{}", found.sentence());
    let slow = of("figure-6-4", &[rate(4_000), ("costs.screend_decide", Value::Integer(10_000_000))], 600);
    assert_ne!(slow.tone, Tone::Good, "{}", slow.sentence());
}

/// Lesson 14, step 1: a burst of 60 packets, a queue of 50, and a CPU that is idle for 74 % of the time.
#[test]
fn a_burst_that_is_longer_than_a_queue_is_not_livelock() {
    let burst = |packets| ("traffic.burst", Value::Integer(packets));
    let bursts = [rate(1_000), ("traffic.pattern", Value::Choice("bursty".into())), burst(60)];
    let found = of("lab", &[&bursts[..], &[("kernel.design", Value::Choice("bsd".into()))]].concat(), 400);
    assert_eq!(found.id, "burst_overflows", "{}", found.sentence());
    let says = "A burst has 60 packets, but the IP input queue holds only 50.";
    assert!(found.sentence().starts_with(says), "{}", found.sentence());
    let ring = of("figure-6-3", &bursts, 400);
    assert_eq!(ring.id, "burst_overflows", "{}", ring.sentence());
    assert!(
        ring.sentence().starts_with("A burst has 60 packets, but the receive ring holds only 32."),
        "{}",
        ring.sentence()
    );
    assert!(ring.sentence().contains("are refused there"), "{}", ring.sentence());
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
        assert!(found.sentence().contains(says), "{preset}: {}", found.sentence());
    }
    // without feedback polling does not refuse what the firewall cannot take
    let firewall = [rate(4_000), ("polling.enabled", OFF)];
    let found = after_a_change("figure-6-4-no-feedback", &firewall, ("polling.enabled", ON), 20);
    assert!(!found.sentence().contains("refused at the receive ring, at no cost"), "{}", found.sentence());
}

/// The threads of a file server empty one queue together.
#[test]
fn a_servers_threads_are_not_other_processes() {
    for milliseconds in (150..600).step_by(50) {
        for pps in [2_500, 4_000, 5_500] {
            let found = of("section-7-1", &[rate(pps)], milliseconds);
            assert!(
                !found.sentence().contains("other processes"),
                "{pps}/s at {milliseconds} ms: {}",
                found.sentence()
            );
            assert!(!found.sentence().contains("server thread "), "{pps}/s at {milliseconds} ms: {}", found.sentence());
        }
    }
}

/// A window that begins with a full machine does not describe the machine after the flood.
#[test]
fn a_flood_that_has_ended_is_past() {
    for milliseconds in [50, 60, 90] {
        let found = after_a_change("lab", &[rate(12_000)], ("traffic.rate", Value::Integer(0)), milliseconds);
        assert_eq!(found.tone, Tone::Neutral, "{milliseconds} ms: {} {}", found.headline, found.sentence());
        assert!(!found.headline.to_string().contains("thrown away"), "{milliseconds} ms: {}", found.headline);
    }
    let burst = [("traffic.pattern", Value::Choice("burst".into())), ("traffic.burst", Value::Integer(500))];
    let found = of("lab", &burst, 90);
    assert_eq!((found.id, found.tone), ("ended", Tone::Neutral), "{} {}", found.headline, found.sentence());
    assert!(found.sentence().starts_with("The last packet came in 50 ms ago."), "{}", found.sentence());
    // what waited during the flood and was lost after it is past, too
    let slow = after_a_change("figure-6-1", &[rate(12_000)], ("traffic.rate", Value::Integer(2_000)), 50);
    assert_eq!(
        (slow.id, &*slow.headline.to_string()),
        ("keeping_up", "Every packet gets through."),
        "{}",
        slow.sentence()
    );
    for pps in [100, 200, 500, 1_000] {
        let few = after_a_change("lab", &[rate(14_880)], ("traffic.rate", Value::Integer(pps)), 50);
        assert!(["emptying", "keeping_up"].contains(&few.id), "{pps}/s: {} {}", few.headline, few.sentence());
    }
}

/// Threads that poll are named, one or several.
#[test]
fn polling_threads_are_named() {
    let queues = |count| [("today.napi", Value::Choice("thread".into())), ("today.queues", Value::Integer(count))];
    for (count, says) in [(1, "The NAPI thread polls the queue"), (4, "The NAPI threads poll the queues")] {
        let found = of("today-threaded", &queues(count), 100);
        assert_eq!(found.id, "poller_competes", "{}", found.sentence());
        assert!(found.sentence().starts_with(says), "{}", found.sentence());
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
        let says = |words: &str| found.headline.to_string().contains(words) || found.sentence().contains(words);
        let says_all = says("Every packet") || says("All packets");
        assert!(!says_all || lost == 0, "{mbps} Mb/s, {lost} lost: {} {}", found.headline, found.sentence());
        nearly += usize::from(says("Nearly all packets") || says("Nearly every packet"));
    }
    assert!(nearly > 0);
}

/// "Nine of ten" is at most a twentieth more or less, and no share is rounded to more than there is.
#[test]
fn a_share_in_words_is_right_to_a_twentieth() {
    let scenario = presets::find("lab").expect("a preset");
    let facts = Facts::gather(&Session::new(&scenario, 0).expect("a valid scenario"), Cycles::ZERO);
    let words = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    for wasted in 0..=970 {
        let facts = Facts {
            arrived: 1_000,
            wasted_packets: wasted,
            delivered: 30,
            delivered_rate: 30.0,
            offered: 1_000.0,
            ..facts.clone()
        };
        let headline = packets_thrown_away(&facts).to_string();
        let tenths = words.iter().position(|word| headline.starts_with(&format!("{word} of ten packets")));
        match tenths.map(|word| 100 * (word as u64 + 2)) {
            Some(said) => assert!(said.abs_diff(wasted) <= 50, "{wasted} of 1,000: {headline}"),
            None => {
                assert!(headline.contains(&percent(wasted as f64 / 1e3).to_string()), "{wasted} of 1,000: {headline}")
            }
        }
    }
}

#[test]
fn a_loss_is_told_once() {
    let found = of("figure-8-1-breaker", &[], 400);
    assert_eq!(
        (found.id, found.sentence().matches("are thrown away").count()),
        ("breaker_inhibits", 1),
        "{}",
        found.sentence()
    );
}

/// A wire that is always busy is the limit, not the CPU.
#[test]
fn a_full_wire_is_found() {
    let large = ("traffic.bytes", Value::Integer(1_518));
    for inputs in [2, 4] {
        let found = of("figure-6-3", &[rate(800), large.clone(), ("traffic.inputs", Value::Integer(inputs))], 400);
        assert_eq!(found.id, "wire_full", "{}", found.sentence());
    }
}

#[test]
fn threads_that_take_turns_are_not_called_one_round() {
    let found = of("section-6-4-threads", &[("traffic.inputs", Value::Integer(4))], 500);
    assert!(found.sentence().starts_with("5 polling threads have their turns"), "{}", found.sentence());
}

/// While feedback or the limit holds input back, polling is not why there is CPU time for output.
#[test]
fn feedback_from_the_output_queue_is_named() {
    let watches_output = [("feedback.enabled", ON), ("feedback.queues", Value::Choice("output".into()))];
    for preset in ["figure-6-3-no-quota", "section-6-6-output"] {
        let found = of(preset, &watches_output, 400);
        assert_eq!(found.id, "feedback_inhibits", "{preset}: {}", found.sentence());
        assert!(
            found.sentence().starts_with("Input stops before the output queue overflows: it is off 2"),
            "{}",
            found.sentence()
        );
    }
    let all = [("feedback.rule", Value::Choice("all".into())), ("traffic.rate", Value::Integer(9_000))];
    let all = [&all[..], &[("traffic.local", Value::Integer(4_000)), ("programs.hangs", Value::Choice("none".into()))]]
        .concat();
    let found = of("section-6-6-hung", &all, 500);
    let says = "Input stops when the screening queue and the application's queue are nearly full: it is off ";
    assert!(found.id != "feedback_inhibits" || found.sentence().starts_with(says), "{} {}", found.id, found.sentence());
}

/// The polling thread takes packets in, not the interrupt; and packets that are refused do not go out.
#[test]
fn an_interrupt_serves_only_what_its_handler_takes() {
    let bursts =
        [rate(1_000), ("traffic.pattern", Value::Choice("bursty".into())), ("traffic.burst", Value::Integer(60))];
    let ring = |length| ("queues.receive_ring", Value::Integer(length));
    let polled = of("figure-6-3", &[&bursts[..], &[ring(64)]].concat(), 400);
    assert_eq!(polled.id, "batching", "{}", polled.sentence());
    assert!(!polled.sentence().contains("interrupt serves"), "{}", polled.sentence());
    let says = "The polling thread takes them in while receive interrupts are off: there is one interrupt for every 60 of them.";
    assert!(polled.sentence().contains(says), "{}", polled.sentence());
}

/// What is refused came after the change, even if more packets waited before it.
#[test]
fn packets_refused_after_a_flood_are_not_past() {
    let mut few = 0;
    for ring in 36..42 {
        let flood = [("traffic.pattern", Value::Choice("bursty".into())), ("traffic.burst", Value::Integer(60))];
        let flood = [&flood[..], &[rate(12_000), ("queues.receive_ring", Value::Integer(ring))]].concat();
        let session = changed("figure-6-3", &flood, ("traffic.rate", Value::Integer(1_000)), 70);
        let found = diagnose(&session, session.head());
        let refused = Facts::gather(&session, session.head()).refused;
        assert!(refused == 0 || !found.sentence().contains("All packets"), "{refused}: {}", found.sentence());
        few += u64::from(refused > 0 && found.id == "batching");
    }
    assert!(few > 0, "some are refused, and the sentence is about interrupts");
}

/// Losses at several places are all named, with their own numbers.
#[test]
fn each_place_of_a_great_loss_is_named() {
    let firewall = [rate(8_000), ("programs.screend", ON)];
    let found = of("lab", &firewall, 400);
    assert_eq!(found.id, "livelock_at_process", "{}", found.sentence());
    for says in [
        "3,570 packets/s are thrown away there: 52 % of the CPU time is wasted.",
        "4,440 packets/s are thrown away at the IP input queue, which wastes 25 % of the CPU time.",
    ] {
        assert!(found.sentence().contains(says), "{}", found.sentence());
    }
}

/// Lesson 9, step 7: a round of 20 packets takes 4 of 10 ms, and a round that has begun is finished.
#[test]
fn more_than_the_limit_is_explained() {
    let of_quota = |quota| of("figure-7-1", &[rate(8_000), ("polling.quota", Value::Integer(quota))], 400);
    let (long, short) = (of_quota(20), of_quota(5));
    let says =
        "Even so, polling takes 77 %: a round of up to 20 packets from each interface is finished before input stops";
    assert!(long.sentence().contains(says), "{}", long.sentence());
    assert!(!short.sentence().contains("Even so"), "{}", short.sentence());
    assert!(
        short.sentence().ends_with("refused at the receive ring, at no cost: 5,500 packets/s."),
        "{}",
        short.sentence()
    );
}

/// A burst that the queues hold is gone before the next one comes: nothing fills up.
#[test]
fn a_burst_that_the_queues_hold_is_no_backlog() {
    let scenario = presets::find("figure-6-1").expect("a preset");
    let longer = [("queues.receive_ring", Value::Integer(64)), ("queues.ipintrq", Value::Integer(100))];
    let bursts = [("traffic.pattern", Value::Choice("bursty".into())), ("traffic.burst", Value::Integer(60))];
    let scenario = scenario.with(&[&longer[..], &bursts, &[rate(1_000)]].concat()).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let mut found = Vec::new();
    for milliseconds in (400..500).step_by(4) {
        let moment = session.clock().cycles_in_milliseconds(milliseconds);
        session.advance(moment, u64::MAX).expect("time passes");
        found.extend(Some(diagnose(&session, session.head())).filter(|found| found.id == "filling"));
    }
    assert!(!found.is_empty(), "a window ends in a burst");
    for found in found {
        assert_eq!(found.headline.to_string(), "The queues hold a burst of packets.");
        assert!(found.sentence().contains("The others wait inside: "), "{}", found.sentence());
        assert!(found.sentence().contains("The CPU is idle 7"), "{}", found.sentence());
    }
}

/// The clock and its quota are the bound, also of a kernel that leaves little CPU time. Whether it looks too seldom is for its
/// designer to say.
#[test]
fn a_clock_that_uses_most_of_the_cpu_is_not_called_too_slow() {
    let clocked = ("kernel.design", Value::Choice("clocked".into()));
    let found = of("figure-6-1", &[rate(10_000), clocked, ("programs.compute", ON)], 400);
    assert_eq!(found.id, "clock_limits", "{}", found.sentence());
    assert_eq!(found.headline.to_string(), "The clock limits how many packets get through.");
    assert!(found.sentence().contains("The user process has 1"), "{}", found.sentence());
}

/// What a kernel takes in by the clock is at most what its ring holds until then. Threads among processes wait for their turns.
#[test]
fn a_ring_that_fills_between_two_looks_is_named() {
    let ring = |length| ("queues.receive_ring", Value::Integer(length));
    let found = of("section-5-2-long", &[rate(3_720), ring(4)], 400);
    assert_eq!(found.id, "clock_limits", "{}", found.sentence());
    let says = "The kernel looks at each interface every 10 ms, and the receive ring holds only 4 packets until then";
    assert!(found.sentence().starts_with(says), "{}", found.sentence());
    let found = of("figure-8-1-breaker", &few_descriptors(), 400);
    let says =
        "The kernel clears the transmit ring, which holds 4 packets, only every 1.00 ms: 4,000 packets/s go out.";
    assert!(found.sentence().starts_with(says), "{}", found.sentence());
    let turns = [rate(13_540), ("transmit.add_while_active", ON)];
    let found = of("section-6-4-threads", &turns, 400);
    let says = "Polling threads and processes take turns of 10 ms, and the ring fills between the turns.";
    assert!(found.sentence().contains(says), "{}", found.sentence());
}

/// A socket that overflows while the CPU is idle is too short. Nothing keeps the process from it.
#[test]
fn a_socket_that_overflows_beside_an_idle_cpu_is_no_livelock() {
    let stream = [
        ("interrupts.batching", ON),
        ("srp.application", Value::Choice("stream".into())),
        ("srp.window", Value::Integer(16)),
        ("programs.compute", OFF),
    ];
    let found = of("srp-section-2", &stream, 1_200);
    assert_eq!(found.id, "burst_overflows", "{} {}", found.headline, found.sentence());
}

fn few_descriptors() -> [(&'static str, Value); 3] {
    [rate(55_800), ("kernel.design", Value::Choice("clocked".into())), ("queues.transmit_ring", Value::Integer(4))]
}
