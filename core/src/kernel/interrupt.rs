//! What every interrupt costs before and after its handler.

use crate::cpu::Host;
use crate::scenario::Step;

/// The CPU saves what it did and jumps to the handler.
pub async fn enter(host: &Host) {
    host.call_briefly(Step::InterruptEntry).await;
}

/// It goes back.
pub async fn leave(host: &Host) {
    host.call_briefly(Step::InterruptReturn).await;
}
