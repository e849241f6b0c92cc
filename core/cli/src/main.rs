//! The `livelock` command: the same engine as the page, natively and on all cores.
//!
//!   arguments -> scenario (file or ready-made, with --set) -> trials on a pool of threads -> text, JSON, CSV or SVG
//!
//! Exit status: 0 fine; 1 a claim that has to hold does not (reproduce); 2 what was asked for is not right; 3 our own fault.

mod arguments;
mod capture;
mod chart;
mod conditions;
mod curve;
mod fit;
mod forms;
mod list;
mod mend;
mod merge;
mod mlfrr;
mod output;
mod part;
mod pool;
mod problem;
mod progress;
mod report;
mod reproduce;
mod run;
mod scenario;
mod settings;
mod sweep;
mod trace;
mod typed;
mod usage;

use arguments::{Arguments, Command};
use problem::Problem;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    match command(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            problem.say();
            ExitCode::from(problem.exit_status())
        }
    }
}

fn command(arguments: Arguments) -> Result<(), Problem> {
    match arguments.command {
        Command::List(list) => list::list(&list),
        Command::Run(run) => run::run(&run),
        Command::Sweep(sweep) => sweep::sweep(&sweep),
        Command::Merge(merge) => merge::merge(&merge),
        Command::Mlfrr(mlfrr) => mlfrr::mlfrr(&mlfrr),
        Command::Trace(trace) => trace::trace(&trace),
        Command::Reproduce(reproduce) => reproduce::reproduce(&reproduce),
        Command::Fit(jobs) => fit::fit(jobs),
    }
}

/// Help and version go to standard output and are no failure.
fn usage(error: &clap::Error) -> ExitCode {
    if let Some(problem) = usage::problem(error) {
        problem.say();
        return ExitCode::from(problem.exit_status());
    }
    if error.print().is_err() {
        return ExitCode::from(2);
    }
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}
