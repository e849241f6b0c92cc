//! Selective dropping (M 10.3, 10.4) in a kernel of today: whole frames instead of random packets, and shares of receivers.
//! Nothing of it was measured by M; what is expected follows from the settings and from costs that are ours.

mod today_machine;

use today_machine::Seen;

const FRAMES: &str = "selective.frames";

fn frames(policy: &str, rate: &str, packets: &str) -> Seen {
    let settings = [(FRAMES, policy), ("traffic.rate", rate), ("selective.frame_packets", packets)];
    Seen::of("section-10-3-packets", &settings, 300)
}

/// What the descriptions of the scenarios say.
#[test]
fn scattered_losses_spoil_every_frame_and_whole_ones_spare_the_others() {
    let [packets, rest, whole] = ["packets", "rest", "whole"].map(|policy| frames(policy, "1000000", "8"));
    assert!((630_000.0..650_000.0).contains(&packets.read_rate()), "{}", packets.read_rate());
    assert!(packets.delivered_rate() < 0.01 * packets.offered_rate(), "{}", packets.delivered_rate());
    assert!((0.3..0.5).contains(&(rest.delivered_rate() / rest.offered_rate())), "{}", rest.delivered_rate());
    assert!((0.64..0.68).contains(&(whole.delivered_rate() / whole.offered_rate())), "{}", whole.delivered_rate());
    // as much is lost in all, but before work is spent on it and not in the process
    let [scattered, early] = [&packets, &whole].map(|seen| seen.drops("frame_buffer"));
    assert!(scattered > 100_000 && early == 0, "{scattered} {early}");
    assert!(whole.wasted() * 5 < packets.wasted(), "{} {}", whole.wasted(), packets.wasted());
}

#[test]
fn frames_of_any_size_come_whole_at_every_overload() {
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
        let seen = frames(policy, "500000", "8");
        assert!(seen.delivered_rate() > 0.999 * seen.offered_rate(), "{policy}: {}", seen.delivered_rate());
    }
}

/// A packet that the interface refused spoils its frame, too: no software has seen it, its number is missing.
#[test]
fn a_gap_from_the_ring_ends_its_frame() {
    let settings =
        [(FRAMES, "rest"), ("queues.receive_ring", "4"), ("today.rx_frames", "4"), ("traffic.rate", "400000")];
    let seen = Seen::of("section-10-3-packets", &settings, 300);
    let refused = seen.refused();
    let early = seen.drops("receive_queue");
    assert!(refused > 1_000 && early > refused / 2, "{refused} {early}");
}

fn shares(id: &str, settings: &[(&str, &str)]) -> (Seen, f64, f64) {
    let seen = Seen::of(id, settings, 500);
    let [first, second] = ["receive_queue", "receive_queue_1"].map(|place| seen.rate_from(place));
    (seen, first, second)
}

#[test]
fn a_flooded_receiver_takes_packets_from_the_other_unless_there_are_shares() {
    let asked = |seen: &Seen| seen.offered_rate() / 10.0;
    let (without, _, modest) = shares("section-10-4-flood", &[]);
    assert!((0.62..0.72).contains(&(modest / asked(&without))), "it loses a third: {modest}");
    let (with, first, modest) = shares("section-10-4-shares", &[]);
    assert!(modest > 0.98 * asked(&with), "{modest}");
    assert!(first > 300_000.0, "what the other does not ask for is the flooded one's: {first}");
    assert!(with.refused() * 10 < without.refused(), "what is too much is seen, and thrown away early");
}

/// Packet consumption in proportion to a predetermined allocation.
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

/// Let through one by one the process with the smaller share is woken for each packet; in batches for each batch (M 10.4:
/// fewer context switches).
#[test]
fn batches_save_switches() {
    let settings =
        |batch| [("selective.first_traffic", "50"), ("selective.first_share", "75"), ("selective.batch", batch)];
    let seen = |batch| shares("section-10-4-shares", &settings(batch));
    let ((singly, one, other), (batched, first, second)) = (seen("1"), seen("64"));
    assert!(first + second > 1.25 * (one + other), "{first} {second} {one} {other}");
    let calls = [&singly, &batched].map(|seen| seen.interrupts("call_1"));
    assert!(calls[1] < 0.25 * calls[0], "woken a second: {calls:?}");
}

#[test]
fn shares_throw_nothing_away_while_nothing_is_lost() {
    let (seen, first, second) = shares("section-10-4-shares", &[("traffic.rate", "300000")]);
    assert_eq!(seen.drops("receive_ring") + seen.drops("receive_queue") + seen.drops("receive_queue_1"), 0);
    assert!(first + second > 0.999 * seen.offered_rate());
}
