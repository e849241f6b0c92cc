//! The receiving half of a network interface: a ring of descriptors and an interrupt line.
//!
//!   wire -> [ ring of D ] -> software takes
//!              full? refused at no CPU cost
//!
//! A descriptor is free again as soon as software has taken its packet (the driver copies; M's LANCE). Left out: DMA and
//! bus contention, errors, address filtering.

use super::Fifo;
use crate::cpu::{Host, Packet};
use crate::trace::LineId;
use crate::units::Bytes;
use std::rc::Rc;

pub struct Receiver {
    host: Rc<Host>,
    pub ring: Fifo,
    pub line: LineId,
    level_triggered: bool,
}

impl Receiver {
    pub fn new(host: &Rc<Host>, ring: Fifo, line: LineId, level_triggered: bool) -> Receiver {
        Receiver { host: host.clone(), ring, line, level_triggered }
    }

    /// The last bit of a frame has come in.
    pub fn arrive(&self, stream: u8, client: u16, bytes: Bytes, output: u8) {
        if self.ring.is_full() {
            self.host.packet_refused(stream, bytes, self.ring.place);
            return;
        }
        let packet = self.host.packet_arrives(stream, client, bytes, output, self.ring.place);
        self.ring.put_arrived(packet);
        self.host.assert_line(self.line);
    }

    /// Software leaves packets in the ring: a latched line has to be asserted anew for them.
    pub fn interrupt_again(&self) {
        if !self.ring.is_empty() {
            self.host.assert_line(self.line);
        }
    }

    /// Software takes the oldest packet.
    pub fn take(&self) -> Option<Packet> {
        let packet = self.ring.take();
        if self.level_triggered && self.ring.is_empty() {
            self.host.clear_line(self.line);
        }
        packet
    }
}
