//! The words of each finding. Numbers are those of the window; with fewer than thirty packets counts are told, not rates.

use super::facts::Worst;
use super::{Cure, Diagnosis, Facts, Finding, Tone};
use crate::ordered::ordered_map;
use crate::scenario::Value;

/// Fewer packets than this make no rate.
const PACKETS_MIN: u64 = 30;

pub fn say(finding: Finding, facts: &Facts) -> Diagnosis {
    let (id, tone, headline, sentence) = match finding {
        Finding::Starting => ("starting", Tone::Neutral, "Just begun.".into(), starting(facts)),
        Finding::Idle => ("idle", Tone::Neutral, "Nothing to do.".into(), idle(facts)),
        Finding::KeepingUp => ("keeping_up", Tone::Good, "Every packet gets through.".into(), keeping_up(facts)),
        Finding::Batching => ("batching", Tone::Good, "One interrupt, several packets.".into(), batching(facts)),
        Finding::Shedding => {
            ("shedding", Tone::Good, "Full speed; the rest is refused at the door.".into(), shedding(facts))
        }
        Finding::LosingWork => {
            ("losing_work", Tone::Bad, "Some finished work is thrown away.".into(), losing_work(facts))
        }
        Finding::LivelockAtQueue => ("livelock_at_queue", Tone::Bad, dying(facts), livelock_at_queue(facts)),
        Finding::LivelockAtProcess => ("livelock_at_process", Tone::Bad, dying(facts), livelock_at_process(facts)),
        Finding::TransmitStarvation => {
            ("transmit_starvation", Tone::Bad, "Packets wait for an idle wire.".into(), transmit_starvation(facts))
        }
        Finding::FeedbackInhibits => {
            ("feedback_inhibits", Tone::Good, "Input waits for the slowest part.".into(), feedback(facts))
        }
        Finding::LimitInhibits => ("limit_inhibits", Tone::Good, "Packets have had their share.".into(), limit(facts)),
        Finding::ProcessStarved => {
            ("process_starved", Tone::Bad, "The user process gets nothing.".into(), process_starved(facts))
        }
    };
    Diagnosis { id, headline, sentence, tone, cure: cure(finding, facts), window_ms: facts.window_ms }
}

fn starting(facts: &Facts) -> String {
    format!("{} so far.", packets(facts.arrived))
}

fn idle(facts: &Facts) -> String {
    if facts.user_wants {
        format!("No packets arrive; the user process has {} of the CPU.", percent(facts.user_share))
    } else {
        format!("No packets arrive; the CPU is idle {} of the time.", percent(facts.idle_share))
    }
}

fn keeping_up(facts: &Facts) -> String {
    format!(
        "{} come in and go out, each after {} on average. {}",
        rate(facts, facts.arrived, facts.offered),
        milliseconds(facts.latency_ms_mean),
        spare(facts)
    )
}

/// Who has what packets leave of the CPU.
fn spare(facts: &Facts) -> String {
    if facts.user_wants {
        format!("The user process has {} of the CPU.", percent(facts.user_share))
    } else if facts.idle_share < 0.005 {
        "The CPU has no time left.".into()
    } else {
        format!("The CPU is idle {} of the time.", percent(facts.idle_share))
    }
}

fn batching(facts: &Facts) -> String {
    format!(
        "{} come in; each receive interrupt serves {:.1} of them, which saves the cost of the others. All of them go out.",
        rate(facts, facts.arrived, facts.offered),
        facts.packets_per_interrupt
    )
}

fn shedding(facts: &Facts) -> String {
    format!(
        "{} go out. The other {} find the receive ring full and cost no CPU time. {}",
        rate(facts, facts.delivered, facts.delivered_rate),
        rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived)),
        spare(facts)
    )
}

fn losing_work(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "{} go out of {}; {} are thrown away at the {}, each after {} of work.",
        rate(facts, facts.delivered, facts.delivered_rate),
        rate(facts, facts.arrived, facts.offered),
        rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived)),
        worst.name,
        microseconds(worst.microseconds_each)
    )
}

/// "Nine of ten packets die after the work is done."
fn dying(facts: &Facts) -> String {
    const WORDS: [&str; 9] = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let tenths = (part(facts.wasted_packets, facts.arrived) * 10.0).round() as usize;
    if facts.delivered == 0 || facts.delivered_rate < 0.02 * facts.offered {
        return "Livelock: all work is thrown away.".into();
    }
    let word = WORDS[tenths.clamp(1, 9) - 1];
    format!("{word} of ten packets {} after the work is done.", if tenths == 1 { "dies" } else { "die" })
}

fn livelock_at_queue(facts: &Facts) -> String {
    let worst = worst(facts);
    let gap = 1e6 / facts.offered.max(1.0);
    format!(
        "Arrivals take {} each at device priority, and one comes every {}. The {} gets what is left, so the {} stays full \
         and {} are thrown away there.",
        microseconds(facts.device_share * gap),
        microseconds(gap),
        worst.emptier,
        worst.name,
        rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived)),
    )
}

fn livelock_at_process(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "The kernel spends {} on each packet before the {} sees it, and runs before it. So the {} stays full and {} are \
         thrown away there: {} of the CPU for nothing.",
        microseconds(worst.microseconds_each),
        worst.emptier,
        worst.name,
        rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived)),
        percent(facts.wasted_share),
    )
}

fn transmit_starvation(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "Input never ends, so sent packets are not cleared away and the wire is idle {} of the time. The {} is full; {} are \
         thrown away there, each after {} of work.",
        percent(1.0 - facts.wire_share),
        worst.name,
        rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived)),
        microseconds(worst.microseconds_each),
    )
}

fn feedback(facts: &Facts) -> String {
    format!(
        "The screening queue is kept from overflowing: input is off {} of the time. {} go out; {} are refused at the door, \
         at no cost.",
        percent(facts.feedback_share),
        rate(facts, facts.delivered, facts.delivered_rate),
        rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived)),
    )
}

fn limit(facts: &Facts) -> String {
    format!(
        "Input is off {} of the time, because packets may use {} % of the CPU. {} {} go out.",
        percent(facts.limit_share),
        facts.settings.polling.limit_share,
        spare(facts),
        rate(facts, facts.delivered, facts.delivered_rate),
    )
}

fn process_starved(facts: &Facts) -> String {
    format!(
        "{} go out, and all of the CPU goes into them: the user process has {} of it.",
        rate(facts, facts.delivered, facts.delivered_rate),
        percent(facts.user_share)
    )
}

/// The one knob movement that mends it, if this kernel has it.
fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let polls = facts.can_poll && facts.settings.polling.enabled;
    let mut set: Vec<(&str, Value)> = Vec::new();
    if !facts.can_poll {
        set.push(("kernel.design", Value::Choice("polling".into())));
    }
    if !polls {
        set.push(("polling.enabled", Value::Switch(true)));
    }
    let label = match finding {
        Finding::LivelockAtQueue | Finding::LosingWork if !polls => "Poll instead",
        Finding::LivelockAtProcess | Finding::LosingWork
            if facts.settings.kernel.screend && !(polls && facts.settings.polling.feedback) =>
        {
            set.push(("feedback.enabled", Value::Switch(true)));
            if polls { "Stop input while the queue is full" } else { "Poll, and stop input while the queue is full" }
        }
        Finding::TransmitStarvation if facts.settings.polling.quota > 5 => {
            set.push(("polling.quota", Value::Integer(5)));
            if polls { "Set a quota of 5" } else { "Poll, with a quota of 5" }
        }
        Finding::ProcessStarved => {
            set.push(("limit.enabled", Value::Switch(true)));
            if polls { "Limit the packets' share" } else { "Poll, and limit the packets' share" }
        }
        _ => return None,
    };
    let set = ordered_map(set.into_iter().map(|(path, value)| (path.to_string(), value)));
    Some(Cure { label: label.into(), set })
}

fn worst(facts: &Facts) -> &Worst {
    facts.worst.as_ref().expect("findings about loss have a place of loss")
}

fn part(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}

fn packets(count: u64) -> String {
    if count == 1 { "1 packet".into() } else { format!("{} packets", thousands(count)) }
}

/// "11,064 packets/s", or "12 packets" when there are too few for a rate.
fn rate(facts: &Facts, count: u64, per_second: f64) -> String {
    if facts.arrived < PACKETS_MIN {
        packets(count)
    } else {
        format!("{} packets/s", thousands(per_second.round() as u64))
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", (share * 100.0).clamp(0.0, 100.0))
}

fn microseconds(number: f64) -> String {
    if number >= 10_000.0 {
        milliseconds(number / 1e3)
    } else {
        format!("{} \u{b5}s", thousands(number.round() as u64))
    }
}

fn milliseconds(number: f64) -> String {
    if number < 10.0 { format!("{number:.2} ms") } else { format!("{} ms", thousands(number.round() as u64)) }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
