//! What was measured, by scenario, and the steps that ran. The cost of a step that never ran changes nothing, so a scenario in
//! which only that cost differs gives the same results.

use crate::probes::Report;
use crate::scenario::Step;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Results {
    /// Trials, by scenario (its canonical text).
    pub(super) trials: BTreeMap<String, Measured<TrialResult>>,
    /// Numbers of runs that are no trials, by the measurement's name and the scenario.
    pub(super) numbers: BTreeMap<(&'static str, String), Measured<Vec<f64>>>,
}

/// What a run gave.
#[derive(Clone)]
pub(super) struct Measured<T> {
    pub value: T,
    /// The steps that ran, if they were counted.
    pub steps: Option<BTreeSet<Step>>,
}

#[derive(Clone)]
pub(super) enum TrialResult {
    Whole(Box<Report>),
    /// Ended early, when more packets were lost than a search allows.
    Stopped {
        dropped: u64,
    },
}

impl TrialResult {
    /// The lost packets of the window; of a trial that was stopped, those until then.
    pub fn dropped(&self) -> u64 {
        match self {
            TrialResult::Whole(report) => report.window.dropped,
            TrialResult::Stopped { dropped } => *dropped,
        }
    }

    pub fn whole(&self) -> Option<&Report> {
        match self {
            TrialResult::Whole(report) => Some(report.as_ref()),
            TrialResult::Stopped { .. } => None,
        }
    }
}

impl<T> Measured<T> {
    /// Whether the step is known not to have run.
    pub fn is_idle(&self, step: Step) -> bool {
        self.steps.as_ref().is_some_and(|steps| !steps.contains(&step))
    }
}

impl Results {
    /// Takes over the results of another run.
    pub fn extend(&mut self, others: Results) {
        self.trials.extend(others.trials);
        self.numbers.extend(others.numbers);
    }
}
