//! An open-loop traffic source on one wire. It sends by its timetable, whatever happens to its packets. Packets cannot come
//! closer together than the wire can carry them.

use super::PacketSink;
use super::arrivals::Timetable;
use crate::cpu::{Device, Host, PacketHeader};
use crate::random::RandomStream;
use crate::scenario::TrafficSettings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Source {
    host: Rc<Host>,
    receiver: Rc<dyn PacketSink>,
    slot: usize,
    link: Link,
    clock: Hertz,
    timetable: RefCell<Timetable>,
    /// Packets of the current timetable that have been sent.
    k: Cell<u64>,
    /// Packets sent since the start.
    index: Cell<u64>,
    /// The source stops after this many packets.
    packets_max: u64,
    /// The packet that it sends next, and the time that this packet occupies the wire.
    next: Cell<PacketHeader>,
    wire_time: Cell<Cycles>,
    /// When the last packet had arrived.
    last: Cell<Cycles>,
}

/// What a source needs: the receiver that it sends to, its hardware slot, and its random numbers.
pub struct SourceParts {
    pub receiver: Rc<dyn PacketSink>,
    pub slot: usize,
    pub stream: u8,
    pub output: u8,
    pub link: Link,
    pub clock: Hertz,
    pub random: RandomStream,
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
            timetable: RefCell::new(
                Timetable::new(traffic, rate, traffic.start, clock, random).delayed_by_first_packet(link),
            ),
            k: Cell::new(0),
            index: Cell::new(0),
            packets_max: if traffic.packets == 0 { u64::MAX } else { traffic.packets },
            next: Cell::new(PacketHeader {
                stream,
                client: PacketHeader::NO_CLIENT,
                sequence: 0,
                bytes: traffic.packet_bytes,
                output,
            }),
            wire_time: Cell::new(link.wire_time(traffic.packet_bytes, clock)),
            last: Cell::new(Cycles::ZERO),
        };
        source.schedule_next();
        source
    }

    /// Starts a new timetable now, because a knob has changed. The packet that was on its way is not sent.
    pub fn change(&self, traffic: &TrafficSettings, rate: u64) {
        let start = self.host.now().max(traffic.start);
        let next = self.timetable.borrow().continued(traffic, rate, start, self.k.get());
        *self.timetable.borrow_mut() = next.delayed_by_first_packet(self.link);
        self.k.set(0);
        self.set_packet_bytes(traffic.packet_bytes);
        self.schedule_next();
    }

    #[inline(always)]
    fn schedule_next(&self) {
        let (k, index) = (self.k.get(), self.index.get());
        let mut timetable = self.timetable.borrow_mut();
        let planned = if index < self.packets_max { timetable.time(k, index) } else { Cycles::NEVER };
        if planned != Cycles::NEVER
            && let Some(bytes) = timetable.packet_bytes(k)
        {
            self.set_packet_bytes(bytes);
            self.host.count_wire_wait(self.earliest_arrival().saturating_sub(planned));
        }
        self.host.schedule(self.slot, planned.max(self.earliest_arrival()));
    }

    /// Returns the earliest time at which the wire can have carried the next packet.
    fn earliest_arrival(&self) -> Cycles {
        self.last.get() + self.wire_time.get()
    }

    fn set_packet_bytes(&self, bytes: Bytes) {
        self.next.set(PacketHeader { bytes, ..self.next.get() });
        self.wire_time.set(self.link.wire_time(bytes, self.clock));
    }
}

impl Device for Source {
    fn fire(&self) {
        self.last.set(self.host.now());
        self.receiver.arrive(self.next.get());
        self.k.set(self.k.get() + 1);
        self.index.set(self.index.get() + 1);
        self.schedule_next();
    }
}
