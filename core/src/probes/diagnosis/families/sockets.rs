//! Hosts with sockets (R): packets dropped at a socket, packets dropped before any protocol work, and protocol work charged to
//! the wrong process.

use crate::message::Message;
use crate::probes::diagnosis::cures::{self, Cure};
use crate::probes::diagnosis::facts::{Facts, IDLE_MIN};
use crate::probes::diagnosis::findings::{
    Finding,
    Headline::{Text, Words},
    Tone, row,
};
use crate::probes::diagnosis::rules::is_idle;
use crate::probes::diagnosis::wording::loss::{DROPS_EARLY, packets_thrown_away};
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, the, thrown_away};
use crate::{message, msg};

/// Packets are dropped at a socket, after all protocol work.
static LIVELOCK_AT_SOCKET: Finding =
    row("livelock_at_socket", Tone::Bad, Words(packets_thrown_away), livelock_at_socket)
        .cured_by(cures::run_own_protocols);
/// Packets wait in a channel of a process that they are not for.
static WRONG_CHANNEL: Finding =
    row("wrong_channel", Tone::Bad, Text(msg!("The kernel chooses the process too early.")), wrong_channel)
        .cured_by(choose_at_each_stage);
/// Excess packets are dropped before any protocol work.
static REFUSED_EARLY: Finding = row("refused_early", Tone::Good, Text(DROPS_EARLY), refused_early);
/// Protocol work is charged to a process that the packets are not for.
static STRANGER_PAYS: Finding =
    row("stranger_pays", Tone::Bad, Text(msg!("Another process is charged for the packets.")), stranger_pays)
        .cured_by(cures::run_own_protocols);

/// A smaller share of the CPU time does not matter.
const SHARE_MIN: f64 = 0.02;

pub fn find(facts: &Facts) -> Option<&'static Finding> {
    if is_idle(facts) {
        return None;
    }
    if facts.loses_work() {
        let worst = facts.worst_place.as_ref()?;
        return match worst.id.as_str() {
            "socket_queue" if worst.consumer_idle > IDLE_MIN => None,
            "socket_queue" if facts.lost_after_work() >= 0.15 && worst.others_share < worst.kernel_share => {
                Some(&LIVELOCK_AT_SOCKET)
            }
            "own_channel" => Some(&WRONG_CHANNEL),
            id if is_before_protocols(id) && facts.gets_through() => Some(&REFUSED_EARLY),
            _ => None,
        };
    }
    (facts.sockets.mischarged > SHARE_MIN).then_some(&STRANGER_PAYS)
}

/// Whether a place holds packets before any protocol work: channels and UIQs, of a process or of a stage.
fn is_before_protocols(id: &str) -> bool {
    ["uiq", "channel"].iter().any(|name| id.ends_with(name)) && id != "own_channel"
}

fn choose_at_each_stage(_: &Facts) -> Option<Cure> {
    Some(cures::srp(msg!("Choose the process at each stage")))
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
