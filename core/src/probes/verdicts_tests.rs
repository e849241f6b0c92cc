//! Machines that sleep beside work or leave a wire idle, and kernels that do not.

use super::*;
use crate::cpu::{Host, Packet, Software};
use crate::hardware::Receiver;
use crate::hardware::small_machine::{Interface, SmallMachine, cycles};
use crate::scenario::{Trigger, Value, presets};
use crate::session::Session;
use std::rc::Rc;

const MILLISECONDS: u64 = 300;

/// The first part of a run.
fn preset(id: &str, settings: &[(&str, Value)]) -> Session {
    let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
    let mut session = Session::new(&scenario, 64 << 20).expect("a valid scenario");
    let end = session.clock().cycles_in_milliseconds(MILLISECONDS);
    session.advance(end, u64::MAX).expect("time passes");
    session
}

type Find<T> = fn(&Topology, VisibleState, Vec<Record>, Cycles) -> Vec<T>;

fn verdicts<T>(session: &Session, find: Find<T>, milliseconds: u64) -> Vec<T> {
    let recorder = session.recorder();
    let mut records = Vec::new();
    recorder.scan(0, |record| {
        records.push(record);
        true
    });
    let longer_than = session.clock().cycles_in_milliseconds(milliseconds);
    find(session.topology(), recorder.state_before(recorder.first()), records, longer_than)
}

fn asleep(session: &Session, milliseconds: u64) -> Vec<Asleep> {
    verdicts(session, asleep_beside_work, milliseconds)
}

fn idle_wires(session: &Session, milliseconds: u64) -> Vec<WireIdle> {
    verdicts(session, wire_idle, milliseconds)
}

fn place(session: &Session, place: PlaceId) -> &str {
    &session.topology().places[usize::from(place)].id
}

/// A handler that acknowledges after its last look leaves a packet that came in between.
#[test]
fn a_driver_that_acknowledges_too_late_sleeps_beside_its_ring() {
    let interface = Interface { ring: 8, trigger: Trigger::Acknowledged, gives_back: false };
    let handler = |host: Rc<Host>, receiver: Rc<Receiver>| -> Software {
        Box::pin(async move {
            loop {
                host.next_interrupt().await;
                while let Some(packet) = receiver.take() {
                    host.work(cycles(10), packet).await;
                    host.packet_dropped(packet, receiver.ring.place);
                }
                host.work(cycles(10), Packet::NONE).await;
                receiver.acknowledge_all();
            }
        })
    };
    let found = |second: u64| {
        let mut machine = SmallMachine::new(interface, &[100, second, 5_000], Box::new(handler), Vec::new());
        machine.executor.run_until(Cycles(6_000)).expect("time passes");
        let start = machine.host.recorder.state_before(0);
        asleep_beside_work(&machine.topology, start, machine.records(), Cycles(1_000))
    };
    assert_eq!(found(105), [], "before the last look");
    let (until, idle) = (Cycles(5_000), Cycles(5_000 - 120)); // the next arrival brings both
    assert_eq!(found(115), [Asleep { place: 0, packets: 2, from: Cycles(115), until, idle }]);
    assert_eq!(found(125), [], "after the acknowledgement");
}

/// A handler that never gives a descriptor back has read all four after the fourth packet.
#[test]
fn a_driver_that_keeps_the_descriptors_starves_its_ring() {
    let interface = Interface { ring: 4, trigger: Trigger::Level, gives_back: true };
    let run = |gives_back: bool| {
        let handler = move |host: Rc<Host>, receiver: Rc<Receiver>| -> Software {
            Box::pin(async move {
                loop {
                    host.next_interrupt().await;
                    let packet = receiver.take().expect("a packet has interrupted");
                    host.work(cycles(10), packet).await;
                    host.packet_dropped(packet, receiver.ring.place);
                    if gives_back {
                        receiver.give_back();
                    }
                }
            })
        };
        let arrivals: Vec<u64> = (1..10).map(|number| number * 100).collect();
        let mut machine = SmallMachine::new(interface, &arrivals, Box::new(handler), Vec::new());
        machine.executor.run_until(Cycles(1_000)).expect("time passes");
        let start = machine.host.recorder.state_before(0);
        ring_starved(&machine.topology, start, machine.records(), Cycles(100))
    };
    assert_eq!(run(true), []);
    assert_eq!(run(false), [RingStarved { ring: 0, from: Cycles(400), until: Cycles(900) }]);
}

#[test]
fn a_hung_process_sleeps_beside_its_queue() {
    let hangs = [("programs.hangs", Value::Choice("screend".to_string())), ("traffic.rate", Value::Integer(500))];
    let session = preset("figure-6-4", &hangs);
    let [Asleep { place: queue, packets, .. }] = asleep(&session, 20)[..] else { panic!("one queue") };
    assert_eq!((place(&session, queue), packets), ("screen_queue", 32));
}

#[test]
fn a_kernel_that_looks_by_a_timer_sleeps_no_longer_than_its_period() {
    let off = ("programs.compute", Value::Switch(false));
    let period = ("clocked.period_us", Value::Integer(5_000));
    let session = preset("section-5-2-short", &[off, period, ("traffic.rate", Value::Integer(500))]);
    assert_ne!(asleep(&session, 2), [], "packets wait for the next look");
    assert_eq!(asleep(&session, 5), []);
}

#[test]
fn a_driver_that_does_not_reclaim_leaves_the_wire_idle() {
    let session = preset("section-4-4-lower", &[]);
    let [WireIdle { ring, sent, waiting, from, until }] = idle_wires(&session, 100)[..] else { panic!("one wire") };
    assert_eq!(
        (place(&session, ring), sent, waiting),
        ("transmit_ring", 1, 50),
        "a full queue waits behind one packet"
    );
    assert!(until - from > session.clock().cycles_in_milliseconds(MILLISECONDS - 10), "for nearly the whole run");
}

#[test]
fn without_a_quota_the_ring_is_full_of_sent_packets() {
    let session = preset("figure-6-3-no-quota", &[]);
    let [WireIdle { sent, .. }] = idle_wires(&session, 100)[..] else { panic!("one wire") };
    assert_eq!(sent, 16);
}

#[test]
fn kernels_that_neither_hang_nor_starve_have_no_verdict() {
    for id in ["lab", "figure-6-1", "figure-6-3", "figure-6-4", "section-5-2-long", "section-9-1", "srp-figure-5"] {
        let session = preset(id, &[]);
        assert_eq!((asleep(&session, 20), idle_wires(&session, 20)), (Vec::new(), Vec::new()), "{id}");
    }
}
