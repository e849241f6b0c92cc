//! The state that all code of this kernel shares.

use super::memory::{Disk, Memory};
use super::network::Network;
use super::options::{Buffer, Options};
use super::socket::Socket;
use crate::cpu::{Channel, Host, Packet};
use crate::hardware::{Clients, Receiver};
use crate::scenario::{Settings, Step};
use crate::trace::{GateId, LineId};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Memory is low: kswapd is wanted.
pub const KSWAPD: Channel = Channel(1);

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: RefCell<Settings>,
    pub options: RefCell<Options>,
    pub receiver: Rc<Receiver>,
    pub sockets: Vec<Socket>,
    pub memory: Memory,
    /// The sender of TCP.
    pub network: OnceCell<Rc<Network>>,
    /// What buffers are from when on.
    pub buffers: RefCell<Vec<(Cycles, Buffer)>>,
    /// Of UDP.
    pub clients: OnceCell<Rc<Clients>>,
    pub disk: Rc<Disk>,
    /// The software interrupt's line (latched).
    pub net_rx: LineId,
    pub gates: Gates,
    /// The interface is on the poll list: its interrupts are off.
    pub polling: Cell<bool>,
    /// A clock tick has found timers that are due.
    pub timers_due: Cell<bool>,
    /// Descriptors that have no buffer.
    pub missing: Cell<usize>,
    /// The CPU is in a software interrupt: shared with the scheduler.
    pub in_softirq: Rc<Cell<bool>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Gates {
    pub polling: GateId,
    pub refill: GateId,
    pub killed: GateId,
}

impl Kernel {
    /// So many descriptors of the ring have no buffer: the interface can use the others.
    pub fn set_missing(&self, missing: usize) {
        self.missing.set(missing);
        self.receiver.ring.set_limit(self.settings.borrow().machine.receive_ring - missing);
    }

    /// Asks for the software interrupt.
    pub fn raise_softirq(&self) {
        self.host.assert_line(self.net_rx);
    }

    /// A packet is thrown away at a place by the software that runs now, and its buffer with it.
    pub fn drop_at(&self, packet: Packet, place: u8, step: Step) -> impl Future<Output = ()> {
        self.host.call_briefly_for(step, packet).then(move || self.forget(packet, place))
    }

    /// The same, at no cost of its own.
    pub fn forget(&self, packet: Packet, place: u8) {
        self.memory.give_buffer(self.buffer_of(packet).taken);
        self.host.packet_dropped(packet, place);
    }

    /// Frames of another length come from now on. How large buffers are is the interface's: when jumbo frames begin or end, the
    /// ring's empty buffers are exchanged, and the work of that is left out. Packets that are there keep theirs.
    pub fn change_frames(&self, new: &Options) {
        let old = self.options.borrow().buffer;
        self.options.borrow_mut().segment = new.segment;
        if old == new.buffer {
            return;
        }
        self.options.borrow_mut().buffer = new.buffer;
        self.buffers.borrow_mut().push((self.host.now(), new.buffer));
        let ring = &self.receiver.ring;
        self.memory.exchange_buffers((ring.limit() - ring.length()) as u64, old.taken, new.buffer.taken);
        self.sockets.iter().flat_map(Socket::queues).for_each(|queue| queue.set_limit(new.quota_packets()));
    }

    /// What a packet lies in: a buffer as they were when it came.
    pub fn buffer_of(&self, packet: Packet) -> Buffer {
        let buffers = self.buffers.borrow();
        let last = |(since, _): &&(Cycles, Buffer)| *since < self.host.arrival_of(packet);
        if buffers.len() == 1 { buffers[0].1 } else { buffers.iter().rev().find(last).unwrap_or(&buffers[0]).1 }
    }

    /// Copies a packet to the process that runs now, and gives its buffer back. That it has been read is the reply that its
    /// client waits for.
    pub async fn copy_to_user(&self, packet: Packet, place: u8) {
        let data = self.options.borrow().buffer.data(self.host.frame(packet).bytes);
        self.host.work_sized(Step::CopyToUser, packet, data).await;
        self.host.work(Step::KfreeSkb, packet).await;
        self.memory.give_buffer(self.buffer_of(packet).taken);
        let frame = self.host.packet_consumed(packet, place);
        if let Some(clients) = self.clients.get() {
            clients.answered(frame.client);
        }
    }

    /// All TCP sockets together use more pages than this.
    pub fn tcp_uses_more_than(&self, pages: u64) -> bool {
        self.sockets.iter().map(Socket::pages).sum::<u64>() > pages
    }
}
