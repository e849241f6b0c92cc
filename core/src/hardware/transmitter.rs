//! The transmitting half of a network interface: a ring of descriptors that the wire drains, and an interrupt line for
//! finished transmissions. A descriptor stays taken until software reclaims it, which is what starvation is made of (M 4.4).
//!
//!   software puts -> [ sent sent | being sent, waiting ... ] -> wire
//!                        reclaimed by software

use super::Fifo;
use crate::cpu::{Device, Frame, Host, Packet};
use crate::trace::LineId;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

pub struct Transmitter {
    host: Rc<Host>,
    pub ring: Fifo,
    pub line: LineId,
    /// How many at the front of the ring have been sent.
    sent: Cell<usize>,
    busy: Cell<bool>,
    slot: usize,
    level_triggered: bool,
    link: Link,
    clock: Hertz,
    /// The frame that was sent last, and the time that it occupied the wire.
    on_wire: Cell<(Bytes, Cycles)>,
    /// The line is held back until so many frames have been sent; 1 holds nothing back.
    frames_an_interrupt: Cell<u64>,
    /// Frames sent since the line was last let through.
    held_back: Cell<u64>,
    /// Who waits for what this interface sends.
    listener: OnceCell<Rc<dyn Listener>>,
}

/// Somebody at the other end of the wire.
pub trait Listener {
    /// A packet's last bit has left, or a process has taken it.
    fn hears(&self, frame: Frame);
}

/// What a transmitter is made of.
pub struct TransmitterParts {
    pub ring: Fifo,
    pub line: LineId,
    pub slot: usize,
    pub level_triggered: bool,
    pub link: Link,
    pub clock: Hertz,
}

impl Transmitter {
    pub fn new(host: &Rc<Host>, parts: TransmitterParts) -> Transmitter {
        let TransmitterParts { ring, line, slot, level_triggered, link, clock } = parts;
        Transmitter {
            host: host.clone(),
            ring,
            line,
            sent: Cell::new(0),
            busy: Cell::new(false),
            slot,
            level_triggered,
            link,
            clock,
            on_wire: Cell::new((Bytes(0), Cycles::ZERO)),
            frames_an_interrupt: Cell::new(1),
            held_back: Cell::new(0),
            listener: OnceCell::new(),
        }
    }

    pub fn set_listener(&self, listener: Rc<dyn Listener>) {
        assert!(self.listener.set(listener).is_ok(), "a wire has one other end");
    }

    /// One interrupt for so many frames; `u64::MAX` is none at all. Meanwhile the interface keeps its line disabled.
    pub fn moderate(&self, frames_an_interrupt: u64) {
        self.frames_an_interrupt.set(frames_an_interrupt);
        self.host.enable_line(self.line, frames_an_interrupt == 1);
    }

    /// The driver sees to finished transmissions: a moderated line is held back anew.
    pub fn begin_service(&self) {
        if self.frames_an_interrupt.get() > 1 {
            self.host.enable_line(self.line, false);
        }
    }

    fn count_towards_interrupt(&self) {
        let count = self.held_back.get() + 1;
        let lets_through = count >= self.frames_an_interrupt.get();
        self.held_back.set(if lets_through { 0 } else { count });
        if lets_through {
            self.host.enable_line(self.line, true);
        }
    }

    /// Software hands a packet over; the caller has seen that the ring has room.
    pub fn put(&self, packet: Packet) {
        self.ring.put(packet);
        if !self.busy.get() {
            self.send_next();
        }
    }

    /// Transmissions that are finished and not reclaimed.
    pub fn finished(&self) -> usize {
        self.sent.get()
    }

    /// Software leaves finished descriptors in the ring: a latched line has to be asserted anew for them.
    pub fn interrupt_again(&self) {
        if self.sent.get() > 0 {
            self.host.assert_line(self.line);
        }
    }

    /// Takes back one finished descriptor; false when there is none.
    pub fn reclaim(&self) -> bool {
        if self.sent.get() == 0 {
            return false;
        }
        self.sent.set(self.sent.get() - 1);
        let last = self.level_triggered && self.sent.get() == 0;
        self.ring.take_lowering(last.then_some(self.line));
        true
    }

    #[inline(always)]
    fn send_next(&self) {
        let next = self.ring.get(self.sent.get());
        self.busy.set(next.is_some());
        if let Some(packet) = next {
            let frame = self.host.frame(packet).bytes;
            self.host.schedule(self.slot, self.host.now() + self.frame_time(frame));
        }
    }

    fn frame_time(&self, frame: Bytes) -> Cycles {
        if self.on_wire.get().0 != frame {
            self.on_wire.set((frame, self.link.frame_time(frame, self.clock)));
        }
        self.on_wire.get().1
    }
}

impl Device for Transmitter {
    /// The last bit of the frame being sent has left.
    fn fire(&self) {
        let packet = self.ring.get(self.sent.get()).expect("what is being sent is in the ring");
        let frame = self.host.packet_delivered(packet, self.ring.place, self.line);
        self.sent.set(self.sent.get() + 1);
        if self.frames_an_interrupt.get() > 1 {
            self.count_towards_interrupt();
        }
        if let Some(listener) = self.listener.get() {
            listener.hears(frame);
        }
        self.send_next();
    }
}
