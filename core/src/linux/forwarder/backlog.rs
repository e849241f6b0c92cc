//! The original driver (S 2, figure 1): the interrupt service routine copies every packet and puts it on the backlog, and a
//! softirq takes it from there. Interrupts come first, so above a certain rate the softirq gets no CPU time: the backlog
//! stays full, and what the routine has copied it throws away.

use super::forward;
use super::kernel::{Backlog, Kernel, Polled};
use crate::cpu::Packet;
use crate::linux::Softirq;
use crate::scenario::Step;
use crate::system::About;

pub const ABOUT: About = About {
    id: "linux_irq",
    name: "Linux: interrupt and backlog",
    source: "S 2",
    one_line: "Every interrupt copies packets to the backlog; a softirq forwards what it gets time for.",
};

/// Packets of one turn (Linux 2.6: the backlog's weight).
pub const WEIGHT: u64 = 64;

/// Called with interrupts off: nothing comes between looking at the backlog and using it.
pub async fn netif_rx(kernel: &Kernel, packet: Packet) {
    let backlog = kernel.backlog();
    let is_empty = backlog.queue.is_empty();
    if is_empty {
        throttle(kernel, backlog, false);
    } else if backlog.queue.is_full() {
        throttle(kernel, backlog, true);
    }
    if backlog.throttled.get() {
        kernel.drop_at(packet, &backlog.queue, Step::BacklogFull).await;
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

/// One turn of the backlog in `net_rx_action`: how many packets it took.
pub async fn process_backlog(kernel: &Kernel, most: u64) -> u64 {
    let backlog = kernel.backlog();
    let mut handled = 0;
    while handled < most.min(WEIGHT) {
        let Some(packet) = backlog.queue.take() else {
            throttle(kernel, backlog, false);
            kernel.poll_no_more();
            return handled;
        };
        {
            let _process_backlog = kernel.host.call(Step::ProcessBacklog, packet).await;
            forward::ip_rcv(kernel, packet).await;
        }
        handled += 1;
    }
    kernel.poll_again_later();
    handled
}

fn throttle(kernel: &Kernel, backlog: &Backlog, on: bool) {
    backlog.throttled.set(on);
    kernel.host.set_gate(backlog.throttled_gate, on);
}
