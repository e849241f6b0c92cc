//! Mechanisms of R, each on a whole machine.

use crate::machine::{Machine, Tracing};
use crate::scenario::{Value, presets};
use crate::trace::Count;

const MILLISECONDS: u64 = 300;
/// Every thread runs once, to its first wait: at most so many cycles.
const A_START: u64 = 3_000;

fn after(scenario: &str, changes: &[(&str, &str)]) -> Machine {
    let changes: Vec<(&str, Value)> = changes.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    let scenario = presets::find(scenario).expect("a ready-made scenario").with(&changes).expect("valid changes");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
    let end = machine.settings().machine.clock.cycles_in_milliseconds(MILLISECONDS);
    machine.run_until(end).expect("time passes");
    machine
}

fn cycles(machine: &Machine, context: &str) -> u64 {
    let number = machine.topology.contexts.iter().position(|row| row.id == context).expect("a context of the machine");
    machine.row().cycles(number as u8)
}

fn drops(machine: &Machine, place: &str) -> u64 {
    let number = machine.topology.places.iter().position(|row| row.id == place).expect("a place of the machine");
    machine.row().drops(number as u8)
}

fn delivered(machine: &Machine) -> u64 {
    machine.row().count(Count::Delivered)
}

#[test]
fn freebsd_drops_at_the_socket_and_the_others_before_protocols() {
    let rate = [("traffic.rate", "7000")];
    assert!(drops(&after("srp-figure-5-freebsd", &rate), "socket_queue") > 100);
    let srp = after("srp-figure-5", &rate);
    assert!(drops(&srp, "uiq") > 100 && drops(&srp, "socket_queue") == 0);
    let lrp = after("srp-figure-5-lrp", &rate);
    assert!(drops(&lrp, "channel") > 100 && drops(&lrp, "socket_queue") == 0);
}

#[test]
fn a_waiting_process_is_woken_and_not_signaled() {
    let machine = after("srp-figure-4", &[]);
    assert!(delivered(&machine) > 1_000);
    assert!(cycles(&machine, "signal") < A_START);
}

#[test]
fn signals_run_protocols_while_the_process_computes_unless_ignored_or_blocked() {
    for (siguiq, runs) in [("default", true), ("caught", true), ("blocked", false), ("ignored", false)] {
        let machine = after("srp-table-2", &[("srp.siguiq", siguiq)]);
        assert_eq!(cycles(&machine, "signal") > A_START, runs, "{siguiq}");
        assert!(delivered(&machine) > 1_000, "{siguiq}");
    }
}

#[test]
fn the_other_lanes_run_protocols_for_tcp_in_lrp() {
    let machine = after("srp-section-5-4-lrp", &[]);
    assert!(cycles(&machine, "tcp_thread") > cycles(&machine, "receiver"));
}

#[test]
fn a_hub_carries_less_than_a_switch() {
    let (hub, switch) = (after("srp-table-1", &[]), after("srp-table-1", &[("srp.wire", "switch")]));
    assert!(delivered(&switch) > delivered(&hub) * 5 / 4);
}

#[test]
fn lost_segments_are_sent_again() {
    let machine =
        after("srp-table-1", &[("queues.receive_ring", "1"), ("srp.socket", "2"), ("traffic.timeout_ms", "10")]);
    assert!(machine.row().count(Count::Dropped) > 0);
    assert!(delivered(&machine) > 50);
}

#[test]
fn an_onoff_process_alone_computes_11_of_16_milliseconds() {
    let machine = after("srp-figure-6", &[("srp.onoff", "1"), ("srp.window", "1"), ("srp.peer_us", "1000000")]);
    let share = cycles(&machine, "onoff1") as f64 / machine.now().0 as f64;
    assert!((share - 11.0 / 16.0).abs() < 0.02, "{share}");
}

#[test]
fn an_answer_that_must_be_translated_ends_at_lrp_s_own_address() {
    let machine = after("srp-section-4-1-lrp", &[]);
    assert!(drops(&machine, "own_channel") > 0);
    let srp = after("srp-section-5-1", &[]);
    assert!(delivered(&srp) > 20 * delivered(&machine));
}

#[test]
fn a_stranger_pays_on_freebsd_only() {
    for (design, pays) in [("freebsd", true), ("lrp", false), ("srp", false)] {
        let machine = after("srp-section-2", &[("kernel.design", design)]);
        let gate = machine.topology.gates.iter().position(|row| row.id == "mischarged").expect("its gate");
        assert_eq!(machine.row().gate_on(gate as u8) > 0, pays, "{design}");
    }
}
/// R 5.1: the processes of all stages have guarantees. With one for forwarding alone the firewall would keep packets waiting.
#[test]
fn a_reservation_is_for_every_stage_of_the_path() {
    for (firewall, nat) in [("false", "false"), ("true", "false"), ("true", "true")] {
        let delivered = |onoff, reservation| {
            let stages = [("srp.firewall", firewall), ("srp.nat", nat)];
            let load = [("srp.onoff", onoff), ("srp.reservation", reservation)];
            delivered(&after("srp-figure-6", &[stages, load].concat()))
        };
        let (alone, reserved, without) = (delivered("0", "0"), delivered("8", "60"), delivered("8", "0"));
        assert!(3 * reserved > 2 * alone && reserved > 2 * without, "{firewall}, {nat}: {alone} {reserved} {without}");
    }
}

/// Beside clients on the first interface (here one, so that the machine is nearly idle), the others have their sources.
#[test]
fn other_traffic_comes_beside_clients() {
    let clients =
        [("traffic.inputs", "3"), ("traffic.rate", "500"), ("traffic.pattern", "rpc"), ("traffic.clients", "1")];
    let machine = after("srp-figure-5", &clients);
    let row = machine.row();
    let rings = machine.topology.places.iter().enumerate().filter(|(_, place)| place.id.starts_with("receive_ring"));
    let came: Vec<u64> = rings.map(|(number, _)| row.entered(number as u8)).collect();
    assert!(came.len() == 3 && came.iter().all(|came| *came > 100), "{came:?}");
}

/// Each network has senders of its own: answers go back where the requests came from.
#[test]
fn a_reply_leaves_by_the_interface_that_its_request_came_by() {
    let sources = [("traffic.inputs", "3"), ("traffic.rate", "500"), ("traffic.pattern", "jittered")];
    let machine = after("srp-figure-4", &sources);
    let row = machine.row();
    for number in 0..3 {
        let place = |base: &str| {
            let is_it = |id: &str| id.starts_with(base) && id.ends_with(&number.to_string());
            machine.topology.places.iter().position(|row| is_it(&row.id)).expect("a place of each interface") as u8
        };
        let (came, left) = (row.entered(place("receive_ring")), row.entered(place("transmit_ring")));
        assert!(left > 100 && came.abs_diff(left) < 10, "{number}: {came} came, {left} left");
    }
}

