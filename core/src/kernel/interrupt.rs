//! What every interrupt costs before and after its handler; and the one by which CPUs call each other.

use super::Kernel;
use crate::cpu::{Host, Work};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The CPU saves what it did and jumps to the handler.
pub fn enter(host: &Host) -> Work {
    host.call_briefly(Step::InterruptEntry)
}

/// It goes back.
pub fn leave(host: &Host) -> Work {
    host.call_briefly(Step::InterruptReturn)
}

/// The interprocessor interrupt: another CPU has made a thread of this one ready.
pub async fn called(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        host.call_briefly(Step::Interprocessor).await;
        host.choose_again();
        leave(host).await;
    }
}
