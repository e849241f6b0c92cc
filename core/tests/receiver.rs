//! Checks W's equations on the simulated receiver, record by record. The claims W-eq4 and W-4.3-nice and the scheduler's own tests
//! check equations 4 and 8 to 10.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::topology::Topology;
use livelock_core::trace::{Count, Event, PlaceId, Record, RecorderSize};

fn scenario(id: &str, settings: &[(&str, i64)]) -> Scenario {
    let settings: Vec<(&str, Value)> = settings.iter().map(|(path, value)| (*path, Value::Integer(*value))).collect();
    presets::find(id).expect("a ready-made scenario").with(&settings).expect("valid settings")
}

/// Runs a machine, and passes every record to `see`.
fn follow(scenario: &Scenario, milliseconds: u64, see: impl FnMut(Record)) -> Machine {
    let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: 256 << 20 })).expect("a machine");
    let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
    machine.run_until(end).expect("time passes");
    let recorder = &machine.host.recorder;
    assert_eq!(recorder.first(), 0, "the recorder has the whole run");
    let mut see = see;
    recorder.scan(0, |record| {
        see(record);
        true
    });
    machine
}

fn place(topology: &Topology, id: &str) -> PlaceId {
    topology.places.iter().position(|place| place.id == id).expect("the receiver has this place") as PlaceId
}

fn topology(scenario: &Scenario) -> Topology {
    Machine::new(scenario, Tracing::Off).expect("a machine").topology
}

/// Equations 1 to 3: descriptors are tokens. Each accepted packet takes a token, and refilling its descriptor returns the token. The
/// interface refuses packets only when no token is left.
#[test]
fn the_ring_is_a_token_bucket() {
    const DESCRIPTORS: i64 = 16;
    let settings = [("queues.receive_ring", DESCRIPTORS), ("costs.rx_interrupt", 900_000), ("traffic.rate", 34_014)];
    let scenario = scenario("wu-udp-400", &settings);
    let ring = place(&topology(&scenario), "receive_ring");
    let (mut accepted, mut refilled, mut refused) = (0, 0, 0);
    let (mut limit, mut inside) = (DESCRIPTORS, 0);
    follow(&scenario, 300, |record| {
        let ready = DESCRIPTORS - accepted + refilled;
        match record.event() {
            Event::Arrive { .. } => {
                assert!(ready > 0, "accepted with no descriptor ready");
                accepted += 1;
                inside += 1;
            }
            Event::Refuse { .. } => {
                assert_eq!(ready, 0, "refused with a descriptor ready");
                refused += 1;
            }
            Event::Pop { place, .. } if place == ring => inside -= 1,
            Event::Capacity { place, limit: now } if place == ring => {
                refilled += i64::from(i64::from(now) > limit);
                limit = i64::from(now);
                assert_eq!(limit - inside, DESCRIPTORS - accepted + refilled);
            }
            _ => {}
        }
    });
    assert!(accepted > 1_000 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// Equations 5 to 7: a socket gets no more packets than the kernel serves, holds the packets that were put and not taken, never more
/// than its quota, and drops packets only when it is full.
#[test]
fn a_socket_holds_the_packets_that_were_put_and_not_taken() {
    let scenario = scenario("wu-udp-400", &[("receive.buffer_kb", 256)]);
    let topology = topology(&scenario);
    let (ring, queue) = (place(&topology, "receive_ring"), place(&topology, "receive_queue"));
    let quota = 256 * 1_024 / 1_728;
    let (mut served, mut put, mut taken, mut thrown) = (0_i64, 0_i64, 0_i64, 0_i64);
    let machine = follow(&scenario, 200, |record| match record.event() {
        Event::Pop { place, .. } if place == ring => served += 1,
        Event::Push { place, .. } if place == queue => {
            put += 1;
            assert!(put + thrown <= served && put - taken <= quota);
        }
        Event::Pop { place, .. } if place == queue => taken += 1,
        Event::Drop { place, .. } if place == queue => {
            thrown += 1;
            // the packet that the process is reading still counts
            assert!(put - taken >= quota - 1, "thrown away with room for {}", quota - put + taken);
        }
        _ => {}
    });
    assert!(thrown > 1_000);
    let held = machine.visible_state().places[usize::from(queue)].count() as i64;
    assert_eq!(held, put - taken);
}

/// Equation 11: the process takes packets at a steady rate while it runs, and none while it waits for the CPU.
#[test]
fn the_process_takes_packets_only_in_its_time_slices() {
    let scenario = scenario("wu-table-2-bl4", &[("traffic.start_ms", 50), ("receive.buffer_kb", 4_096)]);
    let topology = topology(&scenario);
    let receiver = topology.contexts.iter().position(|context| context.id == "receiver").expect("a process");
    let clock = 350_000;
    let mut served = vec![0_u32; 6_000];
    follow(&scenario, 6_000, |record| {
        if let Event::Deliver { .. } = record.event() {
            assert_eq!(usize::from(record.context()), receiver);
            served[(record.time().0 / clock) as usize] += 1;
        }
    });
    let later = &served[3_000..];
    let idle = later.iter().filter(|count| **count == 0).count();
    assert!((2_200..2_600).contains(&idle), "four out of five slices belong to the others: {idle} of 3,000 ms");
    // a round is five slices of 100 ms; all rounds are alike
    let rounds: Vec<u32> = later.chunks(500).map(|round| round.iter().sum()).collect();
    let (least, most) = (rounds.iter().min().expect("six rounds"), rounds.iter().max().expect("six rounds"));
    assert!(*least * 10 >= *most * 9, "{rounds:?}");
}

#[test]
fn the_memory_of_a_killed_process_is_freed() {
    let settings = [("memory.free_kb", 20_000), ("memory.cached_kb", 0), ("memory.buffers_kb", 0)];
    let scenario = scenario("wu-table-2-bl0", &settings);
    let mut machine = Machine::new(&scenario, Tracing::Off).expect("a machine");
    let end = machine.settings().machine.clock.cycles_in_milliseconds(8_000);
    machine.run_until(end).expect("time passes");
    let number = |name: &str| machine.numbers().into_iter().find(|(id, _)| *id == name).expect("a number").1;
    assert_eq!(number("kills"), 1);
    assert!(number("free_kb") > 19_000, "{} KB are free", number("free_kb"));
    assert_eq!(
        machine.row().count(Count::Arrived),
        machine.row().count(Count::Delivered) + machine.row().count(Count::Dropped)
    );
}
