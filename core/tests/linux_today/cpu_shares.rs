//! Linux today: how softirqs, ksoftirqd, a NAPI thread and the receiver share the CPU, and the limits of each. This is beyond the
//! papers: the expected numbers follow from the settings.

use crate::machine::{Measured, follow, row_of, step_of};
use livelock_core::scenario::Step;
use livelock_core::trace::{Event, Record};

/// Number of the softirq's line.
const NET_RX: u8 = 3;

const FLOOD: (&str, &str) = ("traffic.rate", "1200000");

#[test]
fn softirqs_starve_the_receiver_of_their_cpu() {
    let measured = Measured::of("today-softirq", &[], 300);
    assert!(measured.delivered_rate() < 0.01 * measured.offered_rate(), "{}", measured.delivered_rate());
    assert!(measured.share("softirq") > 0.98 && measured.share("receiver") < 0.01);
    // even before softirqs fill the CPU: polling ends when the ring is empty, and the next packet interrupts again
    for (rate, least, most) in [("200000", 0.999, 1.0), ("400000", 0.3, 0.5), ("600000", 0.05, 0.12)] {
        let measured = Measured::of("today-softirq", &[("traffic.rate", rate)], 300);
        let part = measured.delivered_rate() / measured.offered_rate();
        assert!((least..=most).contains(&part), "{rate}: {part}");
    }
}

/// Polling in a process gets a fair share of the CPU and no more. The receiver's half is enough for 333,000 packets/s at most.
#[test]
fn polling_in_a_process_leaves_the_receiver_its_share() {
    for (id, poller) in [("today-ksoftirqd", "ksoftirqd"), ("today-threaded", "napi_0")] {
        let measured = Measured::of(id, &[FLOOD], 300);
        assert!((0.42..0.58).contains(&measured.share(poller)), "{id}: {}", measured.share(poller));
        assert!((0.42..0.58).contains(&measured.share("receiver")), "{id}: {}", measured.share("receiver"));
        assert!((250_000.0..333_334.0).contains(&measured.delivered_rate()), "{id}: {}", measured.delivered_rate());
    }
}

/// Under the same flood and softirqs, the receiver starves on their CPU; on another CPU it reads as much as a CPU can.
#[test]
fn the_receiver_starves_only_on_the_softirqs_cpu() {
    let (same, other) = (Measured::of("today-same-cpu", &[], 300), Measured::of("today-other-cpu", &[], 300));
    assert!(same.delivered_rate() < 0.01 * same.offered_rate(), "{}", same.delivered_rate());
    assert!(same.share("idle_1") > 0.99);
    let calls_only = 1e9 / 1_500.0;
    assert!((0.97 * calls_only..calls_only).contains(&other.delivered_rate()), "{}", other.delivered_rate());
    // moving the interrupts helps as much as moving the receiver
    let moved = Measured::of("today-same-cpu", &[("today.irq_cpu", "1")], 300);
    assert!((0.97 * calls_only..calls_only).contains(&moved.delivered_rate()), "{}", moved.delivered_rate());
    // at a rate that two CPUs can serve, nothing is lost; waking the receiver needs an interprocessor interrupt
    let light = [("traffic.rate", "50000")];
    let other = Measured::of("today-other-cpu", &light, 300);
    assert!(other.delivered_rate() > 0.999 * other.offered_rate());
    assert!(other.interrupts("call_1") > 40_000.0, "{}", other.interrupts("call_1"));
    assert_eq!(Measured::of("today-same-cpu", &light, 300).interrupts("call_1"), 0.0);
}

/// Two queues interrupt two CPUs. Softirqs run on both, and the receiver gets the remaining time of one.
#[test]
fn queues_interrupt_one_cpu_each() {
    let settings = [("today.queues", "2"), ("today.flows", "64"), ("traffic.rate", "200000")];
    let measured = Measured::of("today-other-cpu", &settings, 300);
    assert!(measured.share("softirq") > 0.05 && measured.share("softirq_1") > 0.05);
    assert!(measured.delivered_rate() > 0.99 * measured.offered_rate(), "{}", measured.delivered_rate());
}

/// Softirqs leave work to ksoftirqd only when they do not finish in time; at half of that rate ksoftirqd does not help.
#[test]
fn ksoftirqd_helps_only_against_a_real_flood() {
    let half = [("traffic.rate", "500000")];
    let (softirq, ksoftirqd) = (Measured::of("today-softirq", &half, 200), Measured::of("today-ksoftirqd", &half, 200));
    assert_eq!(softirq.delivered, ksoftirqd.delivered);
    let threaded = Measured::of("today-threaded", &half, 200);
    assert!(threaded.delivered > 3 * softirq.delivered, "{} {}", threaded.delivered, softirq.delivered);
}

#[test]
fn three_processes_get_a_third_each() {
    let measured = Measured::of("today-threaded", &[FLOOD, ("programs.compute", "true")], 600);
    for context in ["napi_0", "receiver", "user"] {
        assert!((0.25..0.42).contains(&measured.share(context)), "{context}: {}", measured.share(context));
    }
}

/// One run of net_rx_action polls each queue once, at most `weight` packets, until its budget of packets or time is used up.
#[test]
fn a_run_ends_with_its_budget() {
    for (settings, packets_max) in [
        (vec![FLOOD], 256..=256),
        (vec![FLOOD, ("today.queues", "1")], 64..=64),
        (vec![FLOOD, ("today.weight", "16")], 64..=64),
        // the budget is checked after each poll, so a run may exceed it by 63
        (vec![FLOOD, ("today.budget", "100")], 100..=163),
        // 100 us are 105 packets
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

/// A softirq ends after ten rounds, or after 2 ms and the current round.
#[test]
fn a_softirq_ends_in_time() {
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

/// All packets of a flow go to one queue, and many flows use all queues.
#[test]
fn each_flow_goes_to_one_queue() {
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
