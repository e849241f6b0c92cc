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
