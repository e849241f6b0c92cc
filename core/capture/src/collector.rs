//! Collects packets into a recording and checks that they are in order of time and not too many.

use crate::error::error_at;
use livelock_core::scenario::{Arrival, NANOSECONDS_MAX, PACKETS_MAX, Recording, ScenarioError};

pub struct Collector {
    arrivals: Vec<Arrival>,
    most: usize,
    /// Whether the caller asked for `most` packets; otherwise it is the limit of recordings.
    is_most_requested: bool,
    /// Time of the first packet in nanoseconds since 1970 (or since the start of the capturing clock).
    first: Option<i128>,
}

impl Collector {
    pub fn new(most: usize, is_most_requested: bool) -> Collector {
        Collector { arrivals: Vec::new(), most, is_most_requested, first: None }
    }

    /// Number of the next packet, counted from 1.
    pub fn number(&self) -> usize {
        self.arrivals.len() + 1
    }

    /// Whether all packets that the caller asked for were read.
    pub fn is_full(&self) -> bool {
        self.is_most_requested && self.arrivals.len() == self.most
    }

    /// Adds a packet whose record begins at `byte`.
    pub fn add(&mut self, byte: usize, time: i128, bytes: i64) -> Result<(), ScenarioError> {
        let number = self.number();
        let wrong = |what: &str, value: String, problem: &str, remedy: &str| {
            Err(error_at(byte, Some(number), what, value, problem, remedy))
        };
        if number > self.most {
            let remedy = format!("at most {PACKETS_MAX} packets: take the first of them (--first {PACKETS_MAX})");
            return wrong("number of packets", format!("more than {PACKETS_MAX}"), "too many packets", &remedy);
        }
        let first = *self.first.get_or_insert(time);
        let since = time - first;
        let before = self.arrivals.last().map_or(0, |arrival| arrival.nanoseconds);
        if since < i128::from(before) {
            let value = format!("{} ns before packet {}", i128::from(before) - since, number - 1);
            let remedy = "packets in order of time: reordercap in.pcap out.pcap";
            return wrong("time", value, "earlier than the packet before it", remedy);
        }
        if since > i128::from(NANOSECONDS_MAX) {
            let remedy = "at most 104 days: check the clock, or cut the file (editcap -A, -B)";
            return wrong(
                "time",
                format!("{} s after packet 1", since / 1_000_000_000),
                "too long after the first packet",
                remedy,
            );
        }
        self.arrivals.push(Arrival { nanoseconds: since as u64, bytes: bytes.clamp(1, i64::from(u32::MAX)) as u32 });
        Ok(())
    }

    /// Finishes the recording when the bytes end. `cut`: the file is longer than the bytes.
    pub fn recording(self, cut: bool) -> Result<Recording, ScenarioError> {
        let (found, most, is_full) = (self.arrivals.len(), self.most, self.is_full());
        let problem = |what: &str, value: String, problem: &str, remedy: String| {
            Err(ScenarioError::new(&format!("capture file, {what}"), value, problem, remedy))
        };
        if cut && !is_full {
            let remedy =
                format!("at most {} MiB: take the first packets (--first {})", crate::BYTES_MAX >> 20, found.max(1));
            return problem("size", format!("{found} packets in the part that was read"), "too large", remedy);
        }
        if self.is_most_requested && !is_full {
            let remedy = format!("at most {found}: the file has no more");
            return problem("number of packets", format!("first {most}"), "more than the file has", remedy);
        }
        match Recording::new(self.arrivals) {
            Some(recording) => Ok(recording),
            None => {
                problem("packets", "none".to_string(), "the file has no packets", "a file with packets".to_string())
            }
        }
    }
}
