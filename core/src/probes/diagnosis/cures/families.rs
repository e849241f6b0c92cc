//! Cures that only one family of machines has. A browser build without the family leaves them out.

use super::Cure;
use crate::ordered::ordered_map;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::Finding;
use crate::scenario::Value;

/// A safe limit for all of TCP in pages of 4 KB: 160 MB of the 256 MB that W's machine has.
const TCP_PAGES_SAFE: u64 = 40_960;

/// Limits TCP to a part of the memory (W 4.2).
pub(super) fn cure_receiving(finding: Finding, facts: &Facts) -> Option<Cure> {
    const LIMIT: &str = "memory.tcp_pages";
    let is_high = || facts.settings.values.get(LIMIT).integer() > TCP_PAGES_SAFE;
    (cfg!(feature = "linux_receive") && finding == Finding::Killed && is_high()).then(|| Cure {
        label: "Limit TCP to 160 MB".into(),
        set: ordered_map([(LIMIT.to_string(), Value::Integer(TCP_PAGES_SAFE as i64))]),
    })
}

/// Offers the SRP design.
pub(super) fn cure_sockets(finding: Finding, facts: &Facts) -> Option<Cure> {
    let mends = matches!(
        finding,
        Finding::LivelockAtSocket | Finding::LivelockAtQueue | Finding::LosingWork | Finding::StrangerPays
    );
    let wrong = finding == Finding::WrongChannel;
    let label = if wrong { "Choose the process at each stage" } else { "Let the process run its own protocols" };
    (wrong || mends && facts.sockets.protocols_in_interrupts).then(|| Cure {
        label: label.into(),
        set: ordered_map([("kernel.design".to_string(), Value::Choice("srp".into()))]),
    })
}

/// Moves the receiver to a CPU that no queue interrupts. If there is no such CPU, lets a thread poll, because a thread shares
/// the CPU fairly with the receiver.
pub(super) fn cure_today(finding: Finding, facts: &Facts) -> Option<Cure> {
    if !cfg!(feature = "today") {
        return None;
    }
    let polls_in_softirqs = facts.settings.values.get("today.napi").choice() == "softirq";
    let one = |label: String, path: &str, value| Some(Cure { label, set: ordered_map([(path.to_string(), value)]) });
    match (finding, facts.today.free_cpu) {
        (Finding::FramesBroken, _) => {
            let whole = facts.settings.values.get("selective.frames").choice() == "whole";
            let set = one("Drop whole frames".into(), "selective.frames", Value::Choice("whole".into()));
            set.filter(|_| !whole)
        }
        (Finding::ReceiverTooSlow, _) if facts.today.receivers > 1 => {
            let shares = facts.settings.values.get("selective.shares").switch();
            let set = one("Give each receiver its share".into(), "selective.shares", Value::Switch(true));
            set.filter(|_| !shares)
        }
        (Finding::SoftirqStarves | Finding::PollerCompetes, Some(cpu)) => {
            one(format!("Move the receiver to CPU {cpu}"), "today.receiver_cpu", Value::Integer(cpu as i64))
        }
        (Finding::SoftirqStarves, None) if polls_in_softirqs => {
            one("Let a thread poll the queue".into(), "today.napi", Value::Choice("thread".into()))
        }
        _ => None,
    }
}
