//! What only one family of machines needs of a diagnosis: its own findings with their sentences, and its cures.

mod linux_today;
mod receiving;
mod sockets;

pub use linux_today::LINUX_TODAY;
pub use receiving::RECEIVING;
pub use sockets::SOCKETS;

use super::cures::Cure;
use super::facts::Facts;
use super::findings::Finding;
use crate::message::Message;

/// The rules of one family.
pub struct FamilyRules {
    /// The family's id (`families/`).
    pub family: &'static str,
    /// Returns the family's own finding that holds. General findings come after it.
    pub find: fn(&Facts) -> Option<Finding>,
    /// The sentences of one of the family's own findings.
    pub sentences: fn(Finding, &Facts) -> Vec<Message>,
    /// Returns the knob change that removes the problem. Answers for all findings, also for those that any machine can have.
    pub cure: fn(Finding, &Facts) -> Option<Cure>,
}

/// The rules of all families. The other families need no rules of their own.
pub const ALL: &[&FamilyRules] = &[&RECEIVING, &SOCKETS, &LINUX_TODAY];
