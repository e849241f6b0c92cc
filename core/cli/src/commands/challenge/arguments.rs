//! The options of `livelock challenge`.

use crate::arguments::JobsArgs;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChallengeFormat {
    /// Text to read
    Text,
    /// Everything, with the scenarios of failing runs
    Json,
    /// Test cases, for a course's continuous integration
    Junit,
}

#[derive(Args)]
pub struct ChallengeArgs {
    /// A challenge by number or name, or all, or list
    #[arg(value_name = "CHALLENGE")]
    pub challenge: String,
    /// A C file, a folder with one for each challenge, or reference
    ///
    /// Without it, what a learner begins with is written.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub kernel: Option<PathBuf>,
    /// Fresh seeds that follow from this key [default: practice seeds]
    #[arg(long, value_name = "KEY", requires = "kernel")]
    pub seed_key: Option<String>,
    /// Whose program it is: each student has other seeds
    #[arg(long, value_name = "NAME", requires = "seed_key")]
    pub student: Option<String>,
    /// Write the first failing run to this file, for `livelock run`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "kernel")]
    pub failing: Option<PathBuf>,
    /// Change the shipped solution in small ways: which keep gold?
    #[arg(long, conflicts_with_all = ["kernel", "seed_key", "failing"])]
    pub mutants: bool,
    /// text to read, json for programs, or junit for CI
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: ChallengeFormat,
    #[command(flatten)]
    pub jobs: JobsArgs,
}
