//! The committed results of all variations (`sensitivity.json`).

use super::{SAMPLES, Trust};
use crate::experiment::claims::claims;
use crate::scenario::MODEL;
use serde::{Deserialize, Serialize};

/// How far each claim's verdict can be trusted, as it was last measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustRecord {
    /// The model version that was varied.
    pub model: String,
    /// How many times all inputs were varied together.
    pub samples: u32,
    pub claims: Vec<Trust>,
}

impl TrustRecord {
    /// The committed record.
    pub fn committed() -> TrustRecord {
        let text = include_str!("../sensitivity.json");
        TrustRecord::parse(text).unwrap_or_else(|error| panic!("sensitivity.json: {error}"))
    }

    /// Reads a record that a run wrote.
    pub fn parse(text: &str) -> Result<TrustRecord, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Returns this record with new results. Claims that were not varied stay as they are, unless another model was varied or
    /// another number of times.
    pub fn updated(mut self, trust: Vec<Trust>) -> TrustRecord {
        if self.model != MODEL || self.samples != SAMPLES {
            self.claims.clear();
        }
        self.claims.retain(|old| trust.iter().all(|new| new.id != old.id));
        self.claims.extend(trust);
        self.claims.sort_by_key(|one| claims().iter().position(|claim| claim.id == one.id));
        TrustRecord { model: MODEL.to_string(), samples: SAMPLES, claims: self.claims }
    }

    pub fn of(&self, id: &str) -> Option<&Trust> {
        self.claims.iter().find(|one| one.id == id)
    }

    /// The text of the file: a claim in each line.
    pub fn text(&self) -> String {
        let line = |one: &Trust| serde_json::to_string(one).expect("plain data");
        let lines: Vec<String> = self.claims.iter().map(line).collect();
        let head = format!("{{\"model\":\"{}\",\"samples\":{},\"claims\":[\n", self.model, self.samples);
        head + &lines.join(",\n") + "\n]}\n"
    }
}
