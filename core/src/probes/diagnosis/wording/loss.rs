//! Sentences about packets that are dropped after work was done on them, and why.

use super::numbers::{duration, microseconds, only_percent, percent, thousands};
use super::phrases::{are_thrown_away, go_out, packets, part, rate, refused, refused_at_the_ring, spare};
use crate::probes::diagnosis::facts::{Facts, QUOTA_SMALL};
use crate::scenario::{Design, Pattern};

/// "Nine of ten packets are thrown away after work." A smaller share is written in per cent, because "one of ten" would be
/// wrong by nearly half for 14 %.
pub(super) fn packets_thrown_away(facts: &Facts) -> String {
    const WORDS: [&str; 8] = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let share = part(facts.wasted_packets, facts.arrived);
    let tenths = (share * 10.0).round() as usize;
    if facts.delivered == 0 {
        return "Livelock: nothing gets through.".into();
    }
    if !facts.gets_through() {
        return "Livelock: almost nothing gets through.".into();
    }
    match tenths {
        0 | 1 => format!("Thrown away after work: {} of the packets.", percent(share)),
        _ => format!("{} of ten packets are thrown away after work.", WORDS[tenths.min(9) - 2]),
    }
}

pub(super) fn losing_work(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "Of {}, {}; {} at the {}, each after {} of CPU work.",
        rate(facts, facts.arrived, facts.offered),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each)
    )
}

pub(super) fn livelock_at_queue(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let gap = 1e6 / facts.offered.max(1.0);
    let spent = facts.device_share * gap;
    let part = if worst.microseconds_each < spent {
        format!(" ({} of that for work on the packet itself)", microseconds(worst.microseconds_each))
    } else {
        String::new()
    };
    format!(
        "A packet arrives every {}, and interrupts take {} of CPU time for it{part}. The {} gets only the remaining CPU time, so \
         the {} overflows: {} there.",
        microseconds(gap),
        microseconds(spent),
        worst.consumer_name,
        worst.name,
        are_thrown_away(facts),
    )
}

pub(super) fn livelock_at_process(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "The kernel always runs first, and spends {} of CPU time on each packet before the {} {} it. So the {} stays full and {} \
         there: {} of the CPU time is wasted.",
        microseconds(worst.microseconds_each),
        worst.consumer_name,
        if worst.is_shared { "see" } else { "sees" },
        worst.name,
        are_thrown_away(facts),
        percent(worst.wasted_share),
    )
}

pub(super) fn switch_starved(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "Interrupts take {} of the CPU, but one comes every {}, and a switch to the {} takes {}. Each interrupt requests \
         the kernel's thread, which runs first, so the switch is given up and none completes: the {} stays full and {} there.",
        only_percent(facts.interrupts_share),
        microseconds(facts.interrupt_gap_us),
        worst.consumer_name,
        microseconds(facts.switch_us),
        worst.name,
        are_thrown_away(facts),
    )
}

pub(super) fn socket_starved(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let others = percent(worst.others_share);
    let why = match worst.kernel_share > worst.others_share {
        true => format!(": the kernel has {}, and other processes have {others}", percent(worst.kernel_share)),
        false => format!(", because other processes have {others}"),
    };
    format!(
        "The {} {} {} of the CPU{why}. {} too slow for {} packets/s, so the {} stays full and {} there, each after {} of work.",
        worst.consumer_name,
        if worst.is_shared { "have" } else { "has" },
        only_percent(worst.consumer_share),
        if worst.is_shared { "They are" } else { "It is" },
        thousands(facts.offered.round() as u64),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

/// From this share of its CPU on, a process has all that it can get.
const ALL_OF_THE_CPU: f64 = 0.9;

pub(super) fn receiver_too_slow(facts: &Facts) -> String {
    let worst = facts.worst_place();
    let others = worst.carriers_share + worst.others_share;
    let why = match worst.consumer_share > ALL_OF_THE_CPU {
        true => "cannot read faster".into(),
        false if others < 0.01 => format!("all packets need more: the kernel has {}", percent(worst.kernel_share)),
        false => format!(
            "all packets need more: the kernel has {}, and other processes have {}",
            percent(worst.kernel_share),
            percent(others),
        ),
    };
    format!(
        "The {} {} {} of the CPU, and {why}. {}; {} at the {}, each after {} of work.",
        worst.consumer_name,
        if worst.is_shared { "have" } else { "has" },
        percent(worst.consumer_share),
        go_out(facts),
        are_thrown_away(facts),
        worst.name,
        microseconds(worst.microseconds_each),
    )
}

pub(super) fn burst_overflows(facts: &Facts) -> String {
    let traffic = &facts.settings.traffic;
    let is_refused = facts.refused > facts.wasted_packets;
    let worst = if is_refused { facts.worst_ring() } else { facts.worst_place() };
    let is_longer = matches!(traffic.pattern, Pattern::Bursty | Pattern::Burst) && traffic.burst > worst.capacity;
    let why = match is_longer {
        true => format!(
            "A burst has {} packets, but the {} holds only {}.",
            thousands(traffic.burst),
            worst.name,
            thousands(worst.capacity),
        ),
        false => {
            format!("Packets come close together, and the {} holds only {}.", worst.name, thousands(worst.capacity))
        }
    };
    let lost = match refused(facts) {
        _ if !is_refused => are_thrown_away(facts),
        packets if packets == "1 packet" => format!("{packets} is refused"),
        packets => format!("{packets} are refused"),
    };
    format!("{why} So {lost} there, although the CPU is idle {} of the time.", percent(worst.consumer_idle))
}

pub(super) fn disk_bound(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "The disk is busy {} of the time, and the {} {} for it. So the {} stays full and {} there, each after {} of work.",
        percent(facts.disk_share),
        worst.consumer_name,
        if worst.is_shared { "wait" } else { "waits" },
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

pub(super) fn process_hangs(facts: &Facts) -> String {
    let watched = facts.feedback.queues.first();
    let queue = facts.worst_place.as_ref().map(|worst| &worst.name).or(watched).expect("packets wait for it");
    let refusing = match facts.refused > 0 && watched == Some(queue) {
        true => format!(
            " Feedback from this queue stops input {} of the time, so the receive ring refuses {}.",
            percent(facts.feedback.share),
            refused(facts),
        ),
        false => String::new(),
    };
    let cpu = match facts.idle_share > 0.1 {
        true => spare(facts),
        false => format!("{} has {} of the CPU.", facts.busiest.capitalized(), percent(facts.busiest.share)),
    };
    format!("{}: no process empties the {queue}.{refusing} {cpu}", go_out(facts))
}

pub(super) fn wire_full(facts: &Facts) -> String {
    let excess = match (facts.refused, &facts.worst_place) {
        (refused_packets, _) if refused_packets > facts.wasted_packets => refused_at_the_ring(facts),
        (_, Some(worst)) => format!("{} at the {}", are_thrown_away(facts), worst.name),
        _ => "the others wait".into(),
    };
    format!("{}, and the output wire is busy {} of the time; {excess}.", go_out(facts), percent(facts.wire_share))
}

pub(super) fn transmit_starvation(facts: &Facts) -> String {
    let worst = facts.worst_place();
    format!(
        "{}: the wire is idle {} of the time. The {} is full; {} there, each after {} of CPU work.",
        why_sent_packets_stay(facts),
        percent(1.0 - facts.wire_share),
        worst.name,
        are_thrown_away(facts),
        microseconds(worst.microseconds_each),
    )
}

/// Why sent packets stay in the transmit ring, so that it has no room.
fn why_sent_packets_stay(facts: &Facts) -> String {
    let (inputs, ring) = (facts.settings.traffic.inputs, facts.transmit_ring());
    let seldom = || duration(facts.settings.values.get("clocked.period_us").integer() as f64 / 1e3);
    let long_look = facts.looks().filter(|looks| looks.quota > ring && looks.quota < u64::MAX);
    match facts.settings.kernel.design {
        Design::HighIpl => "The receiver always runs first, so sent packets stay in the transmit ring".into(),
        _ if facts.looks_seldom() => {
            format!("The kernel removes sent packets from the transmit ring only every {}", seldom())
        }
        _ if facts.settings.machine.cpus > 1 => {
            "All CPUs send through one interface, and only one of them removes sent packets from the transmit ring, between the \
             packets that it receives"
                .into()
        }
        _ if facts.settings.polls_by_interface() => format!(
            "{} polling threads have their turns, and only one of them removes sent packets from the transmit ring",
            inputs + 1
        ),
        _ if let Some(looks) = long_look => format!(
            "A look takes in up to {} packets, but the transmit ring holds {ring}, and sent packets leave it only after the look",
            thousands(looks.quota),
        ),
        _ if inputs > 1 && facts.quota <= ring => format!(
            "A polling round takes in up to {} packets from each of {inputs} interfaces, and removes sent packets from the \
             transmit ring only once",
            facts.quota
        ),
        _ if facts.is_held_back() => {
            format!("The transmit ring holds only {}, and they stay in it after they are sent", packets(ring))
        }
        _ if facts.quota > QUOTA_SMALL => "Input goes on without a break, so sent packets stay in the transmit ring".into(),
        _ => "Packets that were queued before are served first, so sent packets stay in the transmit ring".into(),
    }
}
