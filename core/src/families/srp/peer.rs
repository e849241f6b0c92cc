//! The other end of a TCP connection: a sender with a fixed window and, behind a gateway, the receiver that acknowledges.
//!
//! ```text
//! host:    sender ==data==> interface 0 .. process acknowledges .. ==> sender (one wire, hub or switch)
//! gateway: sender ==data==> interface 0 .. interface 1 ==> receiver ==ack==> interface 1 .. interface 0 ==> sender
//! ```
//!
//! A hub carries one packet at a time, and a change from one sending station to the other costs time (one constant for collisions
//! and back-off). A switch carries both directions at once. Left out: slow start and congestion control, and sequence numbers. The
//! sender notices a loss because no acknowledgement comes during a time-out; then it sends all unacknowledged segments again.

use super::options::Options;
use crate::cpu::{Device, Host, PacketHeader};
use crate::hardware::{Listener, PacketSink, Receiver};
use crate::scenario::Settings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The length of an acknowledgement: the shortest packet.
const ACKNOWLEDGEMENT: Bytes = Bytes(64);

/// An event on the wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The last bit of a segment arrives.
    Data,
    /// An acknowledgement reaches the sender.
    Acknowledged,
    /// Behind a gateway: the last bit of the receiver's acknowledgement arrives.
    Answer,
    /// The sender may begin its next request.
    Request,
    /// The sender checks its time-out.
    TimeoutCheck,
}

/// The two directions of the wire.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    ToHost,
    FromHost,
}

pub struct Peer {
    host: Rc<Host>,
    slot: usize,
    data: Rc<Receiver>,
    /// The receiver of a gateway's answers.
    answers: Option<Rc<Receiver>>,
    link: Link,
    clock: Hertz,
    settings: Cell<Options>,
    packet_bytes: Cell<Bytes>,
    timeout: Cell<Cycles>,
    packets_max: u64,
    /// Coming events, by time; events at the same time are in the order of their numbers.
    events: RefCell<BTreeSet<(Cycles, u64, Event)>>,
    next_event_number: Cell<u64>,
    /// Segments of the current request that have been sent.
    sent_of_request: Cell<u64>,
    /// Segments without acknowledgement.
    unacknowledged: Cell<u64>,
    /// Segments sent since the start.
    sent: Cell<u64>,
    /// A segment is on the wire.
    is_sending: Cell<bool>,
    has_started: Cell<bool>,
    /// The time of the last acknowledgement.
    last_acknowledged: Cell<Cycles>,
    /// The time from which each direction is free. A hub uses only the first entry.
    free_from: [Cell<Cycles>; 2],
    /// The direction of the hub's last packet.
    last_direction: Cell<Direction>,
    /// The receiver behind a gateway is busy until then: it handles one segment at a time.
    receiver_busy_until: Cell<Cycles>,
}

/// A peer's hardware slot and receivers.
pub struct PeerParts {
    pub slot: usize,
    pub data: Rc<Receiver>,
    pub answers: Option<Rc<Receiver>>,
}

impl Peer {
    pub fn new(host: &Rc<Host>, parts: PeerParts, settings: &Settings) -> Peer {
        let PeerParts { slot, data, answers } = parts;
        let peer = Peer {
            host: host.clone(),
            slot,
            data,
            answers,
            link: settings.machine.link,
            clock: settings.machine.clock,
            settings: Cell::new(Options::of(settings)),
            packet_bytes: Cell::new(settings.traffic.packet_bytes),
            timeout: Cell::new(settings.traffic.timeout),
            packets_max: settings.traffic.packets,
            events: RefCell::default(),
            next_event_number: Cell::new(0),
            sent_of_request: Cell::new(0),
            unacknowledged: Cell::new(0),
            sent: Cell::new(0),
            is_sending: Cell::new(false),
            has_started: Cell::new(false),
            last_acknowledged: Cell::new(settings.traffic.start),
            free_from: [const { Cell::new(Cycles::ZERO) }; 2],
            last_direction: Cell::new(Direction::ToHost),
            receiver_busy_until: Cell::new(Cycles::ZERO),
        };
        peer.schedule(settings.traffic.start, Event::Request);
        peer.schedule(settings.traffic.start + settings.traffic.timeout, Event::TimeoutCheck);
        peer
    }

    /// Applies new settings.
    pub fn change(&self, settings: &Settings) {
        self.settings.set(Options::of(settings));
        self.packet_bytes.set(settings.traffic.packet_bytes);
        self.timeout.set(settings.traffic.timeout);
    }

    /// The host acknowledges a segment.
    pub fn acknowledge(&self) {
        let end = self.occupy_wire(Direction::FromHost, ACKNOWLEDGEMENT);
        self.schedule(end + self.settings.get().peer_time, Event::Acknowledged);
    }

    /// The host answers a request.
    pub fn reply(&self) {
        let end = self.occupy_wire(Direction::FromHost, ACKNOWLEDGEMENT);
        self.schedule(end + self.settings.get().peer_time, Event::Request);
    }

    /// Puts a packet on the wire. Returns the time at which its last bit arrives.
    fn occupy_wire(&self, direction: Direction, bytes: Bytes) -> Cycles {
        let settings = self.settings.get();
        let shared = settings.hub && self.answers.is_none();
        let free_from = &self.free_from[if shared || direction == Direction::ToHost { 0 } else { 1 }];
        let turns = shared && self.last_direction.replace(direction) != direction;
        let turnaround = if turns { settings.turnaround } else { Cycles::ZERO };
        let start = self.host.now().max(free_from.get()) + turnaround;
        free_from.set(start + self.link.wire_time(bytes, self.clock));
        free_from.get()
    }

    fn send_if_allowed(&self) {
        let settings = self.settings.get();
        let has_more_of_request = settings.request == 0 || self.sent_of_request.get() < settings.request;
        let window_is_open = self.unacknowledged.get() < settings.window;
        let has_packets_left = self.packets_max == 0 || self.sent.get() < self.packets_max;
        if self.has_started.get() && has_more_of_request && window_is_open && has_packets_left && !self.is_sending.get()
        {
            self.is_sending.set(true);
            let end = self.occupy_wire(Direction::ToHost, self.packet_bytes.get());
            self.schedule(end, Event::Data);
        }
    }

    fn schedule(&self, time: Cycles, event: Event) {
        let number = self.next_event_number.replace(self.next_event_number.get() + 1);
        self.events.borrow_mut().insert((time, number, event));
        self.schedule_device();
    }

    fn schedule_device(&self) {
        let next = self.events.borrow().first().map_or(Cycles::NEVER, |(time, ..)| *time);
        self.host.schedule(self.slot, next);
    }

    fn segment_arrives(&self) {
        self.is_sending.set(false);
        for counter in [&self.sent_of_request, &self.unacknowledged, &self.sent] {
            counter.set(counter.get() + 1);
        }
        let output = u8::from(self.answers.is_some());
        self.data.arrive(PacketHeader { stream: 0, client: 0, sequence: 0, bytes: self.packet_bytes.get(), output });
    }

    /// When no segment was acknowledged for a whole time-out, counts all unacknowledged segments as lost, and at least one, because
    /// the reply may be lost too.
    fn check_timeout(&self) {
        let (now, timeout) = (self.host.now(), self.timeout.get());
        if now.saturating_sub(self.last_acknowledged.get()) >= timeout && self.has_started.get() {
            let lost = self.unacknowledged.replace(0).max(1);
            self.sent_of_request.set(self.sent_of_request.get().saturating_sub(lost));
            self.last_acknowledged.set(now);
        }
        self.schedule((self.last_acknowledged.get() + timeout).max(now + Cycles(1)), Event::TimeoutCheck);
    }

    fn handle(&self, event: Event) {
        match event {
            Event::Data => self.segment_arrives(),
            Event::Acknowledged => {
                self.unacknowledged.set(self.unacknowledged.get().saturating_sub(1));
                self.last_acknowledged.set(self.host.now());
            }
            Event::Answer => {
                let answer = PacketHeader { stream: 1, client: 0, sequence: 0, bytes: ACKNOWLEDGEMENT, output: 0 };
                self.answers.as_ref().expect("only a gateway has answers").arrive(answer);
            }
            Event::Request => {
                self.has_started.set(true);
                self.sent_of_request.set(0);
                self.last_acknowledged.set(self.host.now());
            }
            Event::TimeoutCheck => self.check_timeout(),
        }
        self.send_if_allowed();
    }
}

impl Listener for Peer {
    /// A gateway has forwarded a packet: a segment to the receiver, or an acknowledgement to the sender.
    fn packet_left(&self, header: PacketHeader) {
        if header.stream == 0 {
            let ready = self.host.now().max(self.receiver_busy_until.get()) + self.settings.get().peer_time;
            self.receiver_busy_until.set(ready);
            let free_from = &self.free_from[1];
            free_from.set(ready.max(free_from.get()) + self.link.wire_time(ACKNOWLEDGEMENT, self.clock));
            self.schedule(free_from.get(), Event::Answer);
        } else {
            self.schedule(self.host.now(), Event::Acknowledged);
        }
    }
}

impl Device for Peer {
    fn fire(&self) {
        let next = self.events.borrow_mut().pop_first();
        if let Some((_, _, event)) = next {
            self.handle(event);
        }
        self.schedule_device();
    }
}
