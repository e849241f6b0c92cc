//! The ready-made scenarios: one for each machine of the papers' figures, read from `core/scenarios` at build time.

use super::Scenario;

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")))),*]
    };
}

/// File names and texts, in the order in which scenarios are listed.
const TEXTS: &[(&str, &str)] = presets![
    "lab",
    "figure-6-1",
    "figure-6-1-screend",
    "section-6-2",
    "figure-6-3",
    "figure-6-3-no-polling",
    "figure-6-3-no-quota",
    "figure-6-4",
    "figure-6-4-no-feedback",
    "section-6-4-threads",
    "section-6-6-output",
    "section-6-6-hung",
    "section-6-6-chain",
    "section-6-6-paths",
    "figure-6-5",
    "figure-6-5-quota-10",
    "figure-6-5-quota-100",
    "figure-6-6",
    "figure-6-6-quota-100",
    "section-7",
    "section-7-1",
    "section-7-1-feedback",
    "figure-7-1",
    "figure-7-1-limit-25",
    "figure-7-1-limit-75",
    "figure-7-1-limit-100",
    "figure-7-4",
    "figure-7-5",
    "figure-7-6",
    "figure-7-6-no-polling",
    "figure-7-7",
    "figure-7-8",
    "section-5-1-queue",
    "section-5-1-cycles",
    "section-5-1-tick",
    "section-5-2-short",
    "section-5-2-long",
    "section-5-3",
    "section-9-1",
    "section-10-2",
    "section-10-2-output",
    "section-10-2-limit",
    "section-10-2-limit-all",
    "figure-4-1",
    "figure-4-2",
    "section-4-4-lower",
    "section-4-4-after",
    "section-4-4-polled",
    "figure-8-1",
    "figure-8-1-breaker",
    "figure-8-2",
    "figure-8-3",
    "figure-8-3-no-feedback",
    "figure-8-4",
    "figure-8-4-no-feedback",
    "spanos-figure-5",
    "spanos-figure-5-tx-128",
    "spanos-figure-5-tx-off",
    "spanos-figure-5-napi",
    "spanos-figure-5-napi-tx-128",
    "spanos-figure-5-napi-tx-off",
    "spanos-figure-5-256",
    "spanos-figure-4",
    "spanos-table-3",
    "spanos-table-3-napi",
    "spanos-figure-6",
    "spanos-figure-7",
    "spanos-table-5",
    "karp-interrupts",
    "karp-polling",
    "karp-rare-events",
    "karp-fairness",
    "karp-idle-disk",
    "srp-figure-5",
    "srp-figure-5-freebsd",
    "srp-figure-5-lrp",
    "srp-section-2",
    "srp-section-5-5",
    "srp-figure-4",
    "srp-figure-4-freebsd",
    "srp-table-1-freebsd",
    "srp-table-1",
    "srp-table-1-ignored",
    "srp-section-5-4-lrp",
    "srp-table-2",
    "srp-table-2-ignored",
    "srp-figure-6",
    "srp-figure-6-reservation",
    "srp-section-5-1",
    "srp-section-4-1-lrp",
    "wu-udp-200",
    "wu-udp-200-bl10",
    "wu-udp-400",
    "wu-table-2-bl0",
    "wu-table-2-bl4",
    "wu-table-2-bl10",
    "wu-figure-14",
    "wu-figure-9",
    "wu-table-3",
    "wu-out-of-memory",
    "wu-out-of-memory-limited",
    "today-softirq",
    "today-ksoftirqd",
    "today-quick-driver",
    "today-threaded",
    "today-interrupts",
    "today-coalesced",
    "today-busy-poll",
    "today-queues",
    "today-same-cpu",
    "today-other-cpu",
    "section-10-3-packets",
    "section-10-3-frames",
    "section-10-4-flood",
    "section-10-4-shares",
    "section-10-4-running",
];

/// Returns all ready-made scenarios. Panics when a file does not parse.
pub fn all() -> Vec<Scenario> {
    TEXTS.iter().map(read).collect()
}

/// Returns the scenario with this id, which is its file's name.
pub fn find(id: &str) -> Option<Scenario> {
    TEXTS.iter().find(|(name, _)| *name == id).map(read)
}

fn read((name, text): &(&str, &str)) -> Scenario {
    Scenario::parse(text).unwrap_or_else(|errors| panic!("scenarios/{name}.toml: {errors}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Value, parameter};

    /// The page shows a knob only on the machines that the `when` of its row names. A switch may be off.
    #[test]
    fn every_setting_of_a_scenario_has_a_knob_on_its_machine() {
        for scenario in all() {
            for path in scenario.settings.keys() {
                let row = parameter(path).expect("a row of the table");
                let group = path.split('.').next().expect("a group");
                let switch = format!("{group}.enabled");
                let on = parameter(&switch).map(|_| (&*switch, Value::Switch(true)));
                let switched = scenario.with(on.as_slice()).expect("a valid scenario");
                let (id, when) = (&scenario.id, row.when);
                assert!(switched.values().meet(when), "{id} sets {path}, whose row shows it only when {when}");
            }
        }
    }

    #[test]
    fn every_scenario_parses_and_has_its_files_name() {
        for ((name, _), scenario) in TEXTS.iter().zip(all()) {
            assert_eq!(*name, scenario.id);
            assert!(!scenario.text.is_empty() && !scenario.source.is_empty(), "{name}");
        }
    }
}
