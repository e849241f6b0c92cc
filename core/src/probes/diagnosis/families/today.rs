//! Linux today: softirqs before the receiver, polling threads beside it, and a receiver that polls. Thresholds are ours.

use super::FamilyRules;
use crate::probes::diagnosis::cures::Cure;
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::{Finding, is_idle};
use crate::probes::diagnosis::wording::numbers::{microseconds, percent};
use crate::probes::diagnosis::wording::phrases::{are_thrown_away, go_out, leaves, rate, thrown_away};
use crate::scenario::Value;

pub const TODAY: FamilyRules = FamilyRules { family: crate::today::FAMILY.id, find, sentence, cure };

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
            (!whole).then(|| Cure::setting("Drop whole frames", "selective.frames", Value::Choice("whole".into())))
        }
        (Finding::ReceiverTooSlow, _) if facts.today.receivers > 1 => {
            let shares = facts.settings.values.get("selective.shares").switch();
            (!shares).then(|| Cure::setting("Give each receiver its share", "selective.shares", Value::Switch(true)))
        }
        (Finding::SoftirqStarves | Finding::PollerCompetes, Some(cpu)) => {
            let label = format!("Move the receiver to CPU {cpu}");
            Some(Cure::setting(&label, "today.receiver_cpu", Value::Integer(cpu as i64)))
        }
        (Finding::SoftirqStarves, None) if polls_in_softirqs => {
            Some(Cure::setting("Let a thread poll the queue", "today.napi", Value::Choice("thread".into())))
        }
        _ => None,
    }
}

fn sentence(finding: Finding, facts: &Facts) -> String {
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

fn softirq_starves(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let is_left_to_ksoftirqd = facts.settings.values.get("today.ksoftirqd").choice() == "alone";
    let why = match is_left_to_ksoftirqd && facts.today.pollers < POLLERS_MIN {
        true => " Each softirq empties the ring within its limits, so nobody wakes ksoftirqd.",
        false => "",
    };
    let (receivers, place) = match facts.today.receivers {
        1 => (format!("the {} that should empty the {} has", worst.consumer_name, worst.name), "there".into()),
        _ => ("the receiving processes have".into(), format!("at the {}", worst.name)),
    };
    format!(
        "Interrupts and softirqs run before any process and take {} of the CPU; {receivers} {}.{why} {} {place}, each after {} \
         of work.",
        percent(facts.today.interrupts),
        percent(facts.today.receiver),
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn poller_competes(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let (poll, it) = if facts.today.several_poll { ("poll the queues", "them") } else { ("polls the queue", "it") };
    format!(
        "The {} {poll}: the scheduler gives {it} {} of the CPU, and the {} {}. A long turn ends only at a clock tick. {}; {} at \
         the {}, because nobody tells the polling side that there is no room.",
        facts.today.poller,
        percent(facts.today.pollers),
        facts.receiver.as_deref().unwrap_or(&worst.consumer_name),
        percent(facts.today.receiver),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
    )
}

fn receiver_too_slow(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let share = percent(facts.today.receiver);
    let who = match facts.today.receivers {
        1 => format!("The {} has {share} of its CPU and cannot read faster", worst.consumer_name),
        _ => format!("The receiving processes share a CPU and have {share} of it"),
    };
    format!(
        "{who}. {}; {} at the {}, each after {} of work.",
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each),
    )
}

fn frames_broken(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let packets = facts.settings.values.get("selective.frame_packets").integer();
    format!(
        "A video frame is useful only with all of its {packets} packets, and nearly every video frame loses at least one. {}; the \
         {} throws {} away, each after {} of work, because their video frame is incomplete.",
        go_out(facts),
        worst.consumer_name,
        thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn refused_early(facts: &Facts) -> String {
    let values = &facts.settings.values;
    let (sees, why) = if values.get("selective.prefer_running").switch() {
        ("", "a receiver that does not run: another process has the CPU, and they would wait in vain".to_string())
    } else if values.get("selective.shares").switch() {
        ("", "a receiver that has used up its share".to_string())
    } else {
        (" and its video frame", format!("the {}, which could not use them", facts.worst_place().consumer_name))
    };
    format!(
        "{}. An early look finds the receiver of each packet{sees}: {} at the {}, before more work is spent on them. They are \
         for {why}.",
        go_out(facts),
        are_thrown_away(facts),
        facts.worst_place().name,
    )
}

fn busy_polling(facts: &Facts) -> String {
    format!(
        "{} come in and {}, each after {} on average. The receive call polls the queue itself, {} of the time, so that no \
         packet waits for an interrupt or for a process to wake up. The price: polling uses up the CPU's idle time.",
        rate(facts, facts.arrived, facts.offered),
        leaves(facts, false),
        microseconds(facts.latency_ms_mean * 1e3),
        percent(facts.today.busy_polling),
    )
}
