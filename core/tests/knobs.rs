//! Knobs that are turned in the middle of a run reach what is there already.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::ordered::ordered_map;
use livelock_core::scenario::{Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::{Cycles, Hertz};

struct Bench {
    machine: Machine,
    now: Cycles,
}

impl Bench {
    fn new(id: &str, settings: &[(&str, Value)]) -> Bench {
        let scenario = presets::find(id).expect("a ready-made scenario").with(settings).expect("valid settings");
        Bench { machine: Machine::new(&scenario, Tracing::Off).expect("a valid scenario"), now: Cycles::ZERO }
    }

    /// Packets delivered in so many milliseconds more.
    fn delivered_in(&mut self, milliseconds: u64) -> u64 {
        let before = self.machine.row().count(Count::Delivered);
        self.now += Hertz(self.machine.topology.clock_hz).cycles_in_milliseconds(milliseconds);
        self.machine.run_until(self.now).expect("time passes");
        self.machine.row().count(Count::Delivered) - before
    }

    fn turn(&mut self, path: &str, value: Value) {
        self.machine.intervene(&ordered_map([(path.to_string(), value)])).expect("a knob that can be turned");
    }
}

/// An interface that waits for ever for one packet more is told to wait for a time only.
#[test]
fn packets_that_wait_for_an_interrupt_get_the_new_time() {
    let settings = [
        ("today.rx_frames", Value::Infinity),
        ("today.rx_usecs", Value::Integer(0)),
        ("traffic.rate", Value::Integer(200)),
    ];
    let mut bench = Bench::new("today-coalesced", &settings);
    assert_eq!(bench.delivered_in(500), 0, "they wait for a full ring");
    bench.turn("today.rx_usecs", Value::Integer(40));
    let delivered = bench.delivered_in(100);
    assert!(delivered > 100, "those that waited, and new ones: {delivered}");
}

/// Its batch is counted from when it is on, and what it stopped goes on when it is off.
#[test]
fn the_breaker_leaves_nothing_behind() {
    let settings = [("traffic.rate", Value::Integer(5_000)), ("breaker.enabled", Value::Switch(false))];
    let mut bench = Bench::new("figure-8-1-breaker", &settings);
    let open = bench.delivered_in(200);
    bench.turn("breaker.off_us", Value::Integer(900_000));
    bench.turn("breaker.batch", Value::Integer(500));
    bench.turn("breaker.enabled", Value::Switch(true));
    let batch = bench.delivered_in(300);
    assert!((450..=510).contains(&batch), "a whole batch before it trips: {batch}");
    bench.turn("breaker.enabled", Value::Switch(false));
    let again = bench.delivered_in(200);
    assert!(again * 10 > open * 9, "{again} after it, {open} before");
}

/// Segments that are sent from then on are longer, and buffers with them; what waits already is counted anew.
#[test]
fn frames_of_another_length_reach_w_s_receiver() {
    for scenario in ["wu-table-2-bl0", "wu-udp-400"] {
        let mut bench = Bench::new(scenario, &[("traffic.start_ms", Value::Integer(0))]);
        bench.delivered_in(3_000);
        let short = bench.delivered_in(1_000);
        let free = |bench: &Bench| bench.machine.numbers().into_iter().find(|(name, _)| *name == "free_kb").unwrap().1;
        bench.turn("traffic.bytes", Value::Integer(9_000));
        bench.delivered_in(3_000); // what waits in the socket's 40 MB is read first
        let long = bench.delivered_in(1_000);
        assert!(3 * long < 2 * short, "{scenario}: {short} short ones, {long} long ones");
        bench.turn("traffic.bytes", Value::Integer(1_518));
        bench.delivered_in(3_000);
        let again = bench.delivered_in(1_000);
        assert!(3 * long < 2 * again, "{scenario}: {again} short ones again");
        assert!(free(&bench) > 1_000, "{scenario}: {} KB", free(&bench));
    }
}

/// Where nothing is sent back, a request that a process has read is answered.
#[test]
fn clients_that_wait_for_replies_get_them_in_every_family() {
    let rpc = ("traffic.pattern", Value::Choice("rpc".into()));
    let clients = [rpc, ("traffic.clients", Value::Integer(8)), ("traffic.inputs", Value::Integer(1))];
    for scenario in ["lab", "spanos-figure-5", "srp-figure-5", "wu-udp-200", "today-interrupts"] {
        let delivered = Bench::new(scenario, &clients).delivered_in(500);
        assert!((1_000..=4_100).contains(&delivered), "{scenario}: {delivered} of 8 that think for 1 ms each time");
    }
}

/// A share counts what its period has used already, and input that has stopped waits for the period's end (M 7).
#[test]
fn a_share_of_the_cycle_limit_counts_from_now_on() {
    let settings = [
        ("limit.period_ms", Value::Integer(1_000)),
        ("limit.share", Value::Integer(100)),
        ("traffic.rate", Value::Integer(10_000)),
    ];
    let mut bench = Bench::new("figure-7-1", &settings);
    let before = bench.delivered_in(100);
    bench.turn("limit.share", Value::Integer(1));
    bench.delivered_in(10);
    let stopped = bench.delivered_in(100);
    bench.turn("limit.share", Value::Integer(100));
    let waits = bench.delivered_in(100);
    bench.delivered_in(1_000);
    let after = bench.delivered_in(100);
    assert!(before > 300 && after > 300, "{before} before, {after} in a new period");
    assert!(stopped < 10 && waits < 10, "{stopped} after, {waits} while the period lasts");
}
