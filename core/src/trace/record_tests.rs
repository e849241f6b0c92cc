//! Records that are packed and read again.

use super::*;

#[test]
fn each_part_of_an_origin_changes_alone() {
    let record = |origin: Origin| Record::new(Cycles(5), origin, Event::Ready);
    let origin = Origin::new(3, 6);
    assert_eq!((record(origin.in_context(9)).context(), record(origin.in_context(9)).level()), (9, 6));
    assert_eq!((record(origin.at_level(1)).context(), record(origin.at_level(1)).level()), (3, 1));
    let elsewhere = record(origin.on_cpu(15).in_context(9).at_level(2));
    assert_eq!((elsewhere.cpu(), elsewhere.context(), elsewhere.level()), (15, 9, 2));
}

#[test]
fn a_record_reads_back_unchanged() {
    let events = [
        Event::Run { switch: 3000 },
        Event::Interrupt { line: 7, latched: true },
        Event::Return { line: 7, to: 63 },
        Event::Block,
        Event::Ready,
        Event::Step(StepStart { step: 1023, packet: (1 << 26) - 1, depth: 15, opens: true, cycles: (1 << 23) - 1 }),
        Event::Step(StepStart { step: 0, packet: 0, depth: 0, opens: false, cycles: 0 }),
        Event::Arrive { packet: 77, place: 9, stream: 3, bytes: 1518, line: 31 },
        Event::Refuse { packet: 77, place: 9, stream: 3, bytes: 1518 },
        Event::Push { packet: 77, place: 255 },
        Event::Pop { packet: 77, place: 1, deasserts: None },
        Event::Pop { packet: 77, place: 1, deasserts: Some(0) },
        Event::Drop { packet: 77, place: 9, wasted: 0x3FFF_FFFF },
        Event::Deliver { packet: 77, place: 3, asserts: Some(31) },
        Event::Deliver { packet: 77, place: 3, asserts: None },
        Event::Line { line: 7, asserted: true, enabled: false, in_service: true },
        Event::Gate { gate: 2, on: true },
        Event::Intervention { index: 999 },
        Event::Capacity { place: 3, limit: 1000 },
        Event::Trap { rule: 20, packet: 60_000_000 },
        Event::Variable { variable: 0, value: u32::MAX },
        Event::Variable { variable: 4_000, value: 7 },
    ];
    for event in events {
        let record = Record::new(Cycles((1 << 43) - 1), Origin::new(63, 7), event);
        assert_eq!(record.event(), event);
        assert_eq!((record.time().0, record.context(), record.level()), ((1 << 43) - 1, 63, 7));
    }
}
