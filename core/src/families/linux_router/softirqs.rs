//! The two softirqs of the network, and the contexts that run them: a software interrupt and ksoftirqd.
//!
//! ```text
//! net_rx_action -> polls whatever is on the poll list: the backlog, or an interface (NAPI)
//! net_tx_action -> frees the buffers of sent packets, hands packets to transmit rings that were full
//! ```

use super::forward::hard_start_xmit;
use super::kernel::{Kernel, Polled};
use super::{backlog, napi};
use crate::cpu::Packet;
use crate::kernel::Softirq;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// When it has run for more clock ticks than this, net_rx_action returns, so that others can run (Linux 2.6: `jiffies -
/// start > 1`).
const TICKS_MAX: u64 = 1;

/// Runs softirqs when an interrupt returns.
pub async fn software_interrupt(kernel: Rc<Kernel>) -> Infallible {
    loop {
        kernel.host.next_interrupt().await;
        kernel.softirqs.run(async |which| run_softirq(&kernel, which).await).await;
    }
}

/// Runs softirqs in a process.
pub async fn ksoftirqd(kernel: Rc<Kernel>) -> Infallible {
    loop {
        kernel.softirqs.run_in_process(async |which| run_softirq(&kernel, which).await).await;
    }
}

async fn run_softirq(kernel: &Kernel, which: Softirq) {
    match which {
        Softirq::Transmit => net_tx_action(kernel).await,
        Softirq::Receive => net_rx_action(kernel).await,
    }
}

/// Polls the entries of the poll list in turn until the list is empty or the budget of packets or time is used up.
async fn net_rx_action(kernel: &Kernel) {
    let begin = kernel.ticks.get();
    let mut budget = kernel.settings.borrow().linux.budget;
    loop {
        let front = kernel.poll_list.borrow().front().copied();
        let Some(front) = front else { return };
        if budget == 0 || kernel.ticks.get() - begin > TICKS_MAX {
            kernel.softirqs.raise(Softirq::Receive);
            return;
        }
        let _net_rx_action = kernel.host.call(Step::NetRxAction, Packet::NONE).await;
        budget -= match front {
            Polled::Backlog => backlog::process_backlog(kernel, budget).await,
            Polled::Interface(interface) => napi::poll(kernel, interface, budget).await,
        };
    }
}

async fn net_tx_action(kernel: &Kernel) {
    let _net_tx_action = kernel.host.call(Step::NetTxAction, Packet::NONE).await;
    for _ in 0..kernel.completion_queue.take() {
        drop(kernel.host.call(Step::FreeBuffer, Packet::NONE).await);
    }
    for interface in kernel.waiting_outputs() {
        hard_start_xmit(kernel, interface).await;
    }
}
