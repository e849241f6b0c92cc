//! Diagnoses of processes: one that hangs, that starves, that lacks CPU time, or that gets a part of the packets.

use super::{OFF, ON, of, rate};
use crate::probes::diagnosis::Tone;
use crate::scenario::Value;

/// Another process still gets packets, so not every process hangs.
#[test]
fn one_process_that_hangs_is_named() {
    for rule in ["any", "all"] {
        let found = of("section-6-6-hung", &[("feedback.rule", Value::Choice(rule.into()))], 500);
        assert_eq!(
            (found.id, &*found.headline.to_string()),
            ("process_hangs", "A process takes none of its packets."),
            "{rule}"
        );
    }
}

/// A firewall passes on more than the inspector after it can take. A quicker firewall would make it worse.
#[test]
fn a_process_before_the_queue_is_no_rival_for_the_cpu() {
    let found = of("section-6-6-chain", &[rate(2_000), ("feedback.enabled", OFF)], 400);
    assert_eq!(found.id, "receiver_too_slow", "{}", found.sentence());
    assert!(found.sentence().starts_with("The inspector process has "), "{}", found.sentence());
}

/// Packets for an application of this machine never go out. Feedback from the queue that nobody empties refuses the others.
#[test]
fn a_process_that_hangs_has_its_effects_named() {
    let found = of("section-6-6-hung", &[], 500);
    for says in [
        "120 packets/s reach the receiving application, and none goes out: no process empties the screening queue.",
        "Feedback from this queue stops input 91 % of the time, so the receive ring refuses 1,490 packets/s.",
    ] {
        assert!(found.sentence().contains(says), "{}", found.sentence());
    }
    let all = of("section-6-6-hung", &[("feedback.rule", Value::Choice("all".into()))], 500);
    assert!(!all.sentence().contains("Feedback"), "{}", all.sentence());
    assert!(all.sentence().contains("are thrown away at the screening queue."), "{}", all.sentence());
    let application = [("programs.hangs", Value::Choice("application".into()))];
    let found = of("section-6-6-hung", &application, 500);
    let says =
        "390 packets/s go out, and none reaches the receiving application: no process empties the application's queue.";
    assert!(found.sentence().starts_with(says), "{}", found.sentence());
}

/// Every packet that gets through is said to go where it goes.
#[test]
fn packets_of_two_ends_are_counted_apart() {
    let paths = of("section-6-6-paths", &[], 400);
    let says = "packets/s go out and 360 packets/s reach the receiving application";
    assert!(paths.sentence().contains(says), "{}", paths.sentence());
    let few = of("section-6-6-paths", &[rate(1_000)], 400);
    assert!(few.sentence().contains("come in and get through"), "{}", few.sentence());
    assert!(!few.sentence().contains("go out"), "{}", few.sentence());
}

/// Lesson 8, step 8: two programs share a CPU, and the kernel's CPU has no time for a third of the packets.
#[test]
fn two_receivers_that_share_a_cpu_are_not_slow() {
    let two = [
        ("today.cpus", Value::Integer(2)),
        ("today.receiver_cpu", Value::Integer(1)),
        ("today.receivers", Value::Integer(2)),
        ("selective.first_traffic", Value::Integer(90)),
        rate(1_400_000),
    ];
    let found = of("today-softirq", &two, 200);
    assert_eq!(found.id, "receiver_too_slow", "{}", found.sentence());
    assert!(!found.sentence().contains("cannot read faster"), "{}", found.sentence());
    assert!(
        found.sentence().starts_with("The receiving processes share a CPU and have 94 % of it."),
        "{}",
        found.sentence()
    );
    let says = "are refused at the receive ring: CPU 0, which empties it, is busy 100 % of the time.";
    assert!(found.sentence().contains(says), "{}", found.sentence());
    let shares = of("today-softirq", &[&two[..], &[("selective.shares", ON)]].concat(), 200);
    assert_eq!(shares.id, "refused_early", "{}", shares.sentence());
    assert!(shares.sentence().contains("thrown away at the receive queue 1"), "{}", shares.sentence());
}

/// A process with less than half of the CPU could read faster if it had more of it.
#[test]
fn a_process_that_lacks_cpu_time_is_not_called_slow() {
    let found = of("section-6-6-chain", &[], 400);
    assert_eq!(found.id, "receiver_too_slow", "{}", found.sentence());
    assert!(!found.sentence().contains("cannot read faster"), "{}", found.sentence());
    assert!(found.sentence().contains("the kernel has 35 %, and other processes have 34 %"), "{}", found.sentence());
}

/// Lesson 9, step 1: the program loses its CPU time before the first packet is lost.
#[test]
fn a_program_without_cpu_time_is_no_good_news() {
    let console = |pps| of("figure-6-3", &[rate(pps), ("programs.compute", ON)], 400);
    let [good, less, starved, none] = [2_000, 3_200, 4_000, 6_000].map(console);
    assert_eq!((good.id, good.tone), ("keeping_up", Tone::Good), "{}", good.sentence());
    assert_eq!((less.id, less.tone), ("batching", Tone::Neutral), "{}", less.sentence());
    assert!(less.sentence().ends_with("The user process has 8 % of the CPU."), "{}", less.sentence());
    assert_eq!((starved.id, starved.tone), ("process_starved", Tone::Bad), "{}", starved.sentence());
    assert!(starved.sentence().contains("nearly all of the CPU time"), "{}", starved.sentence());
    assert_eq!(none.id, "process_starved", "{}", none.sentence());
}

/// Packets take the CPU time of a process only if they get through, and if no other process takes it.
#[test]
fn packets_starve_a_process_only_if_they_take_its_time() {
    let onoff = [("srp.onoff", Value::Integer(7)), ("srp.peer_us", Value::Integer(5_053))];
    let found = of("srp-table-1", &onoff, 1_200);
    assert_ne!(found.id, "process_starved", "{}", found.sentence());
    let nothing = [
        rate(937_440),
        ("kernel.design", Value::Choice("bsd".into())),
        ("programs.compute", ON),
        ("queues.transmit_ring", Value::Integer(3)),
    ];
    let found = of("today-coalesced", &nothing, 115);
    assert!(!found.sentence().contains("0 packets/s go out and take"), "{}", found.sentence());
}

/// The kernel leaves a quarter of the CPU, and a compute-bound process takes half of that. Without it, every packet gets through.
#[test]
fn a_process_that_shares_what_the_kernel_leaves_is_starved_by_the_other() {
    let design = |id: &str| ("kernel.design", Value::Choice(id.into()));
    for (preset, settings, milliseconds) in [
        ("section-5-2-long", [rate(11_606), design("monitor")], 400),
        ("srp-section-5-5", [rate(11_457), design("ultrix")], 265),
    ] {
        let found = of(preset, &settings, milliseconds);
        assert_eq!(found.id, "socket_starved", "{}", found.sentence());
        assert!(found.sentence().contains("% of the CPU: the kernel has "), "{}", found.sentence());
        let alone = of(preset, &[&settings[..], &[("programs.compute", OFF)]].concat(), milliseconds);
        assert!(["keeping_up", "losing_work"].contains(&alone.id), "{}", alone.sentence());
    }
}
