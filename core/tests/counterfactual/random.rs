//! Machines that a user could make: a ready-made scenario of the family with one to four knobs turned, at any rate of its curve.

use crate::judge::Case;
use crate::runs::end_ms;
use livelock_core::random::RandomStream;
use livelock_core::scenario::{Kind, Parameter, Scenario, Value, parameter, parameters, presets};

/// Settings that say how a result is measured or drawn, not what the machine does.
const NOT_TURNED: [&str; 4] = ["trial.", "measurement.", "costs.", "machine.profile"];

/// The ready-made scenarios of a family.
fn scenarios_of(family: &str) -> Vec<Scenario> {
    presets::all().into_iter().filter(|scenario| scenario.values().design().row().family == family).collect()
}

/// A machine of the family, at its end or at another moment of its second half. The same number gives the same machine.
pub fn case_of(family: &str, number: u64) -> Case {
    let scenario = scenario_of(family, number);
    let end = end_ms(&scenario);
    let earlier = RandomStream::new(number, 2).below(0, end / 2);
    Case { at_ms: if number.is_multiple_of(2) { end } else { end - earlier }, scenario }
}

fn scenario_of(family: &str, number: u64) -> Scenario {
    let random = RandomStream::new(number, 1);
    let scenarios = scenarios_of(family);
    let chosen = &scenarios[random.below(0, scenarios.len() as u64) as usize];
    let mut scenario = Scenario { seed: number, ..chosen.clone() };
    for knob in 0..1 + random.below(1, 4) {
        let draw = |what: u64, limit: u64| random.below(10 + 10 * knob + what, limit);
        let values = scenario.values();
        let is_turned = |row: &&Parameter| {
            values.meet(row.when)
                && !NOT_TURNED.iter().any(|path| row.path.starts_with(path))
                && row.path != "traffic.rate"
        };
        let rows: Vec<&Parameter> = parameters().iter().filter(is_turned).collect();
        let row = rows[draw(0, rows.len() as u64) as usize];
        let value = turned_value(row, &scenario, &|limit| draw(1, limit));
        if value != Value::Choice("capture".into()) {
            scenario = scenario.with(&[(row.path.as_str(), value)]).unwrap_or(scenario);
        }
    }
    let values = scenario.values();
    let row = parameter("traffic.rate").expect("a parameter");
    let most = values.get("trial.to").integer().max(100);
    let rate = most * (1 + random.below(2, 100)) / 100;
    match values.meet(row.when) {
        true => scenario.with(&[("traffic.rate", Value::Integer(rate as i64))]).unwrap_or(scenario),
        false => scenario,
    }
}

/// Another value: between an eighth and eight times the number, the other switch, any choice.
fn turned_value(row: &Parameter, scenario: &Scenario, below: &dyn Fn(u64) -> u64) -> Value {
    let values = scenario.values();
    let profile = scenario.profile().parameter(&row.path);
    match profile.as_ref().map_or(&row.kind, |row| &row.kind) {
        Kind::Switch => Value::Switch(!values.get(&row.path).switch()),
        Kind::Choice { options } => Value::Choice(options[below(options.len() as u64) as usize].id.into()),
        Kind::Integer { min, max, infinity } => match values.get(&row.path) {
            Value::Infinity => Value::Integer((1 + below(50) as i64).clamp(*min, *max)),
            _ if *infinity && below(8) == 0 => Value::Infinity,
            Value::Integer(number) => {
                let factor = 2.0_f64.powf(below(601) as f64 / 100.0 - 3.0);
                Value::Integer((((*number).max(1) as f64 * factor).round() as i64).clamp(*min, *max))
            }
            other => other.clone(),
        },
    }
}
