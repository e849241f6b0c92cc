//! Runs trials: in turn here, on all cores in the command line, in workers in the browser. The reports are the same and in
//! the same order, whoever runs the trials.

use super::Trial;
use crate::cpu::Trap;
use crate::machine::Machine;
use crate::probes::Report;
use crate::scenario::{Scenario, ScenarioErrors, Step};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Runs one trial of each scenario.
pub trait Runner {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError>;
}

/// Why a trial has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialError {
    /// The scenario is not valid.
    Scenario(ScenarioErrors),
    /// The machine has stopped for good.
    Trap { scenario: String, trap: Trap },
}

impl fmt::Display for TrialError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialError::Scenario(errors) => errors.fmt(out),
            TrialError::Trap { scenario, trap } => write!(out, "scenario {scenario}: {trap}"),
        }
    }
}

impl std::error::Error for TrialError {}

impl From<ScenarioErrors> for TrialError {
    fn from(errors: ScenarioErrors) -> TrialError {
        TrialError::Scenario(errors)
    }
}

/// Runs one trial from start to end.
pub fn run_trial(scenario: &Scenario) -> Result<Report, TrialError> {
    Ok(run_to_end(scenario, Trial::new(scenario)?)?.result())
}

fn run_to_end(scenario: &Scenario, mut trial: Trial) -> Result<Trial, TrialError> {
    trial.advance(u64::MAX).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
    Ok(trial)
}

/// Runs trials one after the other and notes which steps ran, by the id of the scenario.
#[derive(Default)]
pub struct StepNotes {
    steps: RefCell<BTreeMap<String, BTreeSet<Step>>>,
}

impl StepNotes {
    pub fn into_steps(self) -> BTreeMap<String, BTreeSet<Step>> {
        self.steps.into_inner()
    }
}

impl Runner for StepNotes {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        let run = |scenario: &Scenario| {
            let trial = run_to_end(scenario, Trial::of(Machine::counting_runs(scenario)?))?;
            let steps = trial.machine().host.steps_run().expect("the runs are counted");
            self.steps.borrow_mut().entry(scenario.id.clone()).or_default().extend(steps);
            Ok(trial.result())
        };
        scenarios.iter().map(run).collect()
    }
}

/// Runs trials one after the other, in this thread.
pub struct Sequential;

impl Runner for Sequential {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        scenarios.iter().map(run_trial).collect()
    }
}
