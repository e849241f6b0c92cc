//! Parts of sentences that several findings use: rates, and what became of the packets.

use super::numbers::{percent, thousands};
use crate::probes::diagnosis::facts::Facts;

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

/// "4,700 packets/s go out", or reach the process that they are for, or both.
pub fn go_out(facts: &Facts) -> String {
    let per_second = |count: u64| facts.delivered_rate * part(count, facts.delivered);
    let counted = |count: u64, verbs: [&str; 2]| {
        let packets = rate(facts, count, per_second(count));
        let verb = verbs[usize::from(packets != "1 packet")];
        format!("{packets} {verb}")
    };
    let Some(end) = &facts.local_end else {
        let packets = rate(facts, facts.delivered, facts.delivered_rate);
        let leave = leaves(facts, packets == "1 packet");
        return format!("{packets} {leave}");
    };
    let out = counted(facts.delivered - end.delivered, ["goes out", "go out"]);
    let local = format!("{} the {}", counted(end.delivered, ["reaches", "reach"]), end.name);
    match (facts.delivered - end.delivered, end.delivered) {
        (0, 0) => counted(0, ["gets through", "get through"]),
        (0, _) => format!("{local}, and none goes out"),
        (_, 0) => format!("{out}, and none reaches the {}", end.name),
        _ => format!("{out} and {local}"),
    }
}

/// The verb for the end of a packet's path: "go out", or "reach the receiver"; "get through" if either may be.
pub fn leaves(facts: &Facts, one: bool) -> String {
    match (&facts.receiver, &facts.local_end, one) {
        (_, Some(_), true) => "gets through".into(),
        (_, Some(_), false) => "get through".into(),
        (None, None, true) => "goes out".into(),
        (None, None, false) => "go out".into(),
        (Some(name), None, true) => format!("reaches the {name}"),
        (Some(name), None, false) => format!("reach the {name}"),
    }
}

pub fn refused(facts: &Facts) -> String {
    rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived))
}

pub fn refused_at_the_ring(facts: &Facts) -> String {
    format!("refused at the receive ring, at no cost: {}", refused(facts))
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
