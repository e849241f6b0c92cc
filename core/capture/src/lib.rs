//! Reads a capture file (pcap or pcapng, either byte order, any time resolution) as a `Recording`: arrival times and
//! lengths of packets. The packets' contents are not kept. The crate pcap-parser reads the blocks of pcapng. This crate checks what
//! the parser cannot check: impossible lengths, times that go back, links that carry no Ethernet packets.
//!
//! ```text
//! bytes -> pcap or pcapng -> (time, length) of each packet -> `Collector` -> Recording
//! ```

mod collector;
mod error;
mod format;
mod pcap;
mod pcapng;

use collector::Collector;
use error::error_at;
use livelock_core::message;
use livelock_core::scenario::{PACKETS_MAX, Recording, ScenarioError};

/// Only this many bytes of a file are read: enough for a million packets of which 250 bytes were kept.
pub const BYTES_MAX: usize = 256 << 20;

/// Which packets to read, and whether there are more bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Read only this many packets; `None` for all.
    pub first: Option<usize>,
    /// Whether the file is longer than the bytes.
    pub cut: bool,
}

/// Reads the recording in a file. The error says what is wrong, where, and what to do.
pub fn read(bytes: &[u8], selection: Selection) -> Result<Recording, ScenarioError> {
    let most = selection.first.unwrap_or(PACKETS_MAX);
    if most == 0 || most > PACKETS_MAX {
        let allowed = message!("from 1 to {n} packets", n = PACKETS_MAX.to_string());
        return Err(ScenarioError::new("capture.packets", most, message!("out of range"), allowed));
    }
    let mut collector = Collector::new(most, selection.first.is_some());
    match bytes {
        [] => {
            let (problem, remedy) = (message!("an empty file"), message!("a pcap or pcapng file with packets"));
            return Err(error_at(0, None, message!("the file"), message!("0 bytes"), problem, remedy));
        }
        [0x0A, 0x0D, 0x0D, 0x0A, ..] => pcapng::read(bytes, &mut collector)?,
        _ => pcap::read(bytes, &mut collector)?,
    }
    collector.recording(selection.cut)
}
