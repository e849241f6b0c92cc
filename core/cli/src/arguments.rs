//! The command line as clap reads it: subcommands, options and their help. `values` reads the values of options.

use crate::commands::{ChallengeArgs, CheckArgs};
use crate::error::with_what_is_allowed;
pub use crate::grade::{GradeArgs, GradeFormat};
use crate::moments::{KnobsTurned, Moment, Range, knobs_turned, moment, range};
use crate::shard::Shard;
use crate::values::{Rates, SettingChange, knob_value, loss_share, rates, setting_change, whole_number};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use livelock_core::experiment::sensitivity::SAMPLES;
use livelock_core::scenario::{PACKETS_MAX, STATEMENT_CYCLES_MAX};
use std::ops::RangeInclusive;
use std::path::PathBuf;

const SEED: RangeInclusive<u64> = 0..=(1 << 53) - 1;
const SEEDS: RangeInclusive<u64> = 1..=100;
const JOBS: RangeInclusive<u64> = 1..=1024;
const RESOLUTION: RangeInclusive<u64> = 1..=1_000_000;
const PACKETS: RangeInclusive<u64> = 1..=PACKETS_MAX as u64;
const STATEMENT: RangeInclusive<u64> = 0..=STATEMENT_CYCLES_MAX;

/// Help that follows the list of subcommands.
const FIRST_STEPS: &str = "\
First steps:
  livelock list                                       scenarios, kernel designs
  livelock list --settings lab                        its settings, for --set
  livelock run figure-6-1 --set traffic.rate=12000    one trial at 12,000/s
  livelock sweep figure-6-1 --format svg > curve.svg  the curve as a picture

Exit status: 0 success; 1 a claim that must hold does not hold (reproduce), a
report is flagged (grade), a program has problems (check), breaks a rule (run)
or does not pass (challenge); 2 a mistake in the command line or in a file; 3 a
fault of the simulator.";

/// What `reproduce --help` adds.
const REPRODUCE_HELP: &str = "Example: livelock reproduce --only M6 --format json --output results.json";

/// What `grade --help` adds.
const GRADE_HELP: &str = include_str!("grade/help.txt");

/// Reads the command line. clap returns a request for help or the version as an error, too.
pub fn parse<S: Into<std::ffi::OsString> + Clone>(words: impl IntoIterator<Item = S>) -> Result<Command, clap::Error> {
    let matches = command().try_get_matches_from(words).map_err(|error| with_what_is_allowed(error, &command()))?;
    Ok(Arguments::from_arg_matches(&matches)?.command)
}

/// The definition for clap, for shell completions and for manual pages.
pub fn command() -> clap::Command {
    // `--seed -1` is a wrong value, not an unknown option
    let accept_negative = |argument: clap::Arg| {
        let has_value = argument.get_action().takes_values();
        argument.allow_negative_numbers(has_value)
    };
    // A line of its own gives the help of an option 70 columns.
    Arguments::command().mut_subcommands(|subcommand| subcommand.mut_args(accept_negative).next_line_help(true))
}

#[derive(Parser)]
#[command(name = "livelock", version, after_help = FIRST_STEPS)]
#[command(about = "Simulates a kernel under network load: receive livelock, and its cures")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List scenarios and kernel designs, or settings
    #[command(after_help = "Example: livelock list --settings lab")]
    List(ListArgs),
    /// Run one trial and report rates, drops, CPU shares and latencies
    #[command(after_help = "Example: livelock run figure-6-1 --set traffic.rate=12000")]
    Run(RunArgs),
    /// Run trials at many offered rates: the throughput curve
    #[command(after_help = "Example: livelock sweep figure-6-1 --rate 500..12000:500")]
    Sweep(SweepArgs),
    /// Grade the reports or the programs that learners handed in
    #[command(after_help = "Example: livelock grade reports --lesson 7 --output grades.csv", after_long_help = GRADE_HELP)]
    Grade(GradeArgs),
    /// Join the parts that `sweep --shard` or `grade --shard` wrote
    #[command(after_help = "Example: livelock merge part-1.json part-2.json")]
    Merge(MergeArgs),
    /// Check programs in kernel C: what is wrong, what to write instead
    #[command(after_help = "Example: livelock check kernel.c")]
    Check(CheckArgs),
    /// Judge programs by the challenges: write the kernel yourself
    #[command(after_help = "Example: livelock challenge off-the-ring --kernel kernel.c")]
    Challenge(ChallengeArgs),
    /// Search for the maximum loss-free receive rate (MLFRR)
    #[command(after_help = "Example: livelock mlfrr figure-6-3 --loss 0.1%")]
    Mlfrr(MlfrrArgs),
    /// Write every procedure call of an interval of simulated time
    #[command(after_help = "Example: livelock trace lab --until 10ms")]
    Trace(TraceArgs),
    /// Check the papers' claims: stated values next to measured ones
    #[command(after_help = REPRODUCE_HELP)]
    Reproduce(ReproduceArgs),
    /// Fit the cost table to the calibration claims and print it
    ///
    /// It takes minutes and changes no file.
    #[command(after_help = "Example: livelock fit")]
    Fit(JobsArgs),
    /// Write a completion script for a shell
    #[command(after_help = "Example:\nlivelock completions bash > ~/.local/share/bash-completion/completions/livelock")]
    Completions(CompletionsArgs),
    /// Write the manual page, or all manual pages into a folder
    #[command(after_help = "Example: livelock man --output ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// The scenario, and the changes to it.
#[derive(Clone, Default, Args)]
pub struct ScenarioArgs {
    /// An id of `list`, a file (TOML, JSON, saved run), or - (standard input)
    #[arg(value_hint = ValueHint::FilePath)]
    pub scenario: String,
    /// Set one of `list --settings`, e.g. traffic.bytes=128; repeatable
    #[arg(long, value_name = "PATH=VALUE", value_parser = setting_change)]
    pub set: Vec<SettingChange>,
    /// Turn knobs during the run, e.g. 50ms:polling.enabled=true; repeatable
    #[arg(long, value_name = "TIME:CHANGE", value_parser = knobs_turned)]
    pub at: Vec<KnobsTurned>,
    /// Seed of the traffic's random numbers [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = whole_number(SEED))]
    pub seed: Option<u64>,
    /// Send the packets of a pcap or pcapng file, at its times and lengths
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub capture: Option<PathBuf>,
    /// Use only the first N packets of the capture file
    #[arg(long, value_name = "N", requires = "capture", value_parser = whole_number(PACKETS))]
    pub first: Option<u64>,
    /// Run a program in kernel C (see `check`) in the place of the kernel
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub kernel: Option<PathBuf>,
    /// Set a knob that the program declares, e.g. quota=10; repeatable
    #[arg(long, value_name = "NAME=N", requires = "kernel", value_parser = knob_value)]
    pub knob: Vec<(String, i32)>,
    /// Cycles of each statement of the program [default: 0]
    #[arg(long, value_name = "CYCLES", requires = "kernel", value_parser = whole_number(STATEMENT))]
    pub statement: Option<u64>,
}

#[derive(Clone, Copy, Args)]
pub struct JobsArgs {
    /// Number of trials that run at the same time [default: one per core]
    #[arg(long, display_order = 90, value_name = "N", value_parser = whole_number(JOBS))]
    pub jobs: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    /// Text to read
    Text,
    /// JSON for programs
    Json,
}

#[derive(Args)]
pub struct ListArgs {
    /// Only this scenario: an id, a TOML or JSON file, or - (standard input)
    #[arg(value_hint = ValueHint::FilePath)]
    pub scenario: Option<String>,
    /// List settings, ranges and units; with SCENARIO those with an effect
    #[arg(long, conflicts_with = "topology")]
    pub settings: bool,
    /// With --settings: only those with WORD in path or name, e.g. quota
    #[arg(long, value_name = "WORD", requires = "settings")]
    pub only: Option<String>,
    /// Add the names in reports: contexts, places, interrupt lines and gates
    #[arg(long)]
    pub topology: bool,
    /// Change a setting of SCENARIO first, e.g. kernel.design=bsd; repeatable
    #[arg(long, value_name = "PATH=VALUE", requires = "scenario", value_parser = setting_change)]
    pub set: Vec<SettingChange>,
    /// Put a program in kernel C in the place of SCENARIO's kernel
    #[arg(long, value_name = "FILE", requires = "scenario", value_hint = ValueHint::FilePath)]
    pub kernel: Option<PathBuf>,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Report this range of the run, not a trial: 100ms..200ms, or in cycles
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub window: Option<Range>,
    /// With --window: how far the machine runs [default: TO]
    #[arg(long, value_name = "TIME", requires = "window", value_parser = moment)]
    pub until: Option<Moment>,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CurveFormat {
    /// One row per trial
    Csv,
    /// All reports
    Json,
    /// The curve as a picture
    Svg,
}

#[derive(Args)]
pub struct SweepArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Offered rates: 500..12000:500 or 1000,4700 [default: the scenario's]
    #[arg(long, value_name = "RATES", value_parser = rates)]
    pub rate: Option<Rates>,
    /// Trials per rate, each with its own seed [default: setting trial.seeds]
    #[arg(long, value_name = "N", value_parser = whole_number(SEEDS))]
    pub seeds: Option<u64>,
    /// Run only part I of N, e.g. 2/16, and write it for `livelock merge`
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with = "format")]
    pub shard: Option<Shard>,
    /// csv: a row per trial; json: all reports; svg: the curve
    #[arg(long, value_enum, hide_possible_values = true, default_value = "csv")]
    pub format: CurveFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub jobs: JobsArgs,
}

#[derive(Args)]
pub struct MergeArgs {
    /// The files of all parts, in any order
    #[arg(required = true, value_name = "PART", value_hint = ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// csv, json, svg; of grades also html, marks, questions
    #[arg(long, value_enum, hide_possible_values = true, default_value = "csv")]
    pub format: MergeFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MergeFormat {
    /// One row per trial or report
    Csv,
    /// Everything
    Json,
    /// The curve of a sweep
    Svg,
    /// The page of a grading
    Html,
    /// The free texts of a grading
    Marks,
    /// The questions of a grading about programs, for the room
    Questions,
}

#[derive(Args)]
pub struct MlfrrArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Share of the packets that may be lost (0 in RFC 2544)
    #[arg(long, value_name = "SHARE", default_value = "0.1%", value_parser = loss_share)]
    pub loss: f64,
    /// Precision of the result, in packets a second
    #[arg(long, value_name = "RATE", default_value_t = 10, value_parser = whole_number(RESOLUTION))]
    pub resolution: u64,
    /// Trials per rate, each with its own seed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number(SEEDS))]
    pub seeds: u64,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
    #[command(flatten)]
    pub jobs: JobsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// One call per line
    Text,
    /// Trace events for Perfetto
    Chrome,
}

#[derive(Args)]
pub struct TraceArgs {
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// End of the trace in simulated time: 500us, 10ms, 1s, or 70000cycles
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub until: Moment,
    /// Start of the trace; the simulation always starts at 0
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = moment)]
    pub from: Moment,
    /// text: a call per line; chrome: events for Perfetto
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TraceFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReproduceFormat {
    /// One row per claim
    Table,
    /// All numbers, for programs and for the page Figures
    Json,
}

#[derive(Args)]
pub struct ReproduceArgs {
    /// Only claims whose id starts with PREFIX, e.g. M6 or M7.3
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    pub only: String,
    /// table: a row per claim; json: a file for Figures
    #[arg(long, value_enum, hide_possible_values = true, default_value = "table")]
    pub format: ReproduceFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Record what holds, or with --sensitivity how often it stays
    #[arg(long, value_name = "FILE", num_args = 0..=1, value_hint = ValueHint::FilePath)]
    pub record: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub sensitivity: SensitivityArgs,
    #[command(flatten)]
    pub jobs: JobsArgs,
}

/// How far the verdicts can be trusted.
#[derive(Args)]
pub struct SensitivityArgs {
    /// Vary what the papers leave open: how often does a verdict stay?
    #[arg(long)]
    pub sensitivity: bool,
    /// Keep what is done in this file, and go on from there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "sensitivity")]
    pub log: Option<PathBuf>,
    /// Run only part I of N, e.g. 2/16, into a log of its own
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, requires = "log", conflicts_with_all = ["format", "record"])]
    pub shard: Option<Shard>,
    /// Variations of all inputs together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=4096), requires = "sensitivity", conflicts_with = "record", default_value_t = SAMPLES)]
    pub samples: u32,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// Write the pages of all subcommands into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
