//! Linux today: softirqs before the receiver, polling threads beside it, and a receiver that polls. Thresholds are ours.

use super::FamilyRules;
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::{Finding, is_idle};
use crate::probes::diagnosis::wording::loss::thrown_away_at_the_worst_place;
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, the, thrown_away};
use crate::probes::diagnosis::wording::throughput::come_in_and_leave;
use crate::scenario::Value;

pub const LINUX_TODAY: FamilyRules =
    FamilyRules { family: crate::families::linux_today::FAMILY.id, find, sentences, cure };

/// If dropped packets cost less than this on average, the early look dropped most of them: a packet that reaches the socket
/// costs twice as much.
const EARLY_US: f64 = 0.5;

/// Below this share of the CPU, ksoftirqd hardly runs.
const POLLERS_MIN: f64 = 0.02;

fn find(facts: &Facts) -> Option<Finding> {
    let today = &facts.today;
    if is_idle(facts) {
        return None;
    }
    let is_lost = facts.lost_after_work() > 0.02 && facts.wasted_packets >= 3;
    let worst = facts.worst_place.as_ref().map_or("", |worst| worst.id.as_str());
    if is_lost {
        return match today {
            _ if worst.starts_with("frame_buffer") => {
                (facts.worst_place.as_ref()?.packets > facts.delivered).then_some(Finding::FramesBroken)
            }
            _ if !worst.starts_with("receive_queue") => None,
            _ if facts.gets_through() && facts.worst_place.as_ref()?.microseconds_each < EARLY_US => {
                Some(Finding::RefusedEarly)
            }
            _ if today.interrupts > 0.4 => Some(Finding::SoftirqStarves),
            _ if today.pollers > 0.2 => Some(Finding::PollerCompetes),
            _ if today.receiver > 0.9 => Some(Finding::ReceiverTooSlow),
            _ => None,
        };
    }
    (today.busy_polling > 0.05 && facts.delivered > 0).then_some(Finding::BusyPolling)
}

/// Moves the receiver to a CPU that no queue interrupts. If there is no such CPU, lets a thread poll, because a thread shares
/// the CPU fairly with the receiver.
fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let polls_in_softirqs = facts.settings.values.get("today.napi").choice() == "softirq";
    match (finding, facts.today.free_cpu) {
        (Finding::FramesBroken, _) => {
            let whole = facts.settings.values.get("selective.frames").choice() == "whole";
            (!whole)
                .then(|| Cure::setting(msg!("Drop whole frames"), "selective.frames", Value::Choice("whole".into())))
        }
        (Finding::ReceiverTooSlow, _) if facts.today.receivers > 1 => {
            let shares = facts.settings.values.get("selective.shares").switch();
            (!shares)
                .then(|| Cure::setting(msg!("Give each receiver its share"), "selective.shares", Value::Switch(true)))
        }
        (Finding::SoftirqStarves | Finding::PollerCompetes, Some(cpu)) => {
            let label = message!("Move the receiver to CPU {n}", n = cpu.to_string());
            Some(Cure { label, ..Cure::setting("", "today.receiver_cpu", Value::Integer(cpu as i64)) })
        }
        (Finding::SoftirqStarves, None) if polls_in_softirqs => {
            Some(Cure::setting(msg!("Let a thread poll the queue"), "today.napi", Value::Choice("thread".into())))
        }
        _ => None,
    }
}

fn sentences(finding: Finding, facts: &Facts) -> Vec<Message> {
    match finding {
        Finding::SoftirqStarves => softirq_starves(facts),
        Finding::PollerCompetes => poller_competes(facts),
        Finding::ReceiverTooSlow => receiver_too_slow(facts),
        Finding::FramesBroken => frames_broken(facts),
        Finding::RefusedEarly => refused_early(facts),
        Finding::BusyPolling => busy_polling(facts),
        _ => panic!("this family has no such finding of its own"),
    }
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

fn receiver_too_slow(facts: &Facts) -> Vec<Message> {
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
        "A video frame is useful only with all of its {n} packets, and nearly every video frame loses at least one.",
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
