//! The committed record of predictions that held (`held.toml`), and what has changed since.

use super::claim::Role;
use super::judge::{Outcome, Verdict};
use crate::scenario::MODEL;
use serde::Deserialize;
use std::collections::BTreeMap;

const HEADER: &str = "\
# The papers' statements of role \"validation\" (nothing was fitted to them): which of them held when this file was last written,
# and what was measured. `livelock reproduce` fails when one under [held] no longer holds; `livelock reproduce --record` writes
# the file anew. [fitted] lists what was measured of the statements to which costs are fitted; these always have to hold.
";

/// Ids and measured values, as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The model version that was measured.
    pub model: String,
    #[serde(default)]
    pub held: BTreeMap<String, String>,
    #[serde(default)]
    pub did_not_hold: BTreeMap<String, String>,
    /// Claims of role calibration.
    #[serde(default)]
    pub fitted: BTreeMap<String, String>,
}

/// Why a reproduction fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Regression {
    /// A calibration claim does not hold.
    Calibration(String),
    /// A recorded prediction no longer holds.
    Prediction(String),
}

impl Record {
    /// The committed record.
    pub fn committed() -> Record {
        toml::from_str(include_str!("../held.toml")).unwrap_or_else(|error| panic!("held.toml: {error}"))
    }

    /// Returns this record with new outcomes. Claims that were not run stay as they are.
    pub fn updated(mut self, outcomes: &[Outcome]) -> Record {
        self.model = MODEL.to_string();
        for outcome in outcomes {
            for list in [&mut self.held, &mut self.did_not_hold, &mut self.fitted] {
                list.remove(&outcome.id);
            }
            let list = match (outcome.role, outcome.verdict) {
                (Role::Calibration, Verdict::Pass) => &mut self.fitted,
                (Role::Validation, Verdict::Pass) => &mut self.held,
                (Role::Validation, Verdict::Fail) => &mut self.did_not_hold,
                _ => continue,
            };
            list.insert(outcome.id.clone(), outcome.measured_text());
        }
        self
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let table = |name: &str, rows: &BTreeMap<String, String>| {
            let quoted = |text: &str| toml::Value::from(text).to_string();
            let rows = rows.iter().map(|(id, measured)| format!("{} = {}\n", quoted(id), quoted(measured)));
            format!("\n[{name}]\n{}", rows.collect::<String>())
        };
        let model = format!("model = \"{}\"\n", self.model);
        let (held, did_not_hold) = (table("held", &self.held), table("did_not_hold", &self.did_not_hold));
        [HEADER, &model, &held, &did_not_hold, &table("fitted", &self.fitted)].concat()
    }

    /// Lists the outcomes that make a reproduction fail.
    pub fn regressions(&self, outcomes: &[Outcome]) -> Vec<Regression> {
        let wrong = outcomes.iter().filter(|outcome| outcome.verdict != Verdict::Pass);
        wrong
            .filter_map(|outcome| match (outcome.role, outcome.verdict) {
                (Role::Calibration, Verdict::Fail) => Some(Regression::Calibration(outcome.id.clone())),
                _ if self.held.contains_key(&outcome.id) => Some(Regression::Prediction(outcome.id.clone())),
                _ => None,
            })
            .collect()
    }
}
