//! What both formats share: the length of an Ethernet frame, computed from the length in the capture, which leaves out the
//! check sequence; and the longest record.

use livelock_core::msg;
use pcap_parser::Linktype;

/// The difference between the captured packet and the frame on the wire, in bytes; `None` for links that do not carry
/// Ethernet packets.
///
/// Headers: Ethernet 14, cooked Linux 16 or 20 (tcpdump -i any), raw IP none.
pub fn to_frame(link: Linktype) -> Option<i64> {
    const HEADER: i64 = 14;
    const CHECK: i64 = 4;
    match link {
        Linktype::ETHERNET => Some(CHECK),
        Linktype::LINUX_SLL => Some(HEADER - 16 + CHECK),
        Linktype::LINUX_SLL2 => Some(HEADER - 20 + CHECK),
        // some systems write 12 and 14 for raw IP
        Linktype::RAW | Linktype::IPV4 | Linktype::IPV6 | Linktype(12 | 14) => Some(HEADER + CHECK),
        _ => None,
    }
}

pub const OTHER_LINK: &str = msg!("not a link with Ethernet packets");
/// The remedy for any other link.
pub const LINK_REMEDY: &str = msg!(
    "Ethernet (1), raw IP (101) or Linux cooked (113, 276): capture on a wired interface, e.g. tcpdump -i eth0 -w file.pcap"
);

/// libpcap's limit of a record's length. A longer record means that the file is damaged.
pub const CAPTURED_MAX: u32 = 262_144;

/// Where the zeros at the end of a file begin; the length of a file that does not end with zeros.
pub fn content_end(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)
}
