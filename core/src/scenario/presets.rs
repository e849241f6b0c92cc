//! The ready-made scenarios: one for each machine of the papers' figures, read from `core/scenarios` at build time. `index.json`
//! there lists them.

use super::Scenario;

/// Names and texts of the files, in the order of `core/scenarios/index.json`, which `build.rs` reads.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/presets.rs"));

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
