//! Linux today: softirqs before the receiver, polling threads beside it, and a receiver that polls. Thresholds are ours.

use crate::message::Message;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::{
    Finding,
    Headline::{Text, Words},
    RECEIVER_TOO_SLOW, Tone, row,
};
use crate::probes::diagnosis::rules::is_idle;
use crate::probes::diagnosis::wording::loss::{DROPS_EARLY, packets_thrown_away, thrown_away_at_the_worst_place};
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, the, thrown_away};
use crate::probes::diagnosis::wording::throughput::come_in_and_leave;
use crate::scenario::Value;
use crate::{message, msg};

/// The process discards what it reads, because most video frames lack a packet (M 10.3).
pub static FRAMES_BROKEN: Finding =
    row("frames_broken", Tone::Bad, Text(msg!("Most video frames lack a packet.")), frames_broken)
        .cured_by(whole_frames);
/// Excess packets are dropped before any protocol work.
static REFUSED_EARLY: Finding = row("refused_early", Tone::Good, Text(DROPS_EARLY), refused_early);
/// Interrupts and softirqs leave the receiver no time.
static SOFTIRQ_STARVES: Finding =
    row("softirq_starves", Tone::Bad, Words(packets_thrown_away), softirq_starves).cured_by(another_cpu_or_thread);
/// A polling thread shares the CPU with the receiver.
static POLLER_COMPETES: Finding =
    row("poller_competes", Tone::Neutral, Text(msg!("Polling and the receiver share the CPU.")), poller_competes)
        .cured_by(another_cpu);
/// The receive call polls, and the CPU is never idle.
static BUSY_POLLING: Finding =
    row("busy_polling", Tone::Good, Text(msg!("The receiver polls for packets itself.")), busy_polling);

/// If dropped packets cost less than this on average, the early look dropped most of them: a packet that reaches the socket
/// costs twice as much.
const EARLY_US: f64 = 0.5;

/// Below this share of the CPU, ksoftirqd hardly runs.
const POLLERS_MIN: f64 = 0.02;

pub fn find(facts: &Facts) -> Option<&'static Finding> {
    let today = &facts.today;
    if is_idle(facts) {
        return None;
    }
    let worst = facts.worst_place.as_ref().map_or("", |worst| worst.id.as_str());
    if facts.loses_work() {
        return match today {
            _ if worst.starts_with("frame_buffer") => {
                (facts.worst_place.as_ref()?.packets > facts.delivered).then_some(&FRAMES_BROKEN)
            }
            _ if !worst.starts_with("receive_queue") => None,
            _ if facts.gets_through() && facts.worst_place.as_ref()?.microseconds_each < EARLY_US => {
                Some(&REFUSED_EARLY)
            }
            _ if today.interrupts > 0.4 => Some(&SOFTIRQ_STARVES),
            _ if today.pollers > 0.2 => Some(&POLLER_COMPETES),
            _ if today.receiver > 0.9 => Some(&RECEIVER_TOO_SLOW),
            _ => None,
        };
    }
    (today.busy_polling > 0.05 && facts.delivered > 0).then_some(&BUSY_POLLING)
}

fn whole_frames(facts: &Facts) -> Option<Cure> {
    let is_whole = facts.settings.values.get("selective.frames").choice() == "whole";
    let whole = || Cure::setting(msg!("Drop whole frames"), "selective.frames", Value::Choice("whole".into()));
    (!is_whole).then(whole)
}

pub fn shares(facts: &Facts) -> Option<Cure> {
    let has_shares = facts.settings.values.get("selective.shares").switch();
    (facts.today.receivers > 1 && !has_shares)
        .then(|| Cure::setting(msg!("Give each receiver its share"), "selective.shares", Value::Switch(true)))
}

/// Moves the receiver to a CPU that no queue interrupts.
fn another_cpu(facts: &Facts) -> Option<Cure> {
    let cpu = facts.today.free_cpu?;
    let label = message!("Move the receiver to CPU {n}", n = cpu.to_string());
    Some(Cure { label, ..Cure::setting("", "today.receiver_cpu", Value::Integer(cpu as i64)) })
}

/// If there is no such CPU, lets a thread poll, because a thread shares the CPU fairly with the receiver.
fn another_cpu_or_thread(facts: &Facts) -> Option<Cure> {
    let polls_in_softirqs = facts.settings.values.get("today.napi").choice() == "softirq";
    let thread = || Cure::setting(msg!("Let a thread poll the queue"), "today.napi", Value::Choice("thread".into()));
    another_cpu(facts).or_else(|| polls_in_softirqs.then(thread))
}

fn softirq_starves(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let (share, receiver) = (percent(facts.today.interrupts), percent(facts.today.receiver));
    let cpu = match facts.today.receivers {
        1 => message!(
            "Interrupts and softirqs run before any process and take {share} of the CPU; {consumer} that should empty {place} has \
             {receiver}.",
            share,
            consumer = the(&worst.consumer_name),
            place = the(&worst.name),
            receiver,
        ),
        _ => message!(
            "Interrupts and softirqs run before any process and take {share} of the CPU; the receiving processes have {receiver}.",
            share,
            receiver,
        ),
    };
    let mut sentences = vec![cpu];
    let is_left_to_ksoftirqd = facts.settings.values.get("today.ksoftirqd").choice() == "alone";
    if is_left_to_ksoftirqd && facts.today.pollers < POLLERS_MIN {
        sentences.push(message!("Each softirq empties the ring within its limits, so nobody wakes ksoftirqd."));
    }
    let (are_thrown_away, time) = (are_thrown_away(facts), microseconds(worst.microseconds_each));
    sentences.push(match facts.today.receivers {
        1 => message!("{are_thrown_away} there, each after {time} of work.", are_thrown_away, time),
        _ => message!(
            "{are_thrown_away} at {place}, each after {time} of work.",
            are_thrown_away,
            place = the(&worst.name),
            time,
        ),
    });
    sentences
}

fn poller_competes(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let shares = message!(
        facts.today.several_poll =>
        "{Poller} poll the queues: the scheduler gives them {share} of the CPU, and {consumer} {receiver}.",
        "{Poller} polls the queue: the scheduler gives it {share} of the CPU, and {consumer} {receiver}.",
        Poller = the(&facts.today.poller),
        share = percent(facts.today.pollers),
        consumer = the(facts.receiver.as_deref().unwrap_or(&worst.consumer_name)),
        receiver = percent(facts.today.receiver),
    );
    let loss = message!(
        "{go_out}; {are_thrown_away} at {place}, because nobody tells the polling side that there is no room.",
        go_out = go_out(facts),
        are_thrown_away = are_thrown_away(facts),
        place = the(&worst.name),
    );
    vec![shares, message!("A long turn ends only at a clock tick."), loss]
}

pub fn receiver_too_slow(facts: &Facts) -> Vec<Message> {
    let share = percent(facts.today.receiver);
    let who = match facts.today.receivers {
        1 => message!(
            "{Consumer} has {share} of its CPU and cannot read faster.",
            Consumer = the(&facts.worst_place().consumer_name),
            share,
        ),
        _ => message!("The receiving processes share a CPU and have {share} of it.", share),
    };
    vec![who, thrown_away_at_the_worst_place(facts)]
}

fn frames_broken(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let frame = message!(
        "A video frame is useful only with all of its {n} packets, and most video frames lose at least one.",
        n = facts.settings.values.get("selective.frame_packets").integer().to_string(),
    );
    let loss = message!(
        "{go_out}; {consumer} throws {packets} away, each after {time} of work, because their video frame is incomplete.",
        go_out = go_out(facts),
        consumer = the(&worst.consumer_name),
        packets = thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    vec![frame, loss]
}

fn refused_early(facts: &Facts) -> Vec<Message> {
    let values = &facts.settings.values;
    let (prefers_running, shares) =
        (values.get("selective.prefer_running").switch(), values.get("selective.shares").switch());
    let look = message!(
        prefers_running || shares =>
        "An early look finds the receiver of each packet: {are_thrown_away} at {place}, before more work is spent on them.",
        "An early look finds the receiver of each packet and its video frame: {are_thrown_away} at {place}, before more work is \
         spent on them.",
        are_thrown_away = are_thrown_away(facts),
        place = the(&facts.worst_place().name),
    );
    let why = if prefers_running {
        message!("They are for a receiver that does not run: another process has the CPU, and they would wait in vain.")
    } else if shares {
        message!("They are for a receiver that has used up its share.")
    } else {
        message!(
            "They are for {consumer}, which could not use them.",
            consumer = the(&facts.worst_place().consumer_name)
        )
    };
    vec![message!("{go_out}.", go_out = go_out(facts)), look, why]
}

fn busy_polling(facts: &Facts) -> Vec<Message> {
    let poll = message!(
        "The receive call polls the queue itself, {share} of the time, so that no packet waits for an interrupt or for a process \
         to wake up.",
        share = percent(facts.today.busy_polling),
    );
    vec![
        come_in_and_leave(facts, microseconds(facts.latency_ms_mean * 1e3)),
        poll,
        message!("The price: polling uses up the CPU's idle time."),
    ]
}
