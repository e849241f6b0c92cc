//! Sentences that only hosts with sockets need (R): packets dropped at a socket, packets dropped before any protocol work, and
//! protocol work charged to the wrong process.

use super::numbers::{microseconds, percent};
use super::phrases::{are_thrown_away, go_out};
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
        "Protocols run in interrupts, before every process, and find out last that the {} is full: {} there, each after \
         {} of work. The {} that should empty it gets {} of the CPU.",
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
        "{}. Whose packet it is is known at once, so what is too much is refused at the {} before any protocol has worked \
         on it: {}, each after {}.",
        go_out(facts),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn stranger_pays(facts: &Facts) -> String {
    format!(
        "{}. Their protocols run in interrupts, at the expense of whatever process they interrupt: {} of the CPU is \
         charged to one that the packets are not for.",
        go_out(facts),
        percent(facts.sockets.mischarged),
    )
}

fn wrong_channel(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "{}. Whose packet it is is decided before its address is translated, so packets for the gateway's own address wait \
         in the {}, which nobody empties: {} there.",
        go_out(facts),
        worst.name,
        are_thrown_away(facts),
    )
}
