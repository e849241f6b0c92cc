//! What can be typed: subcommands and options. What their values look like is in `forms`, what is said when something is
//! not right in `usage`.

use crate::forms::{self, Rates, nanoseconds, rates, share, whole};
use crate::part::Shard;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "livelock", version, about = "Simulates an operating system kernel under network load")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Trials that run at once; all cores when not given
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::JOBS))]
    pub jobs: Option<u64>,
}

#[derive(Subcommand)]
pub enum Command {
    /// List ready-made scenarios and kernel designs
    List(List),
    /// Run one trial and report rates, drops, CPU shares and latencies
    Run(Run),
    /// Run trials at many rates: the throughput curve
    Sweep(Sweep),
    /// Join the parts that `sweep --shard` wrote
    Merge(Merge),
    /// Search for the maximum loss-free receive rate
    Mlfrr(Mlfrr),
    /// Write what every procedure did, from the start
    Trace(Trace),
    /// Run the papers' claims and compare
    Reproduce(Reproduce),
    /// Fit the cost table to the claims it may be fitted to (takes minutes)
    Fit,
}

/// Which machine.
#[derive(Clone, Args)]
pub struct Which {
    /// Id of a ready-made scenario (see `livelock list`), a TOML or JSON file, or - for standard input
    pub scenario: String,
    /// Change a parameter, e.g. --set polling.quota=5 (may be repeated)
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Seed of the traffic's randomness
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::SEED))]
    pub seed: Option<u64>,
    /// Packets come when they came in this pcap or pcapng file, as long as they were there
    #[arg(long, value_name = "FILE")]
    pub capture: Option<PathBuf>,
    /// Only the first so many packets of the capture file
    #[arg(long, value_name = "N", requires = "capture", allow_negative_numbers = true, value_parser = whole(forms::FIRST))]
    pub first: Option<u64>,
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
    /// List what --set can change, with ranges, units and defaults; with a scenario, what counts for it and its values
    #[arg(long, conflicts_with = "topology")]
    pub settings: bool,
    /// Only settings with this word in their path or name, e.g. quota
    #[arg(long, value_name = "WORD", requires = "settings")]
    pub only: Option<String>,
    /// With each scenario's contexts, places, interrupt lines and gates: the names that reports use
    #[arg(long)]
    pub topology: bool,
    /// Change a setting of the scenario first, e.g. --set kernel.design=bsd (may be repeated)
    #[arg(long, value_name = "PATH=VALUE", requires = "scenario")]
    pub set: Vec<String>,
    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub which: Which,
    #[arg(long, value_enum, default_value = "text")]
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
    /// Offered rates: from..to:step, or a list like 1000,4700; the scenario's own range when not given
    #[arg(long, value_name = "RATES", allow_negative_numbers = true, value_parser = rates)]
    pub rate: Option<Rates>,
    /// Trials at each rate, with different random numbers; the scenario's `trial.seeds` when not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(forms::SEEDS))]
    pub seeds: Option<u64>,
    /// Run only part i of n parts, and write it for `livelock merge`
    #[arg(long, value_name = "I/N", allow_negative_numbers = true, value_parser = Shard::parse, conflicts_with = "format")]
    pub shard: Option<Shard>,
    #[arg(long, value_enum, default_value = "csv")]
    pub format: SweepFormat,
    /// Write to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct Merge {
    /// The parts, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    #[arg(long, value_enum, default_value = "csv")]
    pub format: SweepFormat,
    /// Write to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct Mlfrr {
    #[command(flatten)]
    pub which: Which,
    /// Share of the packets that may be lost, e.g. 0 (as RFC 2544 has it) or 0.1%
    #[arg(long, value_name = "SHARE", default_value = "0.1%", allow_negative_numbers = true, value_parser = share)]
    pub loss: f64,
    /// How exact the answer is, in packets a second
    #[arg(long, value_name = "RATE", default_value_t = 10, allow_negative_numbers = true, value_parser = whole(forms::RESOLUTION))]
    pub resolution: u64,
    /// Trials at each rate, with different random numbers
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = whole(forms::SEEDS))]
    pub seeds: u64,
    #[arg(long, value_enum, default_value = "text")]
    pub format: TextOrJson,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Text,
    /// Trace-event JSON for Perfetto or chrome://tracing
    Chrome,
}

#[derive(Args)]
pub struct Trace {
    #[command(flatten)]
    pub which: Which,
    /// When to stop, e.g. 10ms, 500us or 1s of simulated time
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = nanoseconds)]
    pub until: u64,
    /// When to begin writing
    #[arg(long, value_name = "TIME", default_value = "0ms", allow_negative_numbers = true, value_parser = nanoseconds)]
    pub from: u64,
    #[arg(long, value_enum, default_value = "text")]
    pub format: TraceFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReproduceFormat {
    Table,
    Json,
    /// One page in one file: every figure and every claim
    Html,
}

#[derive(Args)]
pub struct Reproduce {
    /// Only claims whose id begins so, e.g. M6 or M7.3
    #[arg(long, value_name = "PREFIX", default_value = "")]
    pub only: String,
    #[arg(long, value_enum, default_value = "table")]
    pub format: ReproduceFormat,
    /// Write to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write down which predictions held, to core/src/experiment/held.toml or to this file
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub record: Option<Option<PathBuf>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
