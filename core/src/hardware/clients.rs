//! Closed-loop clients: each sends a request, waits for its reply (the forwarded packet), thinks, and asks again; a client
//! that has waited too long asks again too. Their rate follows what the machine delivers, so they cannot drive it into
//! livelock for long. Left out: windows, growing time-outs.

use super::{Intake, Listener};
use crate::cpu::{Device, Frame, Host};
use crate::random::Stream;
use crate::scenario::TrafficSettings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Clients {
    host: Rc<Host>,
    receiver: Rc<dyn Intake>,
    slot: usize,
    output: u8,
    on_wire: Cell<Cycles>,
    link: Link,
    clock: Hertz,
    random: Stream,
    think: Cell<Cycles>,
    timeout: Cell<Cycles>,
    frame: Cell<Bytes>,
    /// When each client sends next: after thinking, or because it got no reply.
    next: RefCell<Vec<Cycles>>,
    count: Cell<u64>,
    packets_max: u64,
    last: Cell<Cycles>,
    running: Cell<bool>,
}

impl Clients {
    pub fn new(host: &Rc<Host>, parts: super::source::SourceParts, traffic: &TrafficSettings) -> Clients {
        let super::source::SourceParts { receiver, slot, output, link, clock, random, .. } = parts;
        let clients = Clients {
            host: host.clone(),
            receiver,
            slot,
            output,
            on_wire: Cell::new(Cycles::ZERO),
            link,
            clock,
            random,
            think: Cell::new(Cycles::ZERO),
            timeout: Cell::new(Cycles::ZERO),
            frame: Cell::new(traffic.frame),
            next: RefCell::new(vec![Cycles::NEVER; traffic.clients as usize]),
            count: Cell::new(0),
            packets_max: traffic.packets,
            last: Cell::new(Cycles::ZERO),
            running: Cell::new(false),
        };
        clients.change(traffic);
        clients
    }

    /// Starts, stops or changes the clients; those that start spread over one think time.
    pub fn change(&self, traffic: &TrafficSettings) {
        self.think.set(traffic.think);
        self.timeout.set(traffic.timeout);
        self.frame.set(traffic.frame);
        self.on_wire.set(self.link.frame_time(traffic.frame, self.clock));
        let run = traffic.pattern == crate::scenario::Pattern::Rpc;
        let begin = self.host.now().max(traffic.start);
        let was = self.running.replace(run);
        for (client, next) in self.next.borrow_mut().iter_mut().enumerate() {
            if !run {
                *next = Cycles::NEVER;
            } else if !was {
                *next = begin + Cycles(self.random.below(client as u64, traffic.think.0 + 1));
            }
        }
        self.ask();
    }

    /// A packet has left the machine: the client that sent it has its reply.
    pub fn answered(&self, client: u16) {
        if !self.running.get() {
            return;
        }
        if let Some(next) = self.next.borrow_mut().get_mut(usize::from(client)) {
            *next = self.host.now() + self.think.get();
        }
        self.ask();
    }

    fn ask(&self) {
        let next = self.next.borrow().iter().copied().min().unwrap_or(Cycles::NEVER);
        let finished = self.packets_max != 0 && self.count.get() >= self.packets_max;
        let time = if finished || next == Cycles::NEVER {
            Cycles::NEVER
        } else {
            next.max(self.last.get() + self.on_wire.get())
        };
        self.host.schedule(self.slot, time);
    }
}

impl Listener for Clients {
    fn hears(&self, frame: Frame) {
        self.answered(frame.client);
    }
}

impl Device for Clients {
    fn fire(&self) {
        let now = self.host.now();
        let client = {
            let mut next = self.next.borrow_mut();
            let client = (0..next.len()).min_by_key(|client| next[*client]).expect("a machine with clients has one");
            next[client] = now + self.timeout.get();
            client
        };
        self.last.set(now);
        self.count.set(self.count.get() + 1);
        let (bytes, output) = (self.frame.get(), self.output);
        self.receiver.arrive(Frame { stream: 0, client: client as u16, sequence: 0, bytes, output });
        self.ask();
    }
}
