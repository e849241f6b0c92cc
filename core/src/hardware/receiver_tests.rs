//! Facts about a line that software acknowledges and about descriptors that software gives back.

use super::{Causes, Trigger};
use crate::cpu::{Host, Packet};
use crate::hardware::Receiver;
use crate::hardware::small_machine::{Code, Interface, SmallMachine, cycles};
use crate::trace::{Event, PacketId};
use crate::units::Cycles;
use std::ops::Range;
use std::rc::Rc;

const END: Cycles = Cycles(2_000);
/// When the first packet comes.
const FIRST: u64 = 100;
const NO_TIMES: [u64; 0] = [];

/// A receive handler takes some steps in this order; each takes ten cycles.
#[derive(Clone, Copy)]
enum Act {
    Acknowledge,
    /// Looks until the ring is empty.
    DrainRing,
    TakeOne,
    GiveBack,
}

use Act::{Acknowledge, DrainRing, GiveBack, TakeOne};

async fn take_one(host: &Host, receiver: &Receiver) -> bool {
    let Some(packet) = receiver.take() else { return false };
    host.work(cycles(10), packet).await;
    host.packet_dropped(packet, receiver.ring.place);
    true
}

async fn act(host: &Host, receiver: &Receiver, act: Act) {
    match act {
        Acknowledge => {
            host.work(cycles(10), Packet::NONE).await;
            receiver.acknowledge_all();
        }
        DrainRing => {
            host.work(cycles(10), Packet::NONE).await;
            while take_one(host, receiver).await {}
        }
        TakeOne => {
            take_one(host, receiver).await;
        }
        GiveBack => {
            receiver.give_back();
        }
    }
}

fn handler(acts: &'static [Act]) -> Code {
    Box::new(move |host: Rc<Host>, receiver: Rc<Receiver>| {
        Box::pin(async move {
            loop {
                host.next_interrupt().await;
                for step in acts {
                    act(&host, &receiver, *step).await;
                }
                host.work(cycles(10), Packet::NONE).await;
            }
        })
    })
}

fn run(trigger: Trigger, gives_back: bool, ring: usize, acts: &'static [Act], arrivals: &[u64]) -> SmallMachine {
    let mut machine = SmallMachine::new(Interface { ring, trigger, gives_back }, arrivals, handler(acts), Vec::new());
    machine.executor.run_until(END).expect("time passes");
    machine
}

/// When each packet was taken from the ring.
fn taken(machine: &SmallMachine) -> Vec<(PacketId, u64)> {
    let pops = machine.records().into_iter().filter_map(|record| match record.event() {
        Event::Pop { packet, .. } => Some((packet, record.time().0)),
        _ => None,
    });
    pops.collect()
}

fn interrupts(machine: &SmallMachine) -> usize {
    let taken = |record: &crate::trace::Record| matches!(record.event(), Event::Interrupt { .. });
    machine.records().iter().filter(|record| taken(record)).count()
}

/// The cycles at which a second packet waits until the run ends, because nothing interrupts for it any more.
fn lost_arrivals(trigger: Trigger, acts: &'static [Act]) -> Vec<u64> {
    let sweep: Range<u64> = FIRST..FIRST + 60;
    let waits = |second: &u64| !run(trigger, false, 8, acts, &[FIRST, *second]).receiver.ring.is_empty();
    sweep.filter(waits).collect()
}

#[test]
fn a_packet_between_the_last_look_and_the_acknowledgement_waits() {
    // the handler looks for the last time 20 cycles after the first packet, and acknowledges 10 cycles later
    let window: Vec<u64> = (FIRST + 21..=FIRST + 30).collect();
    assert_eq!(lost_arrivals(Trigger::Acknowledged, &[DrainRing, Acknowledge]), window);
}

#[test]
fn the_next_arrival_brings_a_packet_that_waits() {
    let arrivals = [FIRST, FIRST + 25, FIRST + 500];
    let machine = run(Trigger::Acknowledged, false, 8, &[DrainRing, Acknowledge], &arrivals);
    assert_eq!(taken(&machine), [(1, FIRST + 10), (2, FIRST + 510), (3, FIRST + 520)]);
}

#[test]
fn an_acknowledgement_before_the_look_loses_no_packet() {
    assert_eq!(lost_arrivals(Trigger::Acknowledged, &[Acknowledge, DrainRing]), NO_TIMES);
}

#[test]
fn a_line_that_follows_the_ring_hides_the_mistake() {
    for trigger in [Trigger::Level, Trigger::Latched] {
        assert_eq!(lost_arrivals(trigger, &[DrainRing, Acknowledge]), NO_TIMES);
    }
}

#[test]
fn one_packet_an_interrupt_leaves_packets_behind() {
    let burst = [FIRST, FIRST + 1, FIRST + 2];
    let left = |trigger| run(trigger, false, 8, &[Acknowledge, TakeOne], &burst).receiver.ring.length();
    // the two packets of the burst that come before the acknowledgement have one interrupt with the first
    assert_eq!([Trigger::Level, Trigger::Acknowledged].map(left), [0, 2]);
}

#[test]
fn a_cause_that_nobody_acknowledges_interrupts_again_and_again() {
    let machine = run(Trigger::Acknowledged, false, 8, &[DrainRing], &[FIRST]);
    assert!(interrupts(&machine) > 50, "{} interrupts for one packet", interrupts(&machine));
    assert_eq!(machine.receiver.causes(), Causes { received: true, missed: false });
}

#[test]
fn a_ring_whose_descriptors_are_not_given_back_starves() {
    let arrivals: Vec<u64> = (1..=10).map(|number| number * FIRST).collect();
    let left = |acts| {
        let machine = run(Trigger::Level, true, 4, acts, &arrivals);
        (taken(&machine).len(), machine.receiver.held())
    };
    assert_eq!(left(&[TakeOne]), (4, 4), "the interface has no descriptor for the fifth packet");
    assert_eq!(left(&[TakeOne, GiveBack]), (10, 0));
}

#[test]
fn a_descriptor_is_no_room_between_the_read_and_its_return() {
    // all four descriptors are full; the handler reads the first at 106 and holds it until 116
    let refused = |gives_back, late: u64| {
        let arrivals = [96, 97, 98, 99, late];
        let acts = &[Acknowledge, TakeOne, GiveBack];
        let machine = run(Trigger::Latched, gives_back, 4, acts, &arrivals);
        let refusals = machine.records().into_iter().filter(|record| matches!(record.event(), Event::Refuse { .. }));
        refusals.map(|record| record.time().0).collect::<Vec<u64>>()
    };
    assert_eq!(refused(false, 115), NO_TIMES, "free as soon as it is read");
    assert_eq!(refused(true, 115), [115]);
    assert_eq!(refused(true, 117), NO_TIMES);
}

#[test]
fn only_a_descriptor_that_was_read_can_be_given_back() {
    let machine = run(Trigger::Level, true, 4, &[], &[]);
    assert!(!machine.receiver.give_back(), "the interface has all of them");
    assert_eq!((machine.receiver.held(), machine.receiver.ring.limit()), (0, 4));
    let one = run(Trigger::Level, true, 4, &[TakeOne], &[FIRST]);
    assert_eq!([one.receiver.give_back(), one.receiver.give_back()], [true, false]);
    assert!(
        run(Trigger::Level, false, 4, &[], &[]).receiver.give_back(),
        "without the option nothing has to be given back"
    );
}

#[test]
fn a_missed_packet_is_a_cause_of_its_own() {
    let machine = run(Trigger::Acknowledged, true, 1, &[Acknowledge, TakeOne], &[FIRST, FIRST + 200, FIRST + 400]);
    assert_eq!(interrupts(&machine), 3, "a refused packet interrupts, too");
    let receiver = &machine.receiver;
    receiver.reassert_line();
    assert_eq!(receiver.causes(), Causes::default());
    let full = run(Trigger::Acknowledged, true, 1, &[], &[FIRST, FIRST + 200]);
    let seen = Causes { received: true, missed: false };
    full.receiver.acknowledge(seen);
    assert_eq!(full.receiver.causes(), Causes { received: false, missed: true });
    assert!(full.line_is_asserted(), "one cause is left");
}
