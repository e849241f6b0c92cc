//! The file of a run that the page saves ("the run as JSON"): its scenario, and the window whose numbers the page showed.
//! Every command that reads a scenario file reads it too. `livelock run` then prints the numbers of that window.
//! `web/model/files/README.md` describes all fields; the others are for people and other programs.

use crate::error::CommandError;
use crate::output::tell;
use livelock_core::scenario::{MODEL, unique_json};
use livelock_core::units::Cycles;
use serde::Deserialize;
use serde_json::Value as Json;

/// The `kind` of these files.
const KIND: &str = "livelock-lab run";
const VERSION: u64 = 1;

/// The window that the page showed, and how far its machine had run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownWindow {
    pub from: Cycles,
    pub to: Cycles,
    pub head: Cycles,
}

/// The contents that the command line needs.
#[derive(Debug)]
pub struct SavedRun {
    /// The text of the scenario, as JSON.
    pub scenario: String,
    pub shown: ShownWindow,
}

#[derive(Deserialize)]
struct File {
    version: u64,
    model: String,
    scenario: Json,
    shown: Shown,
}

#[derive(Deserialize)]
struct Shown {
    from_cycles: u64,
    to_cycles: u64,
    head_cycles: u64,
}

/// Reads a file of this kind; `None` if the text is something else. `what` names the file in errors.
pub fn read(what: &str, text: &str) -> Result<Option<SavedRun>, CommandError> {
    let Ok(json) = unique_json::parse(text) else { return Ok(None) };
    if json.get("kind").and_then(Json::as_str) != Some(KIND) {
        return Ok(None);
    }
    let wrong = |problem: String| CommandError::Input(format!("{what} is not a saved run of this version: {problem}"));
    let remedy = "save the run again on the page";
    let file: File = serde_json::from_value(json).map_err(|error| wrong(format!("{error}; {remedy}")))?;
    if file.version != VERSION {
        return Err(wrong(format!("its version is {}, and this program reads {VERSION}; {remedy}", file.version)));
    }
    let Shown { from_cycles, to_cycles, head_cycles } = file.shown;
    if from_cycles >= to_cycles || to_cycles > head_cycles {
        return Err(wrong(format!("shown: the window {from_cycles} to {to_cycles} is not within the run; {remedy}")));
    }
    if file.model != MODEL {
        let saved = &file.model;
        tell(format!(
            "note: {what} was saved with model {saved}; this program has model {MODEL}, so numbers may differ"
        ));
    }
    let shown = ShownWindow { from: Cycles(from_cycles), to: Cycles(to_cycles), head: Cycles(head_cycles) };
    Ok(Some(SavedRun { scenario: file.scenario.to_string(), shown }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(version: u64, from: u64, to: u64) -> String {
        let shown = format!(r#"{{"from_cycles":{from},"to_cycles":{to},"head_cycles":30,"time_us":2}}"#);
        format!(
            r#"{{"kind":"{KIND}","version":{version},"model":"{MODEL}","scenario":{{"id":"mine"}},"shown":{shown},"results":{{}}}}"#
        )
    }

    #[test]
    fn a_saved_run_has_a_scenario_and_a_window() {
        let run = read("run.json", &saved(1, 10, 20)).expect("a valid file").expect("a saved run");
        assert_eq!(run.scenario, r#"{"id":"mine"}"#);
        assert_eq!(run.shown, ShownWindow { from: Cycles(10), to: Cycles(20), head: Cycles(30) });
    }

    #[test]
    fn other_texts_are_no_saved_runs() {
        for text in ["", "id = \"mine\"", "{\"id\":\"mine\"}", "[1]"] {
            assert!(read("a file", text).expect("no error").is_none(), "{text}");
        }
    }

    #[test]
    fn errors_name_the_file_and_a_remedy() {
        for text in
            [saved(2, 10, 20), saved(1, 20, 20), saved(1, 10, 40), format!(r#"{{"kind":"{KIND}","version":1}}"#)]
        {
            let error = read("run.json", &text).expect_err("an invalid file");
            let CommandError::Input(message) = error else { panic!("{error:?}") };
            assert!(message.starts_with("run.json is not a saved run"), "{message}");
            assert!(message.ends_with("save the run again on the page"), "{message}");
        }
    }
}
