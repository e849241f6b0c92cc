//! Reads a capture file (pcap or pcapng, either byte order, any time resolution) as a `Recording`: when packets came and how
//! long they were. Nothing of what was in them is kept. The file format is pcap-parser's business; what is checked here is
//! what it cannot know: lengths that no packet has, times that go back, links that carry no Ethernet frames.
//!
//!   bytes -> pcap or pcapng -> (time, length) of each packet -> `Collector` -> Recording

#[cfg(feature = "browser")]
mod browser;
mod collector;
mod complaint;
mod link;
mod pcap;
mod pcapng;

use collector::Collector;
use complaint::complain;
use livelock_core::scenario::{PACKETS_MAX, Recording, ScenarioError};

/// Files are looked at no further than this: a million packets of which 250 bytes were kept.
pub const BYTES_MAX: usize = 256 << 20;

/// What is known of the bytes beside the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Only so many packets, from the first; all of them when not said.
    pub first: Option<usize>,
    /// The file goes on behind the bytes.
    pub cut: bool,
}

/// The recording in a file, or what is wrong with the file, where, and what can be done.
pub fn read(bytes: &[u8], wanted: Wanted) -> Result<Recording, ScenarioError> {
    let most = wanted.first.unwrap_or(PACKETS_MAX);
    if most == 0 || most > PACKETS_MAX {
        let allowed = format!("from 1 to {PACKETS_MAX} packets");
        return Err(ScenarioError::new("capture.packets", most, "not so many", allowed));
    }
    let mut collector = Collector::new(most, wanted.first.is_some());
    match bytes {
        [] => {
            return Err(complain(0, None, "the file", "0 bytes", "empty", "a pcap or pcapng file with packets in it"));
        }
        [0x0A, 0x0D, 0x0D, 0x0A, ..] => pcapng::read(bytes, &mut collector)?,
        _ => pcap::read(bytes, &mut collector)?,
    }
    collector.recording(wanted.cut)
}
