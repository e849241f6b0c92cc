//! Where in the trace each recent packet begins and ends, and its outcome. With it a span can be drawn as wasted work before
//! its packet is dropped, and the history of a selected packet is found without reading the whole trace.

use super::{Event, PacketId, PlaceId, Recorder};

/// What has become of a packet, as far as the trace has recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PacketOutcome {
    #[default]
    Inside,
    Delivered,
    Dropped,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PacketEntry {
    pub id: PacketId,
    /// Number of the record of its arrival.
    pub first: u64,
    /// Number of the record of its end, if it has left the machine.
    pub last: u64,
    pub outcome: PacketOutcome,
    pub place: PlaceId,
    pub stream: u8,
    pub bytes: u16,
}

/// A ring of entries. A packet's index in it is its number modulo the size. The ring grows as packets arrive. It is updated
/// from the trace when a reader needs it, not while the trace is written.
pub struct PacketIndex {
    entries: Vec<PacketEntry>,
    size: usize,
    /// The number of the first record that has not been read.
    next: u64,
}

impl PacketIndex {
    /// Makes an index with room for at least `size` packets.
    pub fn new(size: usize) -> PacketIndex {
        PacketIndex { entries: Vec::new(), size: size.next_power_of_two().max(1024), next: 0 }
    }

    fn slot(&self, packet: PacketId) -> usize {
        packet as usize & (self.size - 1)
    }

    pub fn get(&self, packet: PacketId) -> Option<&PacketEntry> {
        self.entries.get(self.slot(packet)).filter(|entry| entry.id == packet && packet != 0)
    }

    pub fn outcome(&self, packet: PacketId) -> PacketOutcome {
        self.get(packet).map_or(PacketOutcome::Inside, |entry| entry.outcome)
    }

    /// How many records have not been read.
    pub fn unread(&self, recorder: &Recorder) -> u64 {
        recorder.count() - self.next
    }

    /// Reads the records that have been written since the last call.
    pub fn update(&mut self, recorder: &Recorder) {
        let mut number = self.next.max(recorder.first());
        recorder.scan(number, |record| {
            if record.begins_or_ends_a_packet() {
                self.read(number, record.event());
            }
            number += 1;
            true
        });
        self.next = number;
    }

    fn read(&mut self, number: u64, event: Event) {
        match event {
            Event::Arrive { packet, stream, bytes, .. } => self.begin(packet, number, stream, bytes),
            Event::Refuse { packet, place, stream, bytes } => {
                self.begin(packet, number, stream, bytes);
                self.end(packet, number, PacketOutcome::Dropped, place);
            }
            Event::Drop { packet, place, .. } => self.end(packet, number, PacketOutcome::Dropped, place),
            Event::Deliver { packet, place, .. } => self.end(packet, number, PacketOutcome::Delivered, place),
            _ => {}
        }
    }

    /// Discards all entries, because the trace has been restarted.
    pub fn reset(&mut self, recorder: &Recorder) {
        self.entries.clear();
        self.next = recorder.first();
    }

    fn begin(&mut self, packet: PacketId, first: u64, stream: u8, bytes: u16) {
        let slot = self.slot(packet);
        if slot >= self.entries.len() {
            self.entries.resize(slot + 1, PacketEntry::default());
        }
        self.entries[slot] =
            PacketEntry { id: packet, first, last: 0, outcome: PacketOutcome::Inside, place: 0, stream, bytes };
    }

    fn end(&mut self, packet: PacketId, number: u64, outcome: PacketOutcome, place: PlaceId) {
        let slot = self.slot(packet);
        if let Some(entry) = self.entries.get_mut(slot)
            && entry.id == packet
        {
            entry.last = number;
            entry.outcome = outcome;
            entry.place = place;
        }
    }
}
