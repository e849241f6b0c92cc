//! An open-loop traffic source on one wire: sends by its plan whatever becomes of its packets. Frames cannot come closer
//! than the wire carries them.

use super::Intake;
use super::arrivals::Plan;
use crate::cpu::{Device, Frame, Host};
use crate::random::Stream;
use crate::scenario::TrafficSettings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Source {
    host: Rc<Host>,
    receiver: Rc<dyn Intake>,
    slot: usize,
    stream: u8,
    /// Interface by which its packets leave.
    output: u8,
    link: Link,
    clock: Hertz,
    plan: RefCell<Plan>,
    /// Packets sent by the current plan.
    k: Cell<u64>,
    /// Packets sent since the start.
    index: Cell<u64>,
    /// Stop after so many; 0 is never.
    packets_max: u64,
    frame: Cell<Bytes>,
    /// The time that a frame occupies the wire.
    on_wire: Cell<Cycles>,
    last: Cell<Cycles>,
}

/// Where a source sends to, and with which random numbers.
pub struct SourceParts {
    pub receiver: Rc<dyn Intake>,
    pub slot: usize,
    pub stream: u8,
    pub output: u8,
    pub link: Link,
    pub clock: Hertz,
    pub random: Stream,
}

impl Source {
    pub fn new(host: &Rc<Host>, parts: SourceParts, traffic: &TrafficSettings, rate: u64) -> Source {
        let SourceParts { receiver, slot, stream, output, link, clock, random } = parts;
        let source = Source {
            host: host.clone(),
            receiver,
            slot,
            stream,
            output,
            link,
            clock,
            plan: RefCell::new(Plan::new(traffic, rate, traffic.start, clock, random).on(link)),
            k: Cell::new(0),
            index: Cell::new(0),
            packets_max: traffic.packets,
            frame: Cell::new(traffic.frame),
            on_wire: Cell::new(link.frame_time(traffic.frame, clock)),
            last: Cell::new(Cycles::ZERO),
        };
        source.ask();
        source
    }

    /// A knob moved: a new plan from now on. The packet that was on its way is forgotten.
    pub fn change(&self, traffic: &TrafficSettings, rate: u64) {
        let base = self.host.now().max(traffic.start);
        let next = self.plan.borrow().followed(traffic, rate, base, self.k.get()).on(self.link);
        *self.plan.borrow_mut() = next;
        self.k.set(0);
        self.set_frame(traffic.frame);
        self.ask();
    }

    fn ask(&self) {
        if self.packets_max != 0 && self.index.get() >= self.packets_max {
            self.host.schedule(self.slot, Cycles::NEVER);
            return;
        }
        let k = self.k.get();
        let mut plan = self.plan.borrow_mut();
        let wanted = plan.time(k, self.index.get());
        if wanted == Cycles::NEVER {
            self.host.schedule(self.slot, wanted);
            return;
        }
        if let Some(frame) = plan.frame(k) {
            self.set_frame(frame);
            self.host.waits_for_wire(self.carried().saturating_sub(wanted));
        }
        self.host.schedule(self.slot, wanted.max(self.carried()));
    }

    /// When the wire has carried the next frame at the earliest.
    fn carried(&self) -> Cycles {
        self.last.get() + self.on_wire.get()
    }

    fn set_frame(&self, frame: Bytes) {
        self.frame.set(frame);
        self.on_wire.set(self.link.frame_time(frame, self.clock));
    }
}

impl Device for Source {
    fn fire(&self) {
        self.last.set(self.host.now());
        let (stream, bytes, output) = (self.stream, self.frame.get(), self.output);
        self.receiver.arrive(Frame { stream, client: Frame::NOBODY, sequence: 0, bytes, output });
        self.k.set(self.k.get() + 1);
        self.index.set(self.index.get() + 1);
        self.ask();
    }
}
