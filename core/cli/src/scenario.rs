//! Loads the scenario of a command line: a preset, a file or standard input, changed by `--set` and `--seed`, and with the
//! packets of its capture file.

use crate::arguments::ScenarioArgs;
use crate::error::CommandError;
use crate::input_file;
use crate::kernel_program;
use crate::moments::turn_knobs;
use crate::overrides::{describe_condition, has_effect, knobs_can_turn, unmet_condition, with_changes};
use crate::saved_run::{self, ShownWindow};
use crate::similar;
use crate::text_file;
use crate::values::SettingChange;
use livelock_capture::{BYTES_MAX, Selection};
use livelock_core::experiment::at_rate;
use livelock_core::message;
use livelock_core::scenario::{Capture, Scenario, ScenarioError, ScenarioErrors, Value, parameter, presets};
use livelock_core::units::Hertz;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const RATE: &str = "traffic.rate";
const PATTERN: &str = "traffic.pattern";
/// No scenario is longer, and no saved run.
const SCENARIO_MEBIBYTES_MAX: u64 = 1;

/// A scenario, and the window that the page showed if the scenario comes from a saved run.
pub struct Loaded {
    pub scenario: Scenario,
    pub shown: Option<ShownWindow>,
}

/// Loads the scenario. The error names every mistake in the settings, not only the first.
pub fn load(options: &ScenarioArgs) -> Result<Scenario, CommandError> {
    Ok(load_run(options)?.scenario)
}

/// Loads the scenario, and the window of a saved run.
pub fn load_run(options: &ScenarioArgs) -> Result<Loaded, CommandError> {
    let Loaded { mut scenario, shown } = load_unchanged(&options.scenario)?;
    scenario.seed = options.seed.unwrap_or(scenario.seed);
    // the path of a capture in a scenario file is relative to that file
    let mut folder = Path::new(&options.scenario).parent().unwrap_or(Path::new(""));
    if let Some(file) = &options.capture {
        use_capture(&mut scenario, file, options.first);
        folder = Path::new("");
    }
    kernel_program::choose(&mut scenario, options);
    let scenario_folder = Path::new(&options.scenario).parent().unwrap_or(Path::new(""));
    let program_folder = if options.kernel.is_some() { Path::new("") } else { scenario_folder };
    scenario = kernel_program::with_text(scenario, program_folder)?;
    let summary = format!("the settings of {} are not valid", scenario.id);
    let clock = clock_after(&scenario, &options.set);
    turn_knobs(&mut scenario, &options.at, clock);
    // A capture tells whether it has a rate. What is wrong with it is told after what is wrong with the settings.
    let scenario = with_recording(scenario.clone(), folder).unwrap_or(scenario);
    let invalid = |errors| CommandError::Fields { summary, errors, tip: Some(tip_to_list_settings(&options.scenario)) };
    let changed = knobs_can_turn(&options.at).and_then(|()| with_changes(scenario, &options.set));
    match changed {
        Ok(scenario) => Ok(Loaded { scenario: with_recording(scenario, folder)?, shown }),
        Err(errors) => Err(invalid(errors)),
    }
}

/// The clock of the machine that the changes choose.
fn clock_after(scenario: &Scenario, changes: &[SettingChange]) -> Hertz {
    let mut changed = scenario.clone();
    changed.settings.extend(changes.iter().map(|change| (change.path.clone(), change.value.clone())));
    changed.profile().clock
}

fn tip_to_list_settings(scenario: &str) -> String {
    let scenario = if scenario == "-" { "SCENARIO" } else { scenario };
    format!("`livelock list --settings {scenario}` lists the settings that have an effect, with their ranges")
}

/// Loads a scenario whose offered rate the subcommand varies. TCP senders, waiting clients and single bursts have none.
pub fn load_with_rate(options: &ScenarioArgs) -> Result<Scenario, CommandError> {
    let scenario = load(options)?;
    if options.set.iter().any(|change| change.path == RATE) {
        return Err(CommandError::Input(format!("this command varies {RATE}; remove --set {RATE}=...")));
    }
    let capture = scenario.capture.as_ref().filter(|_| scenario.values().get(PATTERN).choice() == "capture");
    if let Some(Capture { file, recording: Some(recording), .. }) = capture
        && recording.span() == 0
    {
        return Err(CommandError::Input(format!(
            "{file} has no rate to vary: its packets have one time; use a capture with packets at different times"
        )));
    }
    let row = parameter(RATE).expect("the offered rate is a setting");
    if has_effect(&at_rate(&scenario, 0)?, row) {
        return Ok(scenario);
    }
    let (values, id) = (scenario.values(), &scenario.id);
    let unmet = unmet_condition(&values, row.when);
    let paths = unmet.split('&').filter_map(|term| Some(term.split_once('=')?.0));
    let reasons: Vec<String> = paths.map(|path| why_without_rate(path, values.get(path))).collect();
    Err(CommandError::Input(format!(
        "{id} has no offered rate ({RATE}) to vary: {}\n\n  \
         tip: set {}; or call `livelock run` with different values of another setting\n  tip: {}",
        reasons.join(", "),
        describe_condition(&unmet),
        tip_to_list_settings(&options.scenario)
    )))
}

fn why_without_rate(path: &str, value: &Value) -> String {
    let reason = match value.to_string().as_str() {
        "burst" => "its packets come in one burst",
        "rpc" => "its clients wait for replies before they send again",
        _ => "its TCP sender adapts to the receiver",
    };
    format!("{reason} ({path}={value})")
}

fn load_unchanged(name: &str) -> Result<Loaded, CommandError> {
    if name == "-" {
        return parse("the scenario on standard input", std::io::stdin());
    }
    if let Some(scenario) = presets::find(name) {
        return Ok(Loaded { scenario, shown: None });
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Err(CommandError::Input(format!("{name} is a folder; name a scenario file (TOML or JSON) in it")));
    }
    if path.exists() || path.extension().is_some() || name.contains('/') {
        let file = input_file::open(path).map_err(|error| {
            CommandError::Input(format!(
                "cannot read the scenario file {name}: {error}; `livelock list` lists the scenarios that need no file"
            ))
        })?;
        return parse(&format!("the scenario file {name}"), file);
    }
    let all = presets::all();
    let hint = similar::hint(name, all.iter().map(|scenario| scenario.id.as_str()));
    Err(CommandError::Input(format!("no scenario is called {name:?}{hint}; `livelock list` lists all scenarios")))
}

/// Parses a scenario or a saved run; `what` names the source in errors.
fn parse(what: &str, source: impl Read) -> Result<Loaded, CommandError> {
    let text = text_file::read_from(source, SCENARIO_MEBIBYTES_MAX).map_err(|problem| {
        let remedy = "name a scenario as TOML or JSON (captured packets belong to --capture)";
        CommandError::Input(format!("{what} {problem}; {remedy}"))
    })?;
    if text.trim().is_empty() {
        let remedy = "write at least one setting, such as: settings.traffic.rate = 12000";
        return Err(CommandError::Input(format!("{what} is empty; {remedy}")));
    }
    let saved = saved_run::read(what, &text)?;
    let (text, shown) = match &saved {
        Some(run) => (&run.scenario, Some(run.shown)),
        None => (&text, None),
    };
    let scenario = Scenario::parse(text).map_err(|ScenarioErrors { errors }| CommandError::Fields {
        summary: format!("{what} is not valid"),
        errors,
        tip: None,
    })?;
    Ok(Loaded { scenario, shown })
}

/// `--capture FILE --first N`: the scenario's packets come from the file.
fn use_capture(scenario: &mut Scenario, file: &Path, first: Option<u64>) {
    let (file, packets) = (file.to_string_lossy().into_owned(), first.unwrap_or(0));
    scenario.capture = Some(Capture { file, packets, digest: String::new(), recording: None });
    scenario.settings.insert(PATTERN.to_string(), Value::Choice("capture".to_string()));
}

/// Reads the capture file that the scenario names, if any; its path is relative to `folder`.
fn with_recording(scenario: Scenario, folder: &Path) -> Result<Scenario, CommandError> {
    let Some(capture) = &scenario.capture else { return Ok(scenario) };
    let changes = scenario.interventions.iter().map(|intervention| &intervention.set).chain([&scenario.settings]);
    if !changes.into_iter().any(|set| set.get(PATTERN).is_some_and(|value| value.choice() == "capture")) {
        let (problem, allowed) =
            (message!("is never sent"), message!("with `traffic.pattern = \"capture\"` in the scenario's settings"));
        return Err(ScenarioErrors::from(ScenarioError::new("capture", &capture.file, problem, allowed)).into());
    }
    if capture.recording.is_some() {
        return Ok(scenario);
    }
    let path = folder.join(&capture.file);
    let unreadable = |error| CommandError::Input(format!("cannot read the capture file {}: {error}", path.display()));
    let mut bytes = Vec::new();
    let mut file = input_file::open(&path).map_err(unreadable)?;
    file.by_ref().take(BYTES_MAX as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    let cut = file.read(&mut [0]).map_err(unreadable)? > 0;
    let first = (capture.packets > 0).then_some(capture.packets as usize);
    let recording = livelock_capture::read(&bytes, Selection { first, cut }).map_err(|error| CommandError::Fields {
        summary: format!("the capture file {} cannot be used", path.display()),
        errors: vec![error],
        tip: None,
    })?;
    Ok(scenario.with_recording(&Arc::new(recording))?)
}
