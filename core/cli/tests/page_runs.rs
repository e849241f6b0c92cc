//! The commands that the page prints, in a shell, give the results that the page saves: the same fields, and the numbers bit for
//! bit. `page-runs.json` has
//! the commands and the numbers of the page's own build; `web/model/files/page-runs.test.ts` writes it.

mod common;

use common::folder;
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;

#[test]
fn the_pages_commands_print_the_pages_numbers() {
    let runs: Vec<Json> = serde_json::from_str(include_str!("page-runs.json")).expect("a list of runs");
    let folder = folder("page-runs");
    let programs = Path::new(env!("CARGO_BIN_EXE_livelock")).parent().expect("the program is in a folder");
    for run in &runs {
        let command = run["command"].as_str().expect("a command");
        if let Some(file) = run["file"].as_str() {
            std::fs::write(folder.join("it's a run.json"), file).expect("a file");
        }
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("a path"));
        let output = Command::new("sh").args(["-c", command]).current_dir(&folder).env("PATH", path).output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let printed: Json = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        let (printed, saved) = (same_number(&printed), same_number(&run["results"]));
        for name in [&printed, &saved].iter().flat_map(|results| results.as_object().expect("results").keys()) {
            assert_eq!(printed.get(name), saved.get(name), "{command}: {name}");
        }
    }
}

/// JavaScript writes 12000.0 as 12000: numbers are compared by their bits as floats.
fn same_number(value: &Json) -> Json {
    match value {
        Json::Number(number) => number.as_f64().expect("a number").to_bits().into(),
        Json::Object(fields) => fields.iter().map(|(name, one)| (name.clone(), same_number(one))).collect(),
        Json::Array(list) => list.iter().map(same_number).collect(),
        other => other.clone(),
    }
}
