//! What the machine is doing and why, in a few sentences with numbers from the shown window.
//!
//!   facts (numbers) -> rules (which finding holds) -> findings (a row: headline, tone)
//!                                                       -> wording (its sentences)
//!                                                       -> cures (the knob change that its button offers)
//!
//! `families` has the rules, rows and words that only one family of machines needs. Names of queues and processes come from the topology, so a new kernel design needs new words only where something
//! new can go wrong.

mod cures;
mod facts;
mod families;
mod findings;
mod rules;
#[cfg(test)]
mod tests;
mod wording;

pub use cures::Cure;
pub use facts::{Facts, WorstPlace};
pub use findings::{Finding, Tone};

use crate::message::Message;
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
    pub headline: Message,
    /// Why, with numbers.
    pub sentences: Vec<Message>,
    pub tone: Tone,
    pub cure: Option<Cure>,
    /// Length of the window that the numbers are from.
    pub window_ms: f64,
}

impl Diagnosis {
    /// The sentences in English.
    pub fn sentence(&self) -> String {
        self.sentences.iter().map(Message::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Headline and sentences in English.
    pub fn in_words(&self) -> String {
        format!("{} {}", self.headline, self.sentence())
    }
}

/// Diagnoses the machine at a moment.
pub fn diagnose(session: &Session, moment: Cycles) -> Diagnosis {
    let facts = Facts::gather(session, moment);
    let finding = rules::find(&facts);
    let mut sentences = (finding.sentences)(&facts);
    sentences.extend(wording::losses_elsewhere(finding, &sentences, &facts));
    if finding.is_good() {
        sentences.extend(wording::why_not_good(&facts));
    }
    Diagnosis {
        id: finding.id,
        headline: finding.headline(&facts),
        sentences,
        tone: finding.tone(&facts),
        // a program reads no knob of the built-in kernels
        cure: if facts.is_program { None } else { (finding.cure)(&facts) },
        window_ms: facts.window_ms,
    }
}
