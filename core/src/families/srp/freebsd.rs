//! FreeBSD (R 2, figure 1). Interrupts queue every packet for IP. A software interrupt runs the protocols and only then finds the
//! socket. When the socket's queue is full, it throws the packet away after all that work. The process runs last, and is charged
//! for everything that interrupts it.
//!
//! ```text
//! device interrupt -> [ipintrq] -> software interrupt: IP, UDP or TCP -> [receive queue] -> receive call
//! ```

use super::gateway;
use super::kernel::Kernel;
use super::protocol;
use crate::cpu::Packet;
use crate::kernel::{CodeLine, enter, leave};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The end of `ether_input`: puts all packets onto one queue, without demultiplexing.
pub async fn queue_for_ip(kernel: &Kernel, packet: Packet) {
    let queue = kernel.ipintrq.as_ref().expect("FreeBSD has an ipintrq");
    if queue.is_full() {
        queue.throw_away(packet, Step::IpintrqFull).await;
        return;
    }
    let _netisr_input = kernel.host.call(Step::NetisrInput, packet).await;
    queue.put(packet);
    kernel.host.assert_line(kernel.netisr.expect("FreeBSD has a software interrupt"));
}

/// The network software interrupt.
pub async fn ipintr(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    let queue = kernel.ipintrq.as_ref().expect("FreeBSD has an ipintrq");
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let ipintr = host.call(Step::Ipintr, Packet::NONE).await;
        while let Some(packet) = queue.take() {
            host.work(Step::IpDequeue, packet).await;
            if kernel.is_gateway() {
                gateway::forward_at_once(&kernel, packet).await;
            } else {
                protocol::input(&kernel, &kernel.sockets[0], packet).await;
            }
        }
        drop(ipintr);
        leave(host).await;
    }
}

pub const INPUT: &[CodeLine] = &[
    ("ether_input", 2, "if ipintrq is full: throw the packet away", Some(Step::IpintrqFull)),
    ("ether_input", 2, "else: put it on ipintrq, request the software interrupt", Some(Step::NetisrInput)),
    ("ipintr", 0, "software interrupt, before every process:", Some(Step::Ipintr)),
    ("ipintr", 1, "while ipintrq has a packet: take it", Some(Step::IpDequeue)),
];

pub const LOOK_UP: CodeLine = ("in_pcblookup", 2, "find the socket by the port number", Some(Step::PcbLookup));
