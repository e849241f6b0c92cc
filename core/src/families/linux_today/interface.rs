//! The interface: a hash of a packet's flow chooses one of its queues (receive side scaling), and each queue interrupts when
//! enough packets have come, or long enough after the first of them (coalescing; ethtool's rx-frames and rx-usecs).
//!
//! ```text
//! wire -> [hash of flow] -> ring 0 -> rx-frames or rx-usecs -> interrupt line 0
//!                        -> ring 1 -> ...                   -> interrupt line 1
//! ```
//!
//! An armed queue counts packets towards its next interrupt. After the interrupt the queue is silent until software has polled
//! its ring empty and arms it again.
//!
//! Left out: Toeplitz's function (any good hash spreads flows as well), adaptive coalescing, flows that follow their
//! process.

use super::options::Options;
use crate::cpu::{Device, Host, Packet, PacketHeader};
use crate::hardware::{Fifo, PacketSink};
use crate::random::RandomStream;
use crate::trace::LineId;
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

pub struct Interface {
    pub queues: Vec<Rc<RxQueue>>,
    flows: u64,
    /// Random streams: `senders` decides the flow of each packet, `hash` the queue of each flow.
    senders: RandomStream,
    hash: RandomStream,
    count: Cell<u64>,
    /// Packets sent to each receiver so far; only with several receivers or with video frames. In that case the receiver's
    /// number is the packet's flow.
    sent: Option<Vec<Cell<u32>>>,
    /// Share of the arriving packets that are for the first receiver, in per cent.
    first_traffic: Cell<u64>,
}

impl Interface {
    pub fn new(queues: Vec<Rc<RxQueue>>, options: &Options, senders: RandomStream, hash: RandomStream) -> Interface {
        let sent = options.labels_packets().then(|| vec![Cell::new(0); options.receivers]);
        let first_traffic = Cell::new(options.selective.first_traffic);
        Interface { queues, flows: options.flows, senders, hash, count: Cell::new(0), sent, first_traffic }
    }

    /// Applies a knob change.
    pub fn change(&self, first_traffic: u64) {
        self.first_traffic.set(first_traffic);
    }

    /// Returns the receiver of packet number `index`, and the packet's number among that receiver's packets.
    fn label(&self, index: u64, sent: &[Cell<u32>]) -> (u64, u32) {
        let others = sent.len() as u64 - 1;
        let (part, first) = (self.senders.below(2 * index, 100), self.first_traffic.get());
        let receiver = match others {
            0 => 0,
            _ if part < first => 0,
            _ => 1 + self.senders.below(2 * index + 1, others),
        };
        let sent = &sent[receiver as usize];
        (receiver, sent.replace(sent.get().wrapping_add(1)))
    }

    /// Returns the queue of all packets of a flow.
    pub fn queue_of(&self, flow: u64) -> usize {
        self.hash.below(flow, self.queues.len() as u64) as usize
    }
}

impl PacketSink for Interface {
    fn arrive(&self, header: PacketHeader) {
        let index = self.count.replace(self.count.get() + 1);
        let (flow, sequence) = match &self.sent {
            None => (self.senders.below(index, self.flows), 0),
            Some(sent) => self.label(index, sent),
        };
        self.queues[self.queue_of(flow)].arrive(PacketHeader { stream: flow as u8, sequence, ..header });
    }
}

/// One receive queue.
pub struct RxQueue {
    host: Rc<Host>,
    pub ring: Rc<Fifo>,
    pub line: LineId,
    /// Hardware slot of the timer.
    slot: usize,
    rx_frames: Cell<u64>,
    wait: Cell<Cycles>,
    /// Set while the queue may interrupt; software disarms it while it polls.
    armed: Cell<bool>,
    /// Packets since it was armed.
    waiting: Cell<u64>,
}

impl RxQueue {
    pub fn new(host: &Rc<Host>, ring: Rc<Fifo>, line: LineId, slot: usize) -> RxQueue {
        let (rx_frames, wait) = (Cell::new(1), Cell::new(Cycles::ZERO));
        let (armed, waiting) = (Cell::new(true), Cell::new(0));
        RxQueue { host: host.clone(), ring, line, slot, rx_frames, wait, armed, waiting }
    }

    /// Sets how many packets an interrupt may wait for, and how long. If packets wait already, their waiting time starts again.
    pub fn coalesce(&self, rx_frames: u64, wait: Cycles) {
        self.rx_frames.set(rx_frames);
        let is_new = self.wait.replace(wait) != wait;
        if self.waiting.get() > 0 {
            if is_new {
                self.host.schedule(self.slot, Cycles::NEVER);
                self.start_timer();
            }
            self.interrupt_if_due();
        }
    }

    fn arrive(&self, header: PacketHeader) {
        if self.ring.is_full() {
            self.host.packet_refused(header, self.ring.place);
            return;
        }
        self.ring.put_arrived(self.host.packet_arrived_silently(header, self.ring.place));
        if self.armed.get() {
            self.waiting.set(self.waiting.get() + 1);
            if self.waiting.get() == 1 {
                self.start_timer();
            }
            self.interrupt_if_due();
        }
    }

    fn start_timer(&self) {
        if self.wait.get() > Cycles::ZERO {
            self.host.schedule(self.slot, self.host.now() + self.wait.get());
        }
    }

    /// Interrupts when enough packets wait: the number set by `coalesce`, or a full ring.
    fn interrupt_if_due(&self) {
        if self.waiting.get() >= self.rx_frames.get().min(self.ring.limit() as u64) {
            self.interrupt();
        }
    }

    fn interrupt(&self) {
        self.waiting.set(0);
        self.armed.set(false);
        self.host.schedule(self.slot, Cycles::NEVER);
        self.host.assert_line(self.line);
    }

    /// Turns the interrupt off: software polls, or is about to.
    pub fn disarm(&self) {
        self.host.enable_line(self.line, false);
        self.host.acknowledge(self.line);
        self.armed.set(false);
        self.waiting.set(0);
        self.host.schedule(self.slot, Cycles::NEVER);
    }

    /// Turns the interrupt on after software has found the ring empty. Packets that have come since count towards the next
    /// interrupt.
    pub fn arm(&self) {
        self.host.enable_line(self.line, true);
        self.armed.set(true);
        self.waiting.set(self.ring.length() as u64);
        self.host.schedule(self.slot, Cycles::NEVER);
        if self.waiting.get() > 0 {
            self.start_timer();
            self.interrupt_if_due();
        }
    }

    pub fn take(&self) -> Option<Packet> {
        self.ring.take()
    }
}

impl Device for RxQueue {
    fn fire(&self) {
        self.interrupt();
    }
}

/// The timer of a queue whose interrupts are deferred: it schedules a poll of the queue when nothing interrupts.
pub struct Watchdog {
    host: Rc<Host>,
    line: LineId,
    slot: usize,
    pub has_expired: Cell<bool>,
}

impl Watchdog {
    pub fn new(host: &Rc<Host>, line: LineId, slot: usize) -> Watchdog {
        Watchdog { host: host.clone(), line, slot, has_expired: Cell::new(false) }
    }

    /// Expires after `time`, from now.
    pub fn start(&self, time: Cycles) {
        self.host.schedule(self.slot, self.host.now() + time);
    }
}

impl Device for Watchdog {
    fn fire(&self) {
        self.has_expired.set(true);
        self.host.assert_line(self.line);
    }
}
