//! A bounded first-in first-out queue of packets at one place. Every ring and queue contains one.

use crate::cpu::{Host, PLACE_ROOM, Packet};
use crate::scenario::Step;
use crate::trace::{LineId, PlaceId};
use std::cell::Cell;
use std::rc::Rc;

pub struct Fifo {
    host: Rc<Host>,
    pub place: PlaceId,
    limit: Cell<usize>,
    /// A circular buffer: the oldest packet is at `first`.
    packets: [Cell<Packet>; PLACE_ROOM],
    first: Cell<usize>,
    length: Cell<usize>,
}

impl Fifo {
    pub fn new(host: &Rc<Host>, place: PlaceId, limit: usize) -> Fifo {
        let packets = [const { Cell::new(Packet::NONE) }; PLACE_ROOM];
        let (first, length) = (Cell::new(0), Cell::new(0));
        let fifo = Fifo { host: host.clone(), place, limit: Cell::new(0), packets, first, length };
        fifo.set_limit(limit);
        fifo
    }

    #[inline]
    pub fn length(&self) -> usize {
        self.length.get()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length() == 0
    }

    pub fn limit(&self) -> usize {
        self.limit.get()
    }

    /// Changes the limit. A limit below the current length drops no packet; it only refuses more packets.
    pub fn set_limit(&self, limit: usize) {
        assert!(limit <= PLACE_ROOM, "a limit of {limit} is above the size of the buffer");
        if limit != self.limit.replace(limit) {
            self.host.set_capacity(self.place, limit);
        }
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        self.length() >= self.limit.get()
    }

    /// Software appends a packet.
    #[inline]
    pub fn put(&self, packet: Packet) {
        self.append(packet);
        self.host.packet_pushed(packet, self.place);
    }

    /// Software throws a packet away that finds no room here, which takes CPU time.
    pub fn throw_away(&self, packet: Packet, step: Step) -> impl Future<Output = ()> {
        self.host.drop_at(packet, self.place, step)
    }

    /// Hardware appends an arriving packet; `Host::packet_arrived` has recorded it already.
    #[inline]
    pub fn put_arrived(&self, packet: Packet) {
        self.append(packet);
    }

    #[inline]
    fn append(&self, packet: Packet) {
        let length = self.length.get();
        assert!(length < PLACE_ROOM, "the caller has checked for room");
        self.packets[(self.first.get() + length) % PLACE_ROOM].set(packet);
        self.length.set(length + 1);
    }

    #[inline]
    pub fn take(&self) -> Option<Packet> {
        self.take_and_deassert(None)
    }

    /// Takes the oldest packet. Because of that, the hardware deasserts `line`, if there is one.
    #[inline]
    pub fn take_and_deassert(&self, line: Option<LineId>) -> Option<Packet> {
        let packet = self.remove_first()?;
        self.host.packet_popped(packet, self.place, line);
        Some(packet)
    }

    /// Takes the oldest descriptor of a transmit ring; its packet has been sent. The hardware may deassert `line`.
    pub fn reclaim(&self, line: Option<LineId>) -> Option<Packet> {
        let packet = self.remove_first()?;
        self.host.descriptor_reclaimed(packet, self.place, line);
        Some(packet)
    }

    #[inline]
    fn remove_first(&self) -> Option<Packet> {
        let packet = self.get(0)?;
        let length = self.length.get() - 1;
        // an empty queue starts again at index 0, which is likely in the cache
        self.first.set(if length == 0 { 0 } else { (self.first.get() + 1) % PLACE_ROOM });
        self.length.set(length);
        Some(packet)
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<Packet> {
        (index < self.length.get()).then(|| self.packets[(self.first.get() + index) % PLACE_ROOM].get())
    }

    /// Returns the packets' numbers, oldest first.
    pub fn contents(&self) -> Vec<u32> {
        (0..self.length()).filter_map(|index| self.get(index)).map(|packet| packet.id).collect()
    }
}
