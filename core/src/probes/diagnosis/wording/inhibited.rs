//! Sentences about input that is held back on purpose (feedback, CPU limit, circuit breaker), and about a process that starves
//! because nothing holds input back.

use super::numbers::percent;
use super::phrases::{are_thrown_away, go_out, packets, refused_at_the_ring, spare, the};
use crate::message;
use crate::message::Message;
use crate::probes::diagnosis::facts::Facts;

pub fn feedback(facts: &Facts) -> Vec<Message> {
    let share = percent(facts.feedback.share);
    let stops = match &facts.feedback.queues[..] {
        [] => panic!("feedback watches a queue"),
        [queue] => {
            message!("Input stops before {place} overflows: it is off {share} of the time.", place = the(queue), share,)
        }
        [one, two] => message!(
            "Input stops when {one} and {two} are nearly full: it is off {share} of the time.",
            one = the(one),
            two = the(two),
            share,
        ),
        [one, two, three, ..] => message!(
            "Input stops when {one}, {two} and {three} are nearly full: it is off {share} of the time.",
            one = the(one),
            two = the(two),
            three = the(three),
            share,
        ),
    };
    let flow = match facts.refused {
        0 => message!(
            "{go_out}; the receive ring has room for the packets that come in meanwhile.",
            go_out = go_out(facts),
        ),
        _ => goes_out_and_is_refused(facts),
    };
    vec![stops, flow]
}

fn goes_out_and_is_refused(facts: &Facts) -> Message {
    message!("{go_out}; {refused}.", go_out = go_out(facts), refused = refused_at_the_ring(facts))
}

/// From this much above the limit on, the sentence says why packets use more.
const ABOVE_THE_LIMIT: f64 = 0.05;

pub fn limit(facts: &Facts) -> Vec<Message> {
    let polling = &facts.settings.polling;
    let share = percent(facts.limit.share);
    let limit = message!("{n} %", n = polling.limit_share.to_string());
    let off = match facts.limit.cpu {
        Some(cpu) => message!(
            "Input is off {share} of the time on CPU {n}, because packets may use {limit} of each CPU.",
            share,
            n = cpu.to_string(),
            limit,
        ),
        None if facts.settings.machine.cpus > 1 => message!(
            "Input is off {share} of the time, because packets may use {limit} of all CPUs together.",
            share,
            limit,
        ),
        None => message!("Input is off {share} of the time, because packets may use {limit} of the CPU.", share, limit),
    };
    let is_above = facts.limit.polling > polling.limit_share as f64 / 100.0 + ABOVE_THE_LIMIT;
    let rounds = match is_above {
        false => message!("It stops only after a round, so a whole number of rounds fits in a period."),
        true => message!(
            "Even so, polling takes {share}: a round of up to {packets} from each interface is finished before input stops, and \
             the switch to the thread is not counted.",
            share = percent(facts.limit.polling),
            packets = packets(facts.quota),
        ),
    };
    let flow = match facts.refused {
        0 => message!("{go_out}.", go_out = go_out(facts)),
        _ => goes_out_and_is_refused(facts),
    };
    vec![off, rounds, spare(facts), flow]
}

pub fn breaker(facts: &Facts) -> Vec<Message> {
    let off = message!(
        "After each batch the handler turns its interrupts off; they are off {share} of the time.",
        share = percent(facts.breaker_share),
    );
    let waste = message!(
        "Even so, {are_thrown_away} at {place}, which wastes {share} of the CPU time.",
        are_thrown_away = are_thrown_away(facts),
        place = the(&facts.worst_place().name),
        share = percent(facts.worst_place().wasted_share),
    );
    vec![off, message!("{go_out}.", go_out = go_out(facts)), waste]
}

pub fn process_starved(facts: &Facts) -> Vec<Message> {
    vec![message!(
        facts.user_share < 0.005 =>
        "{go_out} and take all of the CPU time: the user process has {share} of it.",
        "{go_out} and take nearly all of the CPU time: the user process has {share} of it.",
        go_out = go_out(facts),
        share = percent(facts.user_share),
    )]
}
