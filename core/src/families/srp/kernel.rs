//! The state that all kernel code of this family shares, and the procedures that every design uses. The interrupt handlers are in
//! `interrupts.rs`.

use super::apps::Alarms;
use super::options::{Options, Purpose};
use super::peer::Peer;
use super::signaled;
use super::socket::Socket;
use crate::cpu::{Host, Packet};
use crate::hardware::{Clients, Fifo, Receiver, Transmitter};
use crate::scenario::{Settings, Step};
use crate::trace::{GateId, LineId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: Rc<RefCell<Settings>>,
    pub srp: Cell<Options>,
    pub receivers: Vec<Rc<Receiver>>,
    /// By interface; empty on hosts that only receive.
    pub transmitters: Vec<Rc<Transmitter>>,
    /// FreeBSD's common queue, and the line of the software interrupt that empties it.
    pub ipintrq: Option<Rc<Fifo>>,
    pub netisr: Option<LineId>,
    /// The process's socket; on a gateway, the stages' sockets in order, forwarding last.
    pub sockets: Vec<Socket>,
    /// The channel of the gateway's own address. With LRP and address translation, packets that come back end in this
    /// channel.
    pub own_address: Option<Rc<Fifo>>,
    /// On while protocol processing is charged to a process that the packets are not for.
    pub mischarged: GateId,
    /// The timers of the onoff processes.
    pub alarms: Rc<Alarms>,
    pub clients: Option<Rc<Clients>>,
    pub peer: Option<Rc<Peer>>,
}

impl Kernel {
    pub fn is_gateway(&self) -> bool {
        self.srp.get().purpose == Purpose::Gateway
    }

    /// Protocol processing starts for a socket. The gate goes on when a process that does not own the socket is
    /// charged.
    pub fn start_work_for(&self, socket: &Socket) {
        let is_mischarged = self.host.charged_thread().is_some_and(|payer| !socket.owners.contains(&payer));
        self.host.set_gate(self.mischarged, is_mischarged);
    }

    pub fn settings_changed(&self, settings: &Settings) {
        self.srp.set(Options::of(settings));
        self.sockets.iter().for_each(|socket| signaled::treatment_changed(self, socket));
        if let Some(peer) = &self.peer {
            peer.change(settings);
        }
    }

    pub fn end_work(&self) {
        self.host.set_gate(self.mischarged, false);
    }

    /// Delivers a packet to a process of this machine, and tells the client that waits for it.
    pub fn deliver(&self, packet: Packet, socket: &Socket) {
        let header = self.host.packet_consumed(packet, socket.receive_queue().place);
        if let Some(clients) = &self.clients {
            clients.reply_arrived(header.client);
        }
    }

    /// Hands a packet to its interface. A full transmit ring throws it away.
    pub async fn send(&self, packet: Packet) {
        let transmitter = &self.transmitters[self.host.output_interface(packet).min(self.transmitters.len() - 1)];
        let _fxp_start = self.host.call(Step::FxpStart, packet).await;
        while transmitter.reclaim() {}
        if transmitter.ring.is_full() {
            transmitter.ring.throw_away(packet, Step::IfqueueFull).await;
        } else {
            transmitter.put(packet);
        }
    }
}
