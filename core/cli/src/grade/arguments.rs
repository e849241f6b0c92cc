//! The options of `livelock grade`.

use crate::arguments::JobsArgs;
use crate::shard::Shard;
use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    /// One row per report
    Csv,
    /// Every answer
    Json,
    /// A page to read and to print
    Html,
    /// A table of the free texts, in which a person enters points
    Marks,
    /// A page with two questions about each program, without answers, to print for the room
    Questions,
}

#[derive(Args)]
pub struct GradeArgs {
    /// The folder with the reports or the programs
    #[arg(value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Points and texts as TOML or JSON; --help shows one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub rubric: Option<PathBuf>,
    /// The points of free texts: the table of --format marks, filled in
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub marks: Option<PathBuf>,
    /// The lesson, by name or number [default: that of most reports]
    #[arg(long, value_name = "LESSON")]
    pub lesson: Option<String>,
    /// Judge programs: .c files and saved runs. A challenge by number or name
    #[arg(long, value_name = "CHALLENGE", conflicts_with = "lesson")]
    pub challenge: Option<String>,
    /// Seeds of the programs' runs follow from this key [default: fresh]
    #[arg(long, value_name = "KEY")]
    pub seed_key: Option<String>,
    /// Grade only part I of N, e.g. 2/16, and write it for `livelock merge`
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with = "format")]
    pub shard: Option<Shard>,
    /// csv, json, html, marks (of texts) or questions (a page)
    #[arg(long, value_enum, hide_possible_values = true, default_value = "csv")]
    pub format: GradeFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub jobs: JobsArgs,
}
