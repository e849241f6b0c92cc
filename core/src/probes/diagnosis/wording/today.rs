//! Sentences that only Linux today needs: softirqs before the receiver, polling threads beside it, and a receiver that polls.

use super::numbers::{microseconds, percent};
use super::phrases::{are_thrown_away, go_out, rate, thrown_away};
use crate::probes::diagnosis::facts::Facts;
use crate::probes::diagnosis::findings::Finding;

/// Below this share of the CPU, ksoftirqd hardly runs.
const POLLERS_MIN: f64 = 0.02;

/// A browser build for another family carries none of these sentences.
const IN_THIS_BUILD: bool = cfg!(feature = "today");

pub(super) fn sentence(finding: Finding, facts: &Facts) -> String {
    match finding {
        _ if !IN_THIS_BUILD => String::new(),
        Finding::SoftirqStarves => softirq_starves(facts),
        Finding::PollerCompetes => poller_competes(facts),
        Finding::ReceiverTooSlow => receiver_too_slow(facts),
        Finding::FramesBroken => frames_broken(facts),
        Finding::RefusedEarly => refused_early(facts),
        _ => busy_polling(facts),
    }
}

fn softirq_starves(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let is_left_to_ksoftirqd = facts.settings.values.get("today.ksoftirqd").choice() == "alone";
    let why = match is_left_to_ksoftirqd && facts.today.pollers < POLLERS_MIN {
        true => " Each softirq empties the ring within its limits, so nobody wakes ksoftirqd.",
        false => "",
    };
    format!(
        "Interrupts and softirqs run before any process and take {} of the CPU; the {} that should empty the {} has \
         {}.{why} {} there, each after {} of work.",
        percent(facts.today.interrupts),
        worst.consumer_name,
        worst.name,
        percent(facts.today.receiver),
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn poller_competes(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "A process polls the queue: the scheduler gives it {} of the CPU, and the {} {}. A long turn ends only at a clock \
         tick. {}; {} at the {}, because the polling process is not told that there is no room.",
        percent(facts.today.pollers),
        worst.consumer_name,
        percent(facts.today.receiver),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
    )
}

fn receiver_too_slow(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let (who, whose) = match facts.today.receivers {
        1 => (format!("The {} has", worst.consumer_name), "its"),
        _ => ("The receiving processes have".into(), "their"),
    };
    format!(
        "{who} {} of {whose} CPU and cannot read faster. {}; {} at the {}, each after {} of work.",
        percent(facts.today.receiver),
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
        "{}. An early look finds the receiver of each packet{sees}: {} before more work is spent on them. They are for {why}.",
        go_out(facts),
        are_thrown_away(facts),
    )
}

fn busy_polling(facts: &Facts) -> String {
    format!(
        "{} come in and reach the process after {} on average. The receive call polls the queue itself, {} of the time, so \
         that no packet waits for an interrupt or for the process to wake up. The price: polling uses up the CPU's idle time.",
        rate(facts, facts.arrived, facts.offered),
        microseconds(facts.latency_ms_mean * 1e3),
        percent(facts.today.busy_polling),
    )
}
