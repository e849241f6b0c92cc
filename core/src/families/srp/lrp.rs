//! Lazy receiver processing (R 3, figure 2). The driver finds a packet's socket at once and puts the packet on the socket's
//! channel. A full channel refuses it before any protocol runs. The receive call processes UDP; a kernel thread of the
//! receiving process runs TCP. The process is charged for both.
//!
//! ```text
//! device interrupt: demultiplex -> [channel] -> receive call (UDP) or kernel thread (TCP) -> [receive queue] -> process
//! ```
//!
//! A packet is demultiplexed only once, so this design does not suit a gateway that translates addresses (R 4.1): packets that
//! come back are addressed to the gateway itself and end there.

use super::kernel::Kernel;
use super::protocol::process_input;
use crate::cpu::Packet;
use crate::kernel::CodeLine;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// The end of `ether_input`: puts the packet on the channel of its socket, or throws it away.
pub async fn demultiplex(kernel: &Kernel, packet: Packet) {
    let host = &kernel.host;
    let procedure = host.call(Step::EarlyDemultiplex, packet).await;
    if let Some(own) = kernel.own_address.as_ref().filter(|_| super::gateway::is_answer(kernel, packet)) {
        drop(procedure);
        own.throw_away(packet, Step::InputQueueFull).await;
        return;
    }
    let socket = &kernel.sockets[0];
    if socket.input().is_full() {
        drop(procedure);
        socket.input().throw_away(packet, Step::InputQueueFull).await;
        return;
    }
    socket.input().put(packet);
    let is_tcp = kernel.srp.get().purpose.is_tcp() && !kernel.is_gateway();
    kernel.host.thread_wakeup(if is_tcp { socket.asynchronous } else { socket.arrivals }).await;
    drop(procedure);
}

/// The kernel thread that processes TCP for a process.
pub async fn tcp_thread(kernel: Rc<Kernel>) -> Infallible {
    let socket = &kernel.sockets[0];
    loop {
        if socket.has_input() {
            process_input(&kernel, socket).await;
        } else {
            kernel.host.sleep(socket.asynchronous).await;
        }
    }
}

pub const INPUT: &[CodeLine] = &[
    ("early demultiplexing", 2, "find the socket; put the packet on its channel", Some(Step::EarlyDemultiplex)),
    ("early demultiplexing", 3, "if the channel is full: throw the packet away", Some(Step::InputQueueFull)),
];
