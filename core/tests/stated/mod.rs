//! What a scenario's text states about its machine, and how it is measured.

mod facts;
mod figures;
mod later;
mod sections;

pub use facts::{FACTS, Source};
use livelock_core::experiment::{Trial, run_trial};
use livelock_core::machine::{Machine, Tracing};
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value, presets};
use livelock_core::trace::{PlaceId, Row};
use std::fmt;
use std::ops::RangeInclusive;

/// Words of a text, and what they come to when they are true.
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

/// The machine that a text is about; what is measured of it is what a trial with its own seed comes to.
pub struct Stated(Scenario);

impl Stated {
    pub fn of(id: &str) -> Stated {
        Stated(presets::find(id).unwrap_or_else(|| panic!("there is no scenario {id}")))
    }

    /// The same with other settings, as a learner would make them.
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

    /// How often more comes out of this machine than of another.
    pub fn against(&self, other: &Stated) -> f64 {
        self.delivered() / other.delivered()
    }

    pub fn mean_latency_us(&self) -> f64 {
        self.report().latency_us.mean.expect("packets come out")
    }

    /// Of the packets of a burst, in the order in which they come out.
    pub fn latencies_us(&self) -> Vec<f64> {
        let trial = self.trial();
        let machine = trial.machine();
        let counters = &machine.host.counters;
        let cycles = counters.latencies(0..counters.latencies_kept());
        cycles.into_iter().map(|cycles| cycles as f64 / machine.topology.clock_hz as f64 * 1e6).collect()
    }

    pub fn delivered(&self) -> f64 {
        self.report().delivered_pps
    }

    /// Of what was offered.
    pub fn delivered_share(&self) -> f64 {
        let report = self.report();
        report.delivered_pps / report.offered_pps
    }

    /// The greatest output at any of these rates.
    pub fn peak(&self, rates: impl Iterator<Item = u64>) -> f64 {
        rates.map(|rate| self.at(rate).delivered()).fold(0.0, f64::max)
    }

    /// The machine before anything has happened.
    pub fn machine(&self) -> Machine {
        Machine::new(&self.0, Tracing::Off).expect("a ready-made scenario is valid")
    }

    /// The machine at the end of its trial.
    pub fn trial(&self) -> Trial {
        let mut trial = Trial::new(&self.0).expect("a ready-made scenario is valid");
        while !trial.advance(1 << 20).expect("time passes") {}
        trial
    }

    pub fn value(&self, path: &str) -> String {
        self.0.values().get(path).to_string()
    }
}

/// Packets that were dropped at a place, as a part of those that came.
pub fn dropped_share(report: &Report, place: &str) -> f64 {
    report.drops[place] as f64 / report.window.arrived as f64
}

/// What is counted of a place, a second, from the start to the end of a trial.
pub fn counted_pps(stated: &Stated, place: &str, count: fn(&Row, PlaceId) -> u64) -> f64 {
    let trial = stated.trial();
    let machine = trial.machine();
    let row = machine.row();
    let place = machine.topology.places.iter().position(|row| row.id == place).expect("a place of this machine");
    count(&row, place as PlaceId) as f64 * machine.topology.clock_hz as f64 / row.time.0 as f64
}

/// Interrupts of all lines whose ids end so, for each packet that came.
pub fn interrupts_a_packet(report: &Report, ending: &str) -> f64 {
    let taken: u64 = report.interrupts.iter().filter(|(line, _)| line.ends_with(ending)).map(|(_, taken)| taken).sum();
    taken as f64 / report.window.arrived as f64
}

/// What had been spent on a packet that was dropped, as a part of what one costs that is delivered.
pub fn done_before_drop(report: &Report, place: &str) -> f64 {
    let wasted: u64 = report.wasted_cycles.values().sum();
    let delivered = (report.window.packet_work_cycles - wasted) as f64 / report.window.delivered as f64;
    report.wasted_cycles[place] as f64 / report.drops[place] as f64 / delivered
}

pub fn statements() -> impl Iterator<Item = &'static Statement> {
    figures::STATEMENTS.iter().chain(sections::STATEMENTS).chain(later::STATEMENTS)
}

impl fmt::Display for Statement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: \"{}\" is to be in {:?}", self.scenario, self.words, self.holds_in)
    }
}
