//! Judges one load slice by slice: for whoever may not block, as the page's workers.

use super::judge::{LoadResult, judge_load};
use super::measure::{Measured, Measuring};
use super::metric::Metric;
use super::runs::Run;
use super::{Bound, Load};
use livelock_core::scenario::Scenario;

pub struct LoadJudge {
    runs: Vec<Run>,
    /// The same with the reference; empty if nothing is compared.
    reference: Vec<Run>,
    current: Option<Measuring>,
    /// Those of the program, then those of the reference.
    measured: Vec<Measured>,
}

impl LoadJudge {
    pub fn new(runs: Vec<Run>, reference: Vec<Run>) -> LoadJudge {
        LoadJudge { runs, reference, current: None, measured: Vec::new() }
    }

    /// Tries a packet at each cycle between the last look and the sleep, on any machine with a program.
    pub fn window(scenario: Scenario) -> LoadJudge {
        let load = Load {
            id: "window".to_string(),
            title: String::new(),
            rate: 0,
            milliseconds: 0,
            other_wire: 0,
            window: true,
            settings: Default::default(),
            bounds: vec![Bound::at_most(Metric::Stranded, 0.0)],
            gold: Vec::new(),
        };
        LoadJudge::new(vec![Run { load, seed: scenario.seed, rate: 0, scenario }], Vec::new())
    }

    /// Runs a slice; returns whether all is measured.
    pub fn advance(&mut self) -> bool {
        let Some(run) = self.runs.iter().chain(&self.reference).nth(self.measured.len()) else { return true };
        let current = self.current.get_or_insert_with(|| Measuring::new(run));
        if let Some(measured) = current.advance() {
            self.measured.push(measured);
            self.current = None;
        }
        false
    }

    pub fn result(&self) -> LoadResult {
        let (own, reference) = self.measured.split_at(self.runs.len());
        judge_load(&self.runs, own, reference)
    }
}
