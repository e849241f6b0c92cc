//! The benchmark's hand-written loop computes the same numbers as the simulator, bit for bit. Otherwise its time would be no
//! lower bound.

#[path = "../benches/fused/mod.rs"]
mod fused;

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::{Settings, Value, presets};
use livelock_core::trace::Count;
use livelock_core::units::Cycles;

#[test]
fn the_fused_loop_and_the_simulator_count_the_same() {
    let text = |id: &str| Value::Choice(id.to_string());
    for rate in [500, 4_700, 6_000, 12_000] {
        let settings =
            [("kernel.design", text("bsd")), ("kernel.ip", text("softint")), ("traffic.rate", Value::Integer(rate))];
        let scenario = presets::find("lab").expect("the lab has its scenario").with(&settings).expect("valid settings");
        let mut machine = Machine::new(&scenario, Tracing::Off).expect("a valid scenario");
        let end = Cycles(150_000_000);
        machine.host.counters.collect_latencies();
        machine.run_until(end).expect("time passes");
        let row = machine.row();
        let totals = fused::run(&Settings::from(&scenario.values()), scenario.seed, end.0);
        let simulated = [
            Count::Arrived,
            Count::Delivered,
            Count::Dropped,
            Count::Wasted,
            Count::LatencySum,
            Count::DroppedTime,
            Count::InsideIntegral,
        ]
        .map(|count| row.count(count));
        let fused = [
            totals.arrived,
            totals.delivered,
            totals.drops.iter().sum(),
            totals.wasted.iter().sum(),
            totals.latency_sum,
            totals.dropped_time,
            totals.inside_integral,
        ];
        assert_eq!(fused, simulated, "at {rate}/s");
        let counters = &machine.host.counters;
        assert_eq!(totals.latencies, counters.latencies(0..counters.latency_count()), "at {rate}/s");
        let spent: Vec<u64> = ["clock", "device", "software", "user", "idle"]
            .map(|id| machine.topology.contexts.iter().position(|context| context.id == id).expect("a known context"))
            .map(|context| row.cycles(context as u8))
            .to_vec();
        assert_eq!(totals.cycles.to_vec(), spent, "at {rate}/s");
    }
}
