//! When the packets of a recording come, and how long they are: at the recorded pace, faster or slower, or at a mean rate.
//! Times are computed from the packet's number, never accumulated. What comes faster than the wire carries waits at the
//! source (`source`); a frame that the network does not know has the nearest length that it does.

use crate::scenario::{Recorded, Recording};
use crate::units::{Bytes, Cycles, Hertz};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Replay {
    recording: Arc<Recording>,
    /// Cycles for so many recorded nanoseconds: two factors, none when no packet is ever to come.
    scale: Option<(u128, u128)>,
    repeats: bool,
    frames: (u32, u32),
    /// Sent before this plan began.
    sent: u64,
}

impl Replay {
    /// From packet number `sent` on; nothing without a recording.
    pub fn new(recorded: &Recorded, rate: u64, clock: Hertz, sent: u64) -> Option<Replay> {
        let recording = recorded.recording.clone()?;
        let packets = recording.arrivals().len() as u128;
        let scale = match recorded.speed {
            Some(speed) => Some((u128::from(clock.0) * 100, 1_000_000_000 * u128::from(speed))),
            None if rate == 0 => None,
            // packets that all come at once have no mean rate
            None => Some((u128::from(clock.0) * (packets - 1), u128::from(recording.span().max(1)) * u128::from(rate))),
        };
        Some(Replay { scale, recording, repeats: recorded.repeats, frames: recorded.frames, sent })
    }

    /// How many packets of the recording have been sent when `k` of this plan have.
    pub fn sent(&self, k: u64) -> u64 {
        self.sent + k
    }

    /// From the plan's begin to its packet `k`; never after the last.
    pub fn time(&self, k: u64) -> Cycles {
        let times = self.recorded(self.sent(k)).zip(self.recorded(self.sent)).zip(self.scale);
        times.map_or(Cycles::NEVER, |((at, begin), (cycles, nanoseconds))| {
            Cycles(u64::try_from((at - begin) * cycles / nanoseconds).unwrap_or(u64::MAX >> 1))
        })
    }

    /// How long packet `k` of this plan is.
    pub fn frame(&self, k: u64) -> Bytes {
        let arrivals = self.recording.arrivals();
        let (least, greatest) = self.frames;
        Bytes(arrivals[(self.sent(k) % arrivals.len() as u64) as usize].bytes.clamp(least, greatest))
    }

    /// In nanoseconds from the recording's begin. Between the last packet and the first of the next time lies a mean gap.
    fn recorded(&self, number: u64) -> Option<u128> {
        let arrivals = self.recording.arrivals();
        let packets = arrivals.len() as u64;
        let (turn, within) = (number / packets, number % packets);
        let span = self.recording.span();
        if turn > 0 && (!self.repeats || span == 0) {
            return None;
        }
        let round = u128::from(span) * u128::from(packets) / u128::from(packets.max(2) - 1);
        Some(u128::from(turn) * round + u128::from(arrivals[within as usize].nanoseconds))
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
