//! A bounded first-in first-out queue of packets in a fixed array.

use super::Packet;

pub struct Ring {
    packets: Box<[Packet]>,
    first: usize,
    length: usize,
    limit: usize,
}

impl Ring {
    pub fn new(limit: usize) -> Ring {
        let packets = vec![Packet::default(); limit.next_power_of_two()].into_boxed_slice();
        Ring { packets, first: 0, length: 0, limit }
    }

    pub fn length(&self) -> usize {
        self.length
    }

    pub fn is_full(&self) -> bool {
        self.length >= self.limit
    }

    /// Adds a packet. The caller has checked that the ring is not full.
    pub fn put(&mut self, packet: Packet) {
        let last = (self.first + self.length) & (self.packets.len() - 1);
        self.packets[last] = packet;
        self.length += 1;
    }

    /// Takes the oldest packet. The caller has checked that the ring is not empty.
    pub fn take(&mut self) -> Packet {
        let packet = self.packets[self.first];
        self.first = (self.first + 1) & (self.packets.len() - 1);
        self.length -= 1;
        packet
    }
}
