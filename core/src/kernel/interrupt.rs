//! What every interrupt costs before and after its handler.

use crate::cpu::{Host, Work};
use crate::scenario::Step;

/// The CPU saves what it did and jumps to the handler.
pub fn enter(host: &Host) -> Work {
    host.call_briefly(Step::InterruptEntry)
}

/// It goes back.
pub fn leave(host: &Host) -> Work {
    host.call_briefly(Step::InterruptReturn)
}
