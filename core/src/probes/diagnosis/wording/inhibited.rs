//! Sentences about input that is held back on purpose (feedback, CPU limit, circuit breaker), and about a process that starves
//! because nothing holds input back.

use super::numbers::percent;
use super::phrases::{are_thrown_away, go_out, packets, refused_at_the_ring, spare};
use crate::probes::diagnosis::facts::Facts;

pub(super) fn feedback(facts: &Facts) -> String {
    let refused = match facts.refused {
        0 => "the receive ring has room for the packets that come in meanwhile".into(),
        _ => refused_at_the_ring(facts),
    };
    let when = match facts.feedback.queues.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("when the {} and the {last} are nearly full", others.join(", the "))
        }
        queue => format!("before the {} overflows", queue.expect("feedback watches a queue").0),
    };
    format!(
        "Input stops {when}: it is off {} of the time. {}; {refused}.",
        percent(facts.feedback.share),
        go_out(facts)
    )
}

/// From this much above the limit on, the sentence says why packets use more.
const ABOVE_THE_LIMIT: f64 = 0.05;

pub(super) fn limit(facts: &Facts) -> String {
    let polling = &facts.settings.polling;
    let cpus = facts.settings.machine.cpus;
    let (off, of) = match facts.limit.cpu {
        Some(cpu) => (format!(" on CPU {cpu}"), "each CPU"),
        None if cpus > 1 => (String::new(), "all CPUs together"),
        None => (String::new(), "the CPU"),
    };
    let is_above = facts.limit.polling > polling.limit_share as f64 / 100.0 + ABOVE_THE_LIMIT;
    let rounds = match is_above {
        false => "It stops only after a round, so a whole number of rounds fits in a period.".into(),
        true => format!(
            "Even so, polling takes {}: a round of up to {} from each interface is finished before input stops, and the \
             switch to the thread is not counted.",
            percent(facts.limit.polling),
            packets(facts.quota),
        ),
    };
    format!(
        "Input is off {} of the time{off}, because packets may use {} % of {of}. {rounds} {} {}{}.",
        percent(facts.limit.share),
        polling.limit_share,
        spare(facts),
        go_out(facts),
        if facts.refused > 0 { format!("; {}", refused_at_the_ring(facts)) } else { String::new() },
    )
}

pub(super) fn breaker(facts: &Facts) -> String {
    format!(
        "After each batch the handler turns its interrupts off; they are off {} of the time. {}. Even so, {}, which wastes {} of the CPU time.",
        percent(facts.breaker_share),
        go_out(facts),
        are_thrown_away(facts),
        percent(facts.worst_place().wasted_share),
    )
}

pub(super) fn process_starved(facts: &Facts) -> String {
    let all = if facts.user_share < 0.005 { "all" } else { "nearly all" };
    format!(
        "{} and take {all} of the CPU time: the user process has {} of it.",
        go_out(facts),
        percent(facts.user_share)
    )
}
