//! An open-loop traffic source on one wire: sends by its timetable whatever becomes of its packets. Frames cannot come closer
//! than the wire carries them.

use super::Intake;
use super::arrivals::Timetable;
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
    link: Link,
    clock: Hertz,
    timetable: RefCell<Timetable>,
    /// Packets sent by the current timetable.
    k: Cell<u64>,
    /// Packets sent since the start.
    index: Cell<u64>,
    /// Stop after so many.
    packets_max: u64,
    /// What it sends next, and the time that this occupies the wire.
    frame: Cell<Frame>,
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
            link,
            clock,
            timetable: RefCell::new(Timetable::new(traffic, rate, traffic.start, clock, random).on(link)),
            k: Cell::new(0),
            index: Cell::new(0),
            packets_max: if traffic.packets == 0 { u64::MAX } else { traffic.packets },
            frame: Cell::new(Frame { stream, client: Frame::NOBODY, sequence: 0, bytes: traffic.frame, output }),
            on_wire: Cell::new(link.frame_time(traffic.frame, clock)),
            last: Cell::new(Cycles::ZERO),
        };
        source.ask();
        source
    }

    /// A knob moved: a new timetable from now on. The packet that was on its way is forgotten.
    pub fn change(&self, traffic: &TrafficSettings, rate: u64) {
        let base = self.host.now().max(traffic.start);
        let next = self.timetable.borrow().followed(traffic, rate, base, self.k.get()).on(self.link);
        *self.timetable.borrow_mut() = next;
        self.k.set(0);
        self.set_frame(traffic.frame);
        self.ask();
    }

    #[inline(always)]
    fn ask(&self) {
        let (k, index) = (self.k.get(), self.index.get());
        let mut timetable = self.timetable.borrow_mut();
        let wanted = if index < self.packets_max { timetable.time(k, index) } else { Cycles::NEVER };
        if wanted != Cycles::NEVER
            && let Some(frame) = timetable.frame(k)
        {
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
        self.frame.set(Frame { bytes: frame, ..self.frame.get() });
        self.on_wire.set(self.link.frame_time(frame, self.clock));
    }
}

impl Device for Source {
    fn fire(&self) {
        self.last.set(self.host.now());
        self.receiver.arrive(self.frame.get());
        self.k.set(self.k.get() + 1);
        self.index.set(self.index.get() + 1);
        self.ask();
    }
}
