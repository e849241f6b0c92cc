//! A bounded first-in first-out of packets at one place: the body of every ring and queue.

use crate::cpu::{Host, Packet};
use crate::trace::PlaceId;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Fifo {
    host: Rc<Host>,
    pub place: PlaceId,
    limit: Cell<usize>,
    packets: RefCell<VecDeque<Packet>>,
}

impl Fifo {
    pub fn new(host: &Rc<Host>, place: PlaceId, limit: usize) -> Fifo {
        let fifo = Fifo { host: host.clone(), place, limit: Cell::new(0), packets: RefCell::new(VecDeque::new()) };
        fifo.set_limit(limit);
        fifo
    }

    pub fn length(&self) -> usize {
        self.packets.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.length() == 0
    }

    pub fn limit(&self) -> usize {
        self.limit.get()
    }

    /// A limit below what is queued drops nothing; it only refuses more.
    pub fn set_limit(&self, limit: usize) {
        if limit != self.limit.replace(limit) {
            self.host.set_capacity(self.place, limit);
        }
    }

    pub fn is_full(&self) -> bool {
        self.length() >= self.limit.get()
    }

    /// Put there by software.
    pub fn put(&self, packet: Packet) {
        self.packets.borrow_mut().push_back(packet);
        self.host.traces_push(packet, self.place);
    }

    /// Put there by hardware.
    pub fn put_by_hardware(&self, packet: Packet) {
        self.packets.borrow_mut().push_back(packet);
        self.host.traces_push_by_hardware(packet, self.place);
    }

    pub fn take(&self) -> Option<Packet> {
        let packet = self.packets.borrow_mut().pop_front()?;
        self.host.traces_pop(packet, self.place);
        Some(packet)
    }

    pub fn get(&self, index: usize) -> Option<Packet> {
        self.packets.borrow().get(index).copied()
    }

    /// Packet numbers, oldest first.
    pub fn contents(&self) -> Vec<u32> {
        self.packets.borrow().iter().map(|packet| packet.id).collect()
    }
}
