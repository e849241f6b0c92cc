//! The machines that the relations are tested on, and how they are set up.

use livelock_core::scenario::{DESIGNS, Scenario, Value, presets};

/// Scenarios that send bursts, answer closed-loop clients or run for a fixed task: an offered rate says little about them.
fn has_a_rate(scenario: &Scenario) -> bool {
    let values = scenario.values();
    let pattern = values.get("traffic.pattern").choice();
    matches!(pattern, "jittered" | "constant" | "bursty" | "poisson")
        && values.get("trial.to").integer() > 0
        && !scenario.id.starts_with("wu-")
}

/// Scenarios of each kernel design: these, and the first one of a design that none of these has.
pub fn one_of_each_design() -> Vec<&'static str> {
    let mut ids = vec![
        "figure-6-1",
        "figure-6-1-screend",
        "figure-6-3",
        "figure-6-4",
        "figure-7-1",
        "section-5-3",
        "section-5-2-short",
        "section-9-1",
        "section-10-2",
        "figure-8-1",
        "figure-8-1-breaker",
        "figure-4-1",
        "spanos-figure-5",
        "spanos-figure-5-napi",
        "wu-udp-400",
        "srp-figure-5-freebsd",
        "srp-figure-5-lrp",
        "srp-figure-5",
        "today-softirq",
        "today-ksoftirqd",
        "today-threaded",
    ];
    for row in DESIGNS {
        let scenarios = presets::all().into_iter().filter(|scenario| scenario.values().design() == row.design);
        let of_design: Vec<&str> = scenarios.map(|scenario| &*scenario.id.leak()).collect();
        if !ids.iter().any(|id| of_design.contains(id)) {
            ids.push(of_design.first().unwrap_or_else(|| panic!("the design {} has no ready-made scenario", row.id)));
        }
    }
    ids
}

pub fn every_scenario() -> Vec<&'static str> {
    presets::all().into_iter().filter(has_a_rate).map(|scenario| &*scenario.id.leak()).collect()
}

/// Returns a scenario at a share of the highest rate of its curve, with a trial of so many packets, or of 50 ms if these
/// are more.
pub fn at(id: &str, share: f64, packets: u64) -> Scenario {
    let scenario = presets::find(id).expect("a ready-made scenario");
    let values = scenario.values();
    let rate = (values.get("trial.to").integer() as f64 * share) as u64;
    let packets = packets.max(rate / 20).min(values.get("trial.packets").integer());
    let mut settings = vec![
        ("traffic.rate", Value::Integer(rate as i64)),
        ("traffic.packets", Value::Integer(0)),
        ("trial.packets", Value::Integer(packets as i64)),
    ];
    if values.get("traffic.pattern").choice() == "burst" {
        settings.push(("traffic.pattern", Value::Choice("jittered".to_string())));
    }
    scenario.with(&settings).expect("valid settings")
}
