//! The traffic that arrives: the settings of the group `traffic`.

use crate::scenario::Scenario;
use crate::scenario::recording::Recording;
use crate::scenario::values::Values;
use crate::units::{Bytes, Cycles, Hertz};
use std::sync::Arc;

/// How arrivals are spread over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Constant,
    Jittered,
    Bursty,
    Poisson,
    Burst,
    Ramp,
    Rpc,
    Capture,
}

/// The traffic that arrives on one interface.
#[derive(Clone, Debug)]
pub struct TrafficSettings {
    pub pattern: Pattern,
    /// Packets a second.
    pub rate: u64,
    /// Per cent of the mean gap.
    pub jitter: u64,
    pub burst: u64,
    pub spacing: Cycles,
    pub start: Cycles,
    pub ramp_to: u64,
    pub ramp_time: Cycles,
    pub clients: u64,
    pub think: Cycles,
    pub timeout: Cycles,
    pub packet_bytes: Bytes,
    pub inputs: usize,
    pub reverse_rate: u64,
    /// Packets a second for the receiving application; 0 without one.
    pub local_rate: u64,
    /// The source stops after this many packets; 0 means never.
    pub packets: u64,
    pub replay: ReplaySettings,
}

/// How a recording is sent.
#[derive(Clone, Debug)]
pub struct ReplaySettings {
    pub recording: Option<Arc<Recording>>,
    /// Per cent of the recorded speed; none means that the mean rate is the offered rate.
    pub speed: Option<u64>,
    /// After the last packet, the recording starts again from the first.
    pub repeats: bool,
    /// The shortest and the longest packet of the network, in bytes.
    pub bytes_range: (u32, u32),
}

pub(super) fn traffic(values: &Values, clock: Hertz) -> TrafficSettings {
    let number = |path: &str| values.get(path).integer();
    TrafficSettings {
        pattern: match values.get("traffic.pattern").choice() {
            "constant" => Pattern::Constant,
            "jittered" => Pattern::Jittered,
            "bursty" => Pattern::Bursty,
            "poisson" => Pattern::Poisson,
            "burst" => Pattern::Burst,
            "ramp" => Pattern::Ramp,
            "rpc" => Pattern::Rpc,
            "capture" => Pattern::Capture,
            other => panic!("the parameter table lists the pattern {other}, which is not implemented"),
        },
        rate: number("traffic.rate"),
        jitter: number("traffic.jitter"),
        burst: number("traffic.burst"),
        spacing: clock.cycles_in_microseconds(number("traffic.spacing_us")),
        start: clock.cycles_in_milliseconds(number("traffic.start_ms")),
        ramp_to: number("traffic.ramp_to"),
        ramp_time: clock.cycles_in_milliseconds(number("traffic.ramp_ms")),
        clients: number("traffic.clients"),
        think: clock.cycles_in_microseconds(number("traffic.think_us")),
        timeout: clock.cycles_in_milliseconds(number("traffic.timeout_ms")),
        packet_bytes: Bytes(number("traffic.bytes") as u32),
        inputs: number("traffic.inputs") as usize,
        reverse_rate: number("traffic.reverse"),
        local_rate: if values.get("programs.application").switch() { number("traffic.local") } else { 0 },
        packets: number("traffic.packets"),
        replay: ReplaySettings {
            recording: values.recording.clone(),
            speed: (values.get("traffic.pace").choice() == "recorded").then(|| number("traffic.speed")),
            repeats: values.get("traffic.repeat").switch(),
            bytes_range: Scenario::packet_bytes_range(values.profile()),
        },
    }
}

impl TrafficSettings {
    /// Returns the pattern of one interface: a recording arrives on the inputs, jittered packets come the other way.
    pub fn pattern_on(&self, interface: usize) -> Pattern {
        match self.pattern {
            Pattern::Capture if interface >= self.inputs => Pattern::Jittered,
            pattern => pattern,
        }
    }

    /// Returns the number of packets that arrive in all, when their sources end: a recording that is sent once, or a number of
    /// packets for each interface. No other traffic arrives.
    pub fn packets_in_all(&self) -> Option<u64> {
        if self.reverse_rate + self.local_rate > 0 || self.pattern == Pattern::Rpc {
            return None;
        }
        let once = self.pattern == Pattern::Capture && !self.replay.repeats;
        let recorded = self.replay.recording.as_ref().filter(|_| once).map(|one| one.arrivals().len() as u64);
        let limited = (self.packets > 0).then_some(self.packets);
        Some(recorded.into_iter().chain(limited).min()? * self.inputs as u64)
    }
}
