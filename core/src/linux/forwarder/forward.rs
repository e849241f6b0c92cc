//! The way of a packet from the driver to the next interface, and the two softirqs that drive it.
//!
//!   net_rx_action -> (poll | process_backlog) -> ip_rcv -> ip_forward -> dev_queue_xmit -> [output queue] -> hard_start_xmit
//!   net_tx_action -> frees what interrupts have put aside; hands over what found no room in a transmit ring
//!
//! Left out: routing that differs by destination, ARP, fragments, filters, queueing disciplines other than a plain queue.

use super::driver::hard_start_xmit;
use super::kernel::{Kernel, Polled};
use super::{backlog, napi};
use crate::cpu::Packet;
use crate::linux::Softirq;
use crate::scenario::Step;

/// After more clock ticks than this net_rx_action lets others have their turn (Linux 2.6: `jiffies - start > 1`).
const TICKS_MAX: u64 = 1;

pub async fn softirq(kernel: &Kernel, which: Softirq) {
    match which {
        Softirq::Transmit => net_tx_action(kernel).await,
        Softirq::Receive => net_rx_action(kernel).await,
    }
}

/// Turns of all that is on the poll list, until it is empty, or the budget or the time is used up.
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
    for _ in 0..kernel.put_aside.take() {
        drop(kernel.host.call(Step::FreeBuffer, Packet::NONE).await);
    }
    for interface in kernel.waiting_outputs() {
        hard_start_xmit(kernel, interface).await;
    }
}

/// The IP layer, and on to the interface that the packet leaves by.
pub async fn ip_rcv(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let _ip_rcv = host.call(Step::IpRcv, packet).await;
    let _ip_forward = host.call(Step::LinuxForward, packet).await;
    let interface = host.output_of(packet);
    let queue = &kernel.sender(interface).output;
    if queue.is_full() {
        kernel.drop_at(packet, queue, Step::QdiscFull).await;
        return;
    }
    let _dev_queue_xmit = host.call(Step::DevQueueXmit, packet).await;
    queue.put(packet);
    hard_start_xmit(kernel, interface).await;
}
