//! The receiving half of a network interface: a ring of descriptors and an interrupt line.
//!
//! ```text
//! wire -> [ free ... | received, waiting ... | read, not given back ... ] -> software takes packets
//!            full (no free descriptor): the interface refuses the packet, at no CPU cost
//! ```
//!
//! A descriptor belongs to the interface while it is free and until its packet has arrived, then to software. It is free again
//! as soon as software has read its packet, because the driver copies it (M's LANCE); or, as an option, when software gives it
//! back. The other option is a line that stays asserted until software acknowledges it. With both, a driver can make the
//! mistakes that drivers make; MODEL.md says what follows from each. Left out: DMA and bus contention, errors, address filtering.

use super::Fifo;
use crate::cpu::{Host, Packet, PacketHeader};
use crate::scenario::Trigger;
use crate::trace::LineId;
use std::cell::Cell;
use std::rc::Rc;

/// Takes the packets that a wire brings.
pub trait PacketSink {
    /// Called when the last bit of a packet has arrived.
    fn arrive(&self, header: PacketHeader);
}

/// Why an interface interrupts for received packets: the bits RINT and MISS of the LANCE's status register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    /// A packet has arrived.
    pub received: bool,
    /// A packet was refused, because no descriptor was free.
    pub missed: bool,
}

pub struct Receiver {
    host: Rc<Host>,
    pub ring: Rc<Fifo>,
    pub line: LineId,
    trigger: Trigger,
    /// Not the usual interface, whose line follows the ring and whose descriptors are free once they are read.
    has_options: bool,
    /// How many packets had entered the ring when software last acknowledged arrivals.
    acknowledged: Cell<u64>,
    /// A packet was refused, and software has not acknowledged it.
    missed: Cell<bool>,
    gives_back: bool,
    /// Descriptors that software has read and not given back.
    held: Cell<usize>,
}

impl Receiver {
    pub fn new(host: &Rc<Host>, ring: Rc<Fifo>, line: LineId, trigger: Trigger, gives_back: bool) -> Receiver {
        let (acknowledged, missed, held) = (Cell::new(0), Cell::new(false), Cell::new(0));
        let has_options = trigger != Trigger::Level || gives_back;
        Receiver { host: host.clone(), ring, line, trigger, has_options, acknowledged, missed, gives_back, held }
    }

    /// Asserts the line again when software leaves packets in the ring: a line that does not follow the ring needs that.
    pub fn reassert_line(&self) {
        if !self.ring.is_empty() {
            self.acknowledged.set(self.entered() - 1);
            self.host.assert_line(self.line);
        }
    }

    /// Software takes the oldest packet.
    #[inline(always)]
    pub fn take(&self) -> Option<Packet> {
        if self.has_options {
            return self.take_and_hold();
        }
        let becomes_empty = self.ring.length() == 1;
        self.ring.take_and_deassert(becomes_empty.then_some(self.line))
    }

    #[cold]
    #[inline(never)]
    fn take_and_hold(&self) -> Option<Packet> {
        let becomes_empty = self.trigger == Trigger::Level && self.ring.length() == 1;
        let packet = self.ring.take_and_deassert(becomes_empty.then_some(self.line))?;
        if self.gives_back {
            self.hold(self.held.get() + 1);
        }
        Some(packet)
    }

    /// Software gives the oldest descriptor back that it has read. Returns false if it has read none: then the descriptor is
    /// the interface's already, or holds a packet that nobody has read.
    #[inline]
    pub fn give_back(&self) -> bool {
        !self.gives_back || self.return_held()
    }

    #[inline(never)]
    fn return_held(&self) -> bool {
        let holds_one = self.held.get() > 0;
        if holds_one {
            self.hold(self.held.get() - 1);
        }
        holds_one
    }

    /// How many descriptors software has read and not given back.
    pub fn held(&self) -> usize {
        self.held.get()
    }

    /// A descriptor that software holds is no room for a packet, so the ring's limit is lower meanwhile.
    fn hold(&self, descriptors: usize) {
        let size = self.ring.limit() + self.held.replace(descriptors);
        self.ring.set_limit(size - descriptors);
    }

    fn entered(&self) -> u64 {
        self.host.counters.entered_count(self.ring.place)
    }

    /// Why the line is asserted.
    pub fn causes(&self) -> Causes {
        match self.trigger {
            Trigger::Acknowledged => {
                Causes { received: self.entered() > self.acknowledged.get(), missed: self.missed.get() }
            }
            Trigger::Level | Trigger::Latched => Causes { received: !self.ring.is_empty(), missed: false },
        }
    }

    /// Software has seen these causes. An acknowledged line is deasserted when no other cause is left. Packets that wait in
    /// the ring do not matter: only the next arrival asserts the line again.
    #[inline]
    pub fn acknowledge(&self, seen: Causes) {
        if self.trigger == Trigger::Acknowledged {
            self.clear(seen);
        }
    }

    #[inline(never)]
    fn clear(&self, seen: Causes) {
        if seen.received {
            self.acknowledged.set(self.entered());
        }
        self.missed.set(self.missed.get() && !seen.missed);
        if self.causes() == Causes::default() {
            self.host.acknowledge(self.line);
        }
    }

    /// Acknowledges whatever has happened. A driver does this before it looks at the ring: a packet that comes after the look
    /// then interrupts again.
    #[inline]
    pub fn acknowledge_all(&self) {
        self.acknowledge(Causes { received: true, missed: true });
    }
}

impl PacketSink for Receiver {
    fn arrive(&self, header: PacketHeader) {
        if self.ring.is_full() {
            self.host.packet_refused(header, self.ring.place);
            if self.trigger == Trigger::Acknowledged {
                self.missed.set(true);
                self.host.assert_line(self.line);
            }
            return;
        }
        self.ring.put_arrived(self.host.packet_arrived(header, self.ring.place, self.line));
    }
}

#[cfg(test)]
#[path = "receiver_tests.rs"]
mod tests;
