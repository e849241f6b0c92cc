//! Tests of R's mechanisms, each on a whole machine.

use crate::machine::{Machine, Tracing};
use crate::scenario::costs::STEPS;
use crate::scenario::{Step, Value, presets};
use crate::trace::topology::PlaceKind;
use crate::trace::{Count, Event, RecorderSize};

const MILLISECONDS: u64 = 300;
/// Largest number of cycles that a thread uses before it first waits.
const FIRST_WAIT_CYCLES_MAX: u64 = 3_000;

/// Runs a ready-made scenario with changes.
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
    assert!(cycles(&machine, "signal") < FIRST_WAIT_CYCLES_MAX);
}

#[test]
fn signals_run_protocols_unless_they_are_ignored() {
    for (siguiq, runs) in [("default", true), ("caught", true), ("blocked", true), ("ignored", false)] {
        let machine = after("srp-table-2", &[("srp.siguiq", siguiq)]);
        assert_eq!(cycles(&machine, "signal") > FIRST_WAIT_CYCLES_MAX, runs, "{siguiq}");
        assert!(delivered(&machine) > 1_000, "{siguiq}");
    }
}

/// R 5.4: delivery is delayed until the process unblocks the signal; only one signal is pending.
#[test]
fn a_blocked_signal_waits_for_the_process_to_receive() {
    let calls = |siguiq, step| {
        let changes = [("srp.siguiq", Value::from_text(siguiq))];
        let scenario = presets::find("srp-table-2").expect("a scenario").with(&changes).expect("valid changes");
        let mut machine = Machine::new(&scenario, Tracing::Keep(RecorderSize { bytes: 16 << 20 })).expect("a machine");
        let moment = machine.settings().machine.clock.cycles_in_milliseconds(100);
        machine.run_until(moment).expect("time passes");
        let mut count = 0;
        machine.host.recorder.scan(0, |record| {
            let is_it = |number: u16| STEPS[usize::from(number)].step == step;
            count += usize::from(matches!(record.event(), Event::Step(running) if is_it(running.step)));
            true
        });
        count
    };
    let [blocked, default] = ["blocked", "default"].map(|siguiq| calls(siguiq, Step::SignalPost));
    assert_eq!(calls("ignored", Step::SignalPost), 0);
    assert!(blocked > 0 && 4 * blocked < default, "{blocked} posted, {default} when each is delivered at once");
    // the process computes on data that is still in the cache: no packet has to be fetched into the cache twice
    assert_eq!(calls("blocked", Step::CacheMiss), 0);
    assert!(calls("default", Step::CacheMiss) > 0);
    let [blocked, ignored] =
        ["blocked", "ignored"].map(|siguiq| delivered(&after("srp-table-2", &[("srp.siguiq", siguiq)])));
    assert!(blocked.abs_diff(ignored) * 50 < ignored, "{blocked} {ignored}");
}

#[test]
fn a_signal_that_is_no_longer_blocked_is_delivered() {
    let scenario = presets::find("srp-table-2").expect("a scenario");
    let scenario = scenario.with(&[("srp.siguiq", Value::from_text("blocked"))]).expect("valid changes");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a machine");
    let at = |milliseconds| machine.settings().machine.clock.cycles_in_microseconds(milliseconds);
    let (before, after) = (at(21_000), at(22_000));
    machine.run_until(before).expect("time passes");
    let waited = cycles(&machine, "signal");
    machine.intervene(&[("srp.siguiq".to_string(), Value::from_text("default"))].into()).expect("a knob");
    machine.run_until(after).expect("time passes");
    assert!(cycles(&machine, "signal") > waited + FIRST_WAIT_CYCLES_MAX);
}

#[test]
fn a_kernel_thread_runs_tcp_in_lrp() {
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

/// R 5.1: the processes of all stages have guarantees. With a guarantee only for forwarding, packets would wait at the firewall.
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

/// The first interface has clients (here one, so that the machine is nearly idle); the others have sources.
#[test]
fn other_interfaces_have_sources_beside_the_clients() {
    let clients =
        [("traffic.inputs", "3"), ("traffic.rate", "500"), ("traffic.pattern", "rpc"), ("traffic.clients", "1")];
    let machine = after("srp-figure-5", &clients);
    let row = machine.row();
    let rings = machine.topology.places.iter().enumerate().filter(|(_, place)| place.id.starts_with("receive_ring"));
    let came: Vec<u64> = rings.map(|(number, _)| row.entered(number as u8)).collect();
    assert!(came.len() == 3 && came.iter().all(|came| *came > 100), "{came:?}");
}

/// Each network has its own senders, and answers go back to them.
#[test]
fn a_reply_leaves_through_the_interface_of_its_request() {
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

#[test]
fn an_onoff_process_alone_computes_11_of_16_milliseconds() {
    let machine = after("srp-figure-6", &[("srp.onoff", "1"), ("srp.window", "1"), ("srp.peer_us", "1000000")]);
    let share = cycles(&machine, "onoff1") as f64 / machine.now().0 as f64;
    assert!((share - 11.0 / 16.0).abs() < 0.02, "{share}");
}

#[test]
fn in_lrp_an_answer_that_must_be_translated_ends_at_the_gateways_own_address() {
    let machine = after("srp-section-4-1-lrp", &[]);
    assert!(drops(&machine, "own_channel") > 0);
    let srp = after("srp-section-5-1", &[]);
    assert!(delivered(&srp) > 20 * delivered(&machine));
}

/// Reclaiming the descriptors of sent packets does not change where the packet in hand comes from.
#[test]
fn every_packet_on_a_gateways_transmit_rings_was_carried_along_an_edge() {
    let machine = after("srp-section-5-1", &[]);
    let row = machine.row();
    let edges = machine.topology.edges.iter().enumerate();
    for (place, _) in
        machine.topology.places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::TransmitRing)
    {
        let into = edges.clone().filter(|(_, edge)| usize::from(edge.to) == place);
        let carried: u64 = into.map(|(number, _)| row.carried(number)).sum();
        assert!(carried > 100 && carried == row.entered(place as u8), "{carried} carried to {place}");
    }
}

#[test]
fn only_freebsd_charges_another_process() {
    for (design, pays) in [("freebsd", true), ("lrp", false), ("srp", false)] {
        let machine = after("srp-section-2", &[("kernel.design", design)]);
        let gate = machine.topology.gates.iter().position(|row| row.id == "mischarged").expect("its gate");
        assert_eq!(machine.row().gate_on(gate as u8) > 0, pays, "{design}");
    }
}
