//! What the machine is doing and why, in a few sentences with numbers from the shown window.
//!
//!   facts (numbers) -> findings (which rule holds) -> wording (headline and sentences)
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
    let family = facts.settings.kernel.design.row().family;
    let rules = families::ALL.iter().find(|rules| rules.family == family);
    let of_family = || rules.and_then(|rules| (rules.find)(&facts));
    let finding = findings::find_not_now(&facts).or_else(of_family).unwrap_or_else(|| findings::find(&facts));
    let mut sentences = wording::sentences(finding, &facts)
        .or_else(|| Some((rules?.sentences)(finding, &facts)))
        .expect("a finding of a family has its rules");
    sentences.extend(wording::losses_elsewhere(finding, &sentences, &facts));
    Diagnosis {
        id: finding.id(),
        headline: wording::headline(finding, &facts),
        sentences,
        tone: finding.tone(&facts),
        cure: rules.map_or_else(|| cures::cure(finding, &facts), |rules| (rules.cure)(finding, &facts)),
        window_ms: facts.window_ms,
    }
}
