//! Runs trials: in turn here, on all cores in the command line, in workers in the browser. The reports are the same and in
//! the same order, whoever runs the trials.

use super::Trial;
use crate::cpu::Stuck;
use crate::probes::Report;
use crate::scenario::{Scenario, ScenarioErrors};
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
    /// The simulated time has stopped: a mistake in the simulator.
    Stuck { scenario: String, stuck: Stuck },
}

impl fmt::Display for TrialError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialError::Scenario(errors) => errors.fmt(out),
            TrialError::Stuck { scenario, stuck } => {
                write!(
                    out,
                    "the simulator is stuck in scenario {scenario}: {stuck}; please report it with the scenario"
                )
            }
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
    let mut trial = Trial::new(scenario)?;
    trial.advance(u64::MAX).map_err(|stuck| TrialError::Stuck { scenario: scenario.id.clone(), stuck })?;
    Ok(trial.result())
}

/// Runs trials one after the other, in this thread.
pub struct Sequential;

impl Runner for Sequential {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        scenarios.iter().map(run_trial).collect()
    }
}
