//! Parts of sentences that several findings use: rates, and what became of the packets.

use super::numbers::{percent, thousands};
use crate::probes::diagnosis::facts::Facts;
use crate::scenario::Consumer;

/// With fewer packets than this a sentence gives counts, not rates.
const PACKETS_MIN: u64 = 30;

pub fn packets(count: u64) -> String {
    if count == 1 { "1 packet".into() } else { format!("{} packets", thousands(count)) }
}

/// "11,064 packets/s", or "12 packets" when there are too few for a rate.
pub fn rate(facts: &Facts, count: u64, per_second: f64) -> String {
    if facts.arrived < PACKETS_MIN {
        packets(count)
    } else {
        format!("{} packets/s", thousands(per_second.round() as u64))
    }
}

/// "4,700 packets/s go out", or reach the process that they are for.
pub fn go_out(facts: &Facts) -> String {
    let packets = rate(facts, facts.delivered, facts.delivered_rate);
    let leave = leaves(facts, packets == "1 packet");
    format!("{packets} {leave}")
}

/// The verb for the end of a packet's path: "go out", or "reach the receiver".
pub fn leaves(facts: &Facts, one: bool) -> String {
    match (&facts.receiver, one) {
        (None, true) => "goes out".into(),
        (None, false) => "go out".into(),
        (Some(name), true) => format!("reaches the {name}"),
        (Some(name), false) => format!("reach the {name}"),
    }
}

pub fn refused(facts: &Facts) -> String {
    rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived))
}

/// Packets thrown away at the worst place: "9,000 packets/s".
pub fn thrown_away(facts: &Facts) -> String {
    let worst = facts.worst_place();
    rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived))
}

/// "9,000 packets/s are thrown away".
pub fn are_thrown_away(facts: &Facts) -> String {
    let packets = thrown_away(facts);
    format!("{packets} {} thrown away", if packets == "1 packet" { "is" } else { "are" })
}

/// The queue that feedback watches, in front of a process.
pub fn queue_of_process(facts: &Facts) -> String {
    let whose = match facts.settings.kernel.consumer {
        Consumer::Screend => "screening",
        Consumer::Nfs => "socket",
        _ => "filter",
    };
    format!("{whose} queue")
}

/// Says who gets the CPU time that packets do not use: the user process, or nobody.
pub fn spare(facts: &Facts) -> String {
    let (its, are) = match facts.settings.machine.cpus {
        1 => ("the CPU", "The CPU is"),
        _ => ("its CPU", "The CPUs are"),
    };
    if facts.user_wants {
        format!("The user process has {} of {its}.", percent(facts.user_share))
    } else if facts.idle_share < 0.005 {
        format!("{are} fully used.")
    } else {
        format!("{are} idle {} of the time.", percent(facts.idle_share))
    }
}

pub fn part(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}
