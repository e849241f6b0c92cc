//! What all kernel code of this family shares, and the interrupt handlers that every design has: the network interface's,
//! which ends in what the design does with a packet after `ether_input`, and the clock's.

use super::peer::Peer;
use super::settings::{Purpose, SrpSettings};
use super::socket::Socket;
use super::{freebsd, lrp, signaled};
use crate::cpu::{Host, Packet};
use crate::hardware::{Clients, Fifo, Receiver, Transmitter};
use crate::kernel::{enter, leave};
use crate::scenario::{Design, Settings, Step};
use crate::trace::{GateId, LineId};
use std::cell::{Cell, OnceCell, RefCell};
use std::convert::Infallible;
use std::rc::Rc;

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: RefCell<Settings>,
    pub srp: Cell<SrpSettings>,
    pub receivers: Vec<Rc<Receiver>>,
    /// By interface; hosts that only receive have none.
    pub transmitters: Vec<Rc<Transmitter>>,
    /// FreeBSD's common queue, and the software interrupt that empties it.
    pub ipintrq: Option<Fifo>,
    pub netisr: Option<LineId>,
    /// The process's socket; of a gateway, its stages in order, forwarding last.
    pub sockets: Vec<Socket>,
    /// LRP's gateway with address translation: packets that come back are addressed to the gateway, so they end here.
    pub own_address: Option<Fifo>,
    /// Protocols run at the expense of a process that the packets are not for.
    pub mischarged: GateId,
    pub clients: OnceCell<Rc<Clients>>,
    pub peer: OnceCell<Rc<Peer>>,
}

impl Kernel {
    pub fn is_gateway(&self) -> bool {
        self.srp.get().purpose == Purpose::Gateway
    }

    /// Throws a packet away, which costs something too.
    pub fn drop_at(&self, packet: Packet, queue: &Fifo, step: Step) -> impl Future<Output = ()> {
        self.host.drop_at(packet, queue.place, step)
    }

    /// Protocols begin to work for a socket: does its process pay? Nobody is wronged while the CPU is nobody's.
    pub fn begins_work_for(&self, socket: &Socket) {
        let wronged = self.host.paying_thread().is_some_and(|payer| !socket.owners.contains(&payer));
        self.host.set_gate(self.mischarged, wronged);
    }

    pub fn ends_work(&self) {
        self.host.set_gate(self.mischarged, false);
    }

    /// A process of this machine has taken the packet.
    pub fn deliver(&self, packet: Packet, socket: &Socket) {
        let frame = self.host.packet_consumed(packet, socket.receive_queue().place);
        if let Some(clients) = self.clients.get() {
            clients.answered(frame.client);
        }
    }

    /// Hands a packet to its interface; one that is handed over too many throws it away.
    pub async fn send(&self, packet: Packet) {
        let transmitter = &self.transmitters[self.host.output_of(packet).min(self.transmitters.len() - 1)];
        let _fxp_start = self.host.call(Step::FxpStart, packet).await;
        while transmitter.reclaim() {}
        if transmitter.ring.is_full() {
            self.drop_at(packet, &transmitter.ring, Step::IfqueueFull).await;
        } else {
            transmitter.put(packet);
        }
    }
}

/// The network interface's interrupt: every waiting packet goes through `ether_input`.
pub async fn fxp_intr(kernel: Rc<Kernel>, interface: usize) -> Infallible {
    let host = &kernel.host;
    let receiver = &kernel.receivers[interface];
    loop {
        host.next_interrupt().await;
        enter(host).await;
        let fxp_intr = host.call(Step::FxpIntr, Packet::NONE).await;
        while let Some(packet) = receiver.take() {
            drop(host.call(Step::FxpReceive, packet).await);
            ether_input(&kernel, packet).await;
            let goes_on = kernel.settings.borrow().machine.batching;
            if !goes_on {
                receiver.interrupt_again();
                break;
            }
        }
        drop(fxp_intr);
        leave(host).await;
    }
}

/// Parses the Ethernet header; what comes then is what the designs differ in.
async fn ether_input(kernel: &Kernel, packet: Packet) {
    let _ether_input = kernel.host.call(Step::EtherInput, packet).await;
    match kernel.srp.get().design {
        Design::Lrp => lrp::demultiplex(kernel, packet).await,
        Design::Srp => signaled::next_stage_submit(kernel, packet, 0).await,
        _ => freebsd::queue_for_ip(kernel, packet).await,
    }
}

/// The clock's interrupt: housekeeping, and the scheduler's ticks.
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
