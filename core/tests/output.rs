//! The rules that inhibit input (M 6.6.1, M 7) never stop output, and every process gets its turn.

use livelock_core::experiment::run_trial;
use livelock_core::machine::{Machine, Tracing};
use livelock_core::ordered::ordered_map;
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::{Cycles, Hertz};

const ON: Value = Value::Switch(true);
const OFF: Value = Value::Switch(false);

fn scenario(id: &str, settings: &[(&str, Value)]) -> Scenario {
    presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings")
}

fn report(id: &str, settings: &[(&str, Value)]) -> Report {
    run_trial(&scenario(id, settings)).expect("it runs")
}

/// Holds for any length of the screening queue, although feedback disables transmit interrupts too.
#[test]
fn feedback_does_not_hold_back_screened_packets() {
    for places in [32, 200, 400, 1_000] {
        let settings = [("traffic.rate", Value::Integer(8_000)), ("queues.screen", Value::Integer(places))];
        let report = report("figure-6-4", &settings);
        assert!(report.delivered_pps > 2_200.0, "{places} places: {}", report.delivered_pps);
        assert_eq!(report.drops["output_queue"], 0, "{places} places");
    }
}

/// A file server's interface receives and sends. The cycle limit stops only receiving, so replies wait for a tick at most. In 26 %
/// of the periods there are none, because the computing process has its turn or all threads wait for the disk.
#[test]
fn the_cycle_limit_does_not_hold_back_replies() {
    let settings = [
        ("kernel.design", Value::Choice("polling".into())),
        ("polling.enabled", ON),
        ("traffic.rate", Value::Integer(3_000)),
        ("limit.enabled", ON),
        ("limit.share", Value::Integer(25)),
        ("programs.compute", ON),
    ];
    let mut machine = Machine::new(&scenario("section-7-1", &settings), Tracing::Off).expect("a valid scenario");
    let clock = Hertz(machine.topology.clock_hz);
    let limit = machine.topology.gates.iter().position(|gate| gate.id == "limit").expect("one limit");
    let (mut now, mut limited, mut waits) = (Cycles::ZERO, 0, 0);
    while now < clock.cycles_in_milliseconds(20_000) {
        let (before, held) = (machine.row().count(Count::Delivered), machine.row().gate_on(limit as u8));
        now += clock.cycles_in_milliseconds(3);
        machine.run_until(now).expect("time passes");
        if machine.row().gate_on(limit as u8) - held == clock.cycles_in_milliseconds(3).0 {
            limited += 1;
            waits += u64::from(machine.row().count(Count::Delivered) == before);
        }
    }
    assert!(
        limited > 1_000 && waits * 10 < limited * 3,
        "no packet is sent in {waits} of {limited} periods of 3 ms under the limit"
    );
}

/// Processes must get turns even when the quantum is half of the limit's period.
#[test]
fn every_process_gets_its_turn_whatever_the_quantum() {
    for quantum in [2, 3, 4, 5, 6, 10, 20] {
        let settings = [
            ("traffic.rate", Value::Integer(8_000)),
            ("feedback.enabled", OFF),
            ("programs.compute", ON),
            ("limit.enabled", ON),
            ("limit.share", Value::Integer(50)),
            ("programs.quantum_ms", Value::Integer(quantum)),
        ];
        let report = report("figure-6-4", &settings);
        assert!(report.user_share > 0.1, "{quantum} ms: {}", report.user_share);
    }
}

/// Returns the packets delivered in half a second after polling was switched off.
fn delivered_after_the_switch(off: Cycles) -> u64 {
    let latched = ("interrupts.trigger", Value::Choice("latched".into()));
    let settings = [("traffic.rate", Value::Integer(1_000)), ("polling.enabled", ON), latched];
    let mut machine = Machine::new(&scenario("lab", &settings), Tracing::Off).expect("a valid scenario");
    machine.run_until(off).expect("time passes");
    let set = ordered_map([("polling.enabled".to_string(), OFF)]);
    machine.intervene(&set).expect("polling can be switched off");
    let before = machine.row().count(Count::Delivered);
    machine.run_until(off + Hertz(machine.topology.clock_hz).cycles_in_milliseconds(500)).expect("time passes");
    machine.row().count(Count::Delivered) - before
}

/// A latched line that was taken for the polling thread is asserted again for packets that the thread will not handle.
#[test]
fn polling_can_be_switched_off_at_any_time() {
    for step in 0..160 {
        let off = Cycles(75_000_000 + step * 2_000);
        let delivered = delivered_after_the_switch(off);
        assert!(delivered > 480, "{delivered} of 500 when switched off at {}", off.0);
    }
}
