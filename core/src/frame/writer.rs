//! Appends sections to the flat array and notes where each begins.

use super::layout::{HEADER, HeaderFields, Row, SECTIONS, Section};
use crate::trace::{NO_PACKET, PacketId};

pub struct Writer {
    numbers: Vec<f64>,
}

impl Writer {
    pub fn new() -> Writer {
        Writer { numbers: vec![0.0; HEADER] }
    }

    /// Index of the next number.
    pub fn position(&self) -> usize {
        self.numbers.len()
    }

    pub fn section<R: Row>(&mut self, section: Section, rows: impl IntoIterator<Item = R>) {
        let begin = self.position();
        for row in rows {
            row.write(&mut self.numbers);
        }
        self.set_section(section, begin, (self.position() - begin) / R::FIELDS.len());
    }

    /// Adds a section whose rows are the fields of one struct, and rows that are reserved.
    pub fn record<R: Row>(&mut self, section: Section, record: R, reserved: usize) {
        let begin = self.position();
        record.write(&mut self.numbers);
        self.numbers.resize(self.position() + reserved, 0.0);
        self.set_section(section, begin, self.position() - begin);
    }

    /// Adds a section whose row length is known only at run time.
    pub fn section_flat(&mut self, section: Section, numbers: &[f64], rows: usize) {
        let begin = self.position();
        self.numbers.extend_from_slice(numbers);
        self.set_section(section, begin, rows);
    }

    fn set_section(&mut self, section: Section, begin: usize, rows: usize) {
        self.numbers[SECTIONS + 2 * section as usize] = begin as f64;
        self.numbers[SECTIONS + 2 * section as usize + 1] = rows as f64;
    }

    pub fn finish(mut self, header: HeaderFields) -> Vec<f64> {
        let mut fields = Vec::new();
        header.write(&mut fields);
        self.numbers[..fields.len()].copy_from_slice(&fields);
        self.numbers
    }
}

pub fn some_packet(packet: PacketId) -> Option<PacketId> {
    (packet != NO_PACKET).then_some(packet)
}
