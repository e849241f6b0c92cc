//! A disk: serves one request after the other, each in the same time, and asserts its line after each. Whether a request
//! needs it (or finds its data in memory) is a function of the packet's number. Left out: seeks, order, writes.

use crate::cpu::{Device, Host, Packet};
use crate::random::Stream;
use crate::trace::{GateId, LineId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Disk {
    host: Rc<Host>,
    slot: usize,
    line: LineId,
    /// Shows that it works.
    gate: GateId,
    random: Stream,
    time: Cell<Cycles>,
    /// Of a hundred requests so many find their data in memory.
    cached: Cell<u64>,
    /// Who waits, in turn, and who need no longer wait.
    waiting: RefCell<VecDeque<u8>>,
    served: RefCell<VecDeque<u8>>,
}

impl Disk {
    pub fn new(host: &Rc<Host>, slot: usize, line: LineId, gate: GateId, random: Stream) -> Disk {
        Disk {
            host: host.clone(),
            slot,
            line,
            gate,
            random,
            time: Cell::new(Cycles::ZERO),
            cached: Cell::new(100),
            waiting: RefCell::default(),
            served: RefCell::default(),
        }
    }

    pub fn change(&self, time: Cycles, cached: u64) {
        self.time.set(time);
        self.cached.set(cached);
    }

    pub fn is_needed(&self, packet: Packet) -> bool {
        self.random.below(u64::from(packet.id), 100) >= self.cached.get()
    }

    pub fn request(&self, who: u8) {
        self.waiting.borrow_mut().push_back(who);
        if self.waiting.borrow().len() == 1 {
            self.begin();
        }
    }

    pub fn take_served(&self) -> Option<u8> {
        self.served.borrow_mut().pop_front()
    }

    fn begin(&self) {
        self.host.set_gate(self.gate, true);
        self.host.schedule(self.slot, self.host.now() + self.time.get());
    }
}

impl Device for Disk {
    fn fire(&self) {
        let who = self.waiting.borrow_mut().pop_front().expect("a disk that works has a request");
        self.served.borrow_mut().push_back(who);
        self.host.assert_line(self.line);
        if self.waiting.borrow().is_empty() {
            self.host.set_gate(self.gate, false);
        } else {
            self.begin();
        }
    }
}
