//! The mistakes with packets, one by one.

use super::*;
use crate::trace::topology::{HARDWARE, PlaceRow};

const RING: PlaceId = 0;
const QUEUE: PlaceId = 1;
const HANDLER: ContextId = 3;
const THREAD: ContextId = 4;

fn ownership() -> Ownership {
    let mut topology = Topology::new("test", "test", 1);
    for kind in [PlaceKind::ReceiveRing, PlaceKind::Queue] {
        topology.add_place(PlaceRow::new(kind, "", "", "", HARDWARE, 8, 1));
    }
    Ownership::new(&topology)
}

/// The packet with this number, in one of two slots.
fn packet(packet: PacketId) -> PacketHandle {
    PacketHandle { packet, slot: packet as usize % 2 }
}

fn by(context: ContextId, now: u64) -> By {
    By { context, now: Cycles(now) }
}

fn rule(result: Result<(), Breach>) -> PacketRule {
    result.expect_err("a rule is broken").rule
}

/// Packets 1 and 2 are in the handler's hand.
fn with_two() -> Ownership {
    let mut ownership = ownership();
    for number in [1, 2] {
        assert_eq!(ownership.take(packet(number), RING, by(HANDLER, 10)), Ok(()));
    }
    ownership
}

#[test]
fn a_packet_has_one_owner_after_the_other() {
    let mut ownership = with_two();
    assert_eq!(ownership.touch(packet(1), by(HANDLER, 11)), Ok(()));
    assert_eq!(ownership.put(packet(1), QUEUE, by(HANDLER, 12)), Ok(()));
    assert_eq!(ownership.owner(packet(1)), Some(Owner::Queue(QUEUE)));
    assert_eq!(ownership.take(packet(1), QUEUE, by(THREAD, 20)), Ok(()));
    assert_eq!(ownership.put(packet(1), RING, by(THREAD, 21)), Ok(()));
    assert_eq!(ownership.owner(packet(1)), Some(Owner::Device(RING)));
    assert_eq!(ownership.free(packet(2), by(HANDLER, 22)), Ok(()));
    assert_eq!([HANDLER, THREAD].map(|context| ownership.end(by(context, 30))), [Ok(()), Ok(())]);
}

#[test]
fn no_packet_can_be_used() {
    let none = PacketHandle { packet: NO_PACKET, slot: 0 };
    assert_eq!(rule(ownership().touch(none, by(HANDLER, 1))), PacketRule::NullPacket);
    assert_eq!(rule(ownership().put(none, QUEUE, by(HANDLER, 1))), PacketRule::NullPacket);
}

#[test]
fn a_packet_that_was_passed_on_is_stale() {
    let mut ownership = with_two();
    ownership.put(packet(1), QUEUE, by(HANDLER, 14)).expect("it has the packet");
    let breach = ownership.touch(packet(1), by(HANDLER, 17)).expect_err("it is the queue's");
    let owner = Some(Owner::Queue(QUEUE));
    let since = Cycles(14);
    let rule = PacketRule::StalePacket;
    assert_eq!(breach, Breach { rule, packet: 1, context: HANDLER, owner, since, given_by: HANDLER });
}

#[test]
fn a_packet_in_another_ones_hand_is_stale() {
    assert_eq!(rule(with_two().touch(packet(1), by(THREAD, 12))), PacketRule::StalePacket);
}

#[test]
fn a_packet_cannot_be_put_into_two_places() {
    let mut ownership = with_two();
    ownership.put(packet(1), QUEUE, by(HANDLER, 14)).expect("it has the packet");
    assert_eq!(rule(ownership.put(packet(1), RING, by(HANDLER, 15))), PacketRule::InTwoPlaces);
    assert_eq!(rule(ownership.free(packet(1), by(HANDLER, 16))), PacketRule::InTwoPlaces);
    assert_eq!(rule(ownership.take(packet(1), RING, by(THREAD, 17))), PacketRule::InTwoPlaces);
}

#[test]
fn a_handler_that_returns_with_a_packet_loses_it() {
    let mut ownership = with_two();
    ownership.put(packet(1), QUEUE, by(HANDLER, 14)).expect("it has the packet");
    let breach = ownership.end(by(HANDLER, 20)).expect_err("it has packet 2");
    assert_eq!((breach.rule, breach.packet, breach.since), (PacketRule::PacketLost, 2, Cycles(10)));
    assert_eq!(ownership.end(by(THREAD, 20)), Ok(()), "a thread that has none loses none");
}

#[test]
fn a_packet_is_freed_once() {
    let mut ownership = with_two();
    ownership.free(packet(1), by(HANDLER, 14)).expect("it has the packet");
    assert_eq!(rule(ownership.free(packet(1), by(HANDLER, 15))), PacketRule::FreedTwice);
    assert_eq!(rule(ownership.put(packet(1), QUEUE, by(HANDLER, 16))), PacketRule::StalePacket);
}

#[test]
fn a_packet_in_a_ring_is_the_interfaces() {
    let mut ownership = with_two();
    ownership.put(packet(1), RING, by(HANDLER, 14)).expect("it has the packet");
    assert_eq!(rule(ownership.touch(packet(1), by(HANDLER, 15))), PacketRule::OwnedByDevice);
}

#[test]
fn the_next_packet_in_a_slot_is_another_one() {
    let mut ownership = with_two();
    ownership.free(packet(1), by(HANDLER, 14)).expect("it has the packet");
    ownership.take(packet(3), RING, by(HANDLER, 20)).expect("a new packet in the same slot");
    let breach = ownership.touch(packet(1), by(HANDLER, 21)).expect_err("it left long ago");
    assert_eq!((breach.rule, breach.owner), (PacketRule::StalePacket, None));
    assert_eq!(ownership.touch(packet(3), by(HANDLER, 22)), Ok(()));
}
