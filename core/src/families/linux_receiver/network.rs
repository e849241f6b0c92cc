//! The sending host and the network, as hardware. Segments arrive on the wire one after the other; acknowledgements get
//! back half a round trip later. The network loses nothing (W 4.2); the receiver's interface may refuse packets.

use super::sender::Connection;
use crate::cpu::{Device, Host, PacketHeader};
use crate::hardware::{PacketSink, Receiver};
use crate::units::{Bytes, Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Network {
    host: Rc<Host>,
    receiver: Rc<Receiver>,
    slot: usize,
    packet_length: Cell<Bytes>,
    /// The time for which a packet occupies the wire.
    on_wire: Cell<Cycles>,
    one_way: Cycles,
    /// The time from which the wire is free at the receiver's end.
    free: Cell<Cycles>,
    start: Cell<Cycles>,
    /// The time from which the senders have no more data.
    end: Cell<Cycles>,
    segments: RefCell<VecDeque<Segment>>,
    acknowledgements: RefCell<VecDeque<Acknowledgement>>,
    connections: RefCell<Vec<Connection>>,
}

/// Segments on their way to the receiver.
struct Segment {
    arrives: Cycles,
    stream: u8,
    sequence: u32,
    era: u16,
    bytes: Bytes,
}

/// Acknowledgements on their way to the sender.
struct Acknowledgement {
    arrives: Cycles,
    stream: u8,
    acknowledged: u32,
    edge: u32,
    era: u16,
}

/// The parts of a network.
pub struct NetworkParts {
    pub receiver: Rc<Receiver>,
    pub slot: usize,
    pub packet_length: Bytes,
    pub on_wire: Cycles,
    pub round_trip: Cycles,
    pub start: Cycles,
    pub end: Cycles,
    pub clock: Hertz,
    /// First window of each connection, in segments.
    pub windows: Vec<u32>,
}

impl Network {
    pub fn new(host: &Rc<Host>, parts: NetworkParts) -> Network {
        let NetworkParts { receiver, slot, packet_length, on_wire, round_trip, start, end, clock, windows } = parts;
        let network = Network {
            host: host.clone(),
            receiver,
            slot,
            packet_length: Cell::new(packet_length),
            on_wire: Cell::new(on_wire),
            one_way: Cycles(round_trip.0 / 2),
            end: Cell::new(end),
            free: Cell::new(Cycles::ZERO),
            start: Cell::new(start),
            segments: RefCell::default(),
            acknowledgements: RefCell::default(),
            connections: RefCell::new(windows.into_iter().map(|window| Connection::new(window, clock)).collect()),
        };
        network.schedule_next();
        network
    }

    /// Sets the length of the segments that are sent from now on.
    pub fn change(&self, packet_length: Bytes, on_wire: Cycles) {
        self.packet_length.set(packet_length);
        self.on_wire.set(on_wire);
    }

    /// Takes the receiver's acknowledgement of all segments before this one. The sender may send up to `edge`.
    pub fn acknowledge(&self, stream: u8, acknowledged: u32, edge: u32, era: u16) {
        let arrives = self.host.now() + self.one_way;
        self.acknowledgements.borrow_mut().push_back(Acknowledgement { arrives, stream, acknowledged, edge, era });
        self.schedule_next();
    }

    /// Ends a connection that the receiver has closed.
    pub fn close(&self, stream: u8) {
        self.connections.borrow_mut()[usize::from(stream)].close();
        self.schedule_next();
    }

    /// Number of time-outs of all senders.
    pub fn timeouts(&self) -> u32 {
        self.connections.borrow().iter().map(|connection| connection.timeouts).sum()
    }

    /// Sends the segments that a connection may send now.
    fn send(&self, stream: u8) {
        let now = self.host.now();
        let connection = &mut self.connections.borrow_mut()[usize::from(stream)];
        while let Some(sequence) = connection.send(now) {
            let arrives = (now + self.one_way).max(self.free.get()) + self.on_wire.get();
            self.free.set(arrives);
            let (era, bytes) = (connection.era, self.packet_length.get());
            self.segments.borrow_mut().push_back(Segment { arrives, stream, sequence, era, bytes });
        }
    }

    /// Returns the time of the next event.
    fn next_event(&self) -> Cycles {
        let segment = self.segments.borrow().front().map_or(Cycles::NEVER, |segment| segment.arrives);
        let acknowledgement = self.acknowledgements.borrow().front().map_or(Cycles::NEVER, |sent| sent.arrives);
        let timer = self.connections.borrow().iter().map(|connection| connection.timer).min();
        segment.min(acknowledgement).min(timer.unwrap_or(Cycles::NEVER)).min(self.start.get()).min(self.end.get())
    }

    fn schedule_next(&self) {
        self.host.schedule(self.slot, self.next_event());
    }

    fn segment_arrives(&self, now: Cycles) -> bool {
        let due = self.segments.borrow_mut().pop_front_if(|segment| segment.arrives <= now);
        if let Some(Segment { stream, sequence, era, bytes, .. }) = due {
            self.receiver.arrive(PacketHeader { stream, client: era, sequence, bytes, output: 0 });
            return true;
        }
        false
    }

    fn acknowledgement_arrives(&self, now: Cycles) -> bool {
        let due = self.acknowledgements.borrow_mut().pop_front_if(|sent| sent.arrives <= now);
        if let Some(Acknowledgement { stream, acknowledged, edge, era, .. }) = due {
            self.connections.borrow_mut()[usize::from(stream)].acknowledge(acknowledged, edge, era, now);
            self.send(stream);
            return true;
        }
        false
    }

    fn timers(&self, now: Cycles) {
        if self.end.get() <= now {
            self.end.set(Cycles::NEVER);
            self.connections.borrow_mut().iter_mut().for_each(Connection::finish);
        }
        let streams = self.connections.borrow().len() as u8;
        for stream in 0..streams {
            let due = self.connections.borrow()[usize::from(stream)].timer <= now;
            if due {
                self.connections.borrow_mut()[usize::from(stream)].time_out(now);
            }
            if due || self.start.get() <= now {
                self.send(stream);
            }
        }
        if self.start.get() <= now {
            self.start.set(Cycles::NEVER);
        }
    }
}

impl Device for Network {
    fn fire(&self) {
        let now = self.host.now();
        if !self.segment_arrives(now) && !self.acknowledgement_arrives(now) {
            self.timers(now);
        }
        self.schedule_next();
    }
}
