//! What arrives: the settings of the group `traffic`.

use crate::scenario::Scenario;
use crate::scenario::recorded::Recorded;
use crate::scenario::value::Values;
use crate::units::{Bytes, Cycles, Hertz};

/// How arrivals are spread in time.
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

/// What arrives on one interface.
#[derive(Clone, Debug)]
pub struct TrafficSettings {
    pub pattern: Pattern,
    /// Packets a second.
    pub rate: u64,
    /// Of the mean gap, in per cent.
    pub jitter: u64,
    pub burst: u64,
    pub spacing: Cycles,
    pub start: Cycles,
    pub ramp_to: u64,
    pub ramp_time: Cycles,
    pub clients: u64,
    pub think: Cycles,
    pub timeout: Cycles,
    pub frame: Bytes,
    pub inputs: usize,
    pub reverse_rate: u64,
    /// 0: the source never stops.
    pub packets: u64,
    pub recorded: Recorded,
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
            other => panic!("the table lists the pattern {other} that nothing simulates"),
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
        frame: Bytes(number("traffic.bytes") as u32),
        inputs: number("traffic.inputs") as usize,
        reverse_rate: number("traffic.reverse"),
        packets: number("traffic.packets"),
        recorded: Recorded {
            recording: values.recording.clone(),
            speed: (values.get("traffic.pace").choice() == "recorded").then(|| number("traffic.speed")),
            repeats: values.get("traffic.repeat").switch(),
            frames: Scenario::frame_range(values.profile()),
        },
    }
}
