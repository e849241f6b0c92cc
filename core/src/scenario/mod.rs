//! Scenarios: plain data that determine a run, the parameter table, validation, and the ready-made scenarios.
//! Nothing here runs; `machine` turns a `Scenario` into a running system.
//!
//!   text (TOML or JSON) -> `Scenario::parse` -> `Scenario` -> `Settings` (typed, for the machine)
//!                                 |
//!                           `table` (ranges, units, sources), `profiles` (each machine's differences from the table)

mod capture;
pub mod costs;
mod design;
mod error;
mod parameter;
mod parse;
pub mod presets;
pub mod profiles;
mod program;
mod recording;
mod settings;
mod source;
mod table;
#[cfg(feature = "toml")]
pub mod unique_json;
mod value;
mod values;

pub use capture::Capture;
pub use costs::Step;
pub use design::{DESIGNS, Design, DesignRow};
pub use error::{ScenarioError, ScenarioErrors};
pub use livelock_text::distance;
pub use parameter::{Choice, Effect, Group, Kind, Parameter, Scale};
pub use profiles::Profile;
pub use program::{KernelProgram, KnobRow, STATEMENT_CYCLES_MAX, STATEMENT_CYCLES_MIN};
pub use recording::{Arrival, NANOSECONDS_MAX, PACKETS_MAX, Recording};
pub use settings::*;
pub use source::{Source, TAKEN_OVER};
pub use table::statement;
pub use table::{ORDERS, Order, groups, parameter, parameters};
pub use value::Value;
pub use values::Values;

use crate::units::Cycles;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the scenario format; text of another version is refused with a clear error.
pub const SCHEMA: u64 = 1;

/// The version of the model: changes whenever any golden trace hash changes (a test enforces it).
pub const MODEL: &str = "2026.7";

/// Limits of a run, so that a forgotten tab or a bad file cannot grow without end.
pub const SECONDS_MAX: u64 = 600;
pub const INTERVENTIONS_MAX: usize = 1000;

/// Interventions turn a knob that a program declares by its name behind this.
pub const KNOBS_PATH: &str = "program.knobs.";

/// A change of settings at one time of the run: a knob that was turned.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Intervention {
    /// Time in cycles from the start.
    pub at: u64,
    /// New values by parameter path.
    pub set: BTreeMap<String, Value>,
}

/// Everything that a run depends on. Equal scenarios give the same trace, bit for bit, on every computer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scenario {
    pub schema: u64,
    /// The model version that the scenario was written for.
    pub model: String,
    /// Short name: lower-case words joined by hyphens.
    pub id: String,
    pub title: String,
    /// Paper and section.
    pub source: String,
    /// What a reader should look at, in a few sentences.
    pub text: String,
    pub seed: u64,
    /// The settings that differ from the machine's values and from the parameters' defaults.
    pub settings: BTreeMap<String, Value>,
    pub interventions: Vec<Intervention>,
    /// The recorded traffic that `traffic.pattern = "capture"` sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub capture: Option<Capture>,
    /// The program that runs instead of the kernel design.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub program: Option<KernelProgram>,
}

impl Scenario {
    /// Returns the machine that the scenario runs on.
    pub fn profile(&self) -> &'static Profile {
        match self.settings.get(profiles::PATH) {
            Some(Value::Choice(id)) => profiles::find(id).unwrap_or(profiles::ALL[0]),
            _ => profiles::ALL[0],
        }
    }

    /// Returns all values at the start of the run: the table's defaults, replaced by the machine's values, then by the
    /// scenario's.
    pub fn values(&self) -> Values {
        let mut values = Values::of(self.profile());
        for (path, value) in &self.settings {
            values.set(path, value.clone());
        }
        values.recording = self.capture.as_ref().and_then(|capture| capture.recording.clone());
        values
    }

    /// Returns the scenario with some settings replaced, validated in the same way as a file.
    pub fn with(&self, changes: &[(&str, Value)]) -> Result<Scenario, ScenarioErrors> {
        let mut changed = self.clone();
        for (path, value) in changes {
            changed.settings.insert((*path).to_string(), value.clone());
        }
        changed.validated()
    }

    /// Returns the time at which a run ends by itself.
    pub fn end(&self) -> Cycles {
        self.profile().clock.cycles_in_seconds(SECONDS_MAX)
    }

    /// Returns one line of JSON with sorted keys: equal scenarios have equal text.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("a scenario is plain data")
    }
}
