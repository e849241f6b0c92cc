//! Words before a diagnosis is possible: at the start of a run, and shortly after a knob change.

use super::numbers::{milliseconds, thousands};
use super::phrases::packets;
use crate::probes::diagnosis::facts::{Facts, QUOTA_SMALL};
use crate::scenario::{Consumer, Settings, Value, WatchedQueues, parameter};

pub(super) fn starting(facts: &Facts) -> String {
    let first = milliseconds(facts.window_ms);
    match facts.arrived {
        _ if facts.window_ms < 1.0 => "Numbers appear after the first millisecond.".into(),
        0 => format!("No packet came in during the first {first}."),
        _ => format!("In the first {first}, {}.", counted(facts)),
    }
}

/// The source has stopped: what is counted is over.
pub(super) fn ended(facts: &Facts) -> String {
    let ago = facts.ended_ms.map_or(0.0, |ended| ended);
    format!("The last packet came in {} ago. {}", milliseconds(ago), in_the_window(facts))
}

pub(super) fn emptying(facts: &Facts) -> String {
    format!("{} Most of them came in earlier.", in_the_window(facts))
}

fn in_the_window(facts: &Facts) -> String {
    format!("In the last {}, {}.", milliseconds(facts.window_ms), counted(facts))
}

/// The headline while the machine settles.
pub(super) fn headline(facts: &Facts) -> String {
    let left = facts.settling.as_ref().map_or(0.0, |settling| settling.left_ms);
    format!("Settling: a diagnosis follows in {} ms.", left.ceil() as u64)
}

/// Counts since the knob change, and the expected effect.
pub(super) fn since_the_change(facts: &Facts) -> String {
    let settling = facts.settling.as_ref().expect("found because it is there");
    let effect = expected(facts, &settling.changed);
    if facts.arrived == 0 {
        return format!("No packet has come in since the change. {effect}");
    }
    format!("In the {} since the change, {}. {effect}", milliseconds(settling.since_ms), counted(facts))
}

/// Whether this machine has one of the queues that feedback watches.
fn watches_a_queue(settings: &Settings) -> bool {
    match settings.polling.watched {
        WatchedQueues::Output => settings.kernel.consumer.forwards(),
        WatchedQueues::Process => settings.kernel.consumer != Consumer::Wire,
        WatchedQueues::Each => settings.kernel.consumer != Consumer::Wire || settings.kernel.application,
    }
}

/// The expected effect of the changed knobs.
fn expected(facts: &Facts, changed: &[String]) -> String {
    let has = |path: &str| changed.iter().any(|one| one == path);
    let settings = &facts.settings;
    let on = |path, is_on| has(path) && is_on;
    let polls = facts.can_poll && settings.polling.enabled;
    let to_process = settings.kernel.consumer != Consumer::Wire;
    let has_effect = |path: &String| parameter(path).is_some_and(|row| settings.values.meet(row.when));
    let effect = if !changed.iter().any(has_effect) {
        "nothing changes, because this machine does not use the setting"
    } else if has("feedback.enabled") && !watches_a_queue(settings) {
        "nothing changes, because no queue here is emptied by a process"
    } else if on("limit.enabled", settings.polling.limit) && *settings.values.get("polling.quota") == Value::Infinity {
        "the limit is checked after each round, but without a quota a round may never end"
    } else if on("breaker.enabled", settings.breaker.enabled) {
        "the handler pauses after each batch, and the process runs"
    } else if on("limit.enabled", settings.polling.limit) {
        "input stops when packets have used up their share of the CPU"
    } else if on("feedback.enabled", settings.polling.feedback && settings.polling.watched == WatchedQueues::Output) {
        "input stops while an output queue is nearly full"
    } else if on("feedback.enabled", settings.polling.feedback) {
        "input stops while the queue before the process is nearly full"
    } else if on("polling.enabled", polls)
        && settings.polling.quota <= QUOTA_SMALL
        && (!to_process || settings.polling.feedback)
    {
        "excess packets are refused at the receive ring, at no cost"
    } else if has("polling.enabled") && !settings.polling.enabled {
        "packets interrupt the CPU again when they arrive"
    } else {
        "the queues fill or empty until they fit the new settings"
    };
    format!("Packets that waited before are served first. Expected next: {effect}.")
}

/// "72 packets came in, 17 went out, 5 were thrown away after work, 35 were refused at no cost; 50 are inside".
fn counted(facts: &Facts) -> String {
    let were = |count: u64, what: &str| match count {
        0 => String::new(),
        1 => format!(", 1 was {what}"),
        _ => format!(", {} were {what}", thousands(count)),
    };
    let delivered = match (&facts.receiver, &facts.local_end) {
        (Some(name), _) => format!("{} reached the {name}", thousands(facts.delivered)),
        (None, None) => format!("{} went out", thousands(facts.delivered)),
        (None, Some(end)) => {
            let [out, local] = [facts.delivered - end.delivered, end.delivered].map(thousands);
            format!("{out} went out, {local} reached the {}", end.name)
        }
    };
    format!(
        "{} came in, {delivered}{}{}; {} inside",
        packets(facts.arrived),
        were(facts.wasted_packets, "thrown away after work"),
        were(facts.refused, "refused at no cost"),
        if facts.inside == 1 { "1 is".into() } else { format!("{} are", thousands(facts.inside)) },
    )
}
