//! Why the command cannot do what was asked, in words, with the exit status that says whose turn it is.

use livelock_core::cpu::Stuck;
use livelock_core::experiment::TrialError;
use livelock_core::scenario::{ScenarioError, ScenarioErrors};

#[derive(Debug)]
pub enum Problem {
    /// Something typed or read is not right.
    Input(String),
    /// A command, a scenario or its settings are not valid: every field that is wrong, and a command that would do.
    Fields { what: String, errors: Vec<ScenarioError>, example: Option<String> },
    /// What was asked for cannot be done, and a command for what can.
    Instead { text: String, example: String },
    /// A capture file is not one, or cannot be used.
    Capture { file: String, error: ScenarioError },
    /// Claims that have to hold do not.
    Claims(String),
    /// The simulator failed.
    Ours(String),
    /// Whoever read the output has gone away: no reason to complain.
    OutputClosed,
}

impl Problem {
    pub fn exit_status(&self) -> u8 {
        match self {
            Problem::OutputClosed => 0,
            Problem::Claims(_) => 1,
            Problem::Input(_) | Problem::Fields { .. } | Problem::Instead { .. } | Problem::Capture { .. } => 2,
            Problem::Ours(_) => 3,
        }
    }

    pub fn say(&self) {
        match self {
            Problem::OutputClosed => {}
            Problem::Claims(text) => eprintln!("{text}"),
            Problem::Input(text) => eprintln!("livelock: {text}"),
            Problem::Ours(text) => eprintln!("livelock: {text}"),
            Problem::Capture { file, error } => {
                eprintln!("livelock: the capture file {file} cannot be used");
                eprintln!("  {error}");
            }
            Problem::Fields { what, errors, example } => {
                eprintln!("livelock: {what} is not valid");
                for error in errors {
                    eprintln!("  {error}");
                }
                if let Some(example) = example {
                    eprintln!("{EXAMPLE}{example}");
                }
            }
            Problem::Instead { text, example } => eprintln!("livelock: {text}\n{EXAMPLE}{example}"),
        }
    }
}

/// Before a line that can be pasted.
const EXAMPLE: &str = "  for example: ";

impl From<ScenarioErrors> for Problem {
    fn from(errors: ScenarioErrors) -> Problem {
        Problem::Fields { what: "the scenario".to_string(), errors: errors.errors, example: None }
    }
}

impl From<Stuck> for Problem {
    fn from(stuck: Stuck) -> Problem {
        Problem::Ours(format!("the simulator is stuck: {stuck}"))
    }
}

impl From<TrialError> for Problem {
    fn from(error: TrialError) -> Problem {
        match error {
            TrialError::Scenario(errors) => errors.into(),
            stuck @ TrialError::Stuck { .. } => Problem::Ours(stuck.to_string()),
        }
    }
}
