//! Sentences that only the Linux 2.6 receiver needs (W): memory that runs out, and a TCP sender that waits for the receiver.

use super::numbers::{percent, thousands};
use super::phrases::{go_out, refused};
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::Finding;

/// A browser build for another family carries none of these sentences.
const IN_THIS_BUILD: bool = cfg!(feature = "linux_receive");

pub(super) fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::Killed => killed(facts),
        Finding::MemoryPressure => memory_pressure(facts),
        _ => sender_waits(facts),
    }
}

fn killed(facts: &Facts) -> String {
    let comes =
        if facts.arrived == 0 { "No packets arrive" } else { "Packets still arrive, but no process receives them" };
    format!(
        "Packets that wait in sockets cannot be reclaimed. Nothing else was left to reclaim, so the kernel killed the process. {comes}."
    )
}

fn memory_pressure(facts: &Facts) -> String {
    format!(
        "Descriptors of the receive ring have no buffer {} of the time: hardly any memory is free, and an interrupt cannot \
         wait for more. {}; refused by the interface: {}.",
        percent(facts.receiving.refill_fails),
        go_out(facts),
        refused(facts),
    )
}

fn sender_waits(facts: &Facts) -> String {
    format!(
        "{} packets fill the socket's buffer, so TCP lets the sender send only as much as the process reads: {}. The process \
         has {} of the CPU.",
        thousands(facts.inside),
        go_out(facts),
        percent(facts.receiver_share),
    )
}
