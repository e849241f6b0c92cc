//! The `livelock` command: the page's simulator, compiled for this machine and run on all cores.
//!
//!   arguments -> scenario (preset or file, changed by --set) -> trials on several threads -> text, JSON, CSV or SVG
//!
//! Exit status: 0 success; 1 a claim that must hold does not hold (reproduce), or a report is flagged (grade); 2 a mistake
//! in the command line or in a file; 3 a fault of the simulator.

mod arguments;
mod chart;
mod commands;
mod curve;
mod error;
mod grade;
mod moments;
mod output;
mod overrides;
mod parallel;
mod report;
mod saved_run;
mod scenario;
mod sweep_part;
mod values;

use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match arguments::parse(std::env::args_os()) {
        Ok(command) => command,
        // prints help and version to standard output, errors to standard error
        Err(error) => error.exit(),
    };
    match commands::execute(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print();
            ExitCode::from(error.exit_status())
        }
    }
}
