//! Gathers packets into a recording and holds it to what a recording has to be: in order, not endless.

use crate::complaint::complain;
use livelock_core::scenario::{Arrival, NANOSECONDS_MAX, PACKETS_MAX, Recording, ScenarioError};

pub struct Collector {
    arrivals: Vec<Arrival>,
    most: usize,
    /// `most` was asked for; otherwise it is the limit.
    is_asked: bool,
    /// Nanoseconds since 1970 (or whenever the clock began).
    first: Option<i128>,
}

impl Collector {
    pub fn new(most: usize, is_asked: bool) -> Collector {
        Collector { arrivals: Vec::new(), most, is_asked, first: None }
    }

    /// The number of the packet that is looked for, from 1.
    pub fn number(&self) -> usize {
        self.arrivals.len() + 1
    }

    /// As many as were asked for.
    pub fn is_full(&self) -> bool {
        self.is_asked && self.arrivals.len() == self.most
    }

    /// A packet whose record begins at `byte`.
    pub fn add(&mut self, byte: usize, time: i128, bytes: i64) -> Result<(), ScenarioError> {
        let number = self.number();
        let wrong = |what: &str, value: String, problem: &str, remedy: &str| {
            Err(complain(byte, Some(number), what, value, problem, remedy))
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
            return wrong("time", value, "earlier than the packet above it", remedy);
        }
        if since > i128::from(NANOSECONDS_MAX) {
            let remedy = "at most 104 days: check the clock, or cut the file (editcap -A, -B)";
            return wrong(
                "time",
                format!("{} s after packet 1", since / 1_000_000_000),
                "too long after the first",
                remedy,
            );
        }
        self.arrivals.push(Arrival { nanoseconds: since as u64, bytes: bytes.clamp(1, i64::from(u32::MAX)) as u32 });
        Ok(())
    }

    /// What was gathered when the bytes were at an end. `cut`: the file goes on behind them.
    pub fn recording(self, cut: bool) -> Result<Recording, ScenarioError> {
        let (found, most, is_full) = (self.arrivals.len(), self.most, self.is_full());
        let problem = |what: &str, value: String, problem: &str, remedy: String| {
            Err(ScenarioError::new(&format!("capture file, {what}"), value, problem, remedy))
        };
        if cut && !is_full {
            let remedy =
                format!("at most {} MiB: take the first packets (--first {})", crate::BYTES_MAX >> 20, found.max(1));
            return problem("size", format!("{found} packets in what was read"), "too large", remedy);
        }
        if self.is_asked && !is_full {
            let remedy = format!("at most {found}: there are no more");
            return problem("number of packets", format!("first {most}"), "more than there are", remedy);
        }
        match Recording::new(self.arrivals) {
            Some(recording) => Ok(recording),
            None => problem("packets", "none".to_string(), "nothing came", "a file with packets in it".to_string()),
        }
    }
}
