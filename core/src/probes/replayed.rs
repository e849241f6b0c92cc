//! How a machine's network carries a capture.

use crate::machine::Machine;
use serde::Serialize;

/// A capture as this machine's network carries it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replayed {
    pub packets: u64,
    /// Time from the first packet to the last, as recorded.
    pub recorded_s: f64,
    /// Packets so far that came faster than the wire carries them, and waited for it.
    pub waited: u64,
    pub waited_us_max: f64,
    /// Packets longer than the network's longest. They are replayed with that length.
    pub shortened: u64,
    pub longest_bytes: u32,
}

/// Returns `None` for a machine without a capture.
pub fn replayed(machine: &Machine) -> Option<Replayed> {
    let replay = machine.settings().traffic.replay.clone();
    let recording = replay.recording?;
    let (_, longest_bytes) = replay.bytes_range;
    let (waited, longest) = machine.host.wire_waits();
    let arrivals = recording.arrivals();
    Some(Replayed {
        packets: arrivals.len() as u64,
        recorded_s: recording.span() as f64 / 1e9,
        waited,
        waited_us_max: longest.0 as f64 * 1e6 / machine.topology.clock_hz as f64,
        shortened: arrivals.iter().filter(|arrival| arrival.bytes > longest_bytes).count() as u64,
        longest_bytes,
    })
}
