//! The `livelock` command as a library: the page's simulator, compiled for this machine and run on all cores.
//!
//!   arguments -> scenario (preset or file, changed by --set) -> trials on several threads -> text, JSON, CSV or SVG
//!
//! `src/main.rs` is the program. The fuzzer (core/fuzz) calls `grade` directly.

// Both panic when nobody can read them: see `output`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod arguments;
mod chart;
mod commands;
mod curve;
mod error;
mod faults;
pub mod grade;
mod input_file;
mod kernel_program;
mod moments;
mod output;
mod output_file;
mod overrides;
mod parallel;
mod saved_run;
mod scenario;
mod shard;
mod similar;
mod strange_text;
mod sweep_part;
mod text_file;
mod values;

use error::CommandError;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs one command line. The first argument is the name of the program.
///
/// Exit status: 0 success; 1 a claim that must hold does not hold (reproduce), a report is flagged (grade), or a program has
/// problems (check) or breaks a rule while it runs (run), or a challenge is not passed; 2 a mistake in the command line or in a
/// file; 3 a fault of the simulator.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let command = match arguments::parse(arguments) {
        Ok(command) => command,
        Err(error) if error.use_stderr() => error.exit(),
        Err(help_or_version) => return exit(output::write(&help_or_version.render().to_string())),
    };
    exit(commands::execute(command))
}

fn exit(result: Result<(), CommandError>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    error.print();
    ExitCode::from(error.exit_status())
}
