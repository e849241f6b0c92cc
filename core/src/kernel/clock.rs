//! The clock's interrupt handler: housekeeping, the scheduler's ticks, and whatever else asked to be called.

use super::{Kernel, enter, leave};
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

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
