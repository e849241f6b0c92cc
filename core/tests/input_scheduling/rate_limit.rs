//! Each of the three rules that limit the rate of interrupts (M 5.1) keeps the unmodified kernel out of livelock.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::Hertz;

const SIGNS: [&str; 3] = ["queue", "cycles", "tick"];

fn scenario(sign: &str, settings: &[(&str, Value)]) -> Scenario {
    let scenario = presets::find(&format!("section-5-1-{sign}")).expect("each sign has its scenario");
    scenario.with(settings).expect("valid settings")
}

/// Returns the packets delivered between two times in milliseconds.
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
fn each_rule_avoids_the_livelock_of_the_plain_kernel() {
    let plain = rate(&scenario("queue", &[("rate_limit.trigger", choice("never"))]));
    assert!(plain < 1_500, "without a limit 12,000/s give {plain}");
    for (sign, least) in SIGNS.into_iter().zip([4_900, 4_300, 3_500]) {
        for offered in [8_000, 12_000, 14_880] {
            let rate = rate(&scenario(sign, &[("traffic.rate", Value::Integer(offered))]));
            assert!(rate > least, "{sign}: {offered}/s give {rate}");
        }
    }
}

#[test]
fn light_input_is_not_limited() {
    for sign in SIGNS {
        let scenario = scenario(sign, &[("traffic.rate", Value::Integer(2_000))]);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        delivered(&mut machine, 200, 1_200);
        let gate =
            machine.topology.gates.iter().position(|gate| gate.id == "rate_limit").expect("the design has a gate");
        let (row, now) = (machine.row(), machine.now().0);
        // three samples in a row can happen by chance: the limit may be on for a twentieth of the time, but no packet is lost
        let most = if sign == "tick" { now / 20 } else { 0 };
        assert!(row.gate_on(gate as u8) <= most && row.count(Count::Dropped) == 0, "{sign}");
    }
}

#[test]
fn the_queue_rule_never_overfills_the_queue() {
    for resume in ["space", "timer"] {
        let scenario = scenario("queue", &[("rate_limit.resume", choice(resume))]);
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        assert!(delivered(&mut machine, 200, 1_200) > 4_000, "{resume}");
        let row = machine.row();
        let of = |kind| row.count(kind);
        let wasted = of(Count::Dropped) - of(Count::Refused);
        // when the timer enables interrupts and the queue is still full, one packet is read for nothing each time
        assert!(wasted == 0 || resume == "timer" && wasted < of(Count::Arrived) / 10, "{resume}: {wasted}");
    }
}

#[test]
fn only_input_is_disabled_and_a_knob_enables_it_again() {
    for sign in SIGNS {
        let mut machine = Machine::new(&scenario(sign, &[]), Tracing::Off).expect("a valid scenario");
        let gate =
            machine.topology.gates.iter().position(|gate| gate.id == "rate_limit").expect("the design has a gate");
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
