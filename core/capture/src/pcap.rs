//! The older format: one header, then one record for each packet. Variants differ in the unit of time (microseconds or
//! nanoseconds), in the byte order, and in the length of records (Kuznetzov's patch).

use crate::collector::Collector;
use crate::error::{COPY_AGAIN, error_at, file_ends};
use crate::format::{self, CAPTURED_MAX, missing};
use livelock_core::scenario::ScenarioError;
use pcap_parser::nom::Err;
use pcap_parser::{
    Linktype, PcapError, PcapHeader, parse_pcap_frame, parse_pcap_frame_be, parse_pcap_frame_modified,
    parse_pcap_header,
};

pub fn read(bytes: &[u8], collector: &mut Collector) -> Result<(), ScenarioError> {
    let (mut rest, header) = parse_pcap_header(bytes).map_err(|error| not_a_capture(bytes, &error))?;
    let (link, extra) = frame_of(&header)?;
    let parse = match (header.is_modified_format(), header.is_bigendian()) {
        (true, _) => parse_pcap_frame_modified,
        (_, true) => parse_pcap_frame_be,
        (_, false) => parse_pcap_frame,
    };
    let (unit, ticks_max) = if header.is_nanosecond_precision() { (1, 1_000_000_000) } else { (1_000, 1_000_000) };
    while !rest.is_empty() && !collector.is_full() {
        let (byte, number) = (bytes.len() - rest.len(), collector.number());
        let wrong =
            |what: &str, value: u32, problem: &str| error_at(byte, Some(number), what, value, problem, COPY_AGAIN);
        if let Some(captured) = captured_length(rest, header.is_bigendian()).filter(|length| *length > CAPTURED_MAX) {
            return Err(wrong("captured length", captured, "longer than any packet, so this is not a record"));
        }
        let (after, record) = parse(rest).map_err(|error| match error {
            Err::Incomplete(needed) => file_ends(bytes.len(), number, missing(needed)),
            _ => wrong("record", number as u32, "not a record"),
        })?;
        if record.ts_usec >= ticks_max {
            return Err(wrong("fraction of a second", record.ts_usec, "not less than a second"));
        }
        let time = i128::from(record.ts_sec) * 1_000_000_000 + i128::from(record.ts_usec) * unit;
        let frame = i64::from(record.origlen.max(record.caplen)) + link - extra;
        collector.add(byte, time, frame)?;
        rest = after;
    }
    Ok(())
}

/// Returns the bytes that the link adds to a frame, and the bytes of a check sequence that the capture has already.
fn frame_of(header: &PcapHeader) -> Result<(i64, i64), ScenarioError> {
    let network = header.network.0 as u32;
    // the upper bits say whether frames end with a check sequence, and of how many 16-bit words
    let check = if network & 0x0400_0000 != 0 { i64::from(network >> 28) * 2 } else { 0 };
    let link = Linktype((network & 0x03FF_FFFF) as i32);
    match format::to_frame(link) {
        Some(added) => Ok((added, check)),
        None => Err(error_at(20, None, "link type", link.0, "not a link with Ethernet packets", format::LINK_REMEDY)),
    }
}

fn captured_length(record: &[u8], big_endian: bool) -> Option<u32> {
    let field: [u8; 4] = record.get(8..12)?.try_into().ok()?;
    Some(if big_endian { u32::from_be_bytes(field) } else { u32::from_le_bytes(field) })
}

fn not_a_capture(bytes: &[u8], error: &Err<PcapError<&[u8]>>) -> ScenarioError {
    if let Err::Incomplete(needed) = error
        && bytes.len() >= 4
    {
        return file_ends(bytes.len(), 0, missing(*needed));
    }
    let begin: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let (problem, remedy) = match bytes {
        [0x1f, 0x8b, ..] => ("compressed", "unpack it first: gunzip file.pcap.gz"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ("compressed", "unpack it first: unzstd file.pcap.zst"),
        [b'P', b'K', ..] => ("a zip archive", "unpack it first"),
        _ => ("not a capture", "a pcap or pcapng file, as tcpdump -w and Wireshark write"),
    };
    error_at(0, None, "first bytes", begin.join(" "), problem, remedy)
}
