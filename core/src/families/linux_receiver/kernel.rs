//! The state that all code of this kernel shares.

use super::memory::{Disk, Memory};
use super::network::Network;
use super::options::{Buffer, Options, PAGE};
use super::socket::Socket;
use crate::cpu::{Channel, Host, Packet};
use crate::family::Numbers;
use crate::hardware::{Clients, Receiver};
use crate::scenario::{Settings, Step};
use crate::trace::{GateId, LineId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// kswapd sleeps here until memory is low.
pub const KSWAPD: Channel = Channel(1);

pub struct Kernel {
    pub host: Rc<Host>,
    pub settings: Rc<RefCell<Settings>>,
    pub options: RefCell<Options>,
    pub receiver: Rc<Receiver>,
    pub sockets: Vec<Socket>,
    pub memory: Memory,
    /// The TCP sender.
    pub network: Option<Rc<Network>>,
    /// The kinds of buffer that the interface used, each with the time from which it used it.
    pub buffers: RefCell<Vec<(Cycles, Buffer)>>,
    /// Clients of UDP.
    pub clients: Option<Rc<Clients>>,
    pub disk: Rc<Disk>,
    /// The software interrupt's line (latched).
    pub net_rx: LineId,
    pub gates: Gates,
    /// Set while the interface is on the poll list and its interrupts are off.
    pub polling: Cell<bool>,
    /// Set by a clock tick that found timers due.
    pub timers_due: Cell<bool>,
    /// Number of descriptors without a buffer.
    pub missing: Cell<usize>,
    /// Set while the CPU is in a software interrupt. Shared with the scheduler.
    pub in_softirq: Rc<Cell<bool>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Gates {
    pub polling: GateId,
    pub refill: GateId,
    pub killed: GateId,
}

impl Kernel {
    pub fn settings_changed(&self, settings: &Settings, new: &Options) {
        {
            let mut options = self.options.borrow_mut();
            (options.nice, options.read_bytes) = (new.nice, new.read_bytes);
        }
        self.change_packet_length(new);
        if let Some(network) = &self.network {
            let (length, machine) = (settings.traffic.packet_bytes, &settings.machine);
            network.change(length, machine.link.wire_time(length, machine.clock));
        }
    }

    /// Memory, killed processes, and the sender's time-outs.
    pub fn numbers(&self) -> Numbers {
        let memory = &self.memory;
        let kilobytes = |pages: u64| pages * PAGE / 1_024;
        vec![
            ("free_kb", kilobytes(memory.free())),
            ("cached_kb", kilobytes(memory.cached())),
            ("buffers_kb", kilobytes(memory.buffers())),
            ("kills", u64::from(memory.kills.get())),
            ("timeouts", self.network.as_ref().map_or(0, |network| u64::from(network.timeouts()))),
        ]
    }

    /// Sets the number of descriptors that have no buffer. The interface can use only the others.
    pub fn set_missing(&self, missing: usize) {
        self.missing.set(missing);
        self.receiver.ring.set_limit(self.settings.borrow().machine.receive_ring - missing);
    }

    /// Raises the software interrupt.
    pub fn raise_softirq(&self) {
        self.host.assert_line(self.net_rx);
    }

    /// Drops a packet at a place, and frees its buffer.
    pub fn drop_at(&self, packet: Packet, place: u8, step: Step) -> impl Future<Output = ()> {
        self.host.call_leaf_for(step, packet).then(move || self.drop_without_cost(packet, place))
    }

    /// Drops a packet like `drop_at`, but takes no CPU time.
    pub fn drop_without_cost(&self, packet: Packet, place: u8) {
        self.memory.give_buffer(self.buffer_of(packet).taken);
        self.host.packet_dropped(packet, place);
    }

    /// Packets of another length come from now on. The interface decides how large buffers are: when jumbo frames begin or
    /// end, it exchanges the empty buffers of the ring. The CPU time of that exchange is left out. Packets inside keep
    /// their buffers.
    fn change_packet_length(&self, new: &Options) {
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

    /// Returns the kind of buffer that the interface used when a packet came.
    pub fn buffer_of(&self, packet: Packet) -> Buffer {
        let buffers = self.buffers.borrow();
        let last = |(since, _): &&(Cycles, Buffer)| *since < self.host.arrival_of(packet);
        if buffers.len() == 1 { buffers[0].1 } else { buffers.iter().rev().find(last).unwrap_or(&buffers[0]).1 }
    }

    /// Copies a packet to the running process and frees its buffer. A client that waits for a reply then gets it.
    pub async fn copy_to_user(&self, packet: Packet, place: u8) {
        let data = self.options.borrow().buffer.data(self.host.header(packet).bytes);
        self.host.work_sized(Step::CopyToUser, packet, data).await;
        self.host.work(Step::KfreeSkb, packet).await;
        self.memory.give_buffer(self.buffer_of(packet).taken);
        let header = self.host.packet_consumed(packet, place);
        if let Some(clients) = &self.clients {
            clients.reply_arrived(header.client);
        }
    }

    /// Whether all TCP sockets together use more than `pages` pages.
    pub fn tcp_uses_more_than(&self, pages: u64) -> bool {
        self.sockets.iter().map(Socket::pages).sum::<u64>() > pages
    }
}
