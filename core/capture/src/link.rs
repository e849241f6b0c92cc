//! How long the Ethernet frame was that a packet of a link came in or would come in. Captures leave out the check sequence.

use pcap_parser::Linktype;

/// What differs from the frame on the wire, in bytes; none for links whose packets never were Ethernet frames.
///
/// Headers: Ethernet 14, cooked Linux 16 or 20 (tcpdump -i any), raw IP none.
pub fn to_frame(link: Linktype) -> Option<i64> {
    const HEADER: i64 = 14;
    const CHECK: i64 = 4;
    match link {
        Linktype::ETHERNET => Some(CHECK),
        Linktype::LINUX_SLL => Some(HEADER - 16 + CHECK),
        Linktype::LINUX_SLL2 => Some(HEADER - 20 + CHECK),
        // 12 and 14 are what some systems write for raw IP
        Linktype::RAW | Linktype::IPV4 | Linktype::IPV6 | Linktype(12 | 14) => Some(HEADER + CHECK),
        _ => None,
    }
}

/// For a link that is none of those.
pub const REMEDY: &str = "Ethernet (1), raw IP (101) or Linux cooked (113, 276): capture on a wired interface, e.g. tcpdump -i eth0 -w file.pcap";
