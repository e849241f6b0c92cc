//! The original driver (S 2, figure 1): the interrupt service routine copies every packet and puts it on the backlog, and a
//! softirq takes it from there. Interrupts come first, so above a certain rate the softirq gets no CPU time. The backlog then
//! stays full, and the routine drops the packets that it has just copied.

use super::forward;
use super::kernel::{Backlog, Kernel, Polled};
use crate::cpu::Packet;
use crate::kernel::Softirq;
use crate::scenario::Step;

/// Packets of one poll (Linux 2.6: the backlog's weight).
pub const WEIGHT: u64 = 64;

/// Puts a packet on the backlog. Interrupts are off, so the backlog cannot change between the check and the put.
pub async fn netif_rx(kernel: &Kernel, packet: Packet) {
    let backlog = kernel.backlog();
    let is_empty = backlog.queue.is_empty();
    if is_empty {
        set_throttled(kernel, backlog, false);
    } else if backlog.queue.is_full() {
        set_throttled(kernel, backlog, true);
    }
    if backlog.throttled.get() {
        backlog.queue.throw_away(packet, Step::BacklogFull).await;
        return;
    }
    let _netif_rx = kernel.host.call(Step::NetifRx, packet).await;
    backlog.queue.put(packet);
    let listed = kernel.poll_list.borrow().contains(&Polled::Backlog);
    if !listed {
        kernel.poll_list.borrow_mut().push_back(Polled::Backlog);
        kernel.softirqs.raise(Softirq::Receive);
    }
}

/// Polls the backlog for `net_rx_action`; returns the number of packets taken.
pub async fn process_backlog(kernel: &Kernel, budget: u64) -> u64 {
    let backlog = kernel.backlog();
    let mut handled = 0;
    while handled < budget.min(WEIGHT) {
        let Some(packet) = backlog.queue.take() else {
            set_throttled(kernel, backlog, false);
            kernel.remove_from_poll_list();
            return handled;
        };
        {
            let _process_backlog = kernel.host.call(Step::ProcessBacklog, packet).await;
            forward::ip_rcv(kernel, packet).await;
        }
        handled += 1;
    }
    kernel.rotate_poll_list();
    handled
}

fn set_throttled(kernel: &Kernel, backlog: &Backlog, on: bool) {
    backlog.throttled.set(on);
    kernel.host.set_gate(backlog.throttled_gate, on);
}
