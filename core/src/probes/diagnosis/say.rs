//! The words of each finding. Numbers are those of the window; with fewer than thirty packets counts are told, not rates.

use super::cure::{QUOTA_SMALL, cure};
use super::facts::Worst;
use super::numbers::{decimal, duration, microseconds, percent, thousands};
use super::{Diagnosis, Facts, Finding, Tone, inhibited, receiving, settling, sockets, today};
use crate::scenario::Design;
use std::borrow::Cow;

/// Fewer packets than this make no rate.
const PACKETS_MIN: u64 = 30;

pub fn say(finding: Finding, facts: &Facts) -> Diagnosis {
    let (id, tone, headline, sentence): (_, _, Cow<'static, str>, _) = match finding {
        Finding::Starting => ("starting", Tone::Neutral, "Just begun.".into(), settling::starting(facts)),
        Finding::Settling => {
            ("settling", Tone::Neutral, settling::until(facts).into(), settling::since_the_change(facts))
        }
        Finding::Idle => ("idle", Tone::Neutral, "Nothing to do.".into(), idle(facts)),
        Finding::KeepingUp => ("keeping_up", Tone::Good, "Every packet gets through.".into(), keeping_up(facts)),
        Finding::Filling => ("filling", Tone::Neutral, "Queues are filling.".into(), filling(facts)),
        Finding::Batching => ("batching", Tone::Good, "One interrupt, several packets.".into(), batching(facts)),
        Finding::Shedding => {
            ("shedding", Tone::Good, "It runs at its limit; the rest is refused at the ring.".into(), shedding(facts))
        }
        Finding::LosingWork => {
            ("losing_work", Tone::Bad, "Some finished work is thrown away.".into(), losing_work(facts))
        }
        Finding::SwitchStarved => {
            ("switch_starved", Tone::Bad, "Livelock: no switch is ever over.".into(), switch_starved(facts))
        }
        Finding::LivelockAtQueue => ("livelock_at_queue", Tone::Bad, dying(facts).into(), livelock_at_queue(facts)),
        Finding::LivelockAtProcess => {
            ("livelock_at_process", Tone::Bad, dying(facts).into(), livelock_at_process(facts))
        }
        Finding::SocketStarved => ("socket_starved", Tone::Bad, dying(facts).into(), socket_starved(facts)),
        Finding::MemoryPressure => (
            "memory_pressure",
            Tone::Bad,
            "No memory for the receive ring.".into(),
            receiving::sentence(finding, facts),
        ),
        Finding::Killed => {
            ("killed", Tone::Bad, "Out of memory: the process is killed.".into(), receiving::sentence(finding, facts))
        }
        Finding::SenderWaits => (
            "sender_waits",
            Tone::Neutral,
            "The sender waits for the receiver.".into(),
            receiving::sentence(finding, facts),
        ),
        Finding::TransmitStarvation => {
            ("transmit_starvation", Tone::Bad, "Packets wait for an idle wire.".into(), transmit_starvation(facts))
        }
        Finding::LivelockAtSocket => {
            ("livelock_at_socket", Tone::Bad, dying(facts).into(), sockets::sentence(finding, facts))
        }
        Finding::RefusedEarly => (
            "refused_early",
            Tone::Good,
            "It runs at its limit; the rest is refused early.".into(),
            if facts.today.is_there { today::sentence(finding, facts) } else { sockets::sentence(finding, facts) },
        ),
        Finding::StrangerPays => {
            ("stranger_pays", Tone::Bad, "Somebody else pays.".into(), sockets::sentence(finding, facts))
        }
        Finding::SoftirqStarves => ("softirq_starves", Tone::Bad, dying(facts).into(), today::sentence(finding, facts)),
        Finding::PollerCompetes => (
            "poller_competes",
            Tone::Neutral,
            "Polling and the receiver share the CPU.".into(),
            today::sentence(finding, facts),
        ),
        Finding::FramesBroken => (
            "frames_broken",
            Tone::Bad,
            "A frame without one packet is useless.".into(),
            today::sentence(finding, facts),
        ),
        Finding::ReceiverTooSlow => (
            "receiver_too_slow",
            Tone::Neutral,
            "The receiver does what it can.".into(),
            today::sentence(finding, facts),
        ),
        Finding::BusyPolling => (
            "busy_polling",
            Tone::Good,
            "The receiver itself looks for packets.".into(),
            today::sentence(finding, facts),
        ),
        Finding::WrongChannel => {
            ("wrong_channel", Tone::Bad, "Demultiplexed too early.".into(), sockets::sentence(finding, facts))
        }
        Finding::WaitingForCpu => {
            ("waiting_for_cpu", Tone::Bad, "Packets wait, and others have the CPU.".into(), waiting_for_cpu(facts))
        }
        Finding::NothingThrough => {
            ("nothing_through", Tone::Neutral, "Packets come in, none gets through yet.".into(), nothing_through(facts))
        }
        Finding::FeedbackInhibits => {
            ("feedback_inhibits", Tone::Good, "Input waits for the slowest part.".into(), inhibited::feedback(facts))
        }
        Finding::BreakerInhibits => (
            "breaker_inhibits",
            Tone::Neutral,
            "The circuit breaker lets the process run.".into(),
            inhibited::breaker(facts),
        ),
        Finding::LimitInhibits => {
            ("limit_inhibits", Tone::Good, "Packets have had their share.".into(), inhibited::limit(facts))
        }
        Finding::ProcessStarved => {
            let much = if facts.user_share < 0.005 { "nothing" } else { "next to nothing" };
            let headline = format!("The user process gets {much}.").into();
            ("process_starved", Tone::Bad, headline, inhibited::process_starved(facts))
        }
    };
    Diagnosis {
        id,
        headline: headline.into_owned(),
        sentence,
        tone,
        cure: cure(finding, facts),
        window_ms: facts.window_ms,
    }
}

fn idle(facts: &Facts) -> String {
    let wait = match facts.inside {
        0 => String::new(),
        1 => ", and 1 waits inside".into(),
        count => format!(", and {} wait inside", thousands(count)),
    };
    format!("No packets arrive{wait}. {}", spare(facts))
}

fn keeping_up(facts: &Facts) -> String {
    let after = duration(facts.latency_ms_mean);
    if facts.arrived == 0 {
        return format!("No packets come in, {}. {}", go_out(facts), spare(facts));
    }
    if facts.arrived == 1 {
        return format!("1 packet comes in and {}, after {after}. {}", leaves(facts, true), spare(facts));
    }
    let packets = rate(facts, facts.arrived, facts.offered);
    format!("{packets} come in and {}, each after {after} on average. {}", leaves(facts, false), spare(facts))
}

/// Who has what packets leave of the CPU.
pub(super) fn spare(facts: &Facts) -> String {
    let (its, have, are) = match facts.settings.machine.cpus {
        1 => ("the CPU", "The CPU has", "The CPU is"),
        _ => ("its CPU", "The CPUs have", "The CPUs are"),
    };
    if facts.user_wants {
        format!("The user process has {} of {its}.", percent(facts.user_share))
    } else if facts.idle_share < 0.005 {
        format!("{have} no time left.")
    } else {
        format!("{are} idle {} of the time.", percent(facts.idle_share))
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

fn waiting_for_cpu(facts: &Facts) -> String {
    format!(
        "{} wait inside; in {} ms {}. {} has {} of the CPU.",
        packets(facts.inside),
        thousands(facts.window_ms.round() as u64),
        match facts.delivered {
            0 => format!("none of them {}", leaves(facts, true)),
            _ => go_out(facts),
        },
        facts.busiest.capitalized(),
        percent(facts.busiest.share),
    )
}

fn nothing_through(facts: &Facts) -> String {
    let refused = match facts.refused {
        0 => String::new(),
        _ => format!("; refused at the receive ring: {}", refused(facts)),
    };
    let (come, wait) =
        (if facts.arrived == 1 { "comes" } else { "come" }, if facts.inside == 1 { "waits" } else { "wait" });
    format!(
        "{} {come} in and none {}. {} {wait} inside{refused}. {}",
        rate(facts, facts.arrived, facts.offered),
        leaves(facts, true),
        packets(facts.inside),
        spare(facts),
    )
}

fn batching(facts: &Facts) -> String {
    format!(
        "{} come in; each receive interrupt serves {} of them, which saves the cost of the others. All of them {}.",
        rate(facts, facts.arrived, facts.offered),
        decimal(facts.packets_per_interrupt, 1),
        leaves(facts, false)
    )
}

fn shedding(facts: &Facts) -> String {
    let why = if facts.can_poll && facts.settings.polling.enabled {
        "Interrupts only wake the polling thread, so what comes in cannot crowd out what goes out. "
    } else if facts.settings.kernel.design == Design::LinuxNapi {
        "Receive interrupts are off while a softirq polls the rings, so what comes in cannot crowd out what goes out. "
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
        "Of {}, {}; {} at the {}, each after {} of CPU work.",
        rate(facts, facts.arrived, facts.offered),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each)
    )
}

/// "Nine of ten packets die after work was done on them."
fn dying(facts: &Facts) -> String {
    const WORDS: [&str; 9] = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let tenths = (part(facts.wasted_packets, facts.arrived) * 10.0).round() as usize;
    if facts.delivered == 0 {
        return "Livelock: nothing gets through.".into();
    }
    if !facts.gets_through() {
        return "Livelock: almost nothing gets through.".into();
    }
    let word = WORDS[tenths.clamp(1, 9) - 1];
    let die = if tenths == 1 { "dies after work was done on it" } else { "die after work was done on them" };
    format!("{word} of ten packets {die}.")
}

fn livelock_at_queue(facts: &Facts) -> String {
    let worst = worst(facts);
    let gap = 1e6 / facts.offered.max(1.0);
    let spent = facts.device_share * gap;
    let part = if worst.microseconds_each < spent {
        format!(", {} of it work on the packet itself", microseconds(worst.microseconds_each))
    } else {
        String::new()
    };
    format!(
        "A packet arrives every {}, and interrupts take {} of CPU time for it{part}. The {} gets what is left, so the {} \
         overflows: {} there.",
        microseconds(gap),
        microseconds(spent),
        worst.emptier,
        worst.name,
        are_thrown_away(facts),
    )
}

fn livelock_at_process(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "The kernel spends {} of CPU time on each packet before the {} sees it, and always goes first. So the {} stays full and {} \
         there: {} of the CPU for nothing.",
        microseconds(worst.microseconds_each),
        worst.emptier,
        worst.name,
        are_thrown_away(facts),
        percent(facts.wasted_share),
    )
}

fn switch_starved(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "Interrupts take only {} of the CPU, but one comes every {}, and to turn to the {} takes {}: a switch that is \
         interrupted begins again. So the {} stays full and {} there.",
        percent(facts.interrupts_share),
        microseconds(facts.interrupt_gap_us),
        worst.emptier,
        microseconds(facts.switch_us),
        worst.name,
        are_thrown_away(facts),
    )
}

fn socket_starved(facts: &Facts) -> String {
    let worst = worst(facts);
    format!(
        "The {} has only {} of the CPU, because other processes have {}. It is too slow for {} packets/s, so the {} stays \
         full and {} there, each after {} of work.",
        worst.emptier,
        percent(facts.emptier_share),
        percent(facts.others_share),
        thousands(facts.offered.round() as u64),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn transmit_starvation(facts: &Facts) -> String {
    let worst = worst(facts);
    let machine = &facts.settings.machine;
    let inputs = facts.settings.traffic.inputs;
    let cause = if facts.settings.kernel.design == Design::HighIpl {
        "The receiver always goes first, so sent packets are not cleared away".to_string()
    } else if facts.quota > QUOTA_SMALL {
        "Input goes on and on, so sent packets are not cleared away".to_string()
    } else if machine.cpus > 1 {
        "All CPUs send by one interface, and only one of them clears sent packets away, between those that it receives"
            .into()
    } else if inputs > 1 {
        format!(
            "A round takes in up to {} packets from each of {inputs} interfaces and clears sent ones away once",
            facts.quota
        )
    } else {
        "What was queued before is served first, so sent packets are not cleared away".to_string()
    };
    format!(
        "{cause}: the wire is idle {} of the time. The {} is full; {} there, each after {} of CPU work.",
        percent(1.0 - facts.wire_share),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

fn worst(facts: &Facts) -> &Worst {
    facts.worst.as_ref().expect("findings about loss have a place of loss")
}

fn part(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}

pub(super) fn packets(count: u64) -> String {
    if count == 1 { "1 packet".into() } else { format!("{} packets", thousands(count)) }
}

/// "11,064 packets/s", or "12 packets" when there are too few for a rate.
pub(super) fn rate(facts: &Facts, count: u64, per_second: f64) -> String {
    if facts.arrived < PACKETS_MIN {
        packets(count)
    } else {
        format!("{} packets/s", thousands(per_second.round() as u64))
    }
}

/// "4,700 packets/s go out", or reach the process that they are for.
pub(super) fn go_out(facts: &Facts) -> String {
    let packets = rate(facts, facts.delivered, facts.delivered_rate);
    let leave = leaves(facts, packets == "1 packet");
    format!("{packets} {leave}")
}

/// What becomes of a packet at the end of its path.
fn leaves(facts: &Facts, one: bool) -> String {
    match (&facts.receiver, one) {
        (None, true) => "goes out".into(),
        (None, false) => "go out".into(),
        (Some(name), true) => format!("reaches the {name}"),
        (Some(name), false) => format!("reach the {name}"),
    }
}

pub(super) fn refused(facts: &Facts) -> String {
    rate(facts, facts.refused, facts.offered * part(facts.refused, facts.arrived))
}

/// "9,000 packets/s are thrown away".
pub(super) fn are_thrown_away(facts: &Facts) -> String {
    let worst = worst(facts);
    let packets = rate(facts, worst.packets, facts.offered * part(worst.packets, facts.arrived));
    format!("{packets} {} thrown away", if packets == "1 packet" { "is" } else { "are" })
}
