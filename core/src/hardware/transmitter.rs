//! The transmitting half of a network interface: a ring of descriptors that the wire drains, and an interrupt line for
//! finished transmissions. A descriptor stays occupied until software reclaims it; when software does not, the transmitter
//! starves (M 4.4).
//!
//! ```text
//! software puts -> [ sent sent | being sent, waiting ... ] -> wire
//!                      reclaimed by software
//! ```

use super::Fifo;
use crate::cpu::{Device, Host, Packet, PacketHeader};
use crate::scenario::Trigger;
use crate::trace::LineId;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

pub struct Transmitter {
    host: Rc<Host>,
    pub ring: Rc<Fifo>,
    pub line: LineId,
    /// Packets at the front of the ring that have been sent and not reclaimed.
    sent: Cell<usize>,
    busy: Cell<bool>,
    slot: usize,
    trigger: Trigger,
    link: Link,
    clock: Hertz,
    /// The last packet's length, and the time that it occupied the wire.
    wire_time: Cell<(Bytes, Cycles)>,
    /// Packets that must have been sent before the interface interrupts; 1 means one interrupt for each packet.
    packets_per_interrupt: Cell<u64>,
    /// Packets sent since the last interrupt.
    sent_since_interrupt: Cell<u64>,
    /// The listener at the other end of the wire, if there is one.
    listener: OnceCell<Rc<dyn Listener>>,
}

/// The other end of a wire: it waits for packets and is told when one has left.
pub trait Listener {
    /// Called when the last bit of a packet has left, or when a process has taken the packet.
    fn packet_left(&self, header: PacketHeader);
}

/// The parts that a transmitter consists of.
pub struct TransmitterParts {
    pub ring: Rc<Fifo>,
    pub line: LineId,
    pub slot: usize,
    pub trigger: Trigger,
    pub link: Link,
    pub clock: Hertz,
}

impl Transmitter {
    pub fn new(host: &Rc<Host>, parts: TransmitterParts) -> Transmitter {
        let TransmitterParts { ring, line, slot, trigger, link, clock } = parts;
        Transmitter {
            host: host.clone(),
            ring,
            line,
            sent: Cell::new(0),
            busy: Cell::new(false),
            slot,
            trigger,
            link,
            clock,
            wire_time: Cell::new((Bytes(0), Cycles::ZERO)),
            packets_per_interrupt: Cell::new(1),
            sent_since_interrupt: Cell::new(0),
            listener: OnceCell::new(),
        }
    }

    pub fn set_listener(&self, listener: Rc<dyn Listener>) {
        assert!(self.listener.set(listener).is_ok(), "a wire has only one listener");
    }

    /// Makes the interface interrupt once for this many packets; `u64::MAX` means never. If the number is above one, the line
    /// stays disabled until so many packets have been sent.
    pub fn moderate(&self, packets_per_interrupt: u64) {
        self.packets_per_interrupt.set(packets_per_interrupt);
        self.host.enable_line(self.line, packets_per_interrupt == 1);
    }

    /// Disables a moderated line again, because the driver now handles finished transmissions.
    pub fn begin_service(&self) {
        if self.packets_per_interrupt.get() > 1 {
            self.host.enable_line(self.line, false);
        }
    }

    fn count_towards_interrupt(&self) {
        let count = self.sent_since_interrupt.get() + 1;
        let is_due = count >= self.packets_per_interrupt.get();
        self.sent_since_interrupt.set(if is_due { 0 } else { count });
        if is_due {
            self.host.enable_line(self.line, true);
        }
    }

    /// Software hands a packet over; the caller has checked that the ring has room.
    pub fn put(&self, packet: Packet) {
        self.ring.put(packet);
        if !self.busy.get() {
            self.send_next();
        }
    }

    /// Returns the number of transmissions that are finished and not reclaimed.
    pub fn finished(&self) -> usize {
        self.sent.get()
    }

    /// Asserts the line again when software leaves finished descriptors in the ring: a latched line needs that.
    pub fn reassert_line(&self) {
        if self.sent.get() > 0 {
            self.host.assert_line(self.line);
        }
    }

    /// Software has seen that transmissions are finished. An acknowledged line is deasserted until the next one is.
    #[inline]
    pub fn acknowledge(&self) {
        if self.trigger == Trigger::Acknowledged {
            self.host.acknowledge(self.line);
        }
    }

    /// Reclaims one finished descriptor. Returns false when there is none.
    pub fn reclaim(&self) -> bool {
        if self.sent.get() == 0 {
            return false;
        }
        self.sent.set(self.sent.get() - 1);
        let last = self.trigger == Trigger::Level && self.sent.get() == 0;
        self.ring.reclaim(last.then_some(self.line));
        true
    }

    #[inline(always)]
    fn send_next(&self) {
        let next = self.ring.get(self.sent.get());
        self.busy.set(next.is_some());
        if let Some(packet) = next {
            let bytes = self.host.header(packet).bytes;
            self.host.schedule(self.slot, self.host.now() + self.wire_time(bytes));
        }
    }

    fn wire_time(&self, bytes: Bytes) -> Cycles {
        if self.wire_time.get().0 != bytes {
            self.wire_time.set((bytes, self.link.wire_time(bytes, self.clock)));
        }
        self.wire_time.get().1
    }
}

impl Device for Transmitter {
    /// The last bit of the packet has left.
    fn fire(&self) {
        let packet = self.ring.get(self.sent.get()).expect("the packet being sent is in the ring");
        let header = self.host.packet_delivered(packet, self.ring.place, self.line);
        self.sent.set(self.sent.get() + 1);
        if self.packets_per_interrupt.get() > 1 {
            self.count_towards_interrupt();
        }
        if let Some(listener) = self.listener.get() {
            listener.packet_left(header);
        }
        self.send_next();
    }
}
