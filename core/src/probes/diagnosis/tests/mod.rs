//! Tests of diagnoses. `machines` has a machine on which each finding holds.

mod causes;
mod linux_today;
mod machines;
mod processes;
mod sockets;

use super::*;
use crate::scenario::{Value, presets};
use machines::Machine;

const ON: Value = Value::Switch(true);
const OFF: Value = Value::Switch(false);

fn rate(rate: i64) -> (&'static str, Value) {
    ("traffic.rate", Value::Integer(rate))
}

fn after(settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    of("lab", settings, milliseconds)
}

pub(super) fn of(preset: &str, settings: &[(&str, Value)], milliseconds: u64) -> Diagnosis {
    let scenario = presets::find(preset).expect("a preset").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(end, u64::MAX).expect("time passes");
    diagnose(&session, session.head())
}

/// A cure may uncover another problem (a starved process behind a livelock), but a few cures in a row always end well.
#[test]
fn cures_in_a_row_end_well() {
    let of_the_lab = machines::all().into_iter().filter(|machine| machine.preset == "lab" && machine.change.is_none());
    for Machine { finding: id, mut settings, milliseconds, .. } in of_the_lab {
        let first = after(&settings, milliseconds);
        let mut diagnosis = first.clone();
        for _ in 0..3 {
            let Some(cure) = diagnosis.cure else { break };
            for (path, value) in &cure.set {
                let path = crate::scenario::parameter(path).expect("cures set parameters").path.as_str();
                settings.retain(|(known, _)| *known != path);
                settings.push((path, value.clone()));
            }
            diagnosis = after(&settings, milliseconds);
        }
        assert_ne!(diagnosis.tone, Tone::Bad, "{id} ends as {}: {}", diagnosis.id, diagnosis.sentence());
        assert!(first.tone != Tone::Bad || first.id != diagnosis.id, "{id} has a cure that works");
    }
}

/// Packets that are dropped in front of a wire are no livelock: the wire waits for its transmit ring, or it is at its limit.
#[test]
fn a_wire_that_is_idle_part_of_the_time_is_starved_and_a_busy_wire_is_not() {
    let starved = of("section-10-2-output", &[rate(3_000)], 400);
    assert_eq!(starved.id, "transmit_starvation", "{}", starved.sentence());
    let large = ("traffic.bytes", Value::Integer(1_518));
    let busy = after(&[rate(700), large, ("traffic.inputs", Value::Integer(2))], 400);
    assert_eq!(busy.id, "wire_full", "{}", busy.sentence());
    assert!(busy.sentence().contains("810 packets/s go out"), "the wire carries 812: {}", busy.sentence());
}

/// Where each CPU has a limit of its own, the sentence names the CPU whose limit holds input back.
#[test]
fn a_limit_names_its_cpu() {
    for (preset, whose) in [
        ("section-10-2-limit", "of the time on CPU 0, because packets may use 50 % of each CPU."),
        ("section-10-2-limit-all", "of the time, because packets may use 50 % of all CPUs together."),
        ("figure-7-1", "of the time, because packets may use 50 % of the CPU."),
    ] {
        let diagnosis = of(preset, &[rate(10_000)], 400);
        assert_eq!(diagnosis.id, "limit_inhibits", "{preset}: {}", diagnosis.sentence());
        assert!(diagnosis.sentence().contains(whose), "{preset}: {}", diagnosis.sentence());
    }
}

/// A lane's name ends with its CPU and its number; a sentence names neither, and keeps the capitals of an abbreviation.
#[test]
fn a_sentence_names_a_context_without_its_cpu() {
    let unmodified = ("polling.enabled", OFF);
    let on_two_cpus = of("section-10-2", &[unmodified, rate(12_000)], 400);
    let one_cpu = after(&[rate(12_000)], 400);
    for diagnosis in [one_cpu, on_two_cpus] {
        assert_eq!(diagnosis.id, "livelock_at_queue", "{}", diagnosis.sentence());
        let says = "The kernel network thread gets only the remaining CPU time";
        assert!(diagnosis.sentence().contains(says), "{}", diagnosis.sentence());
    }
}

/// Kernels without the polling facility, and kernels that deliver to a process, have cures of their own.
#[test]
fn kernels_without_polling_have_cures_of_their_own() {
    let nothing_lost = ["keeping_up", "batching", "shedding", "feedback_inhibits"];
    for (preset, id, label, ends) in [
        ("figure-8-1", "livelock_at_process", "Switch the circuit breaker on", &["breaker_inhibits"][..]),
        ("section-4-4-lower", "transmit_starvation", "Handle sent packets between received ones", &nothing_lost),
        ("section-4-4-after", "transmit_starvation", "Handle sent packets between received ones", &nothing_lost),
        ("section-4-4-polled", "transmit_starvation", "Handle sent packets between received ones", &nothing_lost),
        ("section-5-3", "process_starved", "Poll, and limit the packets' CPU share", &["limit_inhibits"]),
        ("figure-6-5", "losing_work", "Set a quota of 5", &nothing_lost),
        ("figure-8-3-no-feedback", "livelock_at_process", "Stop input while the queue is full", &nothing_lost),
        ("figure-8-4", "losing_work", "Check the queue after every packet", &nothing_lost),
        ("figure-8-4-no-feedback", "livelock_at_process", "Stop input while the queue is full", &["losing_work"]),
        ("section-7-1", "livelock_at_process", "Poll, and stop input while the queue is full", &["feedback_inhibits"]),
    ] {
        let ill = of(preset, &[], 400);
        let cure = ill.cure.unwrap_or_else(|| panic!("{preset}: {} has a cure", ill.id));
        assert_eq!((ill.id, &*cure.label.to_string()), (id, label), "{preset}");
        let set: Vec<_> = cure.set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let mended = of(preset, &set, 400);
        assert!(ends.contains(&mended.id), "{preset} ends as {}: {}", mended.id, mended.sentence());
    }
}

/// The unmodified kernel can limit its interrupts, and the clocked kernel has a quota: the cure offers them where they
/// help. A quota of 5 every 10 ms would deliver less than a quota of 100.
#[test]
fn cures_within_a_kernel_do_not_change_the_design() {
    let never = ("rate_limit.trigger", Value::Choice("never".into()));
    let limit = ("rate_limit.trigger", Value::Choice("queue".into()));
    let quota = |quota| ("clocked.quota", Value::Integer(quota));
    let period = |period_us| ("clocked.period_us", Value::Integer(period_us));
    for (preset, ill, mended, first, then) in [
        ("section-5-1-queue", vec![never.clone()], limit.clone(), "livelock_at_queue", "shedding"),
        ("section-5-1-queue", vec![never.clone(), rate(4_800)], limit, "losing_work", "batching"),
        (
            "section-5-2-long",
            vec![quota(100), rate(12_000), period(1_000)],
            quota(5),
            "transmit_starvation",
            "clock_limits",
        ),
    ] {
        let found = of(preset, &ill, 400);
        assert_eq!(found.id, first, "{preset}: {}", found.sentence());
        let set: Vec<_> = found.cure.expect("it has a cure").set.into_iter().collect();
        assert_eq!(set, [(mended.0.to_string(), mended.1.clone())]);
        let well = of(preset, &[ill, vec![mended]].concat(), 400);
        assert_eq!((well.id, &well.cure), (then, &None), "{preset}: {}", well.sentence());
    }
    assert_eq!(of("section-5-1-queue", &[never, rate(2_000)], 400).cure, None);
    let long = of("section-5-2-long", &[quota(100), rate(12_000)], 400).cure.expect("a shorter period");
    let set: Vec<_> = long.set.into_iter().collect();
    assert_eq!(
        set.iter().map(|(path, value)| (path.as_str(), value.clone())).collect::<Vec<_>>(),
        [period(1_000), quota(5)]
    );
}

/// The circuit breaker is offered only in livelock. Once it is on, there is no further cure.
#[test]
fn the_breaker_is_offered_in_livelock_only() {
    let found = |rate_now, breaker| of("figure-8-1", &[rate(rate_now), ("breaker.enabled", breaker)], 400);
    assert!(found(40_000, OFF).cure.is_some());
    assert_eq!((found(40_000, ON).cure, found(10_000, OFF).cure), (None, None));
}

/// "Go out" is for packets that leave on a wire; a monitor's packets "reach" a process.
#[test]
fn delivered_packets_reach_their_process() {
    let rate = [rate(2_000)];
    assert!(of("figure-8-1", &rate, 400).sentence().contains("come in and reach the monitor process"));
    assert!(of("lab", &rate, 400).sentence().contains("come in and go out"));
}

#[test]
fn a_short_window_gives_no_diagnosis() {
    assert_eq!(after(&[rate(12_000), ("polling.enabled", OFF)], 2).id, "starting");
    assert!(of("figure-7-4", &[], 3).sentence().ends_with("during the first 3.00 ms."));
}

/// No machine loses packets in its first milliseconds, so a short window without losses proves nothing.
#[test]
fn a_good_diagnosis_needs_a_long_window() {
    let early = after(&[rate(4_000)], 10);
    assert_eq!(early.id, "starting");
    assert!(early.sentence().starts_with("In the first 10 ms, "), "{}", early.sentence());
}

/// A student looks first at the moment after a knob change. Old packets are still inside then, and the counts show the
/// change, not the machine. The sentence says so and says what comes next; the diagnosis follows.
#[test]
fn a_settling_machine_gets_no_diagnosis() {
    let scenario = presets::find("lab").expect("a preset").with(&[rate(12_000)]).expect("valid settings");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let at = |session: &Session, milliseconds| session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(at(&session, 100), u64::MAX).expect("time passes");
    session.intervene(&[("polling.enabled".to_string(), ON)].into()).expect("allowed");
    for milliseconds in [101, 106, 149] {
        session.advance(at(&session, milliseconds), u64::MAX).expect("time passes");
        let diagnosis = diagnose(&session, session.head());
        assert_eq!((diagnosis.id, diagnosis.tone), ("settling", Tone::Neutral), "{}", diagnosis.sentence());
        assert!(diagnosis.sentence().contains("refused at the receive ring"), "{}", diagnosis.sentence());
    }
    session.advance(at(&session, 200), u64::MAX).expect("time passes");
    assert_eq!(diagnose(&session, session.head()).id, "shedding");
}

/// While queues fill nothing is lost yet, but the diagnosis is not good.
#[test]
fn filling_queues_give_no_good_diagnosis() {
    let slow = [rate(6_000), ("queues.ipintrq", Value::Integer(1_000))];
    assert_eq!(after(&slow, 200).id, "filling");
    let scenario = presets::find("lab").expect("the lab has its scenario");
    let mut session = Session::new(&scenario, 4 << 20).expect("a valid scenario");
    let at = |session: &Session, milliseconds| session.clock().cycles_in_milliseconds(milliseconds);
    session.advance(at(&session, 100), u64::MAX).expect("time passes");
    session.intervene(&[("traffic.rate".to_string(), Value::Integer(9_000))].into()).expect("allowed");
    session.advance(at(&session, 300), u64::MAX).expect("time passes");
    assert_eq!(diagnose(&session, session.head()).id, "livelock_at_queue");
}

/// A Linux router (S) has the same findings, with its own names and its own cure.
#[test]
fn a_linux_router_has_the_same_findings() {
    let flood = of("spanos-figure-5", &[], 400);
    assert_eq!(flood.id, "livelock_at_queue", "{}", flood.sentence());
    assert!(
        flood.sentence().contains("The softirq gets only the remaining CPU time, so the backlog overflows"),
        "{}",
        flood.sentence()
    );
    let cured: Vec<(String, Value)> = flood.cure.expect("another driver").set.into_iter().collect();
    let cured: Vec<(&str, Value)> = cured.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
    let polled = of("spanos-figure-5", &cured, 400);
    assert_eq!(polled.id, "shedding", "{}", polled.sentence());
    assert!(polled.sentence().contains("a softirq polls the rings"), "{}", polled.sentence());
    assert_eq!(of("spanos-figure-5", &[rate(24_000)], 400).id, "livelock_at_queue");
    assert_eq!(of("spanos-figure-5", &[rate(12_000)], 400).id, "keeping_up");
    assert_eq!(of("spanos-figure-5-napi", &[rate(12_000)], 400).tone, Tone::Good);
    let starved = [("programs.compute", ON)];
    assert_eq!(of("spanos-figure-5", &starved, 400).id, "livelock_at_queue");
}

/// Packets that are refused at no cost do not make a diagnosis good when hardly any accepted packet gets through.
#[test]
fn a_machine_that_delivers_nothing_gets_no_good_diagnosis() {
    let slow_switches = [rate(3_000), ("costs.thread_run", Value::Integer(360_000))];
    let cases = [
        ("figure-6-1-screend", &slow_switches[..], "switch_starved"),
        ("section-10-4-running", &[rate(1_400_000)], "softirq_starves"),
    ];
    for (scenario, changes, id) in cases {
        let found = of(scenario, changes, 400);
        assert_eq!(found.id, id, "{scenario}: {} {}", found.headline, found.sentence());
        assert_ne!(found.tone, Tone::Good, "{scenario}: {}", found.sentence());
    }
    let seldom = [rate(100), ("clocked.period_us", Value::Integer(100_000))];
    assert_eq!(of("section-5-2-long", &seldom, 60).id, "nothing_through", "a few have come, and nobody has looked");
    for (scenario, pps) in [("figure-6-1", 14_880), ("srp-figure-5-freebsd", 30_000), ("srp-figure-5", 148_800)] {
        assert_ne!(of(scenario, &[rate(pps)], 400).id, "switch_starved", "{scenario}");
    }
}

/// Sentences name the cause that this machine has: why sent packets stay in the transmit ring, or which receiver an early
/// look protects.
#[test]
fn sentences_name_the_cause() {
    let cases = [
        ("figure-6-3-no-quota", "Input goes on without a break"),
        ("section-4-4-lower", "The receiver always runs first"),
        ("section-10-2", "All CPUs send through one interface"),
        ("karp-fairness", "up to 5 packets from each of 2 interfaces"),
        ("section-10-3-frames", "which could not use them"),
        ("section-10-4-shares", "a receiver that has used up its share"),
        ("section-10-4-running", "a receiver that does not run"),
    ];
    for (scenario, cause) in cases {
        let found = of(scenario, &[], 400);
        assert!(found.sentence().contains(cause), "{scenario}: {}", found.sentence());
    }
    assert!(of("section-7", &[], 400).headline.to_string().ends_with("gets no CPU time."));
    assert!(of("figure-7-1-limit-100", &[], 30).headline.to_string().ends_with("gets hardly any CPU time."));
}

/// A receiver that the scheduler does not let run (W) gets neither a good diagnosis nor "nothing to do".
#[test]
fn packets_that_wait_for_the_cpu_are_found() {
    for (scenario, milliseconds) in [("wu-table-2-bl4", 4_000), ("wu-table-2-bl10", 4_000), ("wu-figure-9", 1_533)] {
        let found = of(scenario, &[], milliseconds);
        assert_eq!((found.id, found.tone), ("waiting_for_cpu", Tone::Bad), "{scenario}: {}", found.sentence());
        assert!(found.sentence().contains("wait inside; in 100 ms "), "{scenario}: {}", found.sentence());
    }
    let cure = of("wu-table-2-bl4", &[], 4_000).cure.expect("a better nice value").set;
    let cure: Vec<(&str, Value)> = cure.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
    let mended = of("wu-table-2-bl4", &cure, 4_000);
    assert_ne!(mended.id, "waiting_for_cpu", "{}", mended.sentence());
    assert_eq!(mended.cure, None, "its nice value is the best already");
    // the CPU is fully used here too, and every accepted packet gets through
    for (scenario, changes) in [("figure-6-3", vec![rate(12_000)]), ("wu-table-2-bl0", vec![])] {
        assert_ne!(of(scenario, &changes, 1_000).id, "waiting_for_cpu", "{scenario}");
    }
}

/// No diagnosis is good when nothing gets through, and no sentence speaks of packets that never came.
#[test]
fn sentences_do_not_mention_zero_packets() {
    for scenario in presets::all().iter().filter(|scenario| scenario.id.starts_with("wu-")) {
        for milliseconds in [50, 400, 1_200] {
            let found = of(&scenario.id, &[], milliseconds);
            assert!(!found.sentence().contains("0.00 ms"), "{}: {}", scenario.id, found.sentence());
            let none = found.sentence().contains("; 0 packets") || found.sentence().starts_with("0 packets");
            assert!(!none || found.tone != Tone::Good, "{}: {} {}", scenario.id, found.headline, found.sentence());
        }
    }
    let room = of("figure-8-3", &[], 400);
    assert!(
        room.sentence().ends_with("the receive ring has room for the packets that come in meanwhile."),
        "{}",
        room.sentence()
    );
    let answers = of("section-7-1", &[], 400);
    assert!(answers.sentence().contains("before the server threads see it"), "{}", answers.sentence());
}

#[test]
fn a_killed_process_is_found_and_has_a_cure() {
    let ill = of("wu-out-of-memory", &[], 20_000);
    assert_eq!((ill.id, ill.tone), ("killed", Tone::Bad), "{}", ill.sentence());
    assert_ne!(of("wu-out-of-memory", &[], 3_000).id, "killed", "it still lives");
    let cure: Vec<(String, Value)> = ill.cure.expect("there is a limit for TCP").set.into_iter().collect();
    let cure: Vec<(&str, Value)> = cure.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
    let well = of("wu-out-of-memory", &cure, 20_000);
    assert!(well.id != "killed" && well.cure.is_none(), "{}", well.sentence());
}

#[test]
fn a_waiting_sender_is_not_a_problem() {
    for scenario in ["wu-table-2-bl0", "wu-table-3"] {
        let found = of(scenario, &[], 3_000);
        assert_eq!((found.id, found.tone), ("sender_waits", Tone::Neutral), "{scenario}: {}", found.sentence());
        assert!(found.sentence().contains("The process has 6"), "{scenario}: {}", found.sentence());
    }
    // there is room; others have the CPU; UDP has no flow control
    for (scenario, milliseconds) in [("wu-table-2-bl0", 1_100), ("wu-table-2-bl10", 3_000), ("wu-udp-400", 3_000)] {
        let found = of(scenario, &[], milliseconds);
        assert_ne!(found.id, "sender_waits", "{scenario}: {}", found.sentence());
    }
}
