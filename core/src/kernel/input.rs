//! Taking packets in: off the receive ring, through the Ethernet layer, and, in interrupt-driven kernels, onto `ipintrq`.

use super::{Kernel, enter, forward, leave, packet_filter, udp_input};
use crate::cpu::{Packet, Work};
use crate::scenario::{Consumer, Step};
use crate::units::Cycles;
use std::convert::Infallible;
use std::rc::Rc;

/// Copies a packet, just taken off an interface's ring, to an mbuf.
pub async fn lnread(kernel: &Kernel, packet: Packet) {
    let _lnread = kernel.host().call(Step::Lnread, packet).await;
    if kernel.size_matters(Step::LnreadBytes) {
        copy(kernel, packet, Step::LnreadBytes).await;
    }
}

/// Copies a packet, 64 bytes a step.
pub async fn copy(kernel: &Kernel, packet: Packet, step: Step) {
    let host = kernel.host();
    for _ in 0..host.frame(packet).bytes.0.div_ceil(64) {
        host.work(step, packet).await;
    }
}

impl Kernel {
    /// Whether copying costs anything on this machine, beyond what it costs for every packet.
    pub fn size_matters(&self, step: Step) -> bool {
        self.host.cost(step) > Cycles::ZERO
    }
}

/// Gives the descriptor of a packet that has been read back to the interface. The packet may be gone by now.
pub fn lninitdesc(kernel: &Kernel) -> Work {
    kernel.host.call_briefly(Step::Lninitdesc)
}

/// The LANCE's interrupt for received packets, in a kernel that reads them there and then: link-level processing, which
/// copies packets into kernel buffers and queues them.
pub async fn lnintr_receive(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        lnrint(&kernel, interface, || false).await;
        drop(lnintr);
        leave(host).await;
    }
}

/// The receive interrupt of an interrupt-driven kernel: every waiting packet goes onto `ipintrq`. Without interrupt
/// batching, when polling has been switched on meanwhile, or when the design has `enough`, it leaves after one: the rest
/// interrupts again.
pub async fn lnrint(kernel: &Kernel, interface: usize, enough: impl Fn() -> bool) {
    let receiver = kernel.receiver(interface);
    let _lnrint = kernel.host.call(Step::Lnrint, Packet::NONE).await;
    while let Some(packet) = receiver.take() {
        lnread(kernel, packet).await;
        ether_input_queued(kernel, packet).await;
        lninitdesc(kernel).await;
        if enough() || !kernel.handler_goes_on() {
            receiver.interrupt_again();
            break;
        }
    }
}

/// Parses the Ethernet header and queues the packet for the IP layer.
async fn ether_input_queued(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    let queue = kernel.ipintrq.as_ref().expect("an interrupt-driven kernel has an ipintrq");
    if queue.is_full() {
        kernel.drop_at(packet, queue, Step::IpintrqFull).await;
        return;
    }
    let _netisr_input = kernel.host.call(Step::NetisrInput, packet).await;
    queue.put(packet);
    kernel.call_ip().await;
}

/// Parses the Ethernet header and goes straight on, to IP or to the packet filter: no queue between.
pub async fn ether_input_direct(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    onward(kernel, packet).await;
}

/// What comes after the link level.
async fn onward(kernel: &Kernel, packet: Packet) {
    match kernel.consumer() {
        Consumer::Tcpdump => packet_filter(kernel, packet).await,
        Consumer::Nfs => udp_input(kernel, packet).await,
        _ => forward(kernel, packet).await,
    }
}

/// The IP layer's own part of an interrupt-driven kernel: empties `ipintrq`.
pub async fn ipintr(kernel: &Kernel) {
    let host = kernel.host();
    let queue = kernel.ipintrq.as_ref().expect("an interrupt-driven kernel has an ipintrq");
    let _ipintr = host.call(Step::Ipintr, Packet::NONE).await;
    while let Some(packet) = queue.take() {
        kernel.tell_taken(queue);
        host.work(Step::IpDequeue, packet).await;
        onward(kernel, packet).await;
    }
}

/// The transmit interrupt: takes back what was sent and sends more.
pub async fn lntint(kernel: &Kernel, interface: usize) {
    let output = kernel.output(interface);
    let _lntint = kernel.host.call(Step::Lntint, Packet::NONE).await;
    super::lntint_body(kernel, output, u64::MAX).await;
}
