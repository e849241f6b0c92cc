//! Polling cures a running machine: when it is switched on during livelock, throughput comes back, at every rate up to the wire's.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::ordered::ordered_map;
use livelock_core::scenario::{Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::{Cycles, Hertz};

/// Returns the packets delivered in each window of 20 ms, from 50 ms after polling with a quota of five is switched on.
fn delivered_after_the_cure(rate: i64, trigger: &str) -> Vec<u64> {
    let settings = [
        ("traffic.rate", Value::Integer(rate)),
        ("polling.enabled", Value::Switch(false)),
        ("interrupts.trigger", Value::Choice(trigger.into())),
    ];
    let scenario = presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
    let milliseconds = |number: u64| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(number);
    let (livelocked, settled, window) = (milliseconds(300), milliseconds(50), milliseconds(20));
    machine.run_until(livelocked).expect("time passes");
    let cure = [("polling.enabled", Value::Switch(true)), ("polling.quota", Value::Integer(5))];
    let cure = ordered_map(cure.map(|(path, value)| (path.to_string(), value)));
    machine.intervene(&cure).expect("polling can be switched on");
    let mut end: Cycles = livelocked + settled;
    machine.run_until(end).expect("time passes");
    let mut windows = Vec::new();
    for _ in 0..20 {
        let before = machine.row().count(Count::Delivered);
        end += window;
        machine.run_until(end).expect("time passes");
        windows.push(machine.row().count(Count::Delivered) - before);
    }
    windows
}

#[test]
fn polling_ends_livelock() {
    for trigger in ["level", "latched"] {
        let plateau = delivered_after_the_cure(8_000, trigger).iter().sum::<u64>() / 20;
        assert!(plateau > 90, "about 5,000 packets/s: {plateau} in 20 ms");
        for rate in [5_500, 8_000, 12_000, 14_880] {
            for (number, delivered) in delivered_after_the_cure(rate, trigger).iter().enumerate() {
                assert!(
                    *delivered * 10 >= plateau * 9,
                    "{delivered} of {plateau} in window {number} at {rate}/s, {trigger} lines"
                );
            }
        }
    }
}

#[test]
fn switching_polling_off_under_overload_enables_interrupts() {
    let settings = [("traffic.rate", Value::Integer(12_000)), ("polling.enabled", Value::Switch(true))];
    let scenario = presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
    let milliseconds = |number: u64| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(number);
    let (on, off) = (milliseconds(100), milliseconds(200));
    let polls = machine.topology.gates.iter().position(|gate| gate.id == "polling").expect("the kernel can poll");
    machine.run_until(on).expect("time passes");
    assert!(machine.visible_state().gates[polls]);
    machine.intervene(&[("polling.enabled".to_string(), Value::Switch(false))].into()).expect("a knob");
    machine.run_until(off).expect("time passes");
    let state = machine.visible_state();
    assert!(!state.gates[polls]);
    assert!(state.lines.iter().all(|line| line.enabled), "the interrupts of an interface stay disabled");
}
