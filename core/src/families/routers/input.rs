//! Packet input: from the receive ring through the Ethernet layer and, in interrupt-driven kernels, onto `ipintrq`.

use super::{CodeLine, Kernel, enter, forward, leave, local_input, packet_filter, udp_input};
use crate::cpu::{Packet, Work};
use crate::scenario::{Consumer, Design, Step};
use crate::units::Cycles;
use std::convert::Infallible;
use std::rc::Rc;

/// Copies a packet from an interface's ring into an mbuf.
pub async fn lnread(kernel: &Kernel, packet: Packet) {
    let _lnread = kernel.host().call(Step::Lnread, packet).await;
    if kernel.costs_per_byte(Step::LnreadBytes) {
        copy(kernel, packet, Step::LnreadBytes).await;
    }
}

/// Copies a packet, 64 bytes a step.
pub async fn copy(kernel: &Kernel, packet: Packet, step: Step) {
    let host = kernel.host();
    for _ in 0..host.header(packet).bytes.0.div_ceil(64) {
        host.work(step, packet).await;
    }
}

impl Kernel {
    /// Whether copying has a cost for each byte on this machine, in addition to its cost for each packet.
    pub fn costs_per_byte(&self, step: Step) -> bool {
        self.host.cost(step) > Cycles::ZERO
    }
}

/// Prepares the receive descriptor after the packet has been read; then the caller gives it back to the interface. The packet may
/// have left the machine by now.
pub fn lninitdesc(kernel: &Kernel) -> Work {
    kernel.host.call_leaf(Step::Lninitdesc)
}

/// The LANCE's receive interrupt in a kernel whose handler reads the packets itself: link-level processing, which copies packets
/// into kernel buffers and queues them.
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

/// The receive interrupt of an interrupt-driven kernel: it puts every waiting packet onto `ipintrq`. It returns after one packet
/// if interrupt batching is off, if polling has been switched on meanwhile, or if the design says `must_stop`. Then the
/// other packets interrupt again.
pub async fn lnrint(kernel: &Kernel, interface: usize, must_stop: impl Fn() -> bool) {
    let receiver = kernel.receiver(interface);
    let _lnrint = kernel.host.call(Step::Lnrint, Packet::NONE).await;
    receiver.acknowledge_all();
    while let Some(packet) = receiver.take() {
        lnread(kernel, packet).await;
        ether_input_queued(kernel, packet).await;
        lninitdesc(kernel).await;
        receiver.give_back();
        if must_stop() || !kernel.handler_batches() {
            receiver.reassert_line();
            break;
        }
    }
}

/// Parses the Ethernet header and queues the packet for the IP layer.
async fn ether_input_queued(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    let queue = kernel.ipintrq.as_ref().expect("an interrupt-driven kernel has an ipintrq");
    if queue.is_full() {
        queue.throw_away(packet, Step::IpintrqFull).await;
        return;
    }
    let _netisr_input = kernel.host.call(Step::NetisrInput, packet).await;
    queue.put(packet);
    kernel.request_ip().await;
}

/// Parses the Ethernet header and continues at once with IP or the packet filter, without a queue between.
pub async fn ether_input_direct(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    network_input(kernel, packet).await;
}

/// Continues after the link level with the packet filter, the file server's socket or forwarding.
async fn network_input(kernel: &Kernel, packet: Packet) {
    match kernel.consumer() {
        Consumer::Tcpdump => packet_filter(kernel, packet).await,
        Consumer::Nfs => udp_input(kernel, packet).await,
        _ if kernel.is_local(packet) => local_input(kernel, packet).await,
        _ => forward(kernel, packet).await,
    }
}

/// The IP layer of an interrupt-driven kernel: empties `ipintrq`.
pub async fn ipintr(kernel: &Kernel) {
    let host = kernel.host();
    let queue = kernel.ipintrq.as_ref().expect("an interrupt-driven kernel has an ipintrq");
    let _ipintr = host.call(Step::Ipintr, Packet::NONE).await;
    while let Some(packet) = queue.take() {
        kernel.notify_dequeued(queue);
        host.work(Step::IpDequeue, packet).await;
        network_input(kernel, packet).await;
    }
}

/// The LANCE's interrupt for finished transmissions.
pub async fn lnintr_transmit(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = kernel.host();
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let lnintr = host.call(Step::Lnintr, Packet::NONE).await;
        lntint(&kernel, interface).await;
        drop(lnintr);
        leave(host).await;
    }
}

/// Reclaims all finished descriptors and sends more.
pub async fn lntint(kernel: &Kernel, interface: usize) {
    let output = kernel.output(interface);
    let _lntint = kernel.host.call(Step::Lntint, Packet::NONE).await;
    super::lntint_body(kernel, output, u64::MAX).await;
}

/// The pseudo-code of `lnrint` with `ether_input_queued`, and of `ipintr`.
pub const QUEUED_INPUT: &[CodeLine] = &[
    ("lnrint", 0, "received-packet interrupt:", Some(Step::Lnrint)),
    ("lnrint", 1, "while the receive ring has a packet:", None),
    ("lnread", 2, "copy it into an mbuf", Some(Step::Lnread)),
    ("ether_input", 2, "parse the Ethernet header", Some(Step::EtherInput)),
    ("ether_input", 2, "if ipintrq is full: throw the packet away", Some(Step::IpintrqFull)),
    ("netisr_input", 2, "else: put it on ipintrq, request the IP layer", Some(Step::NetisrInput)),
    ("thread_wakeup_prim", 3, "if its thread waits: make it ready", Some(Step::ThreadWakeup)),
    ("lninitdesc", 2, "give the receive descriptor back", Some(Step::Lninitdesc)),
    ("ipintr", 0, "IP layer:", Some(Step::Ipintr)),
    ("ipintr", 1, "while ipintrq has a packet: take it", Some(Step::IpDequeue)),
];

/// The steps of `lnread` and the Ethernet layer, for the edges on which packets leave the receive ring.
pub fn fetch_steps(design: Design) -> &'static [Step] {
    match design {
        Design::Monitor => &[Step::FddiReceive],
        Design::Ultrix => &[Step::Lnread, Step::LnreadBytes, Step::EtherInput],
        _ => &[Step::Lnread, Step::EtherInput],
    }
}
