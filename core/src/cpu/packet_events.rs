//! The events of packets: they arrive, move from place to place, and leave the machine. Each event is counted and traced
//! here, and nowhere else.

use super::Host;
use super::packet_table::{Packet, PacketHeader, RemovedPacket};
use crate::trace::topology::HARDWARE;
use crate::trace::{Event, LineId, NO_LINE, PacketId, PlaceId};
use crate::units::Cycles;

impl Host {
    /// The last bit of a packet has come in. The hardware has put the packet into `place`, and asserts its line.
    #[inline]
    pub fn packet_arrived(&self, header: PacketHeader, place: PlaceId, line: LineId) -> Packet {
        let packet = self.admit_packet(header, place, line);
        self.set_line(line, &self.lines.asserted, true);
        packet
    }

    /// The last bit of a packet has come in. The hardware has put the packet into `place` and asserts no line: it interrupts
    /// later, once for several packets.
    pub fn packet_arrived_silently(&self, header: PacketHeader, place: PlaceId) -> Packet {
        self.admit_packet(header, place, NO_LINE)
    }

    #[inline(always)]
    fn admit_packet(&self, header: PacketHeader, place: PlaceId, line: LineId) -> Packet {
        let now = self.now.get();
        let packet = self.packets.add(now, header);
        self.counters.arrived(now);
        self.counters.entered(place);
        let (id, stream, bytes) = (packet.id, header.stream, header.bytes.0 as u16);
        self.trace_as(HARDWARE, Event::Arrive { packet: id, place, stream, bytes, line });
        packet
    }

    /// The hardware has refused a packet because `place` was full. This costs no CPU time.
    pub fn packet_refused(&self, header: PacketHeader, place: PlaceId) -> PacketId {
        let PacketHeader { stream, bytes, .. } = header;
        let now = self.now.get();
        let packet = self.packets.next_id();
        self.counters.arrived(now);
        self.counters.dropped(now, place, Cycles::ZERO, Cycles::ZERO);
        self.trace_as(HARDWARE, Event::Refuse { packet, place, stream, bytes: bytes.0 as u16 });
        packet
    }

    /// The current software has dropped a packet.
    pub fn packet_dropped(&self, packet: Packet, place: PlaceId) {
        let now = self.now.get();
        let RemovedPacket { arrived, cycles_spent, .. } = self.packets.remove(packet);
        self.counters.dropped(now, place, cycles_spent, now - arrived);
        self.trace(Event::Drop { packet: packet.id, place, wasted: cycles_spent.0.min(u64::from(u32::MAX)) as u32 });
    }

    /// The last bit of a packet has left on the wire. The hardware asserts its line.
    #[inline]
    pub fn packet_delivered(&self, packet: Packet, place: PlaceId, line: LineId) -> PacketHeader {
        let now = self.now.get();
        let RemovedPacket { arrived, cycles_spent, header } = self.packets.remove(packet);
        self.counters.delivered(now, place, now - arrived, cycles_spent);
        self.trace_as(HARDWARE, Event::Deliver { packet: packet.id, place, asserts: Some(line) });
        self.set_line(line, &self.lines.asserted, true);
        header
    }

    /// The current process has received a packet, which it took from `place`.
    pub fn packet_consumed(&self, packet: Packet, place: PlaceId) -> PacketHeader {
        let now = self.now.get();
        let RemovedPacket { arrived, cycles_spent, header } = self.packets.remove(packet);
        self.counters.delivered(now, place, now - arrived, cycles_spent);
        self.trace(Event::Deliver { packet: packet.id, place, asserts: None });
        header
    }

    /// Counts a packet of a recording that the busy wire delays by `time`. A delay of 0 is not counted.
    pub fn count_wire_wait(&self, time: Cycles) {
        if time > Cycles::ZERO {
            let (count, longest) = self.wire_waits.get();
            self.wire_waits.set((count + 1, longest.max(time)));
        }
    }

    /// How many packets had to wait for the wire, and the longest wait.
    pub fn wire_waits(&self) -> (u64, Cycles) {
        self.wire_waits.get()
    }

    /// Counts the packets inside the machine one by one, to check `arrived - delivered - dropped`.
    pub fn packets_inside(&self) -> u64 {
        self.ages().len() as u64
    }

    /// Packets have slots below this number.
    pub fn packet_slots(&self) -> usize {
        self.packets.slots()
    }

    /// How long each packet has been inside.
    pub fn ages(&self) -> Vec<Cycles> {
        self.packets.ages(self.now.get())
    }

    /// When a packet arrived.
    pub fn arrival_of(&self, packet: Packet) -> Cycles {
        self.packets.arrived(packet)
    }

    /// The header of a packet inside.
    #[inline]
    pub fn header(&self, packet: Packet) -> PacketHeader {
        self.packets.header(packet)
    }

    /// The interface that a packet leaves by.
    #[inline]
    pub fn output_interface(&self, packet: Packet) -> usize {
        usize::from(self.header(packet).output)
    }

    /// The current software has put a packet at the end of a place.
    #[inline]
    pub fn packet_pushed(&self, packet: Packet, place: PlaceId) {
        let activity = self.current_activity();
        self.counters.entered(place);
        self.counters.carried(activity.packet_from.get(), place, activity.context);
        self.trace(Event::Push { packet: packet.id, place });
    }

    /// A packet has been taken from the front of a place; the hardware may deassert a line because of it.
    #[inline]
    pub fn packet_popped(&self, packet: Packet, place: PlaceId, deasserts: Option<LineId>) {
        self.current_activity().packet_from.set(place);
        self.descriptor_reclaimed(packet, place, deasserts);
    }

    /// The descriptor of a sent packet has been taken from the front of a place. Software may do this while it carries another
    /// packet, which still comes from its own place.
    #[inline]
    pub fn descriptor_reclaimed(&self, packet: Packet, place: PlaceId, deasserts: Option<LineId>) {
        self.trace(Event::Pop { packet: packet.id, place, deasserts });
        if let Some(line) = deasserts {
            self.set_line(line, &self.lines.asserted, false);
        }
    }
}
