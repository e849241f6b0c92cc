//! The scenario that a command line asks for: ready-made, from a file or from standard input, with `--set` and `--seed`.

use crate::arguments::Which;
use crate::capture;
use crate::problem::Problem;
use livelock_core::scenario::{Scenario, ScenarioError, ScenarioErrors, Value, distance, parameter, presets};
use std::io::Read;
use std::path::Path;

/// Every mistake in the options is reported, not only the first.
pub fn load(which: &Which) -> Result<Scenario, Problem> {
    let mut scenario = base(&which.scenario)?;
    let mut folder = Path::new(&which.scenario).parent().unwrap_or(Path::new(""));
    if let Some(seed) = which.seed {
        scenario.seed = seed;
    }
    if let Some(file) = &which.capture {
        capture::name(&mut scenario, file, which.first);
        folder = Path::new("");
    }
    let mut errors = Vec::new();
    for setting in &which.set {
        match change(setting) {
            Ok((path, value)) => {
                scenario.settings.insert(path, value);
            }
            Err(error) => errors.push(error),
        }
    }
    match scenario.validated() {
        Ok(scenario) if errors.is_empty() => {
            errors.extend(which.set.iter().filter_map(|setting| without_effect(&scenario, setting)));
            if errors.is_empty() { capture::record(scenario, folder) } else { Err(ScenarioErrors { errors }.into()) }
        }
        Ok(_) => Err(ScenarioErrors { errors }.into()),
        Err(others) => {
            errors.extend(others.errors);
            Err(ScenarioErrors { errors }.into())
        }
    }
}

/// For commands that vary the offered rate: what TCP sends, and one burst, has none.
pub fn load_to_vary_its_rate(which: &Which) -> Result<Scenario, Problem> {
    let scenario = load(which)?;
    let rate = format!("traffic.rate={}", scenario.values().get("traffic.rate"));
    match without_effect(&scenario, &rate) {
        Some(error) => Err(ScenarioErrors { errors: vec![error] }.into()),
        None => Ok(scenario),
    }
}

fn change(setting: &str) -> Result<(String, Value), ScenarioError> {
    let Some((path, text)) = setting.split_once('=') else {
        return Err(ScenarioError::new("--set", setting, "no value", format!("--set {setting}=VALUE")));
    };
    Ok((path.trim().to_string(), Value::from_text(text.trim())))
}

/// Whoever sets something wants to see what it does: a setting that this machine never looks at is a mistake, unless a knob
/// that is turned later gives it a meaning.
fn without_effect(scenario: &Scenario, setting: &str) -> Option<ScenarioError> {
    let (path, value) = setting.split_once('=')?;
    let row = parameter(path.trim())?;
    let mut values = scenario.values();
    let mut matters = values.meet(row.when);
    for intervention in &scenario.interventions {
        for (path, value) in &intervention.set {
            values.set(path, value.clone());
        }
        matters |= values.meet(row.when);
    }
    if matters {
        return None;
    }
    let remedy = row.when.split('&').map(|part| format!("--set {}", part.replace('|', " or ")));
    let remedy = format!("with {}", remedy.collect::<Vec<_>>().join(" "));
    Some(ScenarioError::new(&row.path, value.trim(), "has no effect on this machine", remedy))
}

fn base(name: &str) -> Result<Scenario, Problem> {
    if name == "-" {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|error| Problem::Input(format!("cannot read a scenario from standard input: {error}")))?;
        return Ok(Scenario::parse(&text)?);
    }
    if let Some(scenario) = presets::find(name) {
        return Ok(scenario);
    }
    let path = Path::new(name);
    if path.exists() || path.extension().is_some() || name.contains('/') {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Problem::Input(format!("cannot read the scenario file {name}: {error}")))?;
        return Ok(Scenario::parse(&text)?);
    }
    Err(Problem::Input(format!("no scenario is called {name:?}{}; `livelock list` shows them all", nearest(name))))
}

/// The ready-made scenario whose id is the nearest, as a hint.
fn nearest(name: &str) -> String {
    let apart = |id: &String| distance(name, id);
    let best = presets::all().into_iter().map(|scenario| scenario.id).min_by_key(apart);
    match best {
        Some(id) if apart(&id) <= name.len() / 2 => format!(" (did you mean {id:?}?)"),
        _ => String::new(),
    }
}
