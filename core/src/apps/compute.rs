//! A process that always wants the CPU (M 7), as long as its knob is on.

use crate::cpu::{Channel, Host, Packet};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// On any kernel: each tells where its knob is, and on which channel it says that it was turned on.
pub async fn compute(host: Rc<Host>, turned_on: Channel, is_on: impl Fn() -> bool) -> Infallible {
    loop {
        if is_on() {
            drop(host.call(Step::Compute, Packet::NONE).await);
        } else {
            host.sleep(turned_on).await;
        }
    }
}
