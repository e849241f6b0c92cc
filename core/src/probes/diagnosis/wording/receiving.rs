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
