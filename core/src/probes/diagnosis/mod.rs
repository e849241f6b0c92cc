//! What the machine is doing and why, in one sentence with numbers from the shown window.
//!
//!   facts (numbers) -> findings (which rule holds) -> wording (headline and sentence)
//!                                                  -> cures (the knob change that the button offers)
//!
//! Each layer reads only the layers before it. `families` has the findings, sentences and cures that only one family of machines
//! needs. Names of queues and processes come from the topology, so a new kernel design needs new words only where something
//! new can go wrong.

mod cures;
mod facts;
mod families;
mod findings;
#[cfg(test)]
mod tests;
mod wording;

pub use cures::Cure;
pub use facts::{Facts, WorstPlace};
pub use findings::{Finding, Tone};

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
    let family = facts.settings.kernel.design.row().family;
    let rules = families::ALL.iter().find(|rules| rules.family == family);
    let of_family = || rules.and_then(|rules| (rules.find)(&facts));
    let finding = findings::find_not_now(&facts).or_else(of_family).unwrap_or_else(|| findings::find(&facts));
    let sentence = wording::sentence(finding, &facts).or_else(|| Some((rules?.sentence)(finding, &facts)));
    let sentence = sentence.expect("a finding of a family has its rules");
    let elsewhere = wording::losses_elsewhere(finding, &sentence, &facts);
    Diagnosis {
        id: finding.id(),
        headline: wording::headline(finding, &facts).into_owned(),
        sentence: sentence + &elsewhere,
        tone: finding.tone(&facts),
        cure: rules.map_or_else(|| cures::cure(finding, &facts), |rules| (rules.cure)(finding, &facts)),
        window_ms: facts.window_ms,
    }
}
