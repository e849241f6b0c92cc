//! Starts the `livelock` binary and reads what it writes.
#![allow(dead_code, reason = "each test program uses some of these functions")]

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Settings that make a trial short.
pub const SHORT: [&str; 2] = ["--set", "trial.packets=500"];

pub fn livelock(arguments: &[&str]) -> Output {
    livelock_in(Path::new("."), arguments)
}

pub fn livelock_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("the command starts")
}

/// Returns standard output of a command that succeeds.
pub fn text(arguments: &[&str]) -> String {
    let output = livelock(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).expect("the output is text")
}

pub fn json(arguments: &[&str]) -> Json {
    serde_json::from_str(&text(arguments)).expect("the output is JSON")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("errors are text")
}

/// Returns the error message of a mistaken command line: exit status 2, and no panic.
pub fn error_message(arguments: &[&str]) -> String {
    error_message_in(Path::new("."), arguments)
}

pub fn error_message_in(folder: &Path, arguments: &[&str]) -> String {
    let output = livelock_in(folder, arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty() && message.starts_with("error: ") && !message.contains("panicked"), "{message}");
    message
}

/// Returns an empty folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder); // of an earlier run
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
