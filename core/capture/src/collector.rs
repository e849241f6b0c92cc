//! Collects packets into a recording and checks that they are in order of time and not too many.

use crate::error::{error_at, error_in};
use livelock_core::message;
use livelock_core::message::Message;
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
        let wrong = |what: Message, value: Message, problem: Message, remedy: Message| {
            Err(error_at(byte, Some(number), what, value, problem, remedy))
        };
        if number > self.most {
            let most = PACKETS_MAX.to_string();
            let value = message!("more than {n}", n = most.clone());
            let remedy =
                message!("at most {n} packets: take the first of them (--first {n})", n = most.clone(), n = most);
            return wrong(message!("number of packets"), value, message!("too many packets"), remedy);
        }
        let first = *self.first.get_or_insert(time);
        let since = time - first;
        let previous = self.arrivals.last().map_or(0, |arrival| arrival.nanoseconds);
        if since < i128::from(previous) {
            let value = message!(
                "{n} ns before packet {number}",
                n = (i128::from(previous) - since).to_string(),
                number = (number - 1).to_string()
            );
            let remedy = message!("packets in order of time: reordercap in.pcap out.pcap");
            return wrong(message!("time"), value, message!("earlier than the packet before it"), remedy);
        }
        if since > i128::from(NANOSECONDS_MAX) {
            let value = message!("{n} s after packet 1", n = (since / 1_000_000_000).to_string());
            let remedy = message!("at most 104 days: check the clock, or cut the file (editcap -A, -B)");
            return wrong(message!("time"), value, message!("too long after the first packet"), remedy);
        }
        self.arrivals.push(Arrival { nanoseconds: since as u64, bytes: bytes.clamp(1, i64::from(u32::MAX)) as u32 });
        Ok(())
    }

    /// Finishes the recording when the bytes end. `cut`: the file is longer than the bytes.
    pub fn recording(self, cut: bool) -> Result<Recording, ScenarioError> {
        let (found, most, is_full) = (self.arrivals.len(), self.most, self.is_full());
        let wrong = |what: Message, value: Message, problem: Message, remedy: Message| {
            Err(error_in(what, value, problem, remedy))
        };
        if cut && !is_full {
            let (size, first) = ((crate::BYTES_MAX >> 20).to_string(), found.max(1).to_string());
            let remedy = message!("at most {n} MiB: take the first packets (--first {first})", n = size, first);
            let value = message!("{n} packets in the part that was read", n = found.to_string());
            return wrong(message!("size"), value, message!("too large"), remedy);
        }
        if self.is_most_requested && !is_full {
            let remedy = message!("at most {n}: the file has no more", n = found.to_string());
            let value = message!("first {n}", n = most.to_string());
            return wrong(message!("number of packets"), value, message!("more than the file has"), remedy);
        }
        let no_packets = || {
            let (problem, remedy) = (message!("the file has no packets"), message!("a file with packets"));
            wrong(message!("packets"), message!("none"), problem, remedy)
        };
        Recording::new(self.arrivals).map_or_else(no_packets, Ok)
    }
}
