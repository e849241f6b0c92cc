//! Interrupt handlers that all designs share: the cost before and after every handler, the clock's handler, and the
//! interprocessor interrupt.

use super::Kernel;
use crate::cpu::{Host, Packet, Work};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The CPU saves its state and jumps to the handler.
pub fn enter(host: &Host) -> Work {
    host.call_leaf(Step::InterruptEntry)
}

/// The CPU restores its state and returns.
pub fn leave(host: &Host) -> Work {
    host.call_leaf(Step::InterruptReturn)
}

/// The clock's interrupt: periodic work, the scheduler's tick, and the designs' tick tasks.
pub async fn hardclock(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::Hardclock, Packet::NONE).await;
        host.tick();
        for task in kernel.tick_tasks.borrow().iter() {
            task();
        }
        drop(procedure);
        leave(host).await;
    }
}

/// The interprocessor interrupt: another CPU has made a thread of this CPU ready.
pub async fn interprocessor_interrupt(kernel: Rc<Kernel>) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        host.call_leaf(Step::Interprocessor).await;
        host.request_reschedule();
        leave(host).await;
    }
}
