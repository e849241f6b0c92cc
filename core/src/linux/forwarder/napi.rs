//! NAPI (S 3.1, figure 2): the interrupt service routine turns receive interrupts off and puts the interface on the poll
//! list; a softirq takes packets off its ring, a quota at a time, all the way, and turns interrupts on again when the ring is
//! empty. What is too much is refused by the interface, before any work is done on it.

use super::driver;
use super::forward;
use super::kernel::{Kernel, Polled};
use crate::cpu::Packet;
use crate::linux::Softirq;
use crate::scenario::Step;
use crate::system::About;

pub const ABOUT: About = About {
    id: "linux_napi",
    name: "Linux: NAPI",
    source: "S 3.1",
    one_line: "The first interrupt turns receive interrupts off; a softirq polls the rings until they are empty.",
};

/// No receive interrupts from this interface until its ring has been found empty.
pub async fn netif_rx_schedule(kernel: &Kernel, interface: usize) {
    let _netif_rx_schedule = kernel.host.call(Step::NetifRxSchedule, Packet::NONE).await;
    kernel.host.enable_line(kernel.receiver(interface).line, false);
    show(kernel, interface, true);
    kernel.poll_list.borrow_mut().push_back(Polled::Interface(interface));
    kernel.softirqs.raise(Softirq::Receive);
}

/// One turn of an interface in `net_rx_action`: how many packets it took.
///
/// The interface remembers a frame that comes after its events were acknowledged, and a service routine for sent frames
/// leaves masked events alone. So one that comes after the last look at the ring interrupts as soon as interrupts are on
/// again: none is forgotten there.
pub async fn poll(kernel: &Kernel, interface: usize, most: u64) -> u64 {
    let host = &kernel.host;
    let _poll = host.call(Step::DriverPoll, Packet::NONE).await;
    let quota = most.min(kernel.settings.borrow().linux.weight);
    let mut handled = 0;
    while handled < quota {
        let Some(packet) = driver::receive(kernel, interface).await else { break };
        forward::ip_rcv(kernel, packet).await;
        handled += 1;
    }
    let receiver = kernel.receiver(interface);
    host.acknowledge(receiver.line);
    if !receiver.ring.is_empty() {
        kernel.poll_again_later();
        return handled;
    }
    let _netif_rx_complete = host.call(Step::NetifRxComplete, Packet::NONE).await;
    kernel.poll_no_more();
    show(kernel, interface, false);
    host.enable_line(receiver.line, true);
    handled
}

fn show(kernel: &Kernel, interface: usize, polled: bool) {
    if let Some(gate) = kernel.interfaces[interface].polled {
        kernel.host.set_gate(gate, polled);
    }
}
