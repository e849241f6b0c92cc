//! Why a subcommand failed: the message for standard error, and the exit status. clap reports mistakes in the command
//! line itself in the same form ("error: ...", "tip: ...").

use crate::faults;
use crate::output::tell;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use livelock_core::cpu::{Trap, TrapCause};
use livelock_core::experiment::TrialError;
use livelock_core::scenario::{ScenarioError, ScenarioErrors};

#[derive(Debug)]
pub enum CommandError {
    /// The command line or a file is wrong. The text says how, and what to do.
    Input(String),
    /// A scenario, its settings or a capture file have fields that are wrong.
    Fields { summary: String, errors: Vec<ScenarioError>, tip: Option<String> },
    /// Claims that must hold do not hold.
    Claims(String),
    /// The result is written; a person should look at some of the reports, or mend a program.
    Flagged(String),
    /// A fault of the simulator.
    Internal(String),
}

impl CommandError {
    pub fn exit_status(&self) -> u8 {
        match self {
            CommandError::Claims(_) | CommandError::Flagged(_) => 1,
            CommandError::Input(_) | CommandError::Fields { .. } => 2,
            CommandError::Internal(_) => 3,
        }
    }

    /// Writes the message to standard error.
    pub fn print(&self) {
        match self {
            CommandError::Claims(text) | CommandError::Flagged(text) => tell(text),
            CommandError::Input(text) | CommandError::Internal(text) => tell(format!("error: {text}")),
            CommandError::Fields { summary, errors, tip } => {
                tell(format!("error: {summary}"));
                for error in errors {
                    tell(format!("  {error}"));
                }
                if let Some(tip) = tip {
                    tell(format!("\n  tip: {tip}"));
                }
            }
        }
    }
}

/// Adds what is allowed. clap names an unknown subcommand or a missing scenario, but not where they are listed.
pub fn with_what_is_allowed(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let lacks_scenario = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.iter().any(|name| name == "<SCENARIO>"),
        _ => false,
    };
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            format!("the subcommands are {}", names.join(", "))
        }
        ErrorKind::MissingRequiredArgument if lacks_scenario => {
            "`livelock list` lists all scenarios; a TOML or JSON file works too".to_string()
        }
        _ => return error,
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

impl From<ScenarioErrors> for CommandError {
    fn from(errors: ScenarioErrors) -> CommandError {
        CommandError::Fields { summary: "the scenario is not valid".to_string(), errors: errors.errors, tip: None }
    }
}

impl From<Trap> for CommandError {
    /// A program that stops its kernel is no fault of the simulator.
    fn from(trap: Trap) -> CommandError {
        match &trap.cause {
            TrapCause::Program(fault) => CommandError::Flagged(faults::told(fault, trap.at).trim_end().to_string()),
            _ => CommandError::Internal(trap.to_string()),
        }
    }
}

impl From<TrialError> for CommandError {
    fn from(error: TrialError) -> CommandError {
        match error {
            TrialError::Scenario(errors) => errors.into(),
            TrialError::Trap { trap, .. } if matches!(trap.cause, TrapCause::Program(_)) => trap.into(),
            trap @ TrialError::Trap { .. } => CommandError::Internal(trap.to_string()),
        }
    }
}
