//! The capture file that a scenario names, read from the disk: its path counts from the folder of the scenario file.

use crate::problem::Problem;
use livelock_capture::{BYTES_MAX, Selection, read};
use livelock_core::scenario::{Capture, Scenario, ScenarioError, ScenarioErrors, Value};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

const PATTERN: &str = "traffic.pattern";

/// `--capture FILE --first N`: the packets come from there.
pub fn name(scenario: &mut Scenario, file: &Path, first: Option<u64>) {
    let (file, packets) = (file.to_string_lossy().into_owned(), first.unwrap_or(0));
    scenario.capture = Some(Capture { file, packets, digest: String::new(), recording: None });
    scenario.settings.insert(PATTERN.to_string(), Value::Choice("capture".to_string()));
}

/// The same scenario with its recording, if it names one.
pub fn record(scenario: Scenario, folder: &Path) -> Result<Scenario, Problem> {
    let Some(capture) = &scenario.capture else { return Ok(scenario) };
    let sets = scenario.interventions.iter().map(|intervention| &intervention.set).chain([&scenario.settings]);
    if !sets.into_iter().any(|set| set.get(PATTERN).is_some_and(|value| value.choice() == "capture")) {
        let remedy = "with `traffic.pattern = \"capture\"` in its settings";
        return Err(
            ScenarioErrors::from(ScenarioError::new("capture", &capture.file, "nothing sends it", remedy)).into()
        );
    }
    let path = folder.join(&capture.file);
    let problem =
        |error: std::io::Error| Problem::Input(format!("cannot read the capture file {}: {error}", path.display()));
    let mut bytes = Vec::new();
    let mut file = File::open(&path).map_err(problem)?;
    file.by_ref().take(BYTES_MAX as u64).read_to_end(&mut bytes).map_err(problem)?;
    let cut = file.read(&mut [0]).map_err(problem)? > 0;
    let first = (capture.packets > 0).then_some(capture.packets as usize);
    let recording = read(&bytes, Selection { first, cut })
        .map_err(|error| Problem::Capture { file: path.display().to_string(), error })?;
    Ok(scenario.with_recording(&Arc::new(recording))?)
}
