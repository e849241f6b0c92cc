//! What the command says when it refuses something, and the line that it offers instead.
#![allow(dead_code)] // each test program uses its own part

use std::process::{Command, Output, Stdio};

pub fn livelock(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_livelock"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the command starts")
}

/// What is said; the exit status is 2, and nothing panics.
pub fn complaint(arguments: &[&str]) -> String {
    let output = livelock(arguments);
    let said = String::from_utf8(output.stderr).expect("complaints are text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && said.starts_with("livelock: ") && !said.contains("panicked"), "{said}");
    said
}

/// The line after "for example", without the program.
pub fn remedy(said: &str) -> String {
    let line = said.lines().find_map(|line| line.trim().strip_prefix("for example: "));
    let line = line.unwrap_or_else(|| panic!("no example in {said}"));
    let (program, line) = line.split_once(' ').expect("a program and its arguments");
    assert!(program.ends_with("livelock"), "{program}");
    line.to_string()
}

/// Pastes a line into a shell, made short.
pub fn paste(line: &str) {
    let program = env!("CARGO_BIN_EXE_livelock");
    let done = Command::new("sh").args(["-c", &format!("{program} {line} {SHORT}")]).output().expect("a shell");
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
}

pub const SHORT: &str = "--set trial.packets=50 --set trial.ms_max=20";
