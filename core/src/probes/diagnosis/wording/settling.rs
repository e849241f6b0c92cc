//! Words before a diagnosis is possible: at the start of a run, and shortly after a knob change.

use super::numbers::{milliseconds, thousands};
use super::phrases::{packets, the};
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::probes::diagnosis::facts::{Facts, QUOTA_SMALL};
use crate::scenario::{Consumer, Settings, Value, WatchedQueues, parameter};

pub fn starting(facts: &Facts) -> Vec<Message> {
    let time = milliseconds(facts.window_ms);
    vec![match facts.arrived {
        _ if facts.window_ms < 1.0 => message!("Numbers appear after the first millisecond."),
        0 => message!("No packet came in during the first {time}.", time),
        _ => message!("In the first {time}, {counted}.", time, counted = counted(facts)),
    }]
}

/// The source has stopped: what is counted is over.
pub fn ended(facts: &Facts) -> Vec<Message> {
    let ago = milliseconds(facts.ended_ms.map_or(0.0, |ended| ended));
    vec![message!("The last packet came in {time} ago.", time = ago), in_the_window(facts)]
}

pub fn emptying(facts: &Facts) -> Vec<Message> {
    vec![in_the_window(facts), message!("Most of them came in earlier.")]
}

fn in_the_window(facts: &Facts) -> Message {
    let time = milliseconds(facts.window_ms);
    message!("In the last {time}, {counted}.", time, counted = counted(facts))
}

/// The headline while the machine settles.
pub fn headline(facts: &Facts) -> Message {
    let left = facts.settling.as_ref().map_or(0.0, |settling| settling.left_ms);
    message!("Settling: a diagnosis follows in {time}.", time = (left.ceil() as u64).to_string() + " ms")
}

/// Counts since the knob change, and the expected effect.
pub fn since_the_change(facts: &Facts) -> Vec<Message> {
    let settling = facts.settling.as_ref().expect("found because it is there");
    let since = match facts.arrived {
        0 => message!("No packet has come in since the change."),
        _ => message!(
            "In the {time} since the change, {counted}.",
            time = milliseconds(settling.since_ms),
            counted = counted(facts),
        ),
    };
    let before = message!("Packets that waited before are served first.");
    vec![since, before, message!("Expected next: {effect}.", effect = Message::of(expected(facts, &settling.changed)))]
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
fn expected(facts: &Facts, changed: &[String]) -> &'static str {
    let has = |path: &str| changed.iter().any(|one| one == path);
    let settings = &facts.settings;
    let on = |path, is_on| has(path) && is_on;
    let to_process = settings.kernel.consumer != Consumer::Wire;
    let has_effect = |path: &String| parameter(path).is_some_and(|row| settings.values.meet(row.when));
    if !changed.iter().any(has_effect) {
        msg!("nothing changes, because this machine does not use the setting")
    } else if has("feedback.enabled") && !watches_a_queue(settings) {
        msg!("nothing changes, because no queue here is emptied by a process")
    } else if on("limit.enabled", settings.polling.limit) && *settings.values.get("polling.quota") == Value::Infinity {
        msg!("the limit is checked after each round, but without a quota a round may never end")
    } else if on("breaker.enabled", settings.breaker.enabled) {
        msg!("the handler pauses after each batch, and the process runs")
    } else if on("limit.enabled", settings.polling.limit) {
        msg!("input stops when packets have used up their share of the CPU")
    } else if on("feedback.enabled", settings.polling.feedback && settings.polling.watched == WatchedQueues::Output) {
        msg!("input stops while an output queue is nearly full")
    } else if on("feedback.enabled", settings.polling.feedback) {
        msg!("input stops while the queue before the process is nearly full")
    } else if on("polling.enabled", facts.polls())
        && settings.polling.quota <= QUOTA_SMALL
        && (!to_process || settings.polling.feedback)
    {
        msg!("excess packets are refused at the receive ring, at no cost")
    } else if has("polling.enabled") && !settings.polling.enabled {
        msg!("packets interrupt the CPU again when they arrive")
    } else {
        msg!("the queues fill or empty until they fit the new settings")
    }
}

/// "72 packets came in, 17 went out, 5 were thrown away after work, 35 were refused at no cost; 50 are inside".
fn counted(facts: &Facts) -> Message {
    let n = thousands;
    let delivered = match (&facts.receiver, &facts.local_end) {
        (Some(name), _) => message!("{n} reached {place}", n = n(facts.delivered), place = the(name)),
        (None, None) => message!("{n} went out", n = n(facts.delivered)),
        (None, Some(end)) => message!(
            "{out} went out, {local} reached {place}",
            out = n(facts.delivered - end.delivered),
            local = n(end.delivered),
            place = the(&end.name),
        ),
    };
    let thrown_away = match facts.wasted_packets {
        0 => None,
        1 => Some(message!(", 1 was thrown away after work")),
        count => Some(message!(", {n} were thrown away after work", n = n(count))),
    };
    let refused = match facts.refused {
        0 => None,
        1 => Some(message!(", 1 was refused at no cost")),
        count => Some(message!(", {n} were refused at no cost", n = n(count))),
    };
    let inside = match facts.inside {
        1 => message!("1 is inside"),
        count => message!("{n} are inside", n = n(count)),
    };
    message!(
        "{packets} came in, {delivered}{thrown_away}{refused}; {inside}",
        packets = packets(facts.arrived),
        delivered,
        thrown_away,
        refused,
        inside,
    )
}
