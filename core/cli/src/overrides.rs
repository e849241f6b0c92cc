//! `--set PATH=VALUE`: changes settings of a scenario, and refuses a change that has no effect. The parameter table says on
//! which condition (`when`) a setting has an effect; this module evaluates and describes these conditions.

use crate::moments::KnobsTurned;
use crate::values::SettingChange;
use livelock_core::message;
use livelock_core::message::Message;
use livelock_core::scenario::{
    Effect, KNOBS_PATH, Parameter, Scenario, ScenarioError, Value, Values, distance, parameter, parameters,
};

/// The most paths that an error about an unknown path suggests.
const SUGGESTIONS_MAX: usize = 3;

/// Returns the scenario with the changes, or everything that is wrong with them.
pub fn with_changes(mut scenario: Scenario, changes: &[SettingChange]) -> Result<Scenario, Vec<ScenarioError>> {
    let mut errors = Vec::new();
    for (index, SettingChange { path, value }) in changes.iter().enumerate() {
        if parameter(path).is_none() {
            errors.push(match path.strip_prefix(KNOBS_PATH) {
                Some(name) => {
                    let problem = message!("is a knob of the program and no setting");
                    let allowed = message!("{knob}", knob = format!("--knob {name}={value}"));
                    ScenarioError::new(path, value, problem, allowed)
                }
                None => unknown_setting(path, value),
            });
            continue;
        }
        if let Some(other) = changes[..index].iter().find(|other| other.path == *path && other.value != *value) {
            let both = format!("{}, then {value}", other.value);
            errors.push(ScenarioError::new(path, both, message!("set to two values"), message!("one value")));
        }
        scenario.settings.insert(path.clone(), value.clone());
    }
    let scenario = match scenario.validated() {
        Ok(scenario) => scenario,
        Err(invalid) => {
            errors.extend(invalid.errors);
            return Err(errors);
        }
    };
    if errors.is_empty() {
        errors.extend(changes.iter().filter_map(|change| without_effect(&scenario, change)));
    }
    if errors.is_empty() { Ok(scenario) } else { Err(errors) }
}

/// Returns the changes of `--at` that no machine can make while it runs.
pub fn knobs_can_turn(turned: &[KnobsTurned]) -> Result<(), Vec<ScenarioError>> {
    let wrong = |SettingChange { path, value }: &SettingChange| match parameter(path) {
        None if path.starts_with(KNOBS_PATH) => None,
        None => Some(unknown_setting(path, value)),
        Some(row) if row.effect == Effect::Restart => {
            let problem = message!("cannot change while the machine runs");
            let allowed = message!("{set}, for the whole run", set = format!("--set {path}={value}"));
            Some(ScenarioError::new(path, value, problem, allowed))
        }
        Some(_) => None,
    };
    let errors: Vec<ScenarioError> = turned.iter().flat_map(|knobs| &knobs.changes).filter_map(wrong).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn unknown_setting(path: &str, value: &Value) -> ScenarioError {
    ScenarioError::new(path, value, message!("unknown setting"), suggestion(path))
}

/// Suggests the paths with the same last part, else the most similar ones.
fn suggestion(path: &str) -> Message {
    let last = |path: &str| path.rsplit('.').next().map(String::from);
    let paths = || parameters().iter().map(|row| row.path.as_str());
    let mut nearest: Vec<&str> = paths().filter(|other| last(other) == last(path)).collect();
    if nearest.is_empty() {
        nearest = paths().collect();
    }
    nearest.sort_by_key(|other| distance(path, other));
    let similar = |other: &&str| distance(path, other) <= distance(path, nearest[0]) + 2;
    let named: Vec<String> =
        nearest.iter().copied().filter(similar).take(SUGGESTIONS_MAX).map(|other| format!("`{other}`")).collect();
    message!("one that exists, such as {settings}", settings = named.join(", "))
}

/// The error for a change that the scenario's machine ignores.
fn without_effect(scenario: &Scenario, SettingChange { path, value }: &SettingChange) -> Option<ScenarioError> {
    let row = parameter(path)?;
    let values = scenario.values();
    if path == "traffic.rate" && keeps_recorded_times(&values) {
        let recording = scenario.capture.as_ref().and_then(|capture| capture.recording.as_ref());
        if recording.is_some_and(|recording| recording.span() == 0) {
            let problem = message!("has no effect: the packets of this capture have one time, so it has no rate");
            let allowed = message!("a capture with packets at different times");
            return Some(ScenarioError::new(path, value, problem, allowed));
        }
        let problem = message!("has no effect on a capture that is sent at its recorded times");
        let allowed = message!("with traffic.pace=rate; or use traffic.speed, in % of the recorded speed, instead");
        return Some(ScenarioError::new(path, value, problem, allowed));
    }
    if has_effect(scenario, row) {
        return None;
    }
    let allowed = message!("with {condition}", condition = describe_condition(&unmet_condition(&values, row.when)));
    Some(ScenarioError::new(path, value, message!("has no effect on this machine"), allowed))
}

fn keeps_recorded_times(values: &Values) -> bool {
    values.get("traffic.pattern").choice() == "capture" && values.get("traffic.pace").choice() == "recorded"
}

/// Returns whether the machine ever uses the setting, also after one of the scenario's interventions.
pub fn has_effect(scenario: &Scenario, row: &Parameter) -> bool {
    let mut values = scenario.values();
    let mut is_used = values.meet(row.when);
    for intervention in &scenario.interventions {
        for (path, value) in &intervention.set {
            values.set(path, value.clone());
        }
        is_used |= values.meet(row.when);
    }
    is_used
}

/// Returns the part of a condition that has to change: the unmet terms of the alternative with the fewest of them.
pub fn unmet_condition(values: &Values, when: &str) -> String {
    let unmet = |alternative: &str| -> Vec<String> {
        alternative.split('&').filter(|term| !values.meet(term)).map(String::from).collect()
    };
    when.split(';').map(unmet).min_by_key(Vec::len).unwrap_or_default().join("&")
}

/// Describes a condition: "kernel.design one of polling, bsd, and polling.enabled=true; or ...".
pub fn describe_condition(when: &str) -> String {
    let term = |term: &str| match term.split_once('=') {
        Some((path, choices)) if choices.contains('|') => format!("{path} one of {}", choices.replace('|', ", ")),
        _ => term.to_string(),
    };
    let alternative = |all: &str| all.split('&').map(term).collect::<Vec<_>>().join(", and ");
    when.split(';').map(alternative).collect::<Vec<_>>().join("; or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::scenario::presets;

    #[test]
    fn unmet_conditions_name_settings_and_values_that_exist() {
        for scenario in presets::all() {
            for row in parameters().iter().filter(|row| !has_effect(&scenario, row)) {
                let unmet = unmet_condition(&scenario.values(), row.when);
                for term in unmet.split('&') {
                    let (path, choices) = term.split_once('=').expect("a path and its values");
                    let other = parameter(path).unwrap_or_else(|| panic!("{}: no setting {path}", row.path));
                    for choice in choices.split('|') {
                        assert!(other.check(Value::from_text(choice)).is_ok(), "{}: {path}={choice}", row.path);
                    }
                }
            }
        }
    }

    #[test]
    fn conditions_are_described_in_words() {
        assert_eq!(describe_condition("kernel.design=polling"), "kernel.design=polling");
        assert_eq!(describe_condition("a.b=1|2&c.d=true;e.f=x"), "a.b one of 1, 2, and c.d=true; or e.f=x");
    }

    #[test]
    fn unknown_paths_suggest_the_same_name_elsewhere_or_a_similar_path() {
        assert!(suggestion("poling.quota").to_string().starts_with("one that exists, such as `polling.quota`"));
        assert!(suggestion("quota").to_string().contains("`polling.quota`"), "{}", suggestion("quota"));
        assert!(suggestion("trafic.rat").to_string().contains("`traffic.rate`"), "{}", suggestion("trafic.rat"));
    }
}
