//! Recorded traffic: when packets came and how long they were. A scenario names its recording by the content, so that a run
//! stays a function of its scenario; the list itself is handed in beside the text, by whoever has read the file.
//! Reading files is the business of core/capture.

use super::error::{ScenarioError, ScenarioErrors};
use super::value::Value;
use super::{Scenario, profiles};
use serde::Serialize;
use std::sync::Arc;

/// The setting that has a source send a recording, and its value.
pub const PATTERN: (&str, &str) = ("traffic.pattern", "capture");
/// More packets than a run of ten minutes at a router's rates; 16 MB of memory.
pub const PACKETS_MAX: usize = 1_000_000;
/// Longer than any capture worth replaying, and whole numbers of nanoseconds up to here are exact in a browser.
pub const NANOSECONDS_MAX: u64 = 1 << 53;

/// One packet of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Since the first packet.
    pub nanoseconds: u64,
    /// The whole frame, check sequence included.
    pub bytes: u32,
}

/// What came in while somebody listened.
#[derive(Debug, PartialEq, Eq)]
pub struct Recording {
    arrivals: Box<[Arrival]>,
    digest: String,
}

/// Which recording a scenario needs, and the recording once it has been handed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Capture {
    /// The file's name; on the command line its path, from the folder of the scenario file.
    pub file: String,
    /// How many packets of it, from the first; 0 is all of them.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub packets: u64,
    /// Fingerprint of these packets' times and lengths, 16 hexadecimal digits; empty is any.
    pub digest: String,
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub recording: Option<Arc<Recording>>,
}

/// The digest says what is in it.
impl PartialEq for Capture {
    fn eq(&self, other: &Capture) -> bool {
        (&self.file, self.packets, &self.digest) == (&other.file, other.packets, &other.digest)
    }
}

impl Recording {
    /// At least one packet, in order of time, the first at 0; refused otherwise.
    pub fn new(arrivals: Vec<Arrival>) -> Option<Recording> {
        let first = arrivals.first()?;
        let in_order = arrivals.is_sorted_by_key(|arrival| arrival.nanoseconds);
        let last = arrivals[arrivals.len() - 1].nanoseconds;
        if first.nanoseconds != 0 || !in_order || last > NANOSECONDS_MAX || arrivals.len() > PACKETS_MAX {
            return None;
        }
        let digest = format!("{:016x}", fingerprint(&arrivals));
        Some(Recording { arrivals: arrivals.into(), digest })
    }

    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// From the first packet to the last, in nanoseconds.
    pub fn span(&self) -> u64 {
        self.arrivals[self.arrivals.len() - 1].nanoseconds
    }
}

/// Another order or another number of packets gives another one.
fn fingerprint(arrivals: &[Arrival]) -> u64 {
    arrivals.iter().fold(0, |hash: u64, arrival| {
        let hash = (hash ^ arrival.nanoseconds).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ u64::from(arrival.bytes)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}

impl Scenario {
    /// Hands in the recording that the scenario names; one of other content is refused.
    pub fn recorded(mut self, recording: &Arc<Recording>) -> Result<Scenario, ScenarioErrors> {
        let Some(capture) = &mut self.capture else { return Ok(self) };
        let (packets, digest) = (recording.arrivals.len() as u64, recording.digest());
        let wrong = |field: &str, got: &dyn std::fmt::Display, wanted: &dyn std::fmt::Display| {
            let problem = "this capture is not the one that the scenario was made with";
            let allowed = format!("the file {} with {wanted} there, or a scenario without it", capture.file);
            ScenarioErrors::from(ScenarioError::new(field, got, problem, allowed))
        };
        if capture.packets != 0 && capture.packets != packets {
            return Err(wrong("capture.packets", &packets, &capture.packets));
        }
        if !capture.digest.is_empty() && capture.digest != digest {
            return Err(wrong("capture.digest", &digest, &capture.digest));
        }
        *capture =
            Capture { packets, digest: digest.to_string(), recording: Some(recording.clone()), ..capture.clone() };
        Ok(self)
    }

    /// A run whose packets come from a capture has to have it.
    pub(crate) fn check_recording(&self) -> Result<(), ScenarioErrors> {
        let (path, capture) = PATTERN;
        let wanted = Value::Choice(capture.to_string());
        let sets = self.interventions.iter().map(|intervention| &intervention.set).chain([&self.settings]);
        let is_wanted = sets.into_iter().any(|set| set.get(path) == Some(&wanted));
        match &self.capture {
            Some(Capture { recording: None, file, digest, .. }) if is_wanted => {
                let allowed = format!("open it first: fingerprint {digest}");
                Err(ScenarioError::new("capture.file", file, "this capture is not here", allowed).into())
            }
            None if is_wanted => {
                let allowed = "open a capture file (--capture FILE), or another pattern";
                Err(ScenarioError::new(path, capture, "no capture is open", allowed).into())
            }
            _ => Ok(()),
        }
    }

    /// The lengths of frames that the machine's network carries.
    pub(super) fn frame_range(profile: &profiles::Profile) -> (u32, u32) {
        let row = profile.parameter("traffic.bytes");
        match row.as_deref().map(|row| &row.kind) {
            Some(super::Kind::Integer { min, max, .. }) => (*min as u32, *max as u32),
            _ => panic!("a frame's length is a number"),
        }
    }
}

#[cfg(test)]
#[path = "capture_tests.rs"]
mod tests;
