//! Where in the trace each recent packet's story begins and ends, and what became of it: so that a span can be drawn as
//! wasted before its packet is thrown away, and a selected packet's journey is found without reading everything.

use super::{Event, PacketId, PlaceId, Recorder};

/// What became of a packet, as far as the trace knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
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
    /// Number of the record of its end, when it has one.
    pub last: u64,
    pub fate: Fate,
    pub place: PlaceId,
    pub stream: u8,
    pub bytes: u16,
}

/// A ring of entries: a packet's place in it is its number modulo the size. It grows as packets come, and reads the trace
/// when it is asked for, not while it is written.
pub struct PacketIndex {
    entries: Vec<PacketEntry>,
    size: usize,
    /// Records before this one are in the index.
    next: u64,
}

impl PacketIndex {
    /// Room for at least `size` packets.
    pub fn new(size: usize) -> PacketIndex {
        PacketIndex { entries: Vec::new(), size: size.next_power_of_two().max(1024), next: 0 }
    }

    fn slot(&self, packet: PacketId) -> usize {
        packet as usize & (self.size - 1)
    }

    pub fn get(&self, packet: PacketId) -> Option<&PacketEntry> {
        self.entries.get(self.slot(packet)).filter(|entry| entry.id == packet && packet != 0)
    }

    pub fn fate(&self, packet: PacketId) -> Fate {
        self.get(packet).map_or(Fate::Inside, |entry| entry.fate)
    }

    /// How many records there are that it has not read.
    pub fn behind(&self, recorder: &Recorder) -> u64 {
        recorder.count() - self.next
    }

    /// Reads the records that are new since the last call.
    pub fn follow(&mut self, recorder: &Recorder) {
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
                self.end(packet, number, Fate::Dropped, place);
            }
            Event::Drop { packet, place, .. } => self.end(packet, number, Fate::Dropped, place),
            Event::Deliver { packet, place, .. } => self.end(packet, number, Fate::Delivered, place),
            _ => {}
        }
    }

    /// The trace begins anew.
    pub fn forget(&mut self, recorder: &Recorder) {
        self.entries.clear();
        self.next = recorder.first();
    }

    fn begin(&mut self, packet: PacketId, first: u64, stream: u8, bytes: u16) {
        let slot = self.slot(packet);
        if slot >= self.entries.len() {
            self.entries.resize(slot + 1, PacketEntry::default());
        }
        self.entries[slot] = PacketEntry { id: packet, first, last: 0, fate: Fate::Inside, place: 0, stream, bytes };
    }

    fn end(&mut self, packet: PacketId, number: u64, fate: Fate, place: PlaceId) {
        let slot = self.slot(packet);
        if let Some(entry) = self.entries.get_mut(slot)
            && entry.id == packet
        {
            entry.last = number;
            entry.fate = fate;
            entry.place = place;
        }
    }
}
