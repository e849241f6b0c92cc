//! Where a value comes from, in words that a student understands: what was done to get it, the place in the paper, and the
//! reason. Rows of the parameter table, steps and machines name their source with the functions of this file. The browser's
//! builds leave sources out; the page has them from the committed catalogue.

use crate::msg;
#[cfg(feature = "catalogue")]
use crate::{message, message::Message};
use serde::Serialize;

/// The source of a value or of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "catalogue"), derive(Serialize))]
pub struct Source {
    #[cfg(feature = "catalogue")]
    kind: SourceKind,
    /// Paper and section; or a name of Linux or a step, which is the same in every language.
    #[cfg(feature = "catalogue")]
    place: &'static str,
    /// A clause; empty if there is nothing to add.
    #[cfg(feature = "catalogue")]
    reason: &'static str,
    /// The label of the machine that the value was found for, if it is another one.
    #[cfg(feature = "catalogue")]
    machine: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceKind {
    /// A mechanism or an experiment; the number itself may be ours.
    Described,
    /// A number that the paper gives.
    Stated,
    /// What Linux does.
    Documented,
    /// One of several steps of which the paper gives only the sum.
    Divided,
    /// A number with which the model meets the paper.
    Fitted,
    Calculated,
    /// No paper states it.
    Chosen,
    /// The cost of a step that does similar work.
    Like,
}

/// The source of a value that a machine has from another one.
pub const TAKEN_OVER: &str = msg!("Taken over from the {machine}. {sentence}");

/// Chosen by us, with nothing more to say.
pub const CHOSEN: Source = chosen("no paper states it");

pub const fn described(place: &'static str) -> Source {
    source(SourceKind::Described, place)
}

pub const fn stated(place: &'static str) -> Source {
    source(SourceKind::Stated, place)
}

pub const fn documented(place: &'static str) -> Source {
    source(SourceKind::Documented, place)
}

pub const fn divided(place: &'static str) -> Source {
    source(SourceKind::Divided, place)
}

pub const fn fitted(place: &'static str) -> Source {
    source(SourceKind::Fitted, place)
}

pub const fn calculated(place: &'static str) -> Source {
    source(SourceKind::Calculated, place)
}

pub const fn chosen(reason: &'static str) -> Source {
    source(SourceKind::Chosen, "").because(reason)
}

pub const fn like(step: &'static str) -> Source {
    source(SourceKind::Like, step)
}

#[cfg(feature = "catalogue")]
const fn source(kind: SourceKind, place: &'static str) -> Source {
    Source { kind, place, reason: "", machine: "" }
}

#[cfg(not(feature = "catalogue"))]
const fn source(_: SourceKind, _: &'static str) -> Source {
    Source {}
}

#[cfg(not(feature = "catalogue"))]
impl Source {
    pub const fn because(self, _: &'static str) -> Source {
        self
    }

    pub fn is_of_a_machine(&self) -> bool {
        false
    }
}

#[cfg(feature = "catalogue")]
impl Source {
    pub const fn because(mut self, reason: &'static str) -> Source {
        self.reason = reason;
        self
    }

    /// Whether the value is ours alone: nothing was measured or fitted.
    pub fn is_chosen(&self) -> bool {
        self.kind == SourceKind::Chosen
    }

    /// Whether the value of a step holds only for the machine that it was found for.
    pub fn is_of_a_machine(&self) -> bool {
        !matches!(self.kind, SourceKind::Chosen | SourceKind::Described)
    }

    /// The source of the same value on a machine that has none of its own.
    pub fn taken_over(mut self, from: &'static str) -> Source {
        self.machine = from;
        self
    }

    /// One or two sentences.
    pub fn message(&self) -> Message {
        let place = || Message::of(self.place);
        let sentence = match self.kind {
            SourceKind::Described => message!("Described in {place}", place = place()),
            SourceKind::Stated => message!("Stated in {place}", place = place()),
            SourceKind::Documented => message!("As in Linux, {name}", name = self.place.to_string()),
            SourceKind::Divided => {
                message!("Divided by us so that the sum of the steps meets {place}", place = place())
            }
            SourceKind::Fitted => message!("Fitted by us so that the model meets {place}", place = place()),
            SourceKind::Calculated => message!("Calculated by us from {place}", place = place()),
            SourceKind::Chosen => message!("Chosen by us"),
            SourceKind::Like => message!("Estimated by us after a similar step, {step}", step = self.place.to_string()),
        };
        let sentence = match self.reason {
            "" => message!("{sentence}.", sentence),
            reason => message!("{sentence}: {reason}.", sentence, reason = Message::of(reason)),
        };
        if self.machine.is_empty() {
            return sentence;
        }
        Message { text: TAKEN_OVER.into(), values: vec![Message::of(self.machine).into(), sentence.into()] }
    }
}

#[cfg(feature = "catalogue")]
impl Serialize for Source {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.message().serialize(serializer)
    }
}

#[cfg(all(test, feature = "catalogue"))]
mod tests {
    use super::*;
    use crate::scenario::{parameters, profiles};

    #[test]
    fn a_source_says_what_was_done_where_and_why() {
        let words = |source: Source| source.message().to_string();
        assert_eq!(words(stated("M 7")), "Stated in M 7.");
        assert_eq!(words(CHOSEN), "Chosen by us: no paper states it.");
        assert_eq!(
            words(divided("S table 4").because("1.67 µs an interrupt")),
            "Divided by us so that the sum of the steps meets S table 4: 1.67 µs an interrupt."
        );
    }

    /// A reader of the page sees them below the knobs.
    #[test]
    fn sources_have_no_abbreviations() {
        for (profile, row) in
            profiles::ALL.iter().flat_map(|profile| parameters().iter().map(move |row| (profile, row)))
        {
            let source = profile.source_of(row).message().to_string();
            let words: Vec<&str> = source.split(|c: char| !c.is_alphanumeric()).collect();
            let abbreviated = ["ours", "fit", "profile"].iter().find(|word| words.contains(word));
            assert_eq!(abbreviated, None, "{}: {}: {source}", profile.id, row.path);
        }
    }

    /// The table's costs were fitted to the measurements of one machine. No other machine may claim that fit.
    #[test]
    fn a_cost_names_the_machine_that_it_was_fitted_to() {
        let [first, others @ ..] = profiles::ALL else { panic!("there are machines") };
        for (profile, row) in others.iter().flat_map(|profile| parameters().iter().map(move |row| (profile, row))) {
            let is_own = profile.values().any(|(path, _)| path == row.path);
            let source = profile.source_of(row).message().to_string();
            if row.group == "costs" && !is_own && source.contains(" meets ") {
                assert!(source.contains(first.label), "{}: {}: {source}", profile.id, row.path);
            }
        }
    }
}
