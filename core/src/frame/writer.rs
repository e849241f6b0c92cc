//! Appends sections to the flat array and notes where each begins.

use super::layout::{HEADER, Header, SECTIONS, Section};
use crate::units::Cycles;

pub struct Writer {
    numbers: Vec<f64>,
}

impl Writer {
    pub fn new() -> Writer {
        Writer { numbers: vec![0.0; HEADER] }
    }

    pub fn head(&mut self, field: Header, value: f64) {
        self.numbers[field as usize] = value;
    }

    pub fn head_time(&mut self, field: Header, time: Cycles) {
        self.head(field, time.0 as f64);
    }

    /// Index of the next number.
    pub fn position(&self) -> usize {
        self.numbers.len()
    }

    /// Adds a section with rows of `N` numbers each.
    pub fn section<const N: usize>(&mut self, section: Section, rows: impl IntoIterator<Item = [f64; N]>) {
        let begin = self.position();
        for row in rows {
            self.numbers.extend_from_slice(&row);
        }
        let count = (self.position() - begin).checked_div(N).unwrap_or(0);
        self.set_section(section, begin, count);
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

    pub fn finish(self) -> Vec<f64> {
        self.numbers
    }
}

/// A packet's number, or -1 for none.
pub fn packet_or_none(packet: u32) -> f64 {
    if packet == 0 { -1.0 } else { f64::from(packet) }
}
