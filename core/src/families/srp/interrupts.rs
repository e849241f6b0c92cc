//! The interrupt handlers that every design of this family has: the network interface's, which ends in the design's own code after
//! `ether_input`, and the clock's.

use super::kernel::Kernel;
use super::{freebsd, lrp, signaled};
use crate::cpu::Packet;
use crate::kernel::{enter, leave};
use crate::scenario::{Design, Step};
use std::convert::Infallible;
use std::rc::Rc;

/// The network interface's interrupt: passes every waiting packet to `ether_input`.
pub async fn fxp_intr(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = &kernel.host;
    let receiver = &kernel.receivers[interface];
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let fxp_intr = host.call(Step::FxpIntr, Packet::NONE).await;
        receiver.acknowledge_all();
        while let Some(packet) = receiver.take() {
            drop(host.call(Step::FxpReceive, packet).await);
            ether_input(&kernel, packet).await;
            let batches = kernel.settings.borrow().machine.batching;
            if !batches {
                receiver.reassert_line();
                break;
            }
        }
        drop(fxp_intr);
        leave(host).await;
    }
}

/// Parses the Ethernet header, then continues with the design's own code.
async fn ether_input(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    match kernel.srp.get().design {
        Design::Lrp => lrp::demultiplex(kernel, packet).await,
        Design::Srp => signaled::next_stage_submit(kernel, packet, 0).await,
        _ => freebsd::queue_for_ip(kernel, packet).await,
    }
}

/// The clock's interrupt: periodic work, and the scheduler's tick.
pub async fn hardclock(kernel: Rc<Kernel>) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let procedure = host.call(Step::Hardclock, Packet::NONE).await;
        host.tick();
        drop(procedure);
        leave(host).await;
    }
}
