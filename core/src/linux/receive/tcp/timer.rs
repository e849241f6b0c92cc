//! The timer of delayed acknowledgements, checked at every clock tick. It also empties the prequeue, so that segments left
//! to a process without CPU time are processed after all.

use super::input::{acknowledge, tcp_v4_do_rcv};
use crate::linux::receive::kernel::Kernel;
use crate::scenario::Step;

pub fn timer_is_due(kernel: &Kernel) -> bool {
    let now = kernel.host.now();
    kernel.sockets.iter().filter_map(|socket| socket.tcp.as_ref()).any(|tcp| tcp.delayed.get() <= now)
}

/// Runs in the software interrupt. A socket that its process has locked is tried again at the next tick.
pub async fn timers(kernel: &Kernel) {
    let host = &kernel.host;
    for socket in &kernel.sockets {
        let Some(tcp) = &socket.tcp else { continue };
        if tcp.delayed.get() > host.now() || tcp.is_locked(host) {
            continue;
        }
        let _tcp_delack_timer = host.call(Step::TcpDelack, crate::cpu::Packet::NONE).await;
        while let Some(packet) = tcp.prequeue.take() {
            tcp_v4_do_rcv(kernel, socket, packet).await;
        }
        tcp.delayed.set(crate::units::Cycles::NEVER);
        if tcp.next.get() > tcp.acknowledged.get() {
            acknowledge(kernel, socket).await;
        }
    }
}
