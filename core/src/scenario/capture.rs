//! The recording that a scenario names. The scenario contains the recording's fingerprint, so that a run stays a function of
//! its scenario; the list of packets is handed in separately, by the code that has read the capture file.

use super::error::{ScenarioError, ScenarioErrors};
use super::recording::Recording;
use super::value::Value;
use super::{Scenario, profiles};
use crate::message;
use serde::Serialize;
use std::sync::Arc;

/// The setting that makes a source send a recording, and its value.
pub const PATTERN: (&str, &str) = ("traffic.pattern", "capture");

/// The recording that a scenario needs, and the recording itself once it has been handed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Capture {
    /// The file's name; on the command line its path, relative to the folder of the scenario file.
    pub file: String,
    /// Number of packets to use, from the first; 0 means all.
    pub packets: u64,
    /// Fingerprint of these packets' times and lengths, 16 hexadecimal digits; empty means any recording.
    pub digest: String,
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub recording: Option<Arc<Recording>>,
}

/// Two captures are equal when file, number and digest are equal; the packets are not compared.
impl PartialEq for Capture {
    fn eq(&self, other: &Capture) -> bool {
        (&self.file, self.packets, &self.digest) == (&other.file, other.packets, &other.digest)
    }
}

impl Scenario {
    /// Returns the scenario with the recording that it names, or an error when the recording is another one.
    pub fn with_recording(mut self, recording: &Arc<Recording>) -> Result<Scenario, ScenarioErrors> {
        let Some(capture) = &mut self.capture else { return Ok(self) };
        let (packets, digest) = (recording.arrivals().len() as u64, recording.digest());
        let wrong = |field: &str, got: String, wanted: String| {
            let problem = message!("this capture is not the one that the scenario was made with");
            let allowed = message!(
                "the file {file} with {wanted} here, or a scenario without a capture",
                file = capture.file.clone(),
                wanted
            );
            ScenarioErrors::from(ScenarioError::new(field, got, problem, allowed))
        };
        if capture.packets != 0 && capture.packets != packets {
            return Err(wrong("capture.packets", packets.to_string(), capture.packets.to_string()));
        }
        if !capture.digest.is_empty() && capture.digest != digest {
            return Err(wrong("capture.digest", digest.to_string(), capture.digest.clone()));
        }
        *capture =
            Capture { packets, digest: digest.to_string(), recording: Some(recording.clone()), ..capture.clone() };
        Ok(self)
    }

    /// Returns an error when the run sends a recording that has not been handed in.
    pub(crate) fn check_recording(&self) -> Result<(), ScenarioErrors> {
        let (path, capture) = PATTERN;
        let from_capture = Value::Choice(capture.to_string());
        let sets = self.interventions.iter().map(|intervention| &intervention.set).chain([&self.settings]);
        let is_set = sets.into_iter().any(|set| set.get(path) == Some(&from_capture));
        match &self.capture {
            Some(Capture { recording: Some(recording), .. }) if is_set && recording.span() == 0 => {
                self.check_without_rate()
            }
            Some(Capture { recording: None, file, digest, .. }) if is_set => {
                let allowed =
                    message!("the same capture, opened first (fingerprint {digest})", digest = digest.clone());
                Err(ScenarioError::new("capture.file", file, message!("this capture is not open"), allowed).into())
            }
            None if is_set => {
                let allowed = message!("an open capture file (--capture FILE), or another pattern");
                Err(ScenarioError::new(path, capture, message!("no capture is open"), allowed).into())
            }
            _ => Ok(()),
        }
    }

    /// Packets of a recording that have one time have no rate: it cannot be changed, and the recording not be sent faster.
    fn check_without_rate(&self) -> Result<(), ScenarioErrors> {
        let mut errors = Vec::new();
        for (path, allowed) in [("traffic.pace", "recorded"), ("traffic.speed", "100")] {
            let sets = self.interventions.iter().map(|intervention| &intervention.set).chain([&self.settings]);
            let other = sets.filter_map(|set| set.get(path)).find(|value| value.to_string() != allowed);
            errors.extend(other.map(|value| {
                let problem = message!("the packets of this capture have one time, so it has no rate");
                let allowed = message!(
                    "`{path}` = {value}, or a capture with packets at different times",
                    path = path.to_string(),
                    value = allowed.to_string()
                );
                ScenarioError::new(path, value, problem, allowed)
            }));
        }
        if errors.is_empty() { Ok(()) } else { Err(ScenarioErrors { errors }) }
    }

    /// Returns the shortest and the longest packet that the machine's network carries, in bytes.
    pub(super) fn packet_bytes_range(profile: &profiles::Profile) -> (u32, u32) {
        let row = profile.parameter("traffic.bytes");
        match row.as_deref().map(|row| &row.kind) {
            Some(super::Kind::Integer { min, max, .. }) => (*min as u32, *max as u32),
            _ => panic!("traffic.bytes is a number"),
        }
    }
}

#[cfg(test)]
#[path = "capture_tests.rs"]
mod tests;
