//! The subcommands, one file each.

mod challenge;
mod check;
mod fit;
mod generate;
mod grade;
mod list;
mod list_settings;
mod merge;
mod mlfrr;
mod reproduce;
mod run;
mod sensitivity;
mod sweep;
mod trace;

pub use challenge::{ChallengeArgs, Miss, medal, misses, short_of_gold};
pub use check::{CheckArgs, problems_told};

use crate::arguments::Command;
use crate::error::CommandError;

pub fn execute(command: Command) -> Result<(), CommandError> {
    match command {
        Command::Check(options) => check::check(&options),
        Command::Challenge(options) => challenge::challenge(&options),
        Command::List(options) => list::list(&options),
        Command::Run(options) => run::run(&options),
        Command::Sweep(options) => sweep::sweep(&options),
        Command::Merge(options) => merge::merge(&options),
        Command::Mlfrr(options) => mlfrr::mlfrr(&options),
        Command::Trace(options) => trace::trace(&options),
        Command::Reproduce(options) if options.sensitivity.sensitivity => sensitivity::sensitivity(&options),
        Command::Reproduce(options) => reproduce::reproduce(&options),
        Command::Fit(jobs) => fit::fit(jobs),
        Command::Grade(options) => grade::grade(&options),
        Command::Completions(options) => generate::completions(&options),
        Command::Man(options) => generate::manual(&options),
    }
}
