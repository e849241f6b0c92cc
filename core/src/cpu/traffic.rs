//! Packets as they come into the machine, go through its places and leave it: counted and traced in one place.

use super::Host;
use super::packets::{Frame, Gone, Packet};
use crate::trace::{Event, LineId, NO_LINE, PacketId, PlaceId};
use crate::units::Cycles;

impl Host {
    /// A packet whose last bit has come in; the hardware puts it into `place` and asserts its line.
    #[inline]
    pub fn packet_arrives(&self, frame: Frame, place: PlaceId, line: LineId) -> Packet {
        let packet = self.packet_comes_in(frame, place, line);
        self.set_line(line, &self.lines.asserted, true);
        packet
    }

    /// The same without a line: the hardware interrupts later, for several packets at once.
    pub fn packet_arrives_silently(&self, frame: Frame, place: PlaceId) -> Packet {
        self.packet_comes_in(frame, place, NO_LINE)
    }

    #[inline(always)]
    fn packet_comes_in(&self, frame: Frame, place: PlaceId, line: LineId) -> Packet {
        let now = self.now.get();
        let packet = self.packets.add(now, frame);
        self.counters.arrived(now);
        self.counters.entered(place);
        let (id, stream, bytes) = (packet.id, frame.stream, frame.bytes.0 as u16);
        self.trace_as(self.hardware_context, Event::Arrive { packet: id, place, stream, bytes, line });
        packet
    }

    /// A packet that found no room at the door: it costs nothing.
    pub fn packet_refused(&self, frame: Frame, place: PlaceId) -> PacketId {
        let Frame { stream, bytes, .. } = frame;
        let now = self.now.get();
        let packet = self.packets.skip();
        self.counters.arrived(now);
        self.counters.dropped(now, place, Cycles::ZERO, Cycles::ZERO);
        self.trace_as(self.hardware_context, Event::Refuse { packet, place, stream, bytes: bytes.0 as u16 });
        packet
    }

    /// Thrown away by the software that runs now.
    pub fn packet_dropped(&self, packet: Packet, place: PlaceId) {
        let now = self.now.get();
        let Gone { arrived, invested, .. } = self.packets.remove(packet);
        self.counters.dropped(now, place, invested, now - arrived);
        self.trace(Event::Drop { packet: packet.id, place, wasted: invested.0.min(u64::from(u32::MAX)) as u32 });
    }

    /// Its last bit has left on the wire; the hardware asserts its line.
    #[inline]
    pub fn packet_delivered(&self, packet: Packet, place: PlaceId, line: LineId) -> Frame {
        let now = self.now.get();
        let Gone { arrived, invested, frame } = self.packets.remove(packet);
        self.counters.delivered(now, place, now - arrived, invested);
        self.trace_as(self.hardware_context, Event::Deliver { packet: packet.id, place, raises: Some(line) });
        self.set_line(line, &self.lines.asserted, true);
        frame
    }

    /// The process that runs now has it; it came from `place`.
    pub fn packet_consumed(&self, packet: Packet, place: PlaceId) -> Frame {
        let now = self.now.get();
        let Gone { arrived, invested, frame } = self.packets.remove(packet);
        self.counters.delivered(now, place, now - arrived, invested);
        self.trace(Event::Deliver { packet: packet.id, place, raises: None });
        frame
    }

    /// A recorded packet is so much later than recorded, because the wire was not free.
    pub fn waits_for_wire(&self, time: Cycles) {
        if time > Cycles::ZERO {
            let (count, longest) = self.wire_waits.get();
            self.wire_waits.set((count + 1, longest.max(time)));
        }
    }

    /// How many did, and the longest time.
    pub fn wire_waits(&self) -> (u64, Cycles) {
        self.wire_waits.get()
    }

    /// Packets inside the machine now, counted one by one: the other side of `arrived - delivered - dropped`.
    pub fn packets_inside(&self) -> u64 {
        self.ages().len() as u64
    }

    /// How long each packet inside has been there.
    pub fn ages(&self) -> Vec<Cycles> {
        self.packets.ages(self.now.get())
    }

    /// When a packet inside came in.
    pub fn arrival_of(&self, packet: Packet) -> Cycles {
        self.packets.arrived(packet)
    }

    /// As it came in.
    #[inline]
    pub fn frame(&self, packet: Packet) -> Frame {
        self.packets.frame(packet)
    }

    /// The interface by which the packet will leave.
    #[inline]
    pub fn output_of(&self, packet: Packet) -> usize {
        usize::from(self.frame(packet).output)
    }

    #[inline]
    pub fn traces_push(&self, packet: Packet, place: PlaceId) {
        let activity = self.current_activity();
        self.counters.entered(place);
        self.counters.carried(activity.taken_from.get(), place, activity.context);
        self.trace(Event::Push { packet: packet.id, place });
    }

    #[inline]
    pub fn traces_pop(&self, packet: Packet, place: PlaceId, lowers: Option<LineId>) {
        self.current_activity().taken_from.set(place);
        self.trace(Event::Pop { packet: packet.id, place, lowers });
        if let Some(line) = lowers {
            self.set_line(line, &self.lines.asserted, false);
        }
    }
}
