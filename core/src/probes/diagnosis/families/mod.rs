//! What only one family of machines needs of a diagnosis: its own findings, when they hold, and their sentences and cures.

pub mod linux_today;
mod receiving;
mod sockets;

use super::facts::Facts;
use super::findings::Finding;
use crate::families::{linux_receiver, linux_today as today, srp};

/// Returns the finding that only this family of machines has, if it holds.
pub fn find(facts: &Facts) -> Option<&'static Finding> {
    let family = facts.settings.kernel.design.row().family;
    let of_families = [
        (linux_receiver::FAMILY.id, receiving::find as fn(&Facts) -> Option<&'static Finding>),
        (srp::FAMILY.id, sockets::find),
        (today::FAMILY.id, linux_today::find),
    ];
    of_families.iter().find(|(id, _)| *id == family).and_then(|(_, find)| find(facts))
}
