//! A file server (M 7.1) with clients that wait for answers, beside a flood that waits for nothing.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Value, presets};
use livelock_core::trace::Row;
use livelock_core::units::Hertz;

/// Runs a machine for a second. Returns it with its counters.
fn after_a_second(id: &str, settings: &[(&str, Value)]) -> (Machine, Row) {
    let scenario = presets::find(id).expect("a scenario").with(settings).expect("valid settings");
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
    machine.run_until(Hertz(machine.topology.clock_hz).cycles_in_milliseconds(1_000)).expect("time passes");
    let row = machine.row();
    (machine, row)
}

/// Counts the answers handed to an interface; the first interface has the clients that wait.
fn answers(id: &str, settings: &[(&str, Value)], interface: usize) -> u64 {
    let (machine, row) = after_a_second(id, settings);
    let place = format!("transmit_ring_ln{interface}");
    let place =
        machine.topology.places.iter().position(|row| row.id == place).expect("a server sends on every interface");
    row.entered(place as u8)
}

/// The rate of the traffic beside the clients.
const FLOOD: &str = "traffic.rate";

#[test]
fn clients_that_wait_for_answers_cannot_overload_the_server() {
    let calm = answers("section-7-1", &[(FLOOD, Value::Integer(0))], 0);
    assert!((600..1_600).contains(&calm), "each of eight clients asks 5 ms after its last answer: {calm}");
    let (_, row) =
        after_a_second("section-7-1", &[(FLOOD, Value::Integer(0)), ("traffic.clients", Value::Integer(32))]);
    assert_eq!(row.count(livelock_core::trace::Count::Dropped), 0);
}

#[test]
fn a_flood_starves_the_server_of_the_unmodified_kernel() {
    assert!(answers("section-7-1", &[], 0) < 20);
    let (machine, row) = after_a_second("section-7-1", &[]);
    let disk = machine.topology.gates.iter().position(|gate| gate.id == "disk").expect("a server has a disk");
    assert!(row.gate_on(disk as u8) * 10 < row.time.0, "the disk is idle (M 4.3)");
}

#[test]
fn feedback_from_the_socket_queue_ends_the_starvation() {
    let clients = answers("section-7-1-feedback", &[], 0);
    let all = clients + answers("section-7-1-feedback", &[], 1);
    assert!(clients > 100 && all > 1_500, "{clients} of {all} answers go to clients that wait");
    let without = answers("section-7-1-feedback", &[("feedback.enabled", Value::Switch(false))], 0);
    assert!(without * 5 < clients, "polling alone: {without}");
}

#[test]
fn other_threads_work_while_one_waits_for_the_disk() {
    let slow = [("nfs.cached", Value::Integer(0)), (FLOOD, Value::Integer(0))];
    let all_wait = answers("section-7-1", &slow, 0);
    assert!((90..=100).contains(&all_wait), "the disk serves 100 a second: {all_wait}");
    // one thread is as good as four when no request needs the disk, and worse when some do
    let one = ("nfs.threads", Value::Integer(1));
    let memory = [("nfs.cached", Value::Integer(100)), (FLOOD, Value::Integer(0))];
    let many = answers("section-7-1", &memory, 0);
    let single = answers("section-7-1", &[memory.to_vec(), vec![one.clone()]].concat(), 0);
    assert!(single * 100 > many * 95, "{single} {many}");
    let mixed = [("nfs.cached", Value::Integer(90)), (FLOOD, Value::Integer(0))];
    let many = answers("section-7-1", &mixed, 0);
    let single = answers("section-7-1", &[mixed.to_vec(), vec![one]].concat(), 0);
    assert!(single * 100 < many * 90, "{single} {many}");
}
