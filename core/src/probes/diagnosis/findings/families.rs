//! Findings that only one family of machines can have. A browser build without the family leaves them out.

use super::Finding;
use crate::probes::diagnosis::facts::Facts;

/// If dropped packets cost less than this on average, the early look dropped most of them: a packet that reaches the socket
/// costs twice as much.
const EARLY_US: f64 = 0.5;

/// Smaller shares do not matter.
const SHARE_MIN: f64 = 0.02;

/// Finds what only the Linux 2.6 receiver can have: memory that runs out, a TCP sender that waits.
pub(super) fn find_receiving(facts: &Facts) -> Option<Finding> {
    let receiving = &facts.receiving;
    if receiving.killed > 0.0 && facts.delivered == 0 {
        return Some(Finding::Killed);
    }
    if receiving.refill_fails > 0.01 && facts.refused > 0 {
        return Some(Finding::MemoryPressure);
    }
    (receiving.sender_waits && facts.receiver_share >= 0.2).then_some(Finding::SenderWaits)
}

/// Finds what only hosts with sockets can have: drops at a socket, early drops, work charged to the wrong process.
pub(super) fn find_sockets(facts: &Facts, lost_after_work: f64) -> Option<Finding> {
    if !cfg!(feature = "srp") || !facts.sockets.is_present {
        return None;
    }
    if lost_after_work > SHARE_MIN && facts.wasted_packets >= 3 {
        let worst = facts.worst_place.as_ref()?;
        return match worst.id.as_str() {
            "socket_queue" if lost_after_work >= 0.15 && facts.others_share < facts.kernel_share() => {
                Some(Finding::LivelockAtSocket)
            }
            "own_channel" => Some(Finding::WrongChannel),
            id if is_before_protocols(id) && facts.gets_through() => Some(Finding::RefusedEarly),
            _ => None,
        };
    }
    (facts.sockets.mischarged > SHARE_MIN).then_some(Finding::StrangerPays)
}

/// Whether a place holds packets before any protocol work: channels and UIQs, of a process or of a stage.
fn is_before_protocols(id: &str) -> bool {
    ["uiq", "channel"].iter().any(|name| id.ends_with(name)) && id != "own_channel"
}

/// Finds what only Linux today can have: softirqs before the receiver, polling threads beside it, a receiver that polls.
/// Thresholds are ours.
pub(super) fn find_today(facts: &Facts, lost_after_work: f64) -> Option<Finding> {
    let today = &facts.today;
    if !cfg!(feature = "today") || !today.is_present {
        return None;
    }
    let is_lost = lost_after_work > 0.02 && facts.wasted_packets >= 3;
    let worst = facts.worst_place.as_ref().map_or("", |worst| worst.id.as_str());
    if is_lost {
        return match today {
            _ if worst.starts_with("frame_buffer") => Some(Finding::FramesBroken),
            _ if !worst.starts_with("receive_queue") => None,
            _ if facts.gets_through() && facts.worst_place.as_ref()?.microseconds_each < EARLY_US => {
                Some(Finding::RefusedEarly)
            }
            _ if today.interrupts > 0.4 => Some(Finding::SoftirqStarves),
            _ if today.pollers > 0.2 => Some(Finding::PollerCompetes),
            _ if today.receiver > 0.9 => Some(Finding::ReceiverTooSlow),
            _ => None,
        };
    }
    (today.busy_polling > 0.05 && facts.delivered > 0).then_some(Finding::BusyPolling)
}
