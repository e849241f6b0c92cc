//! The options of `livelock check`.

use clap::{Args, ValueEnum, ValueHint};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Text to read
    Text,
    /// Problems, and what each program declares
    Json,
    /// For editors and code hosts
    Sarif,
}

#[derive(Args)]
pub struct CheckArgs {
    /// The programs, or - (standard input)
    #[arg(required_unless_present_any = ["header", "rules"], value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Write livelock.h, with which a C compiler reads a program
    #[arg(long, conflicts_with_all = ["files", "format"])]
    pub header: bool,
    /// List the rules that a program may break while it runs
    #[arg(long, conflicts_with_all = ["files", "header"])]
    pub rules: bool,
    /// text to read, json for programs, or sarif for editors
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: CheckFormat,
}
