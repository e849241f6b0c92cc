//! Parts of sentences that several findings use: rates, and what became of the packets. They are
//! called from many sentences and never inlined, so that builds stay small.

use super::numbers::{percent, thousands};
use crate::message;
use crate::message::Message;
pub use crate::message::the;
use crate::probes::diagnosis::facts::Facts;

/// With fewer packets than this a sentence gives counts, not rates.
const PACKETS_MIN: u64 = 30;

#[inline(never)]
pub fn packets(count: u64) -> Message {
    if count == 1 { message!("1 packet") } else { message!("{n} packets", n = thousands(count)) }
}

/// "11,064 packets/s", or "12 packets" when there are too few for a rate.
#[inline(never)]
pub fn rate(facts: &Facts, count: u64, per_second: f64) -> Message {
    if facts.arrived < PACKETS_MIN {
        packets(count)
    } else {
        message!("{n} packets/s", n = thousands(per_second.round() as u64))
    }
}

/// Whether `rate` says "1 packet", so that the verb is singular.
pub fn is_one(facts: &Facts, count: u64) -> bool {
    facts.arrived < PACKETS_MIN && count == 1
}

/// "4,700 packets/s go out", or reach the process that they are for, or both.
#[inline(never)]
pub fn go_out(facts: &Facts) -> Message {
    let rate = |count: u64| rate(facts, count, facts.delivered_rate * part(count, facts.delivered));
    let one = |count: u64| is_one(facts, count);
    let Some(end) = &facts.local_end else {
        let leave = leaves(facts, one(facts.delivered));
        return message!("{packets} {leave}", packets = rate(facts.delivered), leave);
    };
    let (out, local) = (facts.delivered - end.delivered, end.delivered);
    let leave = match (out, local) {
        (0, 0) => leaves(facts, false),
        (0, _) => message!(
            one(local) => "reaches {place}, and none goes out", "reach {place}, and none goes out",
            place = the(&end.name),
        ),
        (_, 0) => message!(
            one(out) => "goes out, and none reaches {place}", "go out, and none reaches {place}",
            place = the(&end.name),
        ),
        _ => {
            let leave = reaches(&end.name, one(local));
            let reach = message!("{packets} {leave}", packets = rate(local), leave);
            message!(one(out) => "goes out and {reach}", "go out and {reach}", reach)
        }
    };
    message!("{packets} {leave}", packets = rate(if out == 0 { local } else { out }), leave)
}

/// The verb for the end of a packet's path: "go out", or "reach the receiver"; "get through" if either may be.
#[inline(never)]
pub fn leaves(facts: &Facts, one: bool) -> Message {
    match (&facts.receiver, &facts.local_end) {
        (_, Some(_)) => message!(one => "gets through", "get through"),
        (Some(name), None) => reaches(name, one),
        (None, None) => message!(one => "goes out", "go out"),
    }
}

#[inline(never)]
fn reaches(name: &str, one: bool) -> Message {
    message!(one => "reaches {place}", "reach {place}", place = the(name))
}

#[inline(never)]
pub fn refused(facts: &Facts) -> Message {
    rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived))
}

#[inline(never)]
pub fn refused_at_the_ring(facts: &Facts) -> Message {
    message!("refused at the receive ring, at no cost: {packets}", packets = refused(facts))
}

/// Packets thrown away at the worst place: "9,000 packets/s".
#[inline(never)]
pub fn thrown_away(facts: &Facts) -> Message {
    let worst = facts.worst_place();
    rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived))
}

/// "9,000 packets/s are thrown away".
#[inline(never)]
pub fn are_thrown_away(facts: &Facts) -> Message {
    are_lost(facts, facts.worst_place().packets, false)
}

/// "9,000 packets/s are thrown away", or refused.
#[inline(never)]
pub fn are_lost(facts: &Facts, count: u64, is_refused: bool) -> Message {
    let packets = rate(facts, count, facts.offered * part(count, facts.arrived));
    let is_one = is_one(facts, count);
    match is_refused {
        false => message!(is_one => "{packets} is thrown away", "{packets} are thrown away", packets),
        true => message!(is_one => "{packets} is refused", "{packets} are refused", packets),
    }
}

/// Says who gets the CPU time that packets do not use: the user process, or nobody.
#[inline(never)]
pub fn spare(facts: &Facts) -> Message {
    let one = facts.settings.machine.cpus == 1;
    if facts.user_wants {
        let share = percent(facts.user_share);
        message!(
            one => "The user process has {share} of the CPU.", "The user process has {share} of its CPU.",
            share
        )
    } else if facts.idle_function_share >= 0.005 {
        let share = percent(facts.idle_share);
        message!("Nothing wants the CPU {share} of the time; the program's idle() runs then.", share)
    } else if facts.idle_share < 0.005 {
        message!(one => "The CPU is fully used.", "The CPUs are fully used.")
    } else {
        let share = percent(facts.idle_share);
        message!(one => "The CPU is idle {share} of the time.", "The CPUs are idle {share} of the time.", share)
    }
}

pub fn part(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}
