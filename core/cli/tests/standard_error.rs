//! Standard error and standard output that are closed or full: the result is written first and the exit status is the same.
#![cfg(target_os = "linux")]

mod common;

use common::{folder, livelock_in, stderr};
use serde_json::Value as Json;
use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with files that make commands write remarks.
fn workshop(name: &str) -> PathBuf {
    let folder = folder(&format!("stderr-{name}"));
    fs::create_dir(folder.join("reports")).expect("a folder");
    let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/ada.json");
    fs::copy(report, folder.join("reports/ada.json")).expect("a report");
    fs::write(folder.join("reports/broken.json"), "{").expect("a file");
    fs::write(folder.join("reports/notes"), "x").expect("a file");
    let runs: Vec<Json> = serde_json::from_str(include_str!("page-runs.json")).expect("a list of runs");
    let saved = runs.iter().find_map(|run| run["file"].as_str()).expect("a saved run");
    let model = serde_json::from_str::<Json>(saved).expect("JSON")["model"].as_str().expect("a model").to_string();
    fs::write(folder.join("saved.json"), saved.replace(&format!("\"{model}\""), "\"1999.1\"")).expect("a file");
    folder
}

/// Commands that tell something, and their exit status.
const TELLING: [(&[&str], i32); 6] = [
    (&["grade", "reports", "--output", "grades.csv"], 1),
    (&["grade", "reports"], 1),
    (&["run", "saved.json"], 0),
    (&["reproduce", "--only", "M4.3-burst-2", "--record", "held.toml"], 0),
    (&["run", "no-such-scenario"], 2),
    (&["run", "lab", "--set", "traffic.rate=99999"], 2),
];

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("Linux has this device")
}

/// Runs a command in a shell that opens or closes its streams, such as `2>&-`.
fn redirected(folder: &Path, arguments: &[&str], redirection: &str) -> Output {
    let script = format!("exec \"$@\" {redirection}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_livelock")]).args(arguments);
    shell.current_dir(folder).stdin(Stdio::null()).output().expect("a shell")
}

#[test]
fn without_standard_error_the_result_is_the_same() {
    let folder = workshop("closed");
    for (arguments, status) in TELLING {
        let usual = livelock_in(&folder, arguments);
        assert_eq!(usual.status.code(), Some(status), "{arguments:?}: {}", stderr(&usual));
        assert!(!usual.stderr.is_empty(), "{arguments:?} tells nothing");
        let file = folder.join("grades.csv");
        let grades = fs::read(&file).ok();
        for redirection in ["2>&-", "2>/dev/full"] {
            let _ = fs::remove_file(&file); // of the run before
            let other = redirected(&folder, arguments, redirection);
            assert_eq!(other.status.code(), Some(status), "{arguments:?} {redirection}");
            assert!(other.stdout == usual.stdout, "{arguments:?} {redirection}");
            assert!(fs::read(&file).ok() == grades || !arguments.contains(&"--output"), "{arguments:?} {redirection}");
        }
    }
}

#[test]
fn a_full_standard_output_is_an_error_and_a_closed_one_changes_no_status() {
    let folder = workshop("full");
    let mut commands =
        TELLING.into_iter().filter(|(arguments, status)| *status < 2 && !arguments.contains(&"--output"));
    for (arguments, status) in commands.by_ref() {
        let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
        command.args(arguments).current_dir(&folder).stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the command starts");
        drop(child.stdout.take());
        let closed = child.wait_with_output().expect("the command ends");
        assert_eq!(closed.status.code(), Some(status), "{arguments:?}: {}", stderr(&closed));
        assert!(!stderr(&closed).contains("error"), "{}", stderr(&closed));
        let full = command.stdout(full()).output().expect("the command starts");
        assert_eq!(full.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&full).contains("error: cannot write the result: "), "{}", stderr(&full));
    }
    for arguments in
        [&["--help"][..], &["--version"], &["run", "--help"], &["list"], &["man"], &["completions", "bash"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
        let full = command.args(arguments).stdout(full()).output().expect("the command starts");
        assert_eq!(full.status.code(), Some(2), "{arguments:?}: {}", stderr(&full));
    }
}
