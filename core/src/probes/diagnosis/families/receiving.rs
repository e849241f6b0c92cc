//! The Linux 2.6 receiver (W): memory that runs out, and a TCP sender that waits for the receiver.

use super::FamilyRules;
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::Finding;
use crate::probes::diagnosis::wording::numbers::{percent, thousands};
use crate::probes::diagnosis::wording::phrases::{go_out, refused};
use crate::scenario::Value;

pub const RECEIVING: FamilyRules =
    FamilyRules { family: crate::families::linux_receiver::FAMILY.id, find, sentences, cure };

/// A safe limit for all of TCP in pages of 4 KB: 160 MB of the 256 MB that W's machine has.
const TCP_PAGES_SAFE: u64 = 40_960;

/// The best nice value that W 4.3 tries.
const NICE_BEST: i64 = -15;

fn find(facts: &Facts) -> Option<Finding> {
    let receiving = &facts.receiving;
    if receiving.killed > 0.0 && facts.delivered == 0 {
        return Some(Finding::Killed);
    }
    if receiving.refill_fails > 0.01 && facts.refused > 0 {
        return Some(Finding::MemoryPressure);
    }
    (receiving.sender_waits && facts.receiver_share >= 0.2).then_some(Finding::SenderWaits)
}

/// A better nice value, or a limit of TCP's memory (W 4.2).
fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    const LIMIT: &str = "memory.tcp_pages";
    if process_waits(finding, facts) {
        return Some(Cure::setting(
            msg!("Give the process a nice value of -15"),
            "receive.nice",
            Value::Integer(NICE_BEST),
        ));
    }
    let is_high = || facts.settings.values.get(LIMIT).integer() > TCP_PAGES_SAFE;
    (finding == Finding::Killed && is_high())
        .then(|| Cure::setting(msg!("Limit TCP to 160 MB"), LIMIT, Value::Integer(TCP_PAGES_SAFE as i64)))
}

/// Whether other processes have the CPU that the receiver needs, and a better nice value would help (W 4.3).
fn process_waits(finding: Finding, facts: &Facts) -> bool {
    let setting = |path: &str| facts.settings.values.get(path).signed();
    let for_others = finding == Finding::WaitingForCpu && setting("receive.background") > 0;
    (finding == Finding::SocketStarved || for_others) && setting("receive.nice") > NICE_BEST
}

fn sentences(finding: Finding, facts: &Facts) -> Vec<Message> {
    match finding {
        Finding::Killed => killed(facts),
        Finding::MemoryPressure => memory_pressure(facts),
        Finding::SenderWaits => sender_waits(facts),
        _ => panic!("this family has no such finding of its own"),
    }
}

fn killed(facts: &Facts) -> Vec<Message> {
    let arrive = message!(
        facts.arrived == 0 => "No packets arrive.", "Packets still arrive, but no process receives them."
    );
    vec![
        message!("Packets that wait in sockets cannot be reclaimed."),
        message!("Nothing else was left to reclaim, so the kernel killed the process."),
        arrive,
    ]
}

fn memory_pressure(facts: &Facts) -> Vec<Message> {
    let refill = message!(
        "Descriptors of the receive ring have no buffer {share} of the time: hardly any memory is free, and an interrupt cannot \
         wait for more.",
        share = percent(facts.receiving.refill_fails),
    );
    let flow =
        message!("{go_out}; refused by the interface: {packets}.", go_out = go_out(facts), packets = refused(facts),);
    vec![refill, flow]
}

fn sender_waits(facts: &Facts) -> Vec<Message> {
    let wait = message!(
        "{packets} fill the socket's buffer, so TCP lets the sender send only as much as the process reads: {go_out}.",
        packets = message!("{n} packets", n = thousands(facts.inside)),
        go_out = go_out(facts),
    );
    vec![wait, message!("The process has {share} of the CPU.", share = percent(facts.receiver_share))]
}
