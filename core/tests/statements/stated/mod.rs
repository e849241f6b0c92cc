//! The statements of scenarios' texts about their machines, and how they are measured.

mod facts;
mod figures;
mod later;
mod sections;
mod several;

pub use facts::{FACTS, Source};
use livelock_core::experiment::{Trial, run_trial};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::{PlaceId, Row};
use std::fmt;
use std::ops::RangeInclusive;

/// Words of a text, and the range of the measurement in which they are true.
pub struct Statement {
    pub scenario: &'static str,
    pub words: &'static str,
    pub measure: fn(&Stated) -> f64,
    pub holds_in: RangeInclusive<f64>,
}

pub const fn says(
    scenario: &'static str,
    words: &'static str,
    measure: fn(&Stated) -> f64,
    holds_in: RangeInclusive<f64>,
) -> Statement {
    Statement { scenario, words, measure, holds_in }
}

/// The machine of a text, measured by a trial with the scenario's own seed.
pub struct Stated(Scenario);

impl Stated {
    pub fn of(id: &str) -> Stated {
        Stated(presets::find(id).unwrap_or_else(|| panic!("there is no scenario {id}")))
    }

    /// Returns the machine with other settings, as a learner would set them.
    pub fn with(&self, settings: &[(&str, &str)]) -> Stated {
        let settings: Vec<(&str, Value)> =
            settings.iter().map(|(path, text)| (*path, Value::from_text(text))).collect();
        Stated(self.0.with(&settings).unwrap_or_else(|errors| panic!("{}: {errors}", self.0.id)))
    }

    pub fn at(&self, rate: u64) -> Stated {
        self.with(&[("traffic.rate", &rate.to_string())])
    }

    pub fn report(&self) -> Report {
        run_trial(&self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0.id))
    }

    /// Returns this machine's output divided by another machine's.
    pub fn output_ratio(&self, other: &Stated) -> f64 {
        self.delivered() / other.delivered()
    }

    pub fn mean_latency_us(&self) -> f64 {
        self.report().latency_us.mean.expect("packets leave the machine")
    }

    /// Returns the latencies of a burst's packets, in the order in which they leave.
    pub fn latencies_us(&self) -> Vec<f64> {
        let trial = self.trial();
        let machine = trial.machine();
        let counters = &machine.host.counters;
        let cycles = counters.latencies(0..counters.latency_count());
        cycles.into_iter().map(|cycles| cycles as f64 / machine.topology.clock_hz as f64 * 1e6).collect()
    }

    pub fn delivered(&self) -> f64 {
        self.report().delivered_pps
    }

    /// Returns the delivered share of the offered packets.
    pub fn delivered_share(&self) -> f64 {
        let report = self.report();
        report.delivered_pps / report.offered_pps
    }

    /// Returns the greatest output at any of these rates.
    pub fn peak(&self, rates: impl Iterator<Item = u64>) -> f64 {
        rates.map(|rate| self.at(rate).delivered()).fold(0.0, f64::max)
    }

    /// Returns the lowest of these rates, which are beyond the peak, at which at most 3 % of the peak gets through.
    pub fn livelock_rate(&self, peak: f64, mut rates: impl Iterator<Item = u64>) -> f64 {
        rates.find(|rate| self.at(*rate).delivered() <= 0.03 * peak).map_or(f64::INFINITY, |rate| rate as f64)
    }

    /// Returns the machine at time 0.
    pub fn machine(&self) -> Machine {
        Machine::new(&self.0, Tracing::Off).expect("a ready-made scenario is valid")
    }

    /// Returns the machine at the end of its trial.
    pub fn trial(&self) -> Trial {
        let mut trial = Trial::new(&self.0).expect("a ready-made scenario is valid");
        while !trial.advance(1 << 20).expect("time passes") {}
        trial
    }

    pub fn value(&self, path: &str) -> String {
        self.0.values().get(path).to_string()
    }
}

/// Returns the packets dropped at a place, as a share of the packets that arrived.
pub fn dropped_share(report: &Report, place: &str) -> f64 {
    report.drops[place] as f64 / report.window.arrived as f64
}

/// Returns a place's counter for each second of a trial.
pub fn counted_pps(stated: &Stated, place: &str, count: fn(&Row, PlaceId) -> u64) -> f64 {
    let trial = stated.trial();
    let machine = trial.machine();
    let row = machine.row();
    let place = machine.topology.places.iter().position(|row| row.id == place).expect("a place of this machine");
    count(&row, place as PlaceId) as f64 * machine.topology.clock_hz as f64 / row.time.0 as f64
}

/// Returns the interrupts of all lines whose ids have this ending, for each packet that arrived.
pub fn interrupts_a_packet(report: &Report, ending: &str) -> f64 {
    let taken: u64 = report.interrupts.iter().filter(|(line, _)| line.ends_with(ending)).map(|(_, taken)| taken).sum();
    taken as f64 / report.window.arrived as f64
}

/// Returns the cost of a packet that is dropped at a place, as a share of the cost of a delivered packet.
pub fn done_before_drop(report: &Report, place: &str) -> f64 {
    let wasted: u64 = report.wasted_cycles.values().sum();
    let delivered = (report.window.packet_work_cycles - wasted) as f64 / report.window.delivered as f64;
    report.wasted_cycles[place] as f64 / report.drops[place] as f64 / delivered
}

pub fn statements() -> impl Iterator<Item = &'static Statement> {
    figures::STATEMENTS.iter().chain(sections::STATEMENTS).chain(later::STATEMENTS).chain(several::STATEMENTS)
}

impl fmt::Display for Statement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: \"{}\" must be in {:?}", self.scenario, self.words, self.holds_in)
    }
}
