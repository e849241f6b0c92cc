//! How a recording is sent: the part of the traffic's settings that only captures have.

use super::capture::Recording;
use super::{Pattern, TrafficSettings};
use std::sync::Arc;

/// How a recording is sent.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub recording: Option<Arc<Recording>>,
    /// Per cent of the recorded speed; none: the mean rate is the offered one.
    pub speed: Option<u64>,
    /// Again from the first packet, after the last.
    pub repeats: bool,
    /// The shortest and the longest frame of the network.
    pub frames: (u32, u32),
}

impl TrafficSettings {
    /// A recording comes in on the inputs; what comes the other way is jittered.
    pub fn pattern_on(&self, interface: usize) -> Pattern {
        match self.pattern {
            Pattern::Capture if interface >= self.inputs => Pattern::Jittered,
            pattern => pattern,
        }
    }

    /// Packets that a recording brings on all interfaces together, when it comes once and nothing else does.
    pub fn recorded_in_all(&self) -> Option<u64> {
        let once = self.pattern == Pattern::Capture && !self.recorded.repeats && self.reverse_rate == 0;
        let packets = self.recorded.recording.as_ref()?.arrivals().len() as u64;
        once.then_some(packets * self.inputs as u64)
    }
}
