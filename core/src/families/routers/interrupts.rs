//! Interrupt handlers that all designs share: the clock's and the interprocessor interrupt.

use super::{CodeLine, Kernel, enter, leave};
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

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
        if let Some(work) = kernel.program_code.get().and_then(|code| (code.tick)()) {
            work.await;
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

/// Its pseudo-code.
pub const INTERPROCESSOR_INTERRUPT: &[CodeLine] =
    &[("interprocessor interrupt", 0, "another CPU has made a thread ready: look for it", Some(Step::Interprocessor))];
