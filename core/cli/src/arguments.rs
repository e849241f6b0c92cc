//! What can be typed: subcommands and options. What their values look like is in `forms`, what is said when something is
//! not right in `usage`.

use crate::forms::{self, Rates, nanoseconds, rates, share, whole};
use crate::part::Shard;
use crate::usage::EXAMPLES;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Where a newcomer begins.
const START: &str = "\
First steps:
  livelock list                                         ready-made scenarios and designs
  livelock list --settings lab                          what --set can change there
  livelock run figure-6-1 --set traffic.rate=12000      one trial, at 12,000 packets a second
  livelock sweep figure-6-1 --format svg > curve.svg    the throughput curve, as a picture

Exit status: 0 fine; 1 a claim that has to hold does not (reproduce); 2 what was asked for is not
right; 3 the simulator's own fault.";

#[derive(Parser)]
#[command(name = "livelock", version, about = "Simulates an operating system kernel under network load: receive livelock, and what cures it",
    after_help = START
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// How many threads.
#[derive(Clone, Copy, Args)]
pub struct Jobs {
    /// Trials that run at once; one for each core when not given
    #[arg(long, display_order = 90, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::JOBS))]
    pub jobs: Option<u64>,
}

impl Jobs {
    /// So many as asked for, or one a core.
    pub fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, |jobs| jobs as usize)
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// List ready-made scenarios and kernel designs, or what can be set
    List(List),
    /// Run one trial and report rates, drops, CPU shares and latencies
    Run(Run),
    /// Run trials at many offered rates: the throughput curve
    Sweep(Sweep),
    /// Join the parts that `sweep --shard` wrote
    Merge(Merge),
    /// Search for the maximum loss-free receive rate (MLFRR)
    Mlfrr(Mlfrr),
    /// Write every procedure call of a stretch of simulated time
    Trace(Trace),
    /// Run the papers' claims: what they state, beside what is measured
    Reproduce(Reproduce),
    /// Show the costs that fit the claims they may be fitted to (changes nothing, takes minutes)
    Fit(Jobs),
}

/// Which machine.
#[derive(Clone, Args)]
pub struct Which {
    /// An id of `livelock list`, a TOML or JSON file, or - for standard input
    pub scenario: String,
    /// Change a setting of `list --settings`, e.g. traffic.bytes=128; repeatable
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Other random numbers for the traffic; the scenario's when not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::SEED))]
    pub seed: Option<u64>,
    /// Send the packets of a pcap or pcapng file, at its times and lengths
    #[arg(long, value_name = "FILE")]
    pub capture: Option<PathBuf>,
    /// Only the first N packets of the capture file
    #[arg(long, value_name = "N", requires = "capture", allow_negative_numbers = true, value_parser = whole(forms::FIRST))]
    pub first: Option<u64>,
}

/// What was typed, or why it cannot be read. Every subcommand's help ends with an example.
pub fn read<S: Into<std::ffi::OsString> + Clone>(words: impl IntoIterator<Item = S>) -> Result<Arguments, clap::Error> {
    let matches = command().try_get_matches_from(words)?;
    Arguments::from_arg_matches(&matches)
}

pub fn command() -> clap::Command {
    EXAMPLES.iter().fold(Arguments::command(), |command, (name, line)| {
        command.mut_subcommand(name, |command| command.after_help(format!("Example: livelock {line}")))
    })
}

impl Which {
    /// A scenario with settings, and nothing else.
    pub fn of(scenario: &str, set: &[String]) -> Which {
        Which { scenario: scenario.to_string(), set: set.to_vec(), seed: None, capture: None, first: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    Text,
    Json,
}

#[derive(Args)]
pub struct List {
    /// Only this one: an id, a TOML or JSON file, or - for standard input
    pub scenario: Option<String>,
    /// What --set can change, with ranges and units; what counts for SCENARIO
    #[arg(long, conflicts_with = "topology")]
    pub settings: bool,
    /// With --settings: those with this word in their path or name, e.g. quota
    #[arg(long, value_name = "WORD", requires = "settings")]
    pub only: Option<String>,
    /// With the names that reports use: contexts, places, lines and gates
    #[arg(long)]
    pub topology: bool,
    /// Change a setting of SCENARIO first, e.g. kernel.design=bsd; repeatable
    #[arg(long, value_name = "PATH=VALUE", requires = "scenario")]
    pub set: Vec<String>,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub which: Which,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SweepFormat {
    Csv,
    Json,
    Svg,
}

#[derive(Args)]
pub struct Sweep {
    #[command(flatten)]
    pub which: Which,
    /// Offered rates: 500..12000:500 or 1000,4700; the scenario's when not given
    #[arg(long, value_name = "RATES", allow_negative_numbers = true, value_parser = rates)]
    pub rate: Option<Rates>,
    /// Trials at each rate, with other random numbers; trial.seeds when not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::SEEDS))]
    pub seeds: Option<u64>,
    /// Run only part I of N, e.g. 2/16, and write it for `livelock merge`
    #[arg(long, value_name = "I/N", allow_negative_numbers = true, value_parser = Shard::parse, conflicts_with = "format")]
    pub shard: Option<Shard>,
    /// csv: a row a trial; json: all reports; svg: the curve drawn
    #[arg(long, value_enum, hide_possible_values = true, default_value = "csv")]
    pub format: SweepFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub jobs: Jobs,
}

#[derive(Args)]
pub struct Merge {
    /// The parts' files, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// csv: a row a trial; json: all reports; svg: the curve drawn
    #[arg(long, value_enum, hide_possible_values = true, default_value = "csv")]
    pub format: SweepFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct Mlfrr {
    #[command(flatten)]
    pub which: Which,
    /// Share of the packets that may be lost; 0 is RFC 2544's
    #[arg(long, value_name = "SHARE", default_value = "0.1%", allow_negative_numbers = true, value_parser = share)]
    pub loss: f64,
    /// How exact the answer is, in packets a second
    #[arg(long, value_name = "RATE", default_value_t = 10, allow_negative_numbers = true, value_parser = whole(forms::RESOLUTION))]
    pub resolution: u64,
    /// Trials at each rate, with other random numbers
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole(forms::SEEDS))]
    pub seeds: u64,
    /// text to read, or json for programs
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TextOrJson,
    #[command(flatten)]
    pub jobs: Jobs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Text,
    Chrome,
}

#[derive(Args)]
pub struct Trace {
    #[command(flatten)]
    pub which: Which,
    /// When to stop, in simulated time: 500us, 10ms or 1s
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = nanoseconds)]
    pub until: u64,
    /// When to begin writing; the machine begins at 0 all the same
    #[arg(long, value_name = "TIME", default_value = "0ms", allow_negative_numbers = true, value_parser = nanoseconds)]
    pub from: u64,
    /// text: a call a line; chrome: trace events for Perfetto
    #[arg(long, value_enum, hide_possible_values = true, default_value = "text")]
    pub format: TraceFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReproduceFormat {
    Table,
    Json,
    Html,
}

#[derive(Args)]
pub struct Reproduce {
    /// Only claims whose id begins so, e.g. M6 or M7.3; all when not given
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    pub only: String,
    /// table; json: all numbers; html: a page with all figures
    #[arg(long, value_enum, hide_possible_values = true, default_value = "table")]
    pub format: ReproduceFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// For a new model: record which predictions hold (in held.toml, or FILE)
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub record: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub jobs: Jobs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn help_fits_into_a_hundred_columns_and_says_what_each_option_is_for() {
        let mut command = command();
        command.build();
        for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
            let help = command.render_help().to_string();
            let wide = help.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{}", command.get_name());
            assert!(help.contains("Example: livelock "), "{help}");
            let silent = command.get_arguments().find(|option| option.get_help().is_none());
            assert!(silent.is_none(), "{}: {silent:?}", command.get_name());
        }
        let wide = START.lines().find(|line| line.chars().count() > 100);
        assert_eq!(wide, None);
    }
}
