//! The older format: one header, then one record for each packet. Variants differ in the unit of time (microseconds or
//! nanoseconds), in the byte order, and in the length of records (Kuznetzov's patch, which adds 8 bytes).
//!
//! ```text
//! file:   magic 4, version 4, (unused) 12, link type 4
//! record: seconds 4, fraction 4, captured length 4, length 4, (8 with the patch), the captured bytes
//! ```

use crate::collector::Collector;
use crate::error::{COPY_AGAIN, error_at, file_ends, zeros};
use crate::format::{self, CAPTURED_MAX, content_end};
use livelock_core::message;
use livelock_core::message::Message;
use livelock_core::scenario::ScenarioError;
use pcap_parser::Linktype;

const HEADER_BYTES: usize = 24;

/// What the first bytes say.
struct Variant {
    big_endian: bool,
    record_bytes: usize,
    /// Nanoseconds in a unit of the fraction, and units in a second.
    unit: i128,
    units: u32,
}

impl Variant {
    fn of(bytes: &[u8]) -> Option<Variant> {
        let magic: [u8; 4] = bytes.get(..4)?.try_into().ok()?;
        let big_endian = magic[0] == 0xA1;
        let (record_bytes, unit, units) =
            match if big_endian { u32::from_be_bytes(magic) } else { u32::from_le_bytes(magic) } {
                0xA1B2_C3D4 => (16, 1_000, 1_000_000),
                0xA1B2_3C4D => (16, 1, 1_000_000_000),
                0xA1B2_CD34 => (24, 1_000, 1_000_000),
                _ => return None,
            };
        Some(Variant { big_endian, record_bytes, unit, units })
    }

    /// The number at a place, which has to be within the bytes.
    fn number(&self, bytes: &[u8], at: usize) -> u32 {
        let field = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        if self.big_endian { u32::from_be_bytes(field) } else { u32::from_le_bytes(field) }
    }
}

pub fn read(bytes: &[u8], collector: &mut Collector) -> Result<(), ScenarioError> {
    let variant = Variant::of(bytes).ok_or_else(|| not_a_capture(bytes))?;
    if bytes.len() < HEADER_BYTES {
        return Err(file_ends(bytes.len(), 0, HEADER_BYTES - bytes.len()));
    }
    let (link, extra) = frame_of(variant.number(bytes, 20))?;
    let zeros_from = content_end(bytes);
    let mut byte = HEADER_BYTES;
    while byte < bytes.len() && !collector.is_full() {
        let (record, number) = (&bytes[byte..], collector.number());
        let wrong = |what: Message, value: u32, problem: Message| {
            error_at(byte, Some(number), what, value.to_string(), problem, Message::of(COPY_AGAIN))
        };
        if byte >= zeros_from {
            return Err(zeros(byte, number));
        }
        if record.len() < variant.record_bytes {
            return Err(file_ends(bytes.len(), number, variant.record_bytes - record.len()));
        }
        let [seconds, fraction, captured, length] = [0, 4, 8, 12].map(|at| variant.number(record, at));
        if captured > CAPTURED_MAX {
            return Err(wrong(
                message!("captured length"),
                captured,
                message!("longer than any packet, so this is not a record"),
            ));
        }
        let whole = variant.record_bytes + captured as usize;
        if record.len() < whole {
            return Err(file_ends(bytes.len(), number, whole - record.len()));
        }
        if fraction >= variant.units {
            return Err(wrong(message!("fraction of a second"), fraction, message!("not less than a second")));
        }
        let time = i128::from(seconds) * 1_000_000_000 + i128::from(fraction) * variant.unit;
        collector.add(byte, time, i64::from(length.max(captured)) + link - extra)?;
        byte += whole;
    }
    Ok(())
}

/// Returns the bytes that the link adds to a frame, and the bytes of a check sequence that the capture has already.
fn frame_of(network: u32) -> Result<(i64, i64), ScenarioError> {
    // the upper bits say whether frames end with a check sequence, and of how many 16-bit words
    let check = if network & 0x0400_0000 != 0 { i64::from(network >> 28) * 2 } else { 0 };
    let link = Linktype((network & 0x03FF_FFFF) as i32);
    match format::to_frame(link) {
        Some(added) => Ok((added, check)),
        None => {
            let (problem, remedy) = (Message::of(format::OTHER_LINK), Message::of(format::LINK_REMEDY));
            Err(error_at(20, None, message!("link type"), link.0.to_string(), problem, remedy))
        }
    }
}

fn not_a_capture(bytes: &[u8]) -> ScenarioError {
    let begin: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let (problem, remedy) = match bytes {
        [0x1f, 0x8b, ..] => (message!("compressed"), message!("the unpacked file: gunzip file.pcap.gz")),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => (message!("compressed"), message!("the unpacked file: unzstd file.pcap.zst")),
        [b'P', b'K', ..] => (message!("a zip archive"), message!("the unpacked file")),
        _ => (message!("not a capture"), message!("a pcap or pcapng file, as tcpdump -w and Wireshark write")),
    };
    error_at(0, None, message!("first bytes"), begin.join(" "), problem, remedy)
}
