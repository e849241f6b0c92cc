//! Sentences about machines that lose no finished work: what comes in, what goes out, what waits.

use super::numbers::{decimal, duration, percent, thousands};
use super::phrases::{go_out, leaves, packets, part, rate, refused, spare};
use crate::probes::diagnosis::facts::Facts;
use crate::scenario::{Design, PollingThreads};

pub(super) fn idle(facts: &Facts) -> String {
    let wait = match facts.inside {
        0 => String::new(),
        1 => ", and 1 waits inside".into(),
        count => format!(", and {} wait inside", thousands(count)),
    };
    format!("No packets arrive{wait}. {}", spare(facts))
}

pub(super) fn keeping_up(facts: &Facts) -> String {
    let after = duration(facts.latency_ms_mean);
    if facts.arrived == 0 {
        return format!("No packets come in; {}. {}", go_out(facts), spare(facts));
    }
    if facts.arrived == 1 {
        return format!("1 packet comes in and {}, after {after}. {}", leaves(facts, true), spare(facts));
    }
    let packets = rate(facts, facts.arrived, facts.offered);
    if facts.lost_now() > 0 {
        let lost = rate(facts, facts.lost_now(), facts.offered * part(facts.lost_now(), facts.arrived));
        let (out, spare) = (go_out(facts), spare(facts));
        return format!("{packets} come in; {out}, each after {after} on average; lost: {lost}. {spare}");
    }
    format!("{packets} come in and {}, each after {after} on average. {}", leaves(facts, false), spare(facts))
}

pub(super) fn filling(facts: &Facts) -> String {
    format!(
        "{} come in; {}. The others wait inside: {}, {} more than {} ms earlier.",
        rate(facts, facts.arrived, facts.offered),
        go_out(facts),
        packets(facts.inside),
        thousands(facts.inside - facts.inside_before),
        thousands(facts.window_ms.round() as u64),
    )
}

pub(super) fn waiting_for_cpu(facts: &Facts) -> String {
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

pub(super) fn nothing_through(facts: &Facts) -> String {
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

pub(super) fn batching(facts: &Facts) -> String {
    let each = match facts.packets_per_interrupt {
        number if number < 10.0 => decimal(number, 1),
        number => thousands(number.round() as u64),
    };
    let why = match facts.can_poll && facts.settings.polling.enabled {
        true => format!(
            "The polling thread takes them in while receive interrupts are off: there is one interrupt for every {each} of them."
        ),
        false => format!(
            "There is one receive interrupt for every {each} of them, which saves the cost of further interrupts."
        ),
    };
    format!(
        "{} come in. {why} {} {}. {}",
        rate(facts, facts.arrived, facts.offered),
        if facts.lost_now() > 0 { "Nearly all packets" } else { "All packets" },
        leaves(facts, false),
        spare(facts),
    )
}

pub(super) fn shedding(facts: &Facts) -> String {
    let settings = &facts.settings;
    let why = if settings.polls_by_interface() && settings.polling.threads == PollingThreads::Scheduled {
        let quantum = settings.values.get("programs.quantum_ms").integer() as f64;
        format!(
            "Polling threads and processes take turns of {}, and the ring fills between the turns. ",
            duration(quantum)
        )
    } else if facts.can_poll && settings.polling.enabled {
        "Interrupts only wake the polling thread, so input leaves CPU time for output. ".into()
    } else if settings.kernel.design == Design::LinuxNapi {
        "Receive interrupts are off while a softirq polls the rings, so input leaves CPU time for output. ".into()
    } else {
        String::new()
    };
    format!("{}. {why}{} {}", go_out(facts), excess(facts), spare(facts))
}

pub(super) fn clock_limits(facts: &Facts) -> String {
    let looks = facts.looks().expect("found because it looks by the clock");
    let period = duration(looks.period_ms);
    let why = match looks.quota <= looks.ring {
        _ if facts.sends_a_ring_each_look() => {
            let ring = packets(facts.transmit_ring());
            format!("The kernel clears the transmit ring, which holds {ring}, only every {period}")
        }
        true => format!("The kernel looks at each interface every {period} and takes up to {}", packets(looks.quota)),
        false => {
            let ring = packets(looks.ring);
            format!(
                "The kernel looks at each interface every {period}, and the receive ring holds only {ring} until then"
            )
        }
    };
    format!("{why}: {}. {} {}", go_out(facts), excess(facts), spare(facts))
}

fn excess(facts: &Facts) -> String {
    format!(
        "Excess packets find the receive ring full and are refused before any work is done on them: {}.",
        refused(facts)
    )
}
