//! The scenario that a command line asks for: ready-made, from a file or from standard input, with `--set` and `--seed`.

use crate::arguments::Which;
use crate::capture;
use crate::conditions::{counts, in_words, missing};
use crate::mend;
use crate::problem::Problem;
use crate::typed::Typed;
use livelock_core::experiment::at_rate;
use livelock_core::scenario::{Scenario, ScenarioError, Value, distance, parameter, presets};
use std::io::Read;
use std::path::Path;

const RATE: &str = "traffic.rate";

/// Every mistake in the options is reported, not only the first.
pub fn load(which: &Which) -> Result<Scenario, Problem> {
    let base = base(&which.scenario)?;
    let folder = Path::new(&which.scenario).parent().filter(|_| which.capture.is_none());
    match changed(&base, which) {
        Ok(scenario) => capture::record(scenario, folder.unwrap_or(Path::new(""))),
        Err(errors) => {
            let what = format!("{} with these settings", base.id);
            Err(Problem::Fields { what, errors, example: mend::example(&base, which) })
        }
    }
}

/// The scenario as the options have it, or all that is wrong with them.
pub fn changed(base: &Scenario, which: &Which) -> Result<Scenario, Vec<ScenarioError>> {
    let mut scenario = base.clone();
    scenario.seed = which.seed.unwrap_or(scenario.seed);
    if let Some(file) = &which.capture {
        capture::name(&mut scenario, file, which.first);
    }
    let mut errors = Vec::new();
    let mut known: Vec<(String, Value)> = Vec::new();
    for setting in &which.set {
        match change(setting) {
            Ok((path, value)) => {
                errors.extend(twice(&known, &path, &value));
                known.push((path.clone(), value.clone()));
                scenario.settings.insert(path, value);
            }
            Err(error) => errors.push(error),
        }
    }
    let valid = scenario.validated().map_err(|others| errors.extend(others.errors));
    let Ok(scenario) = valid else { return Err(errors) };
    if errors.is_empty() {
        errors.extend(known.iter().filter_map(|(path, value)| without_effect(&scenario, path, value)));
    }
    if errors.is_empty() { Ok(scenario) } else { Err(errors) }
}

/// For commands that vary the offered rate: what TCP sends, and one burst, has none.
pub fn load_to_vary_its_rate(which: &Which) -> Result<Scenario, Problem> {
    let scenario = load(which)?;
    if let Some(set) = which.set.iter().find(|set| change(set).is_ok_and(|(path, _)| path == RATE)) {
        let text = format!("{set}: the offered rate is what this command varies; leave that --set away");
        let typed = Typed::of_this_run().replaced("--set", set, "").map(|typed| typed.without_empty_sets());
        return Err(match typed {
            Some(typed) => Problem::Instead { text, example: typed.to_string() },
            None => Problem::Input(text),
        });
    }
    let row = parameter(RATE).expect("every table of parameters has the offered rate");
    if counts(&at_rate(&scenario, 0)?, row) {
        return Ok(scenario);
    }
    let (values, id) = (scenario.values(), &scenario.id);
    let sets = missing(&values, row.when).unwrap_or_default();
    let reasons: Vec<String> = sets.iter().map(|(path, _)| why_no_rate(path, values.get(path))).collect();
    let words: Vec<String> = sets.iter().map(|(path, value)| format!("{path}={value}")).collect();
    let example = words.iter().fold(Typed::of_this_run(), |typed, word| typed.with(&["--set", word]));
    let text = format!(
        "{id} has no offered rate (traffic.rate) to vary: {}; give it traffic that comes at a rate, or vary one of \
         `livelock list --settings {}` with a `livelock run` for each value",
        reasons.join(", "),
        which.scenario
    );
    Err(Problem::Instead { text, example: example.to_string() })
}

fn why_no_rate(path: &str, value: &Value) -> String {
    let why = match value.to_string().as_str() {
        "burst" => "its packets come in one burst",
        "rpc" => "its clients wait for replies before they send again",
        _ => "its TCP sender sends what the receiver lets it",
    };
    format!("{why} ({path}={value})")
}

/// `path=value`.
pub fn change(setting: &str) -> Result<(String, Value), ScenarioError> {
    let Some((path, text)) = setting.split_once('=').filter(|(path, _)| !path.trim().is_empty()) else {
        let allowed = "PATH=VALUE; `livelock list --settings` lists paths and values";
        return Err(ScenarioError::new("--set", setting, "not a path and a value", allowed));
    };
    Ok((path.trim().to_string(), Value::from_text(text.trim())))
}

/// Two values for one setting: nobody can mean both.
fn twice(known: &[(String, Value)], path: &str, value: &Value) -> Option<ScenarioError> {
    let (_, other) = known.iter().find(|(of, other)| of == path && other != value)?;
    Some(ScenarioError::new(path, format!("{other}, then {value}"), "set to two values", "one of them"))
}

/// Whoever sets something wants to see what it does: a setting that this machine never looks at is a mistake.
fn without_effect(scenario: &Scenario, path: &str, value: &Value) -> Option<ScenarioError> {
    let row = parameter(path)?;
    // the page moves its dot by this knob, and the capture's pace with it; here nobody does
    if path == RATE && keeps_its_own_pace(scenario) {
        let problem = "has no effect on a capture that is sent at its own pace";
        let allowed = "with traffic.pace=rate; or traffic.speed, in % of the recorded one, in its place";
        return Some(ScenarioError::new(path, value, problem, allowed));
    }
    let allowed = || format!("with {}", in_words(row.when));
    (!counts(scenario, row)).then(|| ScenarioError::new(path, value, "has no effect on this machine", allowed()))
}

fn keeps_its_own_pace(scenario: &Scenario) -> bool {
    let values = scenario.values();
    values.get("traffic.pattern").choice() == "capture" && values.get("traffic.pace").choice() == "recorded"
}

fn base(name: &str) -> Result<Scenario, Problem> {
    if name == "-" {
        return read("the scenario on standard input", std::io::stdin());
    }
    if let Some(scenario) = presets::find(name) {
        return Ok(scenario);
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Err(Problem::Input(format!("{name} is a folder; give a scenario file (TOML or JSON) in it")));
    }
    if path.exists() || path.extension().is_some() || name.contains('/') {
        let file = std::fs::File::open(path).map_err(|error| {
            Problem::Input(format!(
                "cannot read the scenario file {name}: {error}; `livelock list` shows ready-made ones"
            ))
        })?;
        return read(&format!("the scenario file {name}"), file);
    }
    let text = format!("no scenario is called {name:?}; `livelock list` shows them all");
    match nearest(name).and_then(|id| Some((Typed::of_this_run().replaced("", name, &id)?, id))) {
        Some((typed, id)) => {
            let text = format!("no scenario is called {name:?} (did you mean {id:?}?); `livelock list` shows them all");
            Err(Problem::Instead { text, example: typed.to_string() })
        }
        None => Err(Problem::Input(text)),
    }
}

/// Text as a scenario; `what` is the file's name, for what has to be said about it.
fn read(what: &str, from: impl Read) -> Result<Scenario, Problem> {
    /// A scenario has at most 1 MiB; one more byte is enough to refuse the rest.
    const BYTES_READ: u64 = (1 << 20) + 1;
    let mut bytes = Vec::new();
    let unreadable = |error| Problem::Input(format!("cannot read {what}: {error}"));
    from.take(BYTES_READ).read_to_end(&mut bytes).map_err(unreadable)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.as_bytes().len() as u64 == BYTES_READ => {
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
        Err(_) => {
            let remedy = "save it as TOML or JSON in UTF-8 (recorded packets go to --capture)";
            return Err(Problem::Input(format!("{what} is not UTF-8 text; {remedy}")));
        }
    };
    if text.trim().is_empty() {
        let remedy = "write at least one setting, such as: settings.traffic.rate = 12000";
        return Err(Problem::Input(format!("{what} is empty; {remedy}")));
    }
    let invalid = |errors: livelock_core::scenario::ScenarioErrors| Problem::Fields {
        what: what.to_string(),
        errors: errors.errors,
        example: None,
    };
    Scenario::parse(&text).map_err(invalid)
}

/// The ready-made scenario whose id is the nearest, as a hint.
fn nearest(name: &str) -> Option<String> {
    let apart = |id: &String| distance(name, id);
    let best = presets::all().into_iter().map(|scenario| scenario.id).min_by_key(apart)?;
    (apart(&best) <= name.len() / 2).then_some(best)
}
