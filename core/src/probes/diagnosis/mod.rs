//! What the machine is doing and why, in one sentence with numbers from the shown window.
//!
//!   facts (numbers) -> findings (which rule holds) -> wording (headline and sentence)
//!                                                  -> cures (the knob change that the button offers)
//!
//! Each layer reads only the layers before it. Names of queues and processes come from the topology, so a new kernel design
//! needs new words only where something new can go wrong.

mod cures;
mod facts;
mod findings;
#[cfg(test)]
mod tests;
mod wording;

pub use cures::Cure;
pub use facts::Facts;
pub use findings::{Finding, Tone, find};

use crate::session::Session;
use crate::units::Cycles;
use serde::Serialize;

/// A finding in words. Serialized for the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnosis {
    /// The finding's id.
    pub id: &'static str,
    /// A few words.
    pub headline: String,
    /// Why, with numbers.
    pub sentence: String,
    pub tone: Tone,
    pub cure: Option<Cure>,
    /// Length of the window that the numbers are from.
    pub window_ms: f64,
}

/// Diagnoses the machine at a moment.
pub fn diagnose(session: &Session, moment: Cycles) -> Diagnosis {
    let facts = Facts::gather(session, moment);
    let finding = find(&facts);
    Diagnosis {
        id: finding.id(),
        headline: wording::headline(finding, &facts).into_owned(),
        sentence: wording::sentence(finding, &facts),
        tone: finding.tone(),
        cure: cures::cure(finding, &facts),
        window_ms: facts.window_ms,
    }
}
