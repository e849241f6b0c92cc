//! Closed-loop clients: each sends a request, waits for its reply (the forwarded packet), thinks, and sends the next request. A
//! client that has waited too long sends its request again. The clients' rate follows the machine's output, so they cannot
//! keep it in livelock for long. Left out: windows, growing time-outs.

use super::{Listener, PacketSink};
use crate::cpu::{Device, Host, PacketHeader};
use crate::random::RandomStream;
use crate::scenario::TrafficSettings;
use crate::units::{Bytes, Cycles, Hertz, Link};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Clients {
    host: Rc<Host>,
    receiver: Rc<dyn PacketSink>,
    slot: usize,
    output: u8,
    /// Time that a request occupies the wire.
    wire_time: Cell<Cycles>,
    link: Link,
    clock: Hertz,
    random: RandomStream,
    think: Cell<Cycles>,
    timeout: Cell<Cycles>,
    packet_bytes: Cell<Bytes>,
    /// Each client's next sending time: after it has thought, or when its time-out ends.
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
            wire_time: Cell::new(Cycles::ZERO),
            link,
            clock,
            random,
            think: Cell::new(Cycles::ZERO),
            timeout: Cell::new(Cycles::ZERO),
            packet_bytes: Cell::new(traffic.packet_bytes),
            next: RefCell::new(vec![Cycles::NEVER; traffic.clients as usize]),
            count: Cell::new(0),
            packets_max: traffic.packets,
            last: Cell::new(Cycles::ZERO),
            running: Cell::new(false),
        };
        clients.change(traffic);
        clients
    }

    /// Starts, stops or changes the clients. The first requests are spread over one think time.
    pub fn change(&self, traffic: &TrafficSettings) {
        self.think.set(traffic.think);
        self.timeout.set(traffic.timeout);
        self.packet_bytes.set(traffic.packet_bytes);
        self.wire_time.set(self.link.wire_time(traffic.packet_bytes, self.clock));
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
        self.schedule_next();
    }

    /// Tells a client that its reply has come: the packet that it sent has left the machine.
    pub fn reply_arrived(&self, client: u16) {
        if !self.running.get() {
            return;
        }
        if let Some(next) = self.next.borrow_mut().get_mut(usize::from(client)) {
            *next = self.host.now() + self.think.get();
        }
        self.schedule_next();
    }

    fn schedule_next(&self) {
        let next = self.next.borrow().iter().copied().min().unwrap_or(Cycles::NEVER);
        let finished = self.packets_max != 0 && self.count.get() >= self.packets_max;
        let time = if finished || next == Cycles::NEVER {
            Cycles::NEVER
        } else {
            next.max(self.last.get() + self.wire_time.get())
        };
        self.host.schedule(self.slot, time);
    }
}

impl Listener for Clients {
    fn packet_left(&self, header: PacketHeader) {
        self.reply_arrived(header.client);
    }
}

impl Device for Clients {
    fn fire(&self) {
        let now = self.host.now();
        let client = {
            let mut next = self.next.borrow_mut();
            let client = (0..next.len()).min_by_key(|client| next[*client]).expect("there is at least one client");
            next[client] = now + self.timeout.get();
            client
        };
        self.last.set(now);
        self.count.set(self.count.get() + 1);
        let (bytes, output) = (self.packet_bytes.get(), self.output);
        self.receiver.arrive(PacketHeader { stream: 0, client: client as u16, sequence: 0, bytes, output });
        self.schedule_next();
    }
}
