//! What can be typed: subcommands, options, and the small languages of `--rate`, `--until` and `--loss`.

use crate::part::Shard;
use clap::{Args, Parser, Subcommand, ValueEnum};
use livelock_core::scenario::PACKETS_MAX;
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "livelock", version, about = "Simulates an operating system kernel under network load")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Trials that run at once; all cores when not given
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
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
#[derive(Args)]
pub struct Which {
    /// Id of a ready-made scenario (see `livelock list`), a TOML or JSON file, or - for standard input
    pub scenario: String,
    /// Change a parameter, e.g. --set polling.quota=5 (may be repeated)
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Seed of the traffic's randomness
    #[arg(long)]
    pub seed: Option<u64>,
    /// Packets come when they came in this pcap or pcapng file, as long as they were there
    #[arg(long, value_name = "FILE")]
    pub capture: Option<PathBuf>,
    /// Only the first so many packets of the capture file
    #[arg(long, value_name = "N", requires = "capture", value_parser = clap::value_parser!(u64).range(1..=PACKETS_MAX as u64))]
    pub first: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    Text,
    Json,
}

#[derive(Args)]
pub struct List {
    #[arg(long, value_enum, default_value = "text")]
    pub format: TextOrJson,
    /// With each scenario's contexts, places, interrupt lines and gates: the names that reports use
    #[arg(long)]
    pub topology: bool,
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
    #[arg(long, value_name = "RATES", value_parser = rates)]
    pub rate: Option<Rates>,
    /// Trials at each rate, with different random numbers; the scenario's `trial.seeds` when not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub seeds: Option<u64>,
    /// Run only part i of n parts, and write it for `livelock merge`
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with = "format")]
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
    #[arg(long, value_name = "SHARE", default_value = "0.1%", value_parser = share)]
    pub loss: f64,
    /// How exact the answer is, in packets a second
    #[arg(long, value_name = "RATE", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub resolution: u64,
    /// Trials at each rate, with different random numbers
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
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
    #[arg(long, value_name = "TIME", value_parser = nanoseconds)]
    pub until: u64,
    /// When to begin writing
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = nanoseconds)]
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

/// Offered rates, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates(pub Vec<u64>);

/// More points than anyone looks at are a slip of the finger.
const RATES_MAX: usize = 10_000;

/// `500..12000:500`, `1000,2000,4700` or one rate.
fn rates(text: &str) -> Result<Rates, String> {
    const HOW: &str = "write from..to:step, like 500..12000:500, or rates with commas between, like 1000,4700";
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("{text:?} is not a rate; {HOW}"));
    let mut rates = Vec::new();
    if let Some((from, rest)) = text.split_once("..") {
        let (to, step) = rest.split_once(':').ok_or_else(|| format!("no step; {HOW}"))?;
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        if step == 0 || from > to {
            return Err(format!("from {from} to {to} in steps of {step} has no rates; {HOW}"));
        }
        if (to - from) / step >= RATES_MAX as u64 {
            return Err(format!("more than {RATES_MAX} rates; take a larger step"));
        }
        rates.extend((from..=to).step_by(step as usize));
    } else {
        for part in text.split(',') {
            rates.push(number(part)?);
        }
        rates.sort_unstable();
        rates.dedup();
    }
    Ok(Rates(rates))
}

/// `10ms`, `500us`, `2s`, in nanoseconds.
fn nanoseconds(text: &str) -> Result<u64, String> {
    const HOW: &str = "write a time with its unit, like 500us, 10ms or 2s, up to 600s";
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let found = units.iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, factor)));
    let (number, factor) = found.ok_or_else(|| format!("no unit; {HOW}"))?;
    let number: f64 = number.trim().parse().map_err(|_| format!("{number:?} is not a number; {HOW}"))?;
    let nanoseconds = number * factor;
    if (0.0..=600e9).contains(&nanoseconds) { Ok(nanoseconds as u64) } else { Err(format!("out of range; {HOW}")) }
}

/// `0.1%` or `0.001`.
fn share(text: &str) -> Result<f64, String> {
    const HOW: &str = "write a share like 0, 0.1% or 0.001";
    let (number, factor) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let number: f64 = number.trim().parse().map_err(|_| format!("{text:?} is not a number; {HOW}"))?;
    let share = number * factor;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err(format!("not from 0 to below 100 %; {HOW}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_a_range_or_a_list() {
        assert_eq!(rates("500..2000:500"), Ok(Rates(vec![500, 1_000, 1_500, 2_000])));
        assert_eq!(rates("4700,1000"), Ok(Rates(vec![1_000, 4_700])));
        assert_eq!(rates("12"), Ok(Rates(vec![12])));
        for wrong in ["", "a", "5..1:1", "1..5", "1..5:0", "1..99999999:1", "-3"] {
            assert!(rates(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(nanoseconds("10ms"), Ok(10_000_000));
        assert_eq!(nanoseconds("1.5us"), Ok(1_500));
        for wrong in ["10", "ms", "601s", "-1s", "NaNs"] {
            assert!(nanoseconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_may_be_per_cent() {
        assert_eq!((share("0"), share("0.001"), share("50%")), (Ok(0.0), Ok(0.001), Ok(0.5)));
        for wrong in ["", "1", "100%", "-1%", "NaN"] {
            assert!(share(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
