//! Linux today: who gets the CPU when software interrupts, ksoftirqd, a thread of NAPI and the receiver want it, and the
//! limits of each. Beyond the papers: what is expected follows from the settings.

mod today_machine;

use livelock_core::scenario::Step;
use livelock_core::trace::{Event, Record};
use today_machine::{Seen, follow, row_of, step_of};

/// Number of the software interrupt's line.
const NET_RX: u8 = 3;

const FLOOD: (&str, &str) = ("traffic.rate", "1200000");

#[test]
fn softirqs_starve_the_receiver_of_their_cpu() {
    let seen = Seen::of("today-softirq", &[], 300);
    assert!(seen.delivered_rate() < 0.01 * seen.offered_rate(), "{}", seen.delivered_rate());
    assert!(seen.share("softirq") > 0.98 && seen.share("receiver") < 0.01);
    // before they take everything, too: polling ends with each ring, and the next packet interrupts again
    for (rate, least, most) in [("200000", 0.999, 1.0), ("400000", 0.3, 0.5), ("600000", 0.05, 0.12)] {
        let seen = Seen::of("today-softirq", &[("traffic.rate", rate)], 300);
        let part = seen.delivered_rate() / seen.offered_rate();
        assert!((least..=most).contains(&part), "{rate}: {part}");
    }
}

/// As a process the polling has a fair share and no more: the receiver's half is enough for 333,000 packets/s at most.
#[test]
fn what_polls_as_a_process_leaves_the_receiver_its_share() {
    for (id, poller) in [("today-ksoftirqd", "ksoftirqd"), ("today-threaded", "napi_0")] {
        let seen = Seen::of(id, &[FLOOD], 300);
        assert!((0.42..0.58).contains(&seen.share(poller)), "{id}: {}", seen.share(poller));
        assert!((0.42..0.58).contains(&seen.share("receiver")), "{id}: {}", seen.share("receiver"));
        assert!((250_000.0..333_334.0).contains(&seen.delivered_rate()), "{id}: {}", seen.delivered_rate());
    }
}

/// The same flood, the same softirqs: on their CPU the receiver starves, on another one it reads what a CPU can.
#[test]
fn the_receiver_starves_on_the_softirqs_cpu_and_on_another_it_does_not() {
    let (same, other) = (Seen::of("today-same-cpu", &[], 300), Seen::of("today-other-cpu", &[], 300));
    assert!(same.delivered_rate() < 0.01 * same.offered_rate(), "{}", same.delivered_rate());
    assert!(same.share("idle_1") > 0.99);
    let calls_only = 1e9 / 1_500.0;
    assert!((0.97 * calls_only..calls_only).contains(&other.delivered_rate()), "{}", other.delivered_rate());
    // it does not matter which of the two moves
    let moved = Seen::of("today-same-cpu", &[("today.irq_cpu", "1")], 300);
    assert!((0.97 * calls_only..calls_only).contains(&moved.delivered_rate()), "{}", moved.delivered_rate());
    // at a rate that two CPUs can serve nothing is lost; waking the receiver takes a call
    let light = [("traffic.rate", "50000")];
    let other = Seen::of("today-other-cpu", &light, 300);
    assert!(other.delivered_rate() > 0.999 * other.offered_rate());
    assert!(other.interrupts("call_1") > 40_000.0, "{}", other.interrupts("call_1"));
    assert_eq!(Seen::of("today-same-cpu", &light, 300).interrupts("call_1"), 0.0);
}

/// Two queues, two CPUs: softirqs of both, and the receiver on one of them has what is left.
#[test]
fn queues_interrupt_one_cpu_each() {
    let settings = [("today.queues", "2"), ("today.flows", "64"), ("traffic.rate", "200000")];
    let seen = Seen::of("today-other-cpu", &settings, 300);
    assert!(seen.share("softirq") > 0.05 && seen.share("softirq_1") > 0.05);
    assert!(seen.delivered_rate() > 0.99 * seen.offered_rate(), "{}", seen.delivered_rate());
}

/// ksoftirqd is asked only when softirqs do not finish in time: at half the rate that takes, it does not help.
#[test]
fn ksoftirqd_helps_only_against_a_real_flood() {
    let half = [("traffic.rate", "500000")];
    let (softirq, ksoftirqd) = (Seen::of("today-softirq", &half, 200), Seen::of("today-ksoftirqd", &half, 200));
    assert_eq!(softirq.delivered, ksoftirqd.delivered);
    let threaded = Seen::of("today-threaded", &half, 200);
    assert!(threaded.delivered > 3 * softirq.delivered, "{} {}", threaded.delivered, softirq.delivered);
}

#[test]
fn three_processes_have_a_third_each() {
    let seen = Seen::of("today-threaded", &[FLOOD, ("programs.compute", "true")], 600);
    for context in ["napi_0", "receiver", "user"] {
        assert!((0.25..0.42).contains(&seen.share(context)), "{context}: {}", seen.share(context));
    }
}

/// One run of net_rx_action polls each queue once, `weight` packets at most, until its budget of packets or time is used up.
#[test]
fn a_run_ends_with_its_budget() {
    for (settings, packets_max) in [
        (vec![FLOOD], 256..=256),
        (vec![FLOOD, ("today.queues", "1")], 64..=64),
        (vec![FLOOD, ("today.weight", "16")], 64..=64),
        // it is looked at after each poll, which may pass it by 63
        (vec![FLOOD, ("today.budget", "100")], 100..=163),
        // of 100 us, or 105 packets
        (vec![FLOOD, ("today.budget_us", "100")], 105..=169),
    ] {
        let mut runs: Vec<u64> = Vec::new();
        follow("today-queues", &settings, 60, |record| match step_of(record) {
            Some(Step::NetRxAction) => runs.push(0),
            Some(Step::RxClean) => *runs.last_mut().expect("only softirqs poll here") += 1,
            _ => {}
        });
        let most = runs.iter().max().expect("softirqs have run");
        assert!(packets_max.contains(most), "{settings:?}: {most}");
    }
}

/// A software interrupt ends after ten rounds, or after 2 ms and the round that it is in.
#[test]
fn a_software_interrupt_ends_in_time() {
    let longest = |settings: &[(&str, &str)]| {
        let (mut begun, mut rounds, mut most, mut longest) = (None, 0, 0, 0);
        let machine = follow("today-softirq", settings, 100, |record| match (record.event(), step_of(record)) {
            (Event::Interrupt { line: NET_RX, .. }, _) => (begun, rounds) = (Some(record.time().0), 0),
            (Event::Return { line: NET_RX, .. }, _) => {
                longest = longest.max(record.time().0 - begun.take().expect("it has begun"));
                most = most.max(rounds);
            }
            (_, Some(Step::DoSoftirq)) => rounds += 1,
            _ => {}
        });
        assert_eq!(machine.topology.lines[usize::from(NET_RX)].id, "net_rx");
        (longest as f64 / machine.topology.clock_hz as f64 * 1e3, most)
    };
    let (milliseconds, rounds) = longest(&[FLOOD]);
    assert!((0.6..0.8).contains(&milliseconds) && rounds == 10, "{milliseconds} ms, {rounds} rounds");
    let (milliseconds, rounds) = longest(&[FLOOD, ("today.weight", "512"), ("today.budget", "1000")]);
    assert!((2.0..2.6).contains(&milliseconds) && rounds < 10, "{milliseconds} ms, {rounds} rounds");
}

/// A flow's packets all go to one queue, and many flows use all of them.
#[test]
fn a_flow_has_its_queue() {
    let mut queue_of = [None; 32];
    let machine = follow("today-queues", &[], 20, |record: Record| {
        if let Event::Arrive { stream, place, .. } = record.event() {
            let known = queue_of[usize::from(stream)].get_or_insert(place);
            assert_eq!(*known, place, "flow {stream}");
        }
    });
    for ring in ["receive_ring_0", "receive_ring_1", "receive_ring_2", "receive_ring_3"] {
        let place = row_of(&machine, ring);
        assert!(queue_of.contains(&Some(place)), "no flow goes to {ring}");
    }
}
