//! What can be said of a Linux host that receives (W), and of nothing else: memory that runs out, and a TCP sender that waits
//! for the receiver.

use super::numbers::{percent, thousands};
use super::say::{go_out, refused};
use super::{Cure, Facts, Finding};
use crate::ordered::ordered_map;
use crate::scenario::{Design, Settings, Value};
use crate::trace::topology::Topology;
use crate::trace::{Count, Row};

/// A browser's build for another family carries none of this.
const IN_THIS_BUILD: bool = cfg!(feature = "linux_receive");

/// In pages of 4 KB, for all of TCP: 160 MB of the 256 that W's machine has.
const TCP_PAGES_GOOD: u64 = 40_960;

/// What of a machine only these sentences need.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceivingFacts {
    /// Of the time: descriptors of the ring were without a buffer; a process had been killed for want of memory.
    pub refill_fails: f64,
    pub killed: f64,
    /// The socket's buffer has no room for more, and TCP has told the sender.
    pub sender_waits: bool,
}

impl ReceivingFacts {
    /// `inside` is how many packets are in the machine, `gate` the share of the window that a gate was on.
    pub fn of(settings: &Settings, topology: &Topology, row: &Row, inside: u64, gate: &dyn Fn(&str) -> f64) -> Self {
        if !IN_THIS_BUILD || settings.kernel.design != Design::LinuxReceive {
            return ReceivingFacts::default();
        }
        let is_tcp = settings.values.get("receive.protocol").choice() == "tcp";
        let room: u64 = topology
            .places
            .iter()
            .filter(|place| place.id.starts_with("receive_queue"))
            .map(|place| u64::from(place.capacity))
            .sum();
        ReceivingFacts {
            refill_fails: gate("refill_fails"),
            killed: gate("killed"),
            sender_waits: is_tcp && inside * 20 > room * 19 && row.count(Count::Dropped) == 0,
        }
    }
}

/// The finding that only this machine has, if one of them holds.
pub fn find(facts: &Facts) -> Option<Finding> {
    let receiving = &facts.receiving;
    if receiving.killed > 0.0 && facts.delivered == 0 {
        return Some(Finding::Killed);
    }
    if receiving.refill_fails > 0.01 && facts.refused > 0 {
        return Some(Finding::MemoryPressure);
    }
    (receiving.sender_waits && facts.receiver_share >= 0.2).then_some(Finding::SenderWaits)
}

/// Why, with numbers; for this machine's findings only.
pub fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::Killed => killed(facts),
        Finding::MemoryPressure => memory_pressure(facts),
        _ => sender_waits(facts),
    }
}

fn killed(facts: &Facts) -> String {
    let comes = if facts.arrived == 0 { "No packets arrive" } else { "Packets that arrive are for nobody" };
    format!(
        "What waits in sockets cannot be given up. Nothing was left to reclaim, so the kernel killed the process. {comes}."
    )
}

fn memory_pressure(facts: &Facts) -> String {
    format!(
        "{} of the time descriptors of the receive ring have no buffer, because hardly any memory is free and nothing may \
         wait for more in an interrupt. {}; refused by the interface: {}.",
        percent(facts.receiving.refill_fails),
        go_out(facts),
        refused(facts),
    )
}

fn sender_waits(facts: &Facts) -> String {
    format!(
        "{} packets wait in the socket's buffer, which is full, so TCP lets the sender send just what the process takes: {}. \
         It has {} of the CPU.",
        thousands(facts.inside),
        go_out(facts),
        percent(facts.receiver_share),
    )
}

/// TCP may not have all of the memory (W 4.2).
pub fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    const LIMIT: &str = "memory.tcp_pages";
    let is_high = || facts.settings.values.get(LIMIT).integer() > TCP_PAGES_GOOD;
    (IN_THIS_BUILD && finding == Finding::Killed && is_high()).then(|| Cure {
        label: "Let TCP have 160 MB".into(),
        set: ordered_map([(LIMIT.to_string(), Value::Integer(TCP_PAGES_GOOD as i64))]),
    })
}

#[cfg(test)]
mod tests {
    use super::super::Tone;
    use super::super::tests::of;
    use crate::scenario::Value;

    #[test]
    fn a_killed_process_is_told_and_can_be_saved() {
        let ill = of("wu-out-of-memory", &[], 20_000);
        assert_eq!((ill.id, ill.tone), ("killed", Tone::Bad), "{}", ill.sentence);
        assert_ne!(of("wu-out-of-memory", &[], 3_000).id, "killed", "it still lives");
        let cure: Vec<(String, Value)> = ill.cure.expect("there is a limit for TCP").set.into_iter().collect();
        let cure: Vec<(&str, Value)> = cure.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        let well = of("wu-out-of-memory", &cure, 20_000);
        assert!(well.id != "killed" && well.cure.is_none(), "{}", well.sentence);
    }

    #[test]
    fn a_sender_that_waits_is_no_trouble() {
        for scenario in ["wu-table-2-bl0", "wu-table-3"] {
            let found = of(scenario, &[], 3_000);
            assert_eq!((found.id, found.tone), ("sender_waits", Tone::Neutral), "{scenario}: {}", found.sentence);
            assert!(found.sentence.contains("It has 6"), "{scenario}: {}", found.sentence);
        }
        // there is room; others have the CPU; nobody asks UDP to wait
        for (scenario, milliseconds) in [("wu-table-2-bl0", 1_100), ("wu-table-2-bl10", 3_000), ("wu-udp-400", 3_000)] {
            let found = of(scenario, &[], milliseconds);
            assert_ne!(found.id, "sender_waits", "{scenario}: {}", found.sentence);
        }
    }
}
