//! A first-in first-out queue of a socket, which can hold tens of thousands of packets. The socket's quota in bytes bounds
//! it, not a number of packets.

use crate::cpu::{Host, Packet};
use crate::family::Shown;
use crate::trace::{LISTED_MAX, PlaceId, PlaceState};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

pub struct Queue {
    host: Rc<Host>,
    pub place: PlaceId,
    limit: Cell<usize>,
    packets: RefCell<VecDeque<Packet>>,
}

impl Queue {
    /// `limit` is the number of packets that the quota allows; views show it.
    pub fn new(host: &Rc<Host>, place: PlaceId, limit: usize) -> Queue {
        host.set_capacity(place, limit);
        Queue { host: host.clone(), place, limit: Cell::new(limit), packets: RefCell::default() }
    }

    /// Sets another limit, for another quota.
    pub fn set_limit(&self, limit: usize) {
        if self.limit.replace(limit) != limit {
            self.host.set_capacity(self.place, limit);
        }
    }

    pub fn length(&self) -> usize {
        self.packets.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.packets.borrow().is_empty()
    }

    pub fn put(&self, packet: Packet) {
        self.packets.borrow_mut().push_back(packet);
        self.host.packet_pushed(packet, self.place);
    }

    pub fn take(&self) -> Option<Packet> {
        let packet = self.packets.borrow_mut().pop_front()?;
        self.host.packet_popped(packet, self.place, None);
        Some(packet)
    }

    pub fn first(&self) -> Option<Packet> {
        self.packets.borrow().front().copied()
    }

    pub fn last(&self) -> Option<Packet> {
        self.packets.borrow().back().copied()
    }
}

impl Shown for Queue {
    fn place(&self) -> PlaceId {
        self.place
    }

    /// Lists the newest packets by number and counts the others.
    fn show(&self, state: &mut PlaceState) {
        let packets = self.packets.borrow();
        let unlisted = packets.len().saturating_sub(LISTED_MAX);
        state.unlisted = unlisted as u32;
        state.contents = packets.range(unlisted..).map(|packet| packet.id).collect();
        state.limit = self.limit.get() as u32;
    }
}
