//! Challenges: kernels that a learner writes in kernel C, and the judge that says how good they are.
//!
//! ```text
//! folder of core/challenges -> Challenge --seeds--> Run (a scenario) --measure--> Measured --judge--> Verdict
//!                                                                    (window: a sweep)
//! ```
//!
//! Each load runs with five seeds, and its rate varies by up to 15 %. The worst of the five counts for a bound. A comparison with the
//! reference is made seed by seed, and most of the five count. Nothing here has threads: whoever judges gives the runs to a
//! `Measure`, or advances a `LoadJudge` slice by slice, as the page's workers do. The browser's module has no challenge: the page
//! hands each load over (`table`).

mod judge;
mod lines;
mod load_judge;
mod measure;
mod metric;
mod mutants;
mod runs;
mod shipped;
mod sweep;
mod table;
mod watch;
mod window;

pub use judge::{
    Award, BoundResult, GOLD_LINES, INVARIANTS, LoadResult, Measure, Medal, Numbers, Reference, RunFault, Verdict,
    award, judge,
};
pub use lines::lines_of_code;
pub use load_judge::LoadJudge;
pub use measure::{Broken, Measured, measure};
pub use metric::{METRICS, Metric, MetricRow};
pub use mutants::{Fate, fate};
pub use runs::{Run, SEEDS, Seeds, runs, runs_of};
pub use shipped::{Folder, all, find};
pub use sweep::{Sweep, SweepPoint};
pub use table::{ChallengeRow, ChallengeTable, LoadRow, table};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The cycles of a statement in every challenge: some instructions of a 150 MHz machine. With 0, a mistake between two
/// statements could not be hit by a packet.
pub const STATEMENT_CYCLES: u64 = 20;

/// A challenge, as its folder says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Lower-case words joined by hyphens.
    pub id: String,
    pub number: u32,
    pub title: String,
    /// What to write, in one sentence.
    pub task: String,
    /// What to read first: a lesson's folder, and a place in a paper.
    pub lesson: String,
    pub read: String,
    /// The skeleton is a whole kernel, to be changed; it may get bronze.
    #[serde(default)]
    pub skeleton_is_a_kernel: bool,
    /// Settings of all loads, that differ from the defaults.
    pub settings: Map<String, Json>,
    /// In ascending order of difficulty: the first is what bronze asks for.
    pub loads: Vec<Load>,
    pub fails: Vec<Fail>,
}

/// What a program has to carry, and how well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Load {
    pub id: String,
    pub title: String,
    /// Packets a second, and for how long they come. A window sweep has neither.
    #[serde(default)]
    pub rate: u64,
    #[serde(default)]
    pub milliseconds: u64,
    /// Packets a second that come from the other wire in that time, and leave by the first one.
    #[serde(default)]
    pub other_wire: u64,
    /// One packet at each cycle between the last look and the sleep.
    #[serde(default)]
    pub window: bool,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub settings: Map<String, Json>,
    pub bounds: Vec<Bound>,
    /// What gold compares with the reference.
    #[serde(default)]
    pub gold: Vec<Metric>,
}

/// A number that must not be below or above a limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bound {
    pub metric: Metric,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub at_least: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub at_most: Option<f64>,
}

/// A program that must fail, and why: a file of the folder `fails`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fail {
    pub program: String,
    /// The mistake and its consequence, in a sentence.
    pub why: String,
    /// The load and the bound that it misses, or the words of the fault that stops it.
    pub load: String,
    #[serde(default)]
    pub metric: Option<Metric>,
    #[serde(default)]
    pub fault: Option<String>,
    /// The best medal that it can get.
    pub medal: Medal,
}

impl Bound {
    pub const fn at_least(metric: Metric, limit: f64) -> Bound {
        Bound { metric, at_least: Some(limit), at_most: None }
    }

    pub const fn at_most(metric: Metric, limit: f64) -> Bound {
        Bound { metric, at_least: None, at_most: Some(limit) }
    }

    /// Whether a value is good enough. A run that has no such value is not.
    pub fn is_met(&self, value: Option<f64>) -> bool {
        let Some(value) = value else { return false };
        self.at_least.is_none_or(|least| value >= least) && self.at_most.is_none_or(|most| value <= most)
    }

    /// Of two values, the one that is worse for this bound. No value is the worst.
    pub fn worse(&self, one: Option<f64>, other: Option<f64>) -> Option<f64> {
        let (one, other) = (one?, other?);
        let missed_by = |value: f64| {
            let below = self.at_least.map_or(f64::NEG_INFINITY, |least| least - value);
            below.max(self.at_most.map_or(f64::NEG_INFINITY, |most| value - most))
        };
        Some(if missed_by(other) > missed_by(one) { other } else { one })
    }
}

#[cfg(test)]
mod tests;
