//! Sentences that only hosts with sockets need (R): packets dropped at a socket, packets dropped before any protocol work, and
//! protocol work charged to the wrong process.

use super::numbers::{microseconds, percent};
use super::phrases::{are_thrown_away, go_out, thrown_away};
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::Finding;

/// A browser build for another family carries none of these sentences.
const IN_THIS_BUILD: bool = cfg!(feature = "srp");

pub(super) fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::LivelockAtSocket => livelock_at_socket(facts),
        Finding::RefusedEarly => refused_early(facts),
        Finding::StrangerPays => stranger_pays(facts),
        _ => wrong_channel(facts),
    }
}

fn livelock_at_socket(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "Protocols run in interrupts, before any process, and find the {} full only after all their work: {} there, each \
         after {} of work. The {} that should empty it gets {} of the CPU.",
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
        worst.consumer_name,
        percent(facts.sockets.receiver),
    )
}

fn refused_early(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "{}. The kernel knows the receiver of each packet at once, so excess packets are thrown away before any \
         protocol work: {} at the {}, each after {}.",
        go_out(facts),
        thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each),
    )
}

fn stranger_pays(facts: &Facts) -> String {
    format!(
        "{}. Protocols run in interrupts and are charged to the interrupted process: {} of the CPU time is charged to a \
         process that the packets are not for.",
        go_out(facts),
        percent(facts.sockets.mischarged),
    )
}

fn wrong_channel(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "{}. The kernel chooses a packet's process before it translates the packet's address. So packets for the gateway's \
         own address wait in the {}, which no process empties: {} there.",
        go_out(facts),
        worst.name,
        are_thrown_away(facts),
    )
}
