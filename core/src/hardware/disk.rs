//! A disk. It serves one request at a time; every request takes the same time; after each request it asserts its line.
//! The packet's number decides whether a request needs the disk or finds its data in memory. Left out: seeks,
//! reordering, writes.

use crate::cpu::{Device, Host, Packet};
use crate::random::RandomStream;
use crate::trace::{GateId, LineId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Disk {
    host: Rc<Host>,
    slot: usize,
    line: LineId,
    /// On while the disk works.
    gate: GateId,
    random: RandomStream,
    time: Cell<Cycles>,
    /// Per cent of the requests that find their data in memory.
    cached_percent: Cell<u64>,
    /// Threads whose requests wait or are being served, in order.
    waiting: RefCell<VecDeque<u8>>,
    /// Threads whose data has come.
    served: RefCell<VecDeque<u8>>,
}

impl Disk {
    pub fn new(host: &Rc<Host>, slot: usize, line: LineId, gate: GateId, random: RandomStream) -> Disk {
        Disk {
            host: host.clone(),
            slot,
            line,
            gate,
            random,
            time: Cell::new(Cycles::ZERO),
            cached_percent: Cell::new(100),
            waiting: RefCell::default(),
            served: RefCell::default(),
        }
    }

    pub fn change(&self, time: Cycles, cached_percent: u64) {
        self.time.set(time);
        self.cached_percent.set(cached_percent);
    }

    pub fn is_needed(&self, packet: Packet) -> bool {
        self.random.below(u64::from(packet.id), 100) >= self.cached_percent.get()
    }

    pub fn request(&self, thread: u8) {
        self.waiting.borrow_mut().push_back(thread);
        if self.waiting.borrow().len() == 1 {
            self.start_request();
        }
    }

    pub fn take_served(&self) -> Option<u8> {
        self.served.borrow_mut().pop_front()
    }

    fn start_request(&self) {
        self.host.set_gate(self.gate, true);
        self.host.schedule(self.slot, self.host.now() + self.time.get());
    }
}

impl Device for Disk {
    fn fire(&self) {
        let thread = self.waiting.borrow_mut().pop_front().expect("a busy disk has a request");
        self.served.borrow_mut().push_back(thread);
        self.host.assert_line(self.line);
        if self.waiting.borrow().is_empty() {
            self.host.set_gate(self.gate, false);
        } else {
            self.start_request();
        }
    }
}
