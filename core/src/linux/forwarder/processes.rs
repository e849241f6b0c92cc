//! What else runs on the router: the clock's interrupt, the softirqs and their process.

use super::driver;
use super::forward::softirq;
use super::kernel::Kernel;
use crate::cpu::Packet;
use crate::kernel::{enter, leave};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The clock's interrupt. Like every interrupt it looks for wanted softirqs when it returns.
pub async fn clock(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::Hardclock, Packet::NONE).await;
        kernel.ticks.set(kernel.ticks.get() + 1);
        host.tick();
        driver::tick(&kernel);
        drop(procedure);
        leave(host).await;
        kernel.softirqs.interrupt_returns();
    }
}

/// Softirqs on the way back from an interrupt.
pub async fn softirqs(kernel: Rc<Kernel>) -> Infallible {
    loop {
        kernel.host.next_interrupt().await;
        kernel.softirqs.run(async |which| softirq(&kernel, which).await).await;
    }
}

pub async fn ksoftirqd(kernel: Rc<Kernel>) -> Infallible {
    loop {
        kernel.softirqs.run_in_process(async |which| softirq(&kernel, which).await).await;
    }
}
