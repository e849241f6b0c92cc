//! Hosts with sockets (R): packets dropped at a socket, packets dropped before any protocol work, and protocol work charged to
//! the wrong process.

use super::FamilyRules;
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::{Facts, IDLE};
use crate::probes::diagnosis::findings::{Finding, is_idle};
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, the, thrown_away};
use crate::scenario::Value;

pub const SOCKETS: FamilyRules = FamilyRules { family: crate::families::srp::FAMILY.id, find, sentences, cure };

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
    let label = match wrong {
        true => msg!("Choose the process at each stage"),
        false => msg!("Let the process run its own protocols"),
    };
    (wrong || mends && facts.sockets.protocols_in_interrupts)
        .then(|| Cure::setting(label, "kernel.design", Value::Choice("srp".into())))
}

fn sentences(finding: Finding, facts: &Facts) -> Vec<Message> {
    match finding {
        Finding::LivelockAtSocket => livelock_at_socket(facts),
        Finding::RefusedEarly => refused_early(facts),
        Finding::StrangerPays => stranger_pays(facts),
        Finding::WrongChannel => wrong_channel(facts),
        _ => panic!("this family has no such finding of its own"),
    }
}

fn livelock_at_socket(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let loss = message!(
        "Protocols run in interrupts, before any process, and find {place} full only after all their work: {are_thrown_away} \
         there, each after {time} of work.",
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    let receiver = message!(
        "{Consumer} that should empty it gets {share} of the CPU.",
        Consumer = the(&worst.consumer_name),
        share = percent(facts.sockets.receiver),
    );
    vec![loss, receiver]
}

fn refused_early(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let loss = message!(
        "The kernel knows the receiver of each packet at once, so excess packets are thrown away before any protocol work: \
         {packets} at {place}, each after {time}.",
        packets = thrown_away(facts),
        place = the(&worst.name),
        time = microseconds(worst.microseconds_each),
    );
    vec![flow(facts), loss]
}

/// "14,000 packets/s reach the receiving process."
fn flow(facts: &Facts) -> Message {
    message!("{go_out}.", go_out = go_out(facts))
}

fn stranger_pays(facts: &Facts) -> Vec<Message> {
    let charge = message!(
        "Protocols run in interrupts and are charged to the interrupted process: {share} of the CPU time is charged to a \
         process that the packets are not for.",
        share = percent(facts.sockets.mischarged),
    );
    vec![flow(facts), charge]
}

fn wrong_channel(facts: &Facts) -> Vec<Message> {
    let loss = message!(
        "So packets for the gateway's own address wait in {place}, which no process empties: {are_thrown_away} there.",
        place = the(&facts.worst_place().name),
        are_thrown_away = are_thrown_away(facts),
    );
    vec![
        flow(facts),
        message!("The kernel chooses a packet's process before it translates the packet's address."),
        loss,
    ]
}
