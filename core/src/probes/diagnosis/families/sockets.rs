//! Hosts with sockets (R): packets dropped at a socket, packets dropped before any protocol work, and protocol work charged to
//! the wrong process.

use super::FamilyRules;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::{Finding, IDLE, is_idle};
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, thrown_away};
use crate::scenario::Value;

pub const SOCKETS: FamilyRules = FamilyRules { family: crate::srp::FAMILY.id, find, sentence, cure };

/// Smaller shares do not matter.
const SHARE_MIN: f64 = 0.02;

fn find(facts: &Facts) -> Option<Finding> {
    if is_idle(facts) {
        return None;
    }
    let lost_after_work = facts.lost_after_work();
    if lost_after_work > SHARE_MIN && facts.wasted_packets >= 3 {
        let worst = facts.worst_place.as_ref()?;
        return match worst.id.as_str() {
            "socket_queue" if worst.consumer_idle > IDLE => None,
            "socket_queue" if lost_after_work >= 0.15 && worst.others_share < worst.kernel_share => {
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

/// Offers the SRP design.
fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let mends = matches!(
        finding,
        Finding::LivelockAtSocket | Finding::LivelockAtQueue | Finding::LosingWork | Finding::StrangerPays
    );
    let wrong = finding == Finding::WrongChannel;
    let label = if wrong { "Choose the process at each stage" } else { "Let the process run its own protocols" };
    (wrong || mends && facts.sockets.protocols_in_interrupts)
        .then(|| Cure::setting(label, "kernel.design", Value::Choice("srp".into())))
}

fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        Finding::LivelockAtSocket => livelock_at_socket(facts),
        Finding::RefusedEarly => refused_early(facts),
        Finding::StrangerPays => stranger_pays(facts),
        Finding::WrongChannel => wrong_channel(facts),
        _ => panic!("this family has no such finding of its own"),
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
