//! Selective dropping (M 10.3, 10.4) in a kernel of today: whole video frames instead of random packets, and shares for receivers.
//! M measured none of it; the expected numbers follow from the settings and from costs that are ours.

use crate::machine::Measured;

const FRAMES: &str = "selective.frames";

fn frames(policy: &str, rate: &str, packets: &str) -> Measured {
    let settings = [(FRAMES, policy), ("traffic.rate", rate), ("selective.frame_packets", packets)];
    Measured::of("section-10-3-packets", &settings, 300)
}

/// The numbers in the scenarios' texts.
#[test]
fn scattered_losses_break_every_frame_and_whole_drops_do_not() {
    let [packets, rest, whole] = ["packets", "rest", "whole"].map(|policy| frames(policy, "1000000", "8"));
    assert!((630_000.0..650_000.0).contains(&packets.read_rate()), "{}", packets.read_rate());
    assert!(packets.delivered_rate() < 0.01 * packets.offered_rate(), "{}", packets.delivered_rate());
    assert!((0.3..0.5).contains(&(rest.delivered_rate() / rest.offered_rate())), "{}", rest.delivered_rate());
    assert!((0.64..0.68).contains(&(whole.delivered_rate() / whole.offered_rate())), "{}", whole.delivered_rate());
    // the same number of packets is lost, but early, before work is spent on them
    let [scattered, early] = [&packets, &whole].map(|measured| measured.drops("frame_buffer"));
    assert!(scattered > 100_000 && early == 0, "{scattered} {early}");
    assert!(whole.wasted() * 5 < packets.wasted(), "{} {}", whole.wasted(), packets.wasted());
}

#[test]
fn frames_of_any_size_arrive_whole_at_every_overload() {
    for rate in ["800000", "1200000"] {
        for packets in ["2", "4", "32"] {
            let whole = frames("whole", rate, packets);
            assert!(whole.delivered_rate() > 640_000.0, "{rate}, {packets}: {}", whole.delivered_rate());
            assert_eq!(whole.drops("frame_buffer") + whole.refused(), 0);
            let each = whole.wasted() / whole.drops("receive_queue");
            assert_eq!(each, 450, "an early look, an early drop: 0.15 us of 3 GHz");
        }
    }
}

#[test]
fn frames_cost_an_early_look_and_lose_nothing_below_overload() {
    for policy in ["packets", "rest", "whole"] {
        let measured = frames(policy, "500000", "8");
        assert!(measured.delivered_rate() > 0.999 * measured.offered_rate(), "{policy}: {}", measured.delivered_rate());
    }
}

/// A packet that the interface refused also breaks its frame: its number is missing.
#[test]
fn a_packet_refused_by_the_ring_breaks_its_frame() {
    let settings =
        [(FRAMES, "rest"), ("queues.receive_ring", "4"), ("today.rx_frames", "4"), ("traffic.rate", "400000")];
    let measured = Measured::of("section-10-3-packets", &settings, 300);
    let refused = measured.refused();
    let early = measured.drops("receive_queue");
    assert!(refused > 1_000 && early > refused / 2, "{refused} {early}");
}

fn shares(id: &str, settings: &[(&str, &str)]) -> (Measured, f64, f64) {
    let measured = Measured::of(id, settings, 500);
    let [first, second] = ["receive_queue", "receive_queue_1"].map(|place| measured.rate_from(place));
    (measured, first, second)
}

#[test]
fn a_flooded_receiver_takes_packets_from_the_other_unless_there_are_shares() {
    let asked = |measured: &Measured| measured.offered_rate() / 10.0;
    let (without, _, modest) = shares("section-10-4-flood", &[]);
    assert!((0.62..0.72).contains(&(modest / asked(&without))), "it loses a third: {modest}");
    let (with, first, modest) = shares("section-10-4-shares", &[]);
    assert!(modest > 0.98 * asked(&with), "{modest}");
    assert!(first > 300_000.0, "the flooded receiver gets what the other leaves: {first}");
    assert!(with.refused() * 10 < without.refused(), "excess packets are thrown away early, not refused");
}

/// M 10.4: packet consumption in proportion to a predetermined allocation.
#[test]
fn receivers_take_packets_in_proportion_to_their_shares() {
    let even = ("selective.first_traffic", "50");
    let (_, first, second) = shares("section-10-4-flood", &[even]);
    assert!((0.9..1.1).contains(&(first / second)), "equal without shares: {first} {second}");
    for (share, ratio) in [("50", 1.0), ("75", 3.0)] {
        let (_, first, second) = shares("section-10-4-shares", &[even, ("selective.first_share", share)]);
        assert!((0.85 * ratio..1.15 * ratio).contains(&(first / second)), "{share}: {first} {second}");
    }
}

/// When packets pass one by one, the process with the smaller share is woken for each packet; otherwise for each batch (M 10.4:
/// fewer context switches).
#[test]
fn batches_save_switches() {
    let settings =
        |batch| [("selective.first_traffic", "50"), ("selective.first_share", "75"), ("selective.batch", batch)];
    let measured = |batch| shares("section-10-4-shares", &settings(batch));
    let ((singly, one, other), (batched, first, second)) = (measured("1"), measured("64"));
    assert!(first + second > 1.25 * (one + other), "{first} {second} {one} {other}");
    let calls = [&singly, &batched].map(|measured| measured.interrupts("call_1"));
    assert!(calls[1] < 0.25 * calls[0], "woken a second: {calls:?}");
}

#[test]
fn shares_throw_nothing_away_while_nothing_is_lost() {
    let (measured, first, second) = shares("section-10-4-shares", &[("traffic.rate", "300000")]);
    assert_eq!(measured.drops("receive_ring") + measured.drops("receive_queue") + measured.drops("receive_queue_1"), 0);
    assert!(first + second > 0.999 * measured.offered_rate());
}

fn running_first(running: &str, rate: &str, cpus: &str, receivers_cpu: &str) -> (Measured, f64, f64) {
    let settings = [
        ("selective.prefer_running", running),
        ("traffic.rate", rate),
        ("today.cpus", cpus),
        ("today.receiver_cpu", receivers_cpu),
    ];
    shares("section-10-4-running", &settings)
}

/// M 10.4: packets of currently scheduled processes first. When receivers and softirqs share a CPU, the receivers gain the time that
/// softirqs save on packets that nobody reads. A flood ends the gain: then the running receiver's packets alone fill the CPU.
#[test]
fn packets_for_the_running_receiver_first_relieve_the_softirqs_cpu() {
    for (rate, least, most) in [("450000", 1.5, 2.0), ("550000", 1.8, 2.6)] {
        let [(_, one, other), (_, first, second)] = ["false", "true"].map(|on| running_first(on, rate, "1", "0"));
        let gain = (first + second) / (one + other);
        assert!((least..most).contains(&gain), "{rate}: {one} + {other} without, {first} + {second} with it");
        assert!((0.9..1.1).contains(&(first / second)), "{rate}: {first} {second}");
    }
    let (_, first, second) = running_first("true", "1400000", "1", "0");
    assert!(first + second < 10_000.0, "livelock all the same: {first} {second}");
}

/// On a CPU of their own, the receivers read as much with the rule as without it, and as evenly. Only the place of the losses
/// and the waiting time of read packets change.
#[test]
fn packets_for_the_running_receiver_first_waste_less_and_wait_less() {
    let measured = |running| {
        let (measured, first, second) = running_first(running, "900000", "2", "1");
        assert!((0.95..1.05).contains(&(first / second)), "{running}: {first} {second}");
        measured
    };
    let (without, with) = (measured("false"), measured("true"));
    let rates = [&without, &with].map(Measured::delivered_rate);
    assert!((0.99..1.01).contains(&(rates[1] / rates[0])), "{rates:?}");
    assert!(with.wasted() * 5 < without.wasted(), "{} {}", with.wasted(), without.wasted());
    let latencies = [&without, &with].map(Measured::latency_us);
    assert!(latencies[1] < 0.6 * latencies[0], "{latencies:?}");
    // there is no thrashing to avoid: the processes hardly ever sleep, so they are hardly ever woken
    assert!([&without, &with].iter().all(|measured| measured.interrupts("call_1") < 5_000.0));
}

/// With a flooded and a modest receiver, the flood's excess packets are dropped before the ring is full.
#[test]
fn the_running_receiver_first_protects_the_other_receiver_from_a_flood() {
    let (without, ..) = shares("section-10-4-flood", &[]);
    let (with, first, modest) = shares("section-10-4-flood", &[("selective.prefer_running", "true")]);
    assert!(modest > 0.98 * with.offered_rate() / 10.0 && first > 400_000.0, "{first} {modest}");
    assert!(with.refused() * 10 < without.refused(), "{} {}", with.refused(), without.refused());
}

#[test]
fn the_running_receiver_first_throws_nothing_away_while_nothing_is_lost() {
    for (cpus, receiver, rate) in [("2", "1", "500000"), ("1", "0", "100000")] {
        let (measured, first, second) = running_first("true", rate, cpus, receiver);
        assert!(first + second > 0.999 * measured.offered_rate(), "{first} {second}");
    }
}
