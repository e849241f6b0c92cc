//! Packets as they come into the machine, go through its places and leave it: counted and traced in one place.

use super::Host;
use super::packets::{Packet, PacketFacts};
use crate::trace::{Event, PacketId, PlaceId};
use crate::units::{Bytes, Cycles};

impl Host {
    /// A packet whose last bit has come in; the hardware puts it into `place`.
    pub fn packet_arrives(&self, stream: u8, client: u16, bytes: Bytes, output: u8, place: PlaceId) -> Packet {
        let now = self.now.get();
        let facts = PacketFacts { arrived: now, invested: Cycles::ZERO, stream, bytes, output, client };
        let packet = self.packets.add(facts);
        self.counters.arrived(now);
        self.counters.entered(place);
        self.trace_as(self.hardware_context, Event::Arrive { packet: packet.id, place, stream, bytes: bytes.0 as u16 });
        packet
    }

    /// A packet that found no room at the door: it costs nothing.
    pub fn packet_refused(&self, stream: u8, bytes: Bytes, place: PlaceId) -> PacketId {
        let now = self.now.get();
        let packet = self.packets.skip();
        self.counters.arrived(now);
        self.counters.dropped(now, place, Cycles::ZERO, Cycles::ZERO);
        self.trace_as(self.hardware_context, Event::Refuse { packet, place, stream, bytes: bytes.0 as u16 });
        packet
    }

    /// Thrown away by the software that runs now.
    pub fn packet_dropped(&self, packet: Packet, place: PlaceId) -> PacketFacts {
        let now = self.now.get();
        let facts = self.packets.remove(packet);
        self.counters.dropped(now, place, facts.invested, now - facts.arrived);
        self.trace(Event::Drop { packet: packet.id, place, wasted: facts.invested.0.min(u64::from(u32::MAX)) as u32 });
        facts
    }

    /// Its last bit has left on the wire.
    pub fn packet_delivered(&self, packet: Packet, place: PlaceId) -> PacketFacts {
        let now = self.now.get();
        let facts = self.packets.remove(packet);
        self.counters.delivered(now, place, now - facts.arrived, facts.invested);
        self.trace_as(self.hardware_context, Event::Deliver { packet: packet.id, place });
        facts
    }

    /// The process that runs now has it; it came from `place`.
    pub fn packet_consumed(&self, packet: Packet, place: PlaceId) -> PacketFacts {
        let now = self.now.get();
        let facts = self.packets.remove(packet);
        self.counters.delivered(now, place, now - facts.arrived, facts.invested);
        self.trace(Event::Deliver { packet: packet.id, place });
        facts
    }

    /// Packets inside the machine now, counted one by one: the other side of `arrived - delivered - dropped`.
    pub fn packets_inside(&self) -> u64 {
        self.ages().len() as u64
    }

    /// How long each packet inside has been there.
    pub fn ages(&self) -> Vec<Cycles> {
        self.packets.ages(self.now.get())
    }

    pub fn facts(&self, packet: Packet) -> PacketFacts {
        self.packets.facts(packet)
    }

    /// The interface by which the packet will leave.
    #[inline]
    pub fn output_of(&self, packet: Packet) -> usize {
        usize::from(self.packets.slot(packet).output.get())
    }

    #[inline]
    pub fn traces_push(&self, packet: Packet, place: PlaceId) {
        let activity = self.current_activity();
        self.counters.entered(place);
        self.counters.carried(activity.taken_from.get(), place, activity.context);
        self.trace(Event::Push { packet: packet.id, place });
    }

    #[inline]
    pub fn traces_pop(&self, packet: Packet, place: PlaceId) {
        self.current_activity().taken_from.set(place);
        self.trace(Event::Pop { packet: packet.id, place });
    }
}
