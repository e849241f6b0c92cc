//! Arrival times and lengths of the packets of a recording: at the recorded speed, faster or slower, or at a mean rate. Times
//! are computed from the packet's number and never accumulated. Packets that come faster than the wire can carry them wait at
//! the source (`source.rs`). A length that the network does not allow becomes the nearest length that it allows.

use crate::scenario::{Recording, ReplaySettings};
use crate::units::{Bytes, Cycles, Hertz};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Replay {
    recording: Arc<Recording>,
    /// Cycles per recorded nanosecond, as a fraction (numerator, denominator); `None` if no packet ever comes.
    scale: Option<(u128, u128)>,
    repeats: bool,
    bytes_range: (u32, u32),
    /// Packets of the recording that were sent before.
    sent: u64,
}

impl Replay {
    /// Makes a replay that starts with packet number `sent`. Returns nothing without a recording.
    pub fn new(settings: &ReplaySettings, rate: u64, clock: Hertz, sent: u64) -> Option<Replay> {
        let recording = settings.recording.clone()?;
        let packets = recording.arrivals().len() as u128;
        let scale = match settings.speed {
            Some(speed) => Some((u128::from(clock.0) * 100, 1_000_000_000 * u128::from(speed))),
            None if rate == 0 => None,
            // packets that all arrive at once have no mean rate
            None => Some((u128::from(clock.0) * (packets - 1), u128::from(recording.span().max(1)) * u128::from(rate))),
        };
        Some(Replay { scale, recording, repeats: settings.repeats, bytes_range: settings.bytes_range, sent })
    }

    /// Returns the number of packets of the recording that have been sent after `k` packets of this replay.
    pub fn sent(&self, k: u64) -> u64 {
        self.sent + k
    }

    /// Returns the time from the start of the replay to its packet `k`; `Cycles::NEVER` after the last packet.
    pub fn time(&self, k: u64) -> Cycles {
        let times = self.recorded_time(self.sent(k)).zip(self.recorded_time(self.sent)).zip(self.scale);
        times.map_or(Cycles::NEVER, |((at, start), (cycles, nanoseconds))| {
            Cycles(u64::try_from((at - start) * cycles / nanoseconds).unwrap_or(u64::MAX >> 1))
        })
    }

    /// Returns the length of packet `k` of this replay.
    pub fn packet_bytes(&self, k: u64) -> Bytes {
        let arrivals = self.recording.arrivals();
        let (least, greatest) = self.bytes_range;
        Bytes(arrivals[(self.sent(k) % arrivals.len() as u64) as usize].bytes.clamp(least, greatest))
    }

    /// Returns when packet `number` was recorded, in nanoseconds since the start of the recording. When the recording repeats,
    /// there is a mean gap between its last packet and the first packet of the next round.
    fn recorded_time(&self, number: u64) -> Option<u128> {
        let arrivals = self.recording.arrivals();
        let packets = arrivals.len() as u64;
        let (round, within) = (number / packets, number % packets);
        let span = self.recording.span();
        if round > 0 && (!self.repeats || span == 0) {
            return None;
        }
        let round_time = u128::from(span) * u128::from(packets) / u128::from(packets.max(2) - 1);
        Some(u128::from(round) * round_time + u128::from(arrivals[within as usize].nanoseconds))
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
