//! The Linux 2.6 receiver (W): memory that runs out, and a TCP sender that waits for the receiver.

use crate::message::Message;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::{Finding, Headline::Text, Tone, row};
use crate::probes::diagnosis::wording::numbers::{percent, thousands};
use crate::probes::diagnosis::wording::phrases::{go_out, refused};
use crate::scenario::Value;
use crate::{message, msg};

/// Memory ran out, and the kernel killed the process that used it.
static KILLED: Finding = row("killed", Tone::Bad, Text(msg!("Out of memory: the kernel killed the process.")), killed)
    .cured_by(limit_tcp)
    .without_losses();
/// Descriptors of the receive ring get no buffers.
static MEMORY_PRESSURE: Finding =
    row("memory_pressure", Tone::Bad, Text(msg!("No memory for the receive ring.")), memory_pressure);
/// The socket's buffer is full, and TCP holds the sender back.
static SENDER_WAITS: Finding =
    row("sender_waits", Tone::Neutral, Text(msg!("The sender waits for the receiver.")), sender_waits);

/// A safe limit for all of TCP in pages of 4 KB: 160 MB of the 256 MB that W's machine has.
const TCP_PAGES_SAFE: u64 = 40_960;

pub fn find(facts: &Facts) -> Option<&'static Finding> {
    let receiving = &facts.receiving;
    if receiving.killed > 0.0 && facts.delivered == 0 {
        return Some(&KILLED);
    }
    if receiving.refill_fails > 0.01 && facts.refused > 0 {
        return Some(&MEMORY_PRESSURE);
    }
    (receiving.sender_waits && facts.receiver_share >= 0.2).then_some(&SENDER_WAITS)
}

/// A limit of TCP's memory (W 4.2).
fn limit_tcp(facts: &Facts) -> Option<Cure> {
    const LIMIT: &str = "memory.tcp_pages";
    let is_high = facts.settings.values.get(LIMIT).integer() > TCP_PAGES_SAFE;
    is_high.then(|| Cure::setting(msg!("Limit TCP to 160 MB"), LIMIT, Value::Integer(TCP_PAGES_SAFE as i64)))
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
