//! The words of each finding. Numbers are those of the window; with fewer than thirty packets counts are told, not rates.

use super::facts::Worst;
use super::{Cure, Diagnosis, Facts, Finding, Tone};
use crate::ordered::ordered_map;
use crate::scenario::{Completions, Consumer, Design, Value};

/// Fewer packets than this make no rate.
const PACKETS_MIN: u64 = 30;
/// Quotas up to this starve nobody.
const QUOTA_SMALL: u64 = 5;

pub fn say(finding: Finding, facts: &Facts) -> Diagnosis {
    let (id, tone, headline, sentence) = match finding {
        Finding::Starting => ("starting", Tone::Neutral, "Just begun.".into(), starting(facts)),
        Finding::Idle => ("idle", Tone::Neutral, "Nothing to do.".into(), idle(facts)),
        Finding::KeepingUp => ("keeping_up", Tone::Good, "Every packet gets through.".into(), keeping_up(facts)),
        Finding::Filling => ("filling", Tone::Neutral, "Queues are filling.".into(), filling(facts)),
        Finding::Batching => ("batching", Tone::Good, "One interrupt, several packets.".into(), batching(facts)),
        Finding::Shedding => {
            ("shedding", Tone::Good, "Full speed; the rest is refused at the ring.".into(), shedding(facts))
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
    let after = milliseconds(facts.latency_ms_mean);
    if facts.arrived == 1 {
        return format!("1 packet comes in and goes out, after {after}. {}", spare(facts));
    }
    let packets = rate(facts, facts.arrived, facts.offered);
    format!("{packets} come in and go out, each after {after} on average. {}", spare(facts))
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

fn filling(facts: &Facts) -> String {
    format!(
        "{} come in; {}. The others wait inside: {}, {} more than {} ms before.",
        rate(facts, facts.arrived, facts.offered),
        go_out(facts),
        packets(facts.inside),
        thousands(facts.inside - facts.inside_before),
        thousands(facts.window_ms.round() as u64),
    )
}

fn batching(facts: &Facts) -> String {
    format!(
        "{} come in; each receive interrupt serves {} of them, which saves the cost of the others. All of them go out.",
        rate(facts, facts.arrived, facts.offered),
        decimal(facts.packets_per_interrupt, 1)
    )
}

fn shedding(facts: &Facts) -> String {
    let why = if facts.can_poll && facts.settings.polling.enabled {
        "Interrupts only wake the polling thread, so what comes in cannot crowd out what goes out. "
    } else {
        ""
    };
    format!(
        "{}. {why}What is too much finds the receive ring full, before any work is done on it: {}. {}",
        go_out(facts),
        refused(facts),
        spare(facts)
    )
}

fn losing_work(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "{} of {}; {} at the {}, each after {} of work.",
        go_out(facts),
        rate(facts, facts.arrived, facts.offered),
        are_thrown_away(facts),
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
         and {} there.",
        microseconds(facts.device_share * gap),
        microseconds(gap),
        worst.emptier,
        worst.name,
        are_thrown_away(facts),
    )
}

fn livelock_at_process(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "The kernel spends {} on each packet before the {} sees it, and runs before it. So the {} stays full and {} \
         there: {} of the CPU for nothing.",
        microseconds(worst.microseconds_each),
        worst.emptier,
        worst.name,
        are_thrown_away(facts),
        percent(facts.wasted_share),
    )
}

fn transmit_starvation(facts: &Facts) -> String {
    let worst = worst(facts);
    let cause = if !(facts.can_poll && facts.settings.polling.quota <= QUOTA_SMALL) {
        "Input never ends"
    } else {
        "What was queued before is served first"
    };
    format!(
        "{cause}, so sent packets are not cleared away and the wire is idle {} of the time. The {} is full; {} \
         there, each after {} of work.",
        percent(1.0 - facts.wire_share),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn feedback(facts: &Facts) -> String {
    format!(
        "The {} queue is kept from overflowing: input is off {} of the time. {}; refused at \
         the receive ring, at no cost: {}.",
        match facts.settings.kernel.consumer {
            Consumer::Screend => "screening",
            Consumer::Nfs => "socket",
            _ => "filter",
        },
        percent(facts.feedback_share),
        go_out(facts),
        refused(facts),
    )
}

fn limit(facts: &Facts) -> String {
    format!(
        "Input is off {} of the time, because packets may use {} % of the CPU. {} {}.",
        percent(facts.limit_share),
        facts.settings.polling.limit_share,
        spare(facts),
        go_out(facts),
    )
}

fn process_starved(facts: &Facts) -> String {
    format!(
        "{}, and all of the CPU goes into them: the user process has {} of it.",
        go_out(facts),
        percent(facts.user_share)
    )
}

/// The one knob movement that mends it, if this kernel has it.
fn cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let kernel = &facts.settings.kernel;
    if kernel.consumer.is_process() || kernel.design != Design::Polling {
        let own = own_cure(finding, facts);
        if own.is_some() || kernel.consumer.is_process() {
            return own;
        }
    }
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
            if matches!(kernel.consumer, Consumer::Screend | Consumer::Nfs)
                && !(polls && facts.settings.polling.feedback) =>
        {
            set.push(("feedback.enabled", Value::Switch(true)));
            if polls { "Stop input while the queue is full" } else { "Poll, and stop input while the queue is full" }
        }
        Finding::TransmitStarvation if facts.settings.polling.quota > QUOTA_SMALL => {
            set.push(("polling.quota", Value::Integer(5)));
            if polls { "Set a quota of 5" } else { "Poll, with a quota of 5" }
        }
        Finding::ProcessStarved => {
            set.push(("limit.enabled", Value::Switch(true)));
            if polls { "Limit the packets' share" } else { "Poll, and limit the packets' share" }
        }
        _ => return None,
    };
    Some(knobs(label, set))
}

/// What a kernel without the polling facility has of its own. A router with it has the facility's; a monitor with it none.
fn own_cure(finding: Finding, facts: &Facts) -> Option<Cure> {
    let (settings, values) = (&facts.settings, &facts.settings.values);
    let loses = matches!(finding, Finding::LivelockAtQueue | Finding::LosingWork);
    let (label, path, value) = match settings.kernel.design {
        Design::Monitor if (loses || finding == Finding::LivelockAtProcess) && !settings.breaker.enabled => {
            ("Switch the circuit breaker on", "breaker.enabled", Value::Switch(true))
        }
        Design::HighIpl
            if finding == Finding::TransmitStarvation && settings.kernel.completions != Completions::Between =>
        {
            let value = Value::Choice("between".into());
            ("See to sent packets between received ones", "transmit.completions", value)
        }
        Design::Bsd if loses && values.get("rate_limit.trigger").choice() == "never" => {
            ("Turn input off while a queue is full", "rate_limit.trigger", Value::Choice("queue".into()))
        }
        Design::Clocked
            if finding == Finding::TransmitStarvation && values.get("clocked.quota").integer() > QUOTA_SMALL =>
        {
            ("Set a quota of 5", "clocked.quota", Value::Integer(5))
        }
        _ => return None,
    };
    Some(knobs(label, vec![(path, value)]))
}

fn knobs(label: &str, set: Vec<(&str, Value)>) -> Cure {
    let set = ordered_map(set.into_iter().map(|(path, value)| (path.to_string(), value)));
    Cure { label: label.into(), set }
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

/// "4,700 packets/s go out".
fn go_out(facts: &Facts) -> String {
    let packets = rate(facts, facts.delivered, facts.delivered_rate);
    format!("{packets} {} out", if packets == "1 packet" { "goes" } else { "go" })
}

fn refused(facts: &Facts) -> String {
    rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived))
}

/// "9,000 packets/s are thrown away".
fn are_thrown_away(facts: &Facts) -> String {
    let worst = worst(facts);
    let packets = rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived));
    format!("{packets} {} thrown away", if packets == "1 packet" { "is" } else { "are" })
}

fn percent(share: f64) -> String {
    format!("{} %", (share * 100.0).clamp(0.0, 100.0).round() as u64)
}

fn microseconds(number: f64) -> String {
    if number >= 10_000.0 {
        milliseconds(number / 1e3)
    } else {
        format!("{} \u{b5}s", thousands(number.round() as u64))
    }
}

fn milliseconds(number: f64) -> String {
    if number < 10.0 {
        format!("{} ms", decimal(number, 2))
    } else {
        format!("{} ms", thousands(number.round() as u64))
    }
}

/// With so many decimal places. (The standard library's way to print floating point is a tenth of what a browser loads.)
fn decimal(number: f64, places: u32) -> String {
    let one = 10_u64.pow(places);
    let parts = (number * one as f64).round() as u64;
    format!("{}.{:0width$}", parts / one, parts % one, width = places as usize)
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
