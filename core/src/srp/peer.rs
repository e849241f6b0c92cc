//! The other end of a TCP connection: a sender with a fixed window, and, behind a gateway, the receiver that acknowledges.
//!
//!   host:    sender ==data==> interface 0 .. process acknowledges .. ==> sender (one wire, hub or switch)
//!   gateway: sender ==data==> interface 0 .. interface 1 ==> receiver ==ack==> interface 1 .. interface 0 ==> sender
//!
//! A hub carries one frame at a time, and turning from one station to another costs time (collisions and backing off, in one
//! number); a switch carries both directions at once. Left out: slow start and congestion control, sequence numbers (a loss
//! is noticed because no acknowledgement comes for a while, then everything on its way is sent again).

use super::settings::SrpSettings;
use crate::cpu::{Device, Frame, Host};
use crate::hardware::{Intake, Listener, Receiver};
use crate::scenario::Settings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// An acknowledgement is a frame of the shortest kind.
const ACKNOWLEDGEMENT: Bytes = Bytes(64);

/// What is going to happen on the wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The last bit of a segment comes in.
    Data,
    /// An acknowledgement reaches the sender.
    Acknowledged,
    /// Behind a gateway: the last bit of the receiver's acknowledgement comes in.
    Answer,
    /// The sender may begin its next request.
    Request,
    /// Has anything been acknowledged lately?
    Look,
}

/// The two ends of the wire, in the order of who spoke last on a hub.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ToHost,
    FromHost,
}

pub struct Peer {
    host: Rc<Host>,
    slot: usize,
    data: Rc<Receiver>,
    /// Where a gateway's answers come in.
    answers: Option<Rc<Receiver>>,
    link: Link,
    clock: Hertz,
    settings: Cell<SrpSettings>,
    frame: Cell<Bytes>,
    timeout: Cell<Cycles>,
    packets_max: u64,
    /// What is to come, in order; equal moments in the order of their numbers.
    events: RefCell<BTreeSet<(Cycles, u64, Event)>>,
    numbered: Cell<u64>,
    /// Segments of the request sent so far, those not acknowledged, and all since the start.
    of_request: Cell<u64>,
    on_their_way: Cell<u64>,
    sent: Cell<u64>,
    /// A segment is on the wire.
    sending: Cell<bool>,
    begun: Cell<bool>,
    /// When something was last acknowledged.
    progress: Cell<Cycles>,
    /// From when on each way is free; a hub has one way only.
    free: [Cell<Cycles>; 2],
    spoke: Cell<Way>,
    /// Until when the receiver behind a gateway is busy: it handles one segment after the other.
    receiving: Cell<Cycles>,
}

/// Where a peer is on the wire.
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
            settings: Cell::new(SrpSettings::from(settings)),
            frame: Cell::new(settings.traffic.frame),
            timeout: Cell::new(settings.traffic.timeout),
            packets_max: settings.traffic.packets,
            events: RefCell::default(),
            numbered: Cell::new(0),
            of_request: Cell::new(0),
            on_their_way: Cell::new(0),
            sent: Cell::new(0),
            sending: Cell::new(false),
            begun: Cell::new(false),
            progress: Cell::new(settings.traffic.start),
            free: [const { Cell::new(Cycles::ZERO) }; 2],
            spoke: Cell::new(Way::ToHost),
            receiving: Cell::new(Cycles::ZERO),
        };
        peer.expect(settings.traffic.start, Event::Request);
        peer.expect(settings.traffic.start + settings.traffic.timeout, Event::Look);
        peer
    }

    /// Knobs have moved.
    pub fn change(&self, settings: &Settings) {
        self.settings.set(SrpSettings::from(settings));
        self.frame.set(settings.traffic.frame);
        self.timeout.set(settings.traffic.timeout);
    }

    /// The host acknowledges a segment.
    pub fn acknowledge(&self) {
        let end = self.occupy(Way::FromHost, ACKNOWLEDGEMENT);
        self.expect(end + self.settings.get().peer, Event::Acknowledged);
    }

    /// The host answers a request.
    pub fn has_reply(&self) {
        let end = self.occupy(Way::FromHost, ACKNOWLEDGEMENT);
        self.expect(end + self.settings.get().peer, Event::Request);
    }

    /// Puts a frame on the wire; when its last bit is there.
    fn occupy(&self, way: Way, frame: Bytes) -> Cycles {
        let settings = self.settings.get();
        let shared = settings.hub && self.answers.is_none();
        let free = &self.free[if shared || way == Way::ToHost { 0 } else { 1 }];
        let turn = if shared && self.spoke.replace(way) != way { settings.turn } else { Cycles::ZERO };
        free.set(self.host.now().max(free.get()) + turn + self.link.frame_time(frame, self.clock));
        free.get()
    }

    fn send_if_allowed(&self) {
        let settings = self.settings.get();
        let wanted = settings.request == 0 || self.of_request.get() < settings.request;
        let allowed = self.on_their_way.get() < settings.window;
        let more = self.packets_max == 0 || self.sent.get() < self.packets_max;
        if self.begun.get() && wanted && allowed && more && !self.sending.get() {
            self.sending.set(true);
            let end = self.occupy(Way::ToHost, self.frame.get());
            self.expect(end, Event::Data);
        }
    }

    fn expect(&self, time: Cycles, event: Event) {
        let number = self.numbered.replace(self.numbered.get() + 1);
        self.events.borrow_mut().insert((time, number, event));
        self.ask();
    }

    fn ask(&self) {
        let next = self.events.borrow().first().map_or(Cycles::NEVER, |(time, ..)| *time);
        self.host.schedule(self.slot, next);
    }

    fn arrives(&self) {
        self.sending.set(false);
        for counter in [&self.of_request, &self.on_their_way, &self.sent] {
            counter.set(counter.get() + 1);
        }
        let output = u8::from(self.answers.is_some());
        self.data.arrive(Frame { stream: 0, client: 0, sequence: 0, bytes: self.frame.get(), output });
    }

    /// Nothing was acknowledged for a whole time-out: what is on its way is lost, or the reply's end of it.
    fn look(&self) {
        let (now, timeout) = (self.host.now(), self.timeout.get());
        if now.saturating_sub(self.progress.get()) >= timeout && self.begun.get() {
            let lost = self.on_their_way.replace(0).max(1);
            self.of_request.set(self.of_request.get().saturating_sub(lost));
            self.progress.set(now);
        }
        self.expect((self.progress.get() + timeout).max(now + Cycles(1)), Event::Look);
    }

    fn happen(&self, event: Event) {
        match event {
            Event::Data => self.arrives(),
            Event::Acknowledged => {
                self.on_their_way.set(self.on_their_way.get().saturating_sub(1));
                self.progress.set(self.host.now());
            }
            Event::Answer => {
                let frame = Frame { stream: 1, client: 0, sequence: 0, bytes: ACKNOWLEDGEMENT, output: 0 };
                self.answers.as_ref().expect("only a gateway has answers").arrive(frame);
            }
            Event::Request => {
                self.begun.set(true);
                self.of_request.set(0);
                self.progress.set(self.host.now());
            }
            Event::Look => self.look(),
        }
        self.send_if_allowed();
    }
}

impl Listener for Peer {
    /// A gateway has sent something on: a segment to the receiver, or an acknowledgement to the sender.
    fn hears(&self, frame: Frame) {
        if frame.stream == 0 {
            let ready = self.host.now().max(self.receiving.get()) + self.settings.get().peer;
            self.receiving.set(ready);
            let free = &self.free[1];
            free.set(ready.max(free.get()) + self.link.frame_time(ACKNOWLEDGEMENT, self.clock));
            self.expect(free.get(), Event::Answer);
        } else {
            self.expect(self.host.now(), Event::Acknowledged);
        }
    }
}

impl Device for Peer {
    fn fire(&self) {
        let next = self.events.borrow_mut().pop_first();
        if let Some((_, _, event)) = next {
            self.happen(event);
        }
        self.ask();
    }
}
