//! Runs trials: in turn here, on all cores in the command line, in workers in the browser. The reports are the same and in
//! the same order, whoever runs the trials.

use super::Trial;
use crate::cpu::Trap;
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
    let mut trial = Trial::new(scenario)?;
    trial.advance(u64::MAX).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
    Ok(trial.result())
}

/// Runs trials one after the other, in this thread.
pub struct Sequential;

impl Runner for Sequential {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        scenarios.iter().map(run_trial).collect()
    }
}
