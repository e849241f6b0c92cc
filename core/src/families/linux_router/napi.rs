//! NAPI (S 3.1, figure 2): the interrupt service routine turns receive interrupts off and puts the interface on the poll
//! list. A softirq then takes packets off its ring, at most a quota at a time, and forwards each completely. It turns
//! interrupts on again when the ring is empty. Excess packets find the ring full and cost no CPU time.

use super::forward;
use super::kernel::{Kernel, Polled};
use crate::cpu::Packet;
use crate::kernel::Softirq;
use crate::scenario::Step;

/// Turns receive interrupts of the interface off until a poll finds its ring empty.
pub async fn netif_rx_schedule(kernel: &Kernel, interface: usize) {
    let _netif_rx_schedule = kernel.host.call(Step::NetifRxSchedule, Packet::NONE).await;
    kernel.host.enable_line(kernel.receiver(interface).line, false);
    set_polled_gate(kernel, interface, true);
    kernel.poll_list.borrow_mut().push_back(Polled::Interface(interface));
    kernel.softirqs.raise(Softirq::Receive);
}

/// Polls an interface for `net_rx_action`; returns the number of packets taken.
///
/// No packet is lost when interrupts are turned on again. The interface remembers a packet that comes after its events were
/// acknowledged, and the service routine for sent packets does not acknowledge masked events. Such a packet interrupts as soon
/// as interrupts are on.
pub async fn poll(kernel: &Kernel, interface: usize, budget: u64) -> u64 {
    let host = &kernel.host;
    let _poll = host.call(Step::DriverPoll, Packet::NONE).await;
    let quota = budget.min(kernel.settings.borrow().linux.weight);
    let mut handled = 0;
    while handled < quota {
        let Some(packet) = forward::driver_receive(kernel, interface).await else { break };
        forward::ip_rcv(kernel, packet).await;
        handled += 1;
    }
    let receiver = kernel.receiver(interface);
    host.acknowledge(receiver.line);
    if !receiver.ring.is_empty() {
        kernel.rotate_poll_list();
        return handled;
    }
    let _netif_rx_complete = host.call(Step::NetifRxComplete, Packet::NONE).await;
    kernel.remove_from_poll_list();
    set_polled_gate(kernel, interface, false);
    host.enable_line(receiver.line, true);
    handled
}

fn set_polled_gate(kernel: &Kernel, interface: usize, polled: bool) {
    if let Some(gate) = kernel.interfaces[interface].polled {
        kernel.host.set_gate(gate, polled);
    }
}
