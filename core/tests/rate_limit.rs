//! Limiting the rate of interrupts (M 5.1) keeps the unmodified kernel out of livelock, by each of its three signs.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::Hertz;

const SIGNS: [&str; 3] = ["queue", "cycles", "tick"];

fn scenario(sign: &str, settings: &[(&str, Value)]) -> Scenario {
    let scenario = presets::find(&format!("section-5-1-{sign}")).expect("each sign has its scenario");
    scenario.with(settings).expect("valid settings")
}

/// Packets delivered between two moments, in milliseconds.
fn delivered(machine: &mut Machine, from: u64, to: u64) -> u64 {
    let at = |number| Hertz(machine.topology.clock_hz).cycles_in_milliseconds(number);
    let (from, to) = (at(from), at(to));
    machine.run_until(from).expect("time passes");
    let before = machine.row().count(Count::Delivered);
    machine.run_until(to).expect("time passes");
    machine.row().count(Count::Delivered) - before
}

fn rate(scenario: &Scenario) -> u64 {
    delivered(&mut Machine::new(scenario, Tracing::Off).expect("a valid scenario"), 200, 1_200)
}

fn choice(id: &str) -> Value {
    Value::Choice(id.into())
}

#[test]
fn each_sign_avoids_livelock_where_the_plain_kernel_has_it() {
    let plain = rate(&scenario("queue", &[("rate_limit.trigger", choice("never"))]));
    assert!(plain < 1_500, "without a limit 12,000/s come to {plain}");
    for (sign, least) in SIGNS.into_iter().zip([4_900, 4_300, 3_500]) {
        for offered in [8_000, 12_000, 14_880] {
            let rate = rate(&scenario(sign, &[("traffic.rate", Value::Integer(offered))]));
            assert!(rate > least, "{sign}: {offered}/s come to {rate}");
        }
    }
}

#[test]
fn nothing_is_limited_while_input_is_light() {
    for sign in SIGNS {
        let scenario = scenario(sign, &[("traffic.rate", Value::Integer(2_000))]);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        delivered(&mut machine, 200, 1_200);
        let gate = machine.topology.gates.iter().position(|gate| gate.id == "rate_limit").expect("it can be seen");
        let (row, now) = (machine.row(), machine.now().0);
        // three samples in a row are sometimes chance: a tenth of the CPU is enough for it, but nothing is lost
        let most = if sign == "tick" { now / 20 } else { 0 };
        assert!(row.gate_on(gate as u8) <= most && row.count(Count::Dropped) == 0, "{sign}");
    }
}

#[test]
fn a_queue_is_never_overrun_when_its_fullness_is_the_sign() {
    for resume in ["space", "timer"] {
        let scenario = scenario("queue", &[("rate_limit.resume", choice(resume))]);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        assert!(delivered(&mut machine, 200, 1_200) > 4_000, "{resume}");
        let row = machine.row();
        let of = |kind| row.count(kind);
        let wasted = of(Count::Dropped) - of(Count::Refused);
        // on again by the timer with the queue still full, every time one packet is read for nothing
        assert!(wasted == 0 || resume == "timer" && wasted < of(Count::Arrived) / 10, "{resume}: {wasted}");
    }
}

#[test]
fn input_only_is_ever_disabled_and_a_knob_gives_it_back() {
    for sign in SIGNS {
        let mut machine = Machine::new(&scenario(sign, &[]), Tracing::Off).expect("a valid scenario");
        let gate = machine.topology.gates.iter().position(|gate| gate.id == "rate_limit").expect("it can be seen");
        let mut millisecond = 100;
        while !machine.visible_state().gates[gate] {
            millisecond += 1;
            delivered(&mut machine, millisecond, millisecond + 1);
            assert!(millisecond < 1_000, "{sign}: the limit is never reached");
        }
        let state = machine.visible_state();
        for (row, line) in machine.topology.lines.iter().zip(&state.lines) {
            assert_eq!(line.enabled, !row.id.ends_with("receive"), "{sign}: {}", row.id);
        }
        machine.intervene(&[("rate_limit.trigger".to_string(), choice("never"))].into()).expect("a knob");
        let state = machine.visible_state();
        assert!(!state.gates[gate] && state.lines.iter().all(|line| line.enabled), "{sign}");
    }
}
