//! Tests of S's drivers, each on a machine of its own.

use crate::machine::{Machine, Tracing};
use crate::probes::Timeline;
use crate::scenario::{Scenario, Step, Value, presets};
use crate::trace::{Count, RecorderSize, Row};

fn scenario(id: &str, changes: &[(&str, &str)]) -> Scenario {
    let changes: Vec<(&str, Value)> = changes.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
    presets::find(id).expect("a preset").with(&changes).expect("valid settings")
}

fn after(scenario: &Scenario, milliseconds: u64, tracing: Tracing) -> Machine {
    let mut machine = Machine::new(scenario, tracing).expect("a valid scenario");
    let end = scenario.profile().clock.cycles_in_milliseconds(milliseconds);
    machine.run_until(end).expect("time passes");
    machine
}

fn row(scenario: &Scenario, milliseconds: u64) -> (Machine, Row) {
    let machine = after(scenario, milliseconds, Tracing::Off);
    let row = machine.row();
    (machine, row)
}

fn taken(machine: &Machine, row: &Row, what: &str) -> u64 {
    let lines = machine.topology.lines.iter().enumerate().filter(|(_, line)| line.id.ends_with(what));
    lines.map(|(number, _)| row.taken(number as u8)).sum()
}

fn place(machine: &Machine, id: &str) -> u8 {
    machine.topology.places.iter().position(|place| place.id == id).expect("a place of the router") as u8
}

fn share(machine: &Machine, row: &Row, context: &str) -> f64 {
    let number = machine.topology.contexts.iter().position(|row| row.id == context).expect("a context of the router");
    row.cycles(number as u8) as f64 / row.time.0 as f64
}

/// Two packets, `spacing` microseconds apart, for a driver that takes long to turn interrupts on again.
fn two_packets(spacing: u64) -> Scenario {
    let spacing = spacing.to_string();
    let changes = [
        ("traffic.inputs", "1"),
        ("traffic.pattern", "burst"),
        ("traffic.burst", "2"),
        ("traffic.start_ms", "1"),
        ("traffic.spacing_us", spacing.as_str()),
        ("costs.netif_rx_complete", "20000"),
    ];
    scenario("spanos-figure-5-napi", &changes)
}

#[test]
fn a_packet_that_comes_while_interrupts_are_turned_on_is_not_lost() {
    let mut hit = 0;
    for spacing in 7..60 {
        let machine = after(&two_packets(spacing), 3, Tracing::Keep(RecorderSize { bytes: 1 << 20 }));
        assert_eq!(machine.row().count(Count::Delivered), 2, "{spacing} us apart");
        let calls = Timeline::of(&machine.host.recorder, machine.host.recorder.from(), machine.now());
        let arrival = machine.settings().machine.clock.cycles_in_microseconds(1_000 + spacing);
        let completing = |begin: u64, end: u64| begin < arrival.0 && arrival.0 < end;
        hit += calls
            .of_step(Step::NetifRxComplete)
            .filter(|call| call.end.is_some_and(|end| completing(call.begin.0, end.0)))
            .count();
    }
    assert!(hit >= 10, "the second packet came while interrupts were turned on only {hit} times");
}

/// Traffic goes both ways, so that an interface has sent a packet while its receive interrupts are turned on. The service
/// routine for the sent packet must not acknowledge a new arrival: the arrived packet would then wait until another one comes.
#[test]
fn a_packet_is_not_lost_because_another_was_sent() {
    let mut hit = 0;
    for spacing in 124..240 {
        let scenario = two_packets(spacing);
        let both = [("traffic.inputs", Value::Integer(2)), ("traffic.bytes", Value::Integer(1_518))];
        let long = [("costs.netif_rx_complete", Value::Integer(60_000))];
        let scenario = scenario.with(&[&both[..], &long].concat()).expect("valid settings");
        let machine = after(&scenario, 3, Tracing::Keep(RecorderSize { bytes: 1 << 20 }));
        assert_eq!(machine.row().count(Count::Delivered), 4, "{spacing} us apart");
        let calls = Timeline::of(&machine.host.recorder, machine.host.recorder.from(), machine.now());
        let arrival = machine.settings().machine.clock.cycles_in_microseconds(1_000 + spacing);
        let services: Vec<_> = calls.of_step(Step::DriverIsr).map(|call| call.begin).collect();
        let is_hit = |begin, end| begin < arrival && services.iter().any(|at| arrival < *at && *at < end);
        hit += calls
            .of_step(Step::NetifRxComplete)
            .filter(|call| call.end.is_some_and(|end| is_hit(call.begin, end)))
            .count();
    }
    assert!(hit >= 10, "a service routine ran after the second packet, before interrupts were on, only {hit} times");
}

#[test]
fn a_moderated_interface_interrupts_once_in_128_packets() {
    for id in ["spanos-figure-5-tx-128", "spanos-figure-5-napi-tx-128"] {
        let (machine, row) = row(&scenario(id, &[("traffic.rate", "5000"), ("traffic.inputs", "1")]), 500);
        let delivered = row.count(Count::Delivered);
        assert!(delivered > 2_000, "{delivered}");
        assert_eq!(taken(&machine, &row, "transmit"), delivered / 128, "{id}");
    }
}

#[test]
fn without_transmit_interrupts_packets_are_still_sent() {
    for id in ["spanos-figure-5-tx-off", "spanos-figure-5-napi-tx-off"] {
        let (machine, row) = row(&scenario(id, &[("traffic.rate", "5000"), ("queues.transmit_ring", "4")]), 500);
        assert_eq!(taken(&machine, &row, "transmit"), 0, "{id}");
        assert!(row.count(Count::Delivered) > 4_900, "{id}: {}", row.count(Count::Delivered));
        assert_eq!(row.count(Count::Dropped), 0, "{id}");
    }
}

#[test]
fn a_transmit_ring_shorter_than_the_moderation_does_not_stall() {
    let small = [("traffic.rate", "5000"), ("queues.transmit_ring", "8")];
    let (_, row) = row(&scenario("spanos-figure-5-tx-128", &small), 500);
    assert!(row.count(Count::Delivered) > 4_900, "{}", row.count(Count::Delivered));
}

#[test]
fn a_full_backlog_drops_copied_packets() {
    let (machine, row) = row(&scenario("spanos-figure-5", &[]), 300);
    let backlog = place(&machine, "backlog");
    assert!(row.drops(backlog) > 20_000, "{}", row.drops(backlog));
    assert!(row.wasted(backlog) > row.time.0 / 2, "most of the CPU's work is thrown away");
    assert_eq!(row.drops(place(&machine, "receive_ring_eth0")), 0);
    let throttled = machine.topology.gates.iter().position(|gate| gate.id == "throttled").expect("a gate");
    assert!(machine.visible_state().gates[throttled]);
}

#[test]
fn a_full_backlog_takes_nothing_more_until_it_is_empty() {
    // a burst that fills the backlog, then so few packets that it empties between them
    let changes =
        [("linux.backlog", "8"), ("traffic.pattern", "burst"), ("traffic.burst", "40"), ("traffic.inputs", "1")];
    let (machine, row) = row(&scenario("spanos-figure-5", &changes), 5);
    let backlog = place(&machine, "backlog");
    assert_eq!(row.count(Count::Arrived), 40);
    assert_eq!(row.entered(backlog) + row.drops(backlog), 40);
    assert!(row.drops(backlog) > 0, "the burst is faster than the softirq");
    let throttled = machine.topology.gates.iter().position(|gate| gate.id == "throttled").expect("a gate");
    assert!(!machine.visible_state().gates[throttled], "it is empty again");
}

#[test]
fn polled_interfaces_have_equal_shares() {
    let (machine, row) = row(&scenario("spanos-figure-5-napi", &[("traffic.rate", "148000")]), 300);
    let taken = |id| row.entered(place(&machine, id)) as f64;
    let ratio = taken("receive_ring_eth0") / taken("receive_ring_eth1");
    assert!((0.98..1.02).contains(&ratio), "{ratio}");
    assert!(self::taken(&machine, &row, "receive") < 10, "polling needs no receive interrupts");
}

#[test]
fn ksoftirqd_lets_other_processes_run() {
    let flood = [("traffic.rate", "60000"), ("programs.compute", "true")];
    let (machine, row) = row(&scenario("spanos-figure-5-napi-tx-off", &flood), 2_000);
    assert!(share(&machine, &row, "ksoftirqd") > 0.01, "{}", share(&machine, &row, "ksoftirqd"));
    assert!(share(&machine, &row, "user") > 0.01, "{}", share(&machine, &row, "user"));
}

#[test]
fn a_service_routine_handles_received_and_sent_packets() {
    // a long interrupt entry, so that an interface sends a packet while another comes in
    let changes = [("traffic.rate", "8000"), ("costs.interrupt_entry", "20000")];
    let (machine, row) = row(&scenario("spanos-figure-5", &changes), 300);
    let events = taken(&machine, &row, "receive") + taken(&machine, &row, "transmit");
    let entries = row.count(Count::InterruptsTaken);
    assert!(entries < events, "{entries} entries for {events} events");
}
