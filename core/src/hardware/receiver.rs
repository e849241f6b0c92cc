//! The receiving half of a network interface: a ring of descriptors and an interrupt line.
//!
//! ```text
//! wire -> [ ring of descriptors ] -> software takes packets
//!               full: the interface refuses the packet, at no CPU cost
//! ```
//!
//! A descriptor is free again as soon as software has taken its packet, because the driver copies it (M's LANCE). Left out:
//! DMA and bus contention, errors, address filtering.

use super::Fifo;
use crate::cpu::{Host, Packet, PacketHeader};
use crate::trace::LineId;
use std::rc::Rc;

/// Takes the packets that a wire brings.
pub trait PacketSink {
    /// Called when the last bit of a packet has arrived.
    fn arrive(&self, header: PacketHeader);
}

pub struct Receiver {
    host: Rc<Host>,
    pub ring: Rc<Fifo>,
    pub line: LineId,
    level_triggered: bool,
}

impl Receiver {
    pub fn new(host: &Rc<Host>, ring: Rc<Fifo>, line: LineId, level_triggered: bool) -> Receiver {
        Receiver { host: host.clone(), ring, line, level_triggered }
    }

    /// Asserts the line again when software leaves packets in the ring: a latched line needs that.
    pub fn reassert_line(&self) {
        if !self.ring.is_empty() {
            self.host.assert_line(self.line);
        }
    }

    /// Software takes the oldest packet.
    #[inline(always)]
    pub fn take(&self) -> Option<Packet> {
        let becomes_empty = self.level_triggered && self.ring.length() == 1;
        self.ring.take_and_deassert(becomes_empty.then_some(self.line))
    }
}

impl PacketSink for Receiver {
    fn arrive(&self, header: PacketHeader) {
        if self.ring.is_full() {
            self.host.packet_refused(header, self.ring.place);
            return;
        }
        self.ring.put_arrived(self.host.packet_arrived(header, self.ring.place, self.line));
    }
}
