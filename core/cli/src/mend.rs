//! The settings of a command line as they could be: what is out of range comes into it, an unknown path becomes the
//! nearest, and what has to be set beside is. The line that is shown has been tried.

use crate::arguments::Which;
use crate::conditions::{Sets, counts, missing};
use crate::scenario::{change, changed};
use crate::typed::Typed;
use livelock_core::scenario::{Kind, Parameter, Scenario, Value, distance, parameter, parameters};

/// More dependencies than any setting has.
const ROUNDS_MAX: usize = 8;

/// What was typed, with settings that go together; none when these would not do either.
pub fn example(base: &Scenario, which: &Which) -> Option<String> {
    let mut typed = Typed::of_this_run();
    let mut sets: Vec<(String, Value)> = Vec::new();
    for setting in &which.set {
        let mended = mended(base, setting).filter(|(path, _)| sets.iter().all(|(of, _)| of != path));
        match mended {
            Some((path, value)) => {
                let set = format!("{path}={value}");
                typed = typed.replaced("--set", setting, &set)?;
                sets.push((path, value));
            }
            None => typed = typed.replaced("--set", setting, "")?,
        }
    }
    for _ in 0..ROUNDS_MAX {
        let tried =
            Which { set: sets.iter().map(|(path, value)| format!("{path}={value}")).collect(), ..which.clone() };
        match changed(base, &tried) {
            Ok(_) => return Some(typed.without_empty_sets().to_string()),
            Err(errors) => {
                let field = &errors.first()?.field;
                typed = better(base, &mut sets, field, typed)?;
            }
        }
    }
    None
}

/// One set that goes less wrong: with what it needs beside it, or as the scenario has it.
fn better(base: &Scenario, sets: &mut Vec<(String, Value)>, field: &str, mut typed: Typed) -> Option<Typed> {
    let row = parameter(field)?;
    let needed = needed(base, sets, row);
    if needed.is_empty() {
        let own = base.values().get(field).clone();
        return put(sets, field, own, &mut typed).then_some(typed);
    }
    let all = needed.into_iter().all(|(path, value)| put(sets, path, value, &mut typed));
    all.then_some(typed)
}

/// What has to be set so that a setting counts.
fn needed(base: &Scenario, sets: &[(String, Value)], row: &Parameter) -> Sets {
    let changes: Vec<(&str, Value)> = sets.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
    let Ok(scenario) = base.with(&changes) else { return Sets::new() };
    if counts(&scenario, row) { Sets::new() } else { missing(&scenario.values(), row.when).unwrap_or_default() }
}

/// In the place of the set that was typed, or behind everything; whether that changes anything.
fn put(sets: &mut Vec<(String, Value)>, path: &str, value: Value, typed: &mut Typed) -> bool {
    let set = format!("{path}={value}");
    match sets.iter_mut().find(|(of, _)| of == path) {
        Some((_, old)) if *old == value => return false,
        Some((_, old)) => {
            let Some(replaced) = typed.replaced("--set", &format!("{path}={old}"), &set) else { return false };
            (*typed, *old) = (replaced, value);
        }
        None => {
            *typed = typed.clone().with(&["--set", &set]);
            sets.push((path.to_string(), value));
        }
    }
    true
}

/// A setting by itself: with a path that exists and a value that is allowed.
fn mended(base: &Scenario, setting: &str) -> Option<(String, Value)> {
    let (path, value) = match change(setting) {
        Ok((path, value)) => (path, Some(value)),
        Err(_) => (setting.trim_matches(['=', ' ']).to_string(), None),
    };
    let path = if parameter(&path).is_some() { path } else { nearest(&path)? };
    let row = base.profile().parameter(&path)?;
    let value = value.and_then(|value| near(&row, value)).unwrap_or_else(|| base.values().get(&path).clone());
    Some((path, value))
}

/// The nearest path, when one is near.
fn nearest(path: &str) -> Option<String> {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_string();
    let apart = |row: &&Parameter| (last(&row.path) != last(path), distance(path, &row.path));
    let best = parameters().iter().min_by_key(apart)?;
    let is_near = last(&best.path) == last(path) || distance(path, &best.path) <= path.len() / 3;
    is_near.then(|| best.path.clone())
}

/// The allowed value next to this one.
fn near(row: &Parameter, value: Value) -> Option<Value> {
    if row.check(value.clone()).is_ok() {
        return Some(value);
    }
    match (&row.kind, value) {
        (Kind::Integer { min, max, .. }, Value::Integer(number)) => Some(Value::Integer(number.clamp(*min, *max))),
        (Kind::Choice { options }, Value::Choice(id)) => {
            let best = options.iter().map(|option| option.id).min_by_key(|option| distance(&id, option))?;
            (distance(&id, best) <= id.len() / 2).then(|| Value::Choice(best.to_string()))
        }
        _ => None,
    }
}
