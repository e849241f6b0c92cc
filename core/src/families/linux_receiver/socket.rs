//! A socket: the packets that wait for its process, their quota of bytes, and (TCP) the state of the stream.

use super::options::{Options, PAGE};
use super::queue::Queue;
use crate::cpu::Channel;
use crate::trace::GateId;
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

/// First channel of the receiving processes.
const CHANNEL_FIRST: u8 = 8;

pub struct Socket {
    pub number: u8,
    quota: u64,
    /// Bytes counted against the quota (receive queue and out-of-sequence queue).
    used: Cell<u64>,
    pub receive: Rc<Queue>,
    pub tcp: Option<Stream>,
    /// Set when its process has been killed.
    pub closed: Cell<bool>,
}

/// The receiving end of a TCP stream, counted in segments.
pub struct Stream {
    pub prequeue: Rc<Queue>,
    pub backlog: Rc<Queue>,
    pub out_of_order: Rc<Queue>,
    /// Set while the process works on the socket: software interrupts then put packets into the backlog.
    pub locked_gate: GateId,
    /// Numbers of segments: the next one in sequence (`next`), `next` at the last acknowledgement (`acknowledged`), and
    /// the first one that the sender may not send yet (`edge`).
    pub next: Cell<u32>,
    pub acknowledged: Cell<u32>,
    pub edge: Cell<u32>,
    /// Segments that the waiting process would take directly, without the receive queue; 0 when it does not wait.
    pub wanted: Cell<u64>,
    /// Segments that the process has received directly.
    pub direct: Cell<u64>,
    /// The sender's number of time-outs when it sent the first segment that is not acknowledged yet.
    pub era: Cell<u16>,
    /// The latest time for a delayed acknowledgement.
    pub delayed: Cell<Cycles>,
}

impl Socket {
    pub fn new(number: u8, options: &Options, receive: Rc<Queue>, tcp: Option<Stream>) -> Socket {
        Socket { number, quota: options.quota, used: Cell::new(0), receive, tcp, closed: Cell::new(false) }
    }

    /// The channel on which its process waits for data.
    pub fn channel(&self) -> Channel {
        Channel(CHANNEL_FIRST + self.number)
    }

    pub fn used(&self) -> u64 {
        self.used.get()
    }

    pub fn quota(&self) -> u64 {
        self.quota
    }

    pub fn pages(&self) -> u64 {
        self.used.get().div_ceil(PAGE)
    }

    /// Whether the quota allows one more packet.
    pub fn has_room(&self, counted: u64) -> bool {
        self.used.get() + counted <= self.quota
    }

    pub fn add(&self, counted: u64) {
        self.used.set(self.used.get() + counted);
    }

    pub fn give_back(&self, counted: u64) {
        self.used.set(self.used.get() - counted);
    }

    pub fn tcp(&self) -> &Stream {
        self.tcp.as_ref().expect("TCP packets come to TCP sockets")
    }

    pub fn queues(&self) -> impl Iterator<Item = &Rc<Queue>> {
        let tcp = self.tcp.iter().flat_map(|tcp| [&tcp.prequeue, &tcp.backlog, &tcp.out_of_order]);
        std::iter::once(&self.receive).chain(tcp)
    }

    /// Segments that the sender may send beyond the next one: three quarters of the room. The rest is for buffers' headers
    /// (`tcp_adv_win_scale`).
    pub fn window(&self, data: u64, under_pressure: bool) -> u32 {
        const SEGMENTS_UNDER_PRESSURE: u64 = 4;
        let room = self.quota.saturating_sub(self.used.get());
        let segments = room / 4 * 3 / data;
        let most = if under_pressure && room < self.quota / 2 { SEGMENTS_UNDER_PRESSURE } else { u64::MAX };
        segments.min(most) as u32
    }
}
