//! Sentences about input that is held back on purpose (feedback, CPU limit, circuit breaker), and about a process that starves
//! because nothing holds input back.

use super::numbers::percent;
use super::phrases::{are_thrown_away, go_out, queue_of_process, refused, spare};
use crate::probes::diagnosis::facts::Facts;

pub(super) fn feedback(facts: &Facts) -> String {
    let refused = match facts.refused {
        0 => "the receive ring has room for the packets that come in meanwhile".into(),
        _ => format!("refused at the receive ring, at no cost: {}", refused(facts)),
    };
    format!(
        "Input stops before the {} overflows: it is off {} of the time. {}; {refused}.",
        queue_of_process(facts),
        percent(facts.feedback_share),
        go_out(facts),
    )
}

pub(super) fn limit(facts: &Facts) -> String {
    let (off, of) = match facts.limit_cpu {
        Some(cpu) => (format!(" on CPU {cpu}"), "each CPU"),
        None if facts.settings.machine.cpus > 1 => (String::new(), "all CPUs together"),
        None => (String::new(), "the CPU"),
    };
    format!(
        "Input is off {} of the time{off}, because packets may use {} % of {of}. It stops only after a round, so a whole number \
         of rounds fits in a period. {} {}.",
        percent(facts.limit_share),
        facts.settings.polling.limit_share,
        spare(facts),
        go_out(facts),
    )
}

pub(super) fn breaker(facts: &Facts) -> String {
    format!(
        "After each batch the handler turns its interrupts off; they are off {} of the time. {}. Even so, {}, which wastes {} of the CPU time.",
        percent(facts.breaker_share),
        go_out(facts),
        are_thrown_away(facts),
        percent(facts.wasted_share),
    )
}

pub(super) fn process_starved(facts: &Facts) -> String {
    format!("{} and take all of the CPU time: the user process has {} of it.", go_out(facts), percent(facts.user_share))
}
