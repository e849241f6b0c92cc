//! When a setting means something (its `when` in the parameter table): whether it does, in words, and what has to be set
//! for it to do so.

use livelock_core::scenario::{Parameter, Scenario, Value, Values, parameter};

/// Path and value of what has to be set beside.
pub type Sets = Vec<(&'static str, Value)>;

/// Whether the scenario's machine ever looks at it: a knob that is turned later may give it a meaning.
pub fn counts(scenario: &Scenario, row: &Parameter) -> bool {
    let mut values = scenario.values();
    let mut matters = values.meet(row.when);
    for intervention in &scenario.interventions {
        for (path, value) in &intervention.set {
            values.set(path, value.clone());
        }
        matters |= values.meet(row.when);
    }
    matters
}

/// "kernel.design one of polling, bsd, and polling.enabled=true; or ...".
pub fn in_words(when: &str) -> String {
    let part = |part: &str| match part.split_once('=') {
        Some((path, wanted)) if wanted.contains('|') => format!("{path} one of {}", wanted.replace('|', ", ")),
        _ => part.to_string(),
    };
    let all = |all: &str| all.split('&').map(part).collect::<Vec<_>>().join(", and ");
    when.split(';').map(all).collect::<Vec<_>>().join("; or ")
}

/// The fewest settings with which a condition holds; none when it cannot.
pub fn missing(values: &Values, when: &str) -> Option<Sets> {
    let ways = when.split(';').filter_map(|all| {
        let (mut values, mut sets) = (values.clone(), Sets::new());
        for part in all.split('&') {
            fulfil(&mut values, &mut sets, part)?;
        }
        values.meet(when).then_some(sets)
    });
    ways.min_by_key(Vec::len)
}

/// Makes one part of a condition hold. A setting that the machine does not look at itself needs its own condition first.
fn fulfil(values: &mut Values, sets: &mut Sets, part: &str) -> Option<()> {
    if values.meet(part) {
        return Some(());
    }
    let (path, wanted) = part.split_once('=')?;
    let row = parameter(path)?;
    for (path, value) in missing(values, row.when)? {
        values.set(path, value.clone());
        sets.push((path, value));
    }
    if !values.meet(part) {
        let value = row.check(Value::from_text(wanted.split('|').next()?)).ok()?;
        values.set(path, value.clone());
        sets.push((&row.path, value));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::scenario::{parameters, presets};

    #[test]
    fn every_setting_can_be_given_a_meaning_in_every_scenario() {
        for scenario in presets::all() {
            for row in parameters().iter().filter(|row| !counts(&scenario, row)) {
                let sets = missing(&scenario.values(), row.when);
                let sets = sets.unwrap_or_else(|| panic!("{}: {} never counts", scenario.id, row.path));
                let changed = scenario.with(&sets).unwrap_or_else(|errors| panic!("{}: {errors}", scenario.id));
                assert!(counts(&changed, row), "{}: {} with {sets:?}", scenario.id, row.path);
            }
        }
    }

    #[test]
    fn conditions_are_told_in_words() {
        assert_eq!(in_words("kernel.design=polling"), "kernel.design=polling");
        assert_eq!(in_words("a.b=1|2&c.d=true;e.f=x"), "a.b one of 1, 2, and c.d=true; or e.f=x");
    }
}
