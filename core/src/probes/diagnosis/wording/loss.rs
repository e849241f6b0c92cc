//! Sentences about packets that are dropped after work was done on them, and why.

use super::numbers::{duration, microseconds, only_percent, percent, thousands};
use super::phrases::{
    are_lost, are_thrown_away, go_out, leaves, packets, part, rate, refused, refused_at_the_ring, spare, the,
    thrown_away,
};
use super::throughput::{filling, nothing_through};
use crate::message;
use crate::message::Message;
use crate::msg;
use crate::probes::diagnosis::facts::{Facts, QUOTA_SMALL, RingAtLoss};
use crate::scenario::{Design, Pattern};

/// "Nine of ten packets are thrown away after work." Other shares are written in per cent: "one of ten" would be wrong by nearly
/// half for 14 %, and of 96 % it is more than nine.
pub fn packets_thrown_away(facts: &Facts) -> Message {
    let share = part(facts.wasted_packets, facts.arrived);
    Message::of(match (share * 10.0).round() as u64 {
        _ if facts.delivered == 0 => msg!("Livelock: nothing gets through."),
        _ if !facts.gets_through() => msg!("Livelock: almost nothing gets through."),
        0 | 1 | 10.. => return message!("Thrown away after work: {share} of the packets.", share = percent(share)),
        2 => msg!("Two of ten packets are thrown away after work."),
        3 => msg!("Three of ten packets are thrown away after work."),
        4 => msg!("Four of ten packets are thrown away after work."),
        5 => msg!("Five of ten packets are thrown away after work."),
        6 => msg!("Six of ten packets are thrown away after work."),
        7 => msg!("Seven of ten packets are thrown away after work."),
        8 => msg!("Eight of ten packets are thrown away after work."),
        9 => msg!("Nine of ten packets are thrown away after work."),
    })
}

/// Two families drop packets early, each for its own reason.
pub const DROPS_EARLY: &str = msg!("The machine is at its limit: it drops packets early.");

pub fn losing_work(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    vec![message!(
        "Of {packets}, {go_out}; {are_thrown_away} at {place}, each after {time} of CPU work.",
        packets = rate(facts, facts.arrived, facts.offered),
        go_out = go_out(facts),
        are_thrown_away = are_thrown_away(facts),
        place = the(&worst.name),
        time = microseconds(worst.microseconds_each),
    )]
}

pub fn livelock_at_queue(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let gap = 1e6 / facts.offered.max(1.0);
    let spent = facts.device_share * gap;
    let (time, spent_time) = (microseconds(gap), microseconds(spent));
    let interrupts = if worst.microseconds_each < spent {
        message!(
            "A packet arrives every {time}, and interrupts take {spent} of CPU time for it ({part} of that for work on the packet \
             itself).",
            time,
            spent = spent_time,
            part = microseconds(worst.microseconds_each),
        )
    } else {
        message!(
            "A packet arrives every {time}, and interrupts take {spent} of CPU time for it.",
            time,
            spent = spent_time
        )
    };
    let overflow = message!(
        "{Consumer} gets only the remaining CPU time, so {place} overflows: {are_thrown_away} there.",
        Consumer = the(&worst.consumer_name),
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
    );
    vec![interrupts, overflow]
}

pub fn livelock_at_process(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let order = message!(
        worst.is_shared =>
        "The kernel always runs first, and spends {time} of CPU time on each packet before {consumer} see it.",
        "The kernel always runs first, and spends {time} of CPU time on each packet before {consumer} sees it.",
        time = microseconds(worst.microseconds_each),
        consumer = the(&worst.consumer_name),
    );
    let waste = message!(
        "So {place} stays full and {are_thrown_away} there: {share} of the CPU time is wasted.",
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
        share = percent(worst.wasted_share),
    );
    vec![order, waste]
}

pub fn switch_starved(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let interrupts = message!(
        "Interrupts take {share} of the CPU, but one comes every {gap}, and a switch to {consumer} takes {time}.",
        share = only_percent(facts.interrupts_share),
        gap = microseconds(facts.interrupt_gap_us),
        consumer = the(&worst.consumer_name),
        time = microseconds(facts.switch_us),
    );
    let switches = message!(
        "Each interrupt requests the kernel's thread, which runs first, so the switch is given up and none completes: {place} \
         stays full and {are_thrown_away} there.",
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
    );
    vec![interrupts, switches]
}

pub fn socket_starved(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let (share, others) = (only_percent(worst.consumer_share), percent(worst.others_share));
    let why = match worst.kernel_share > worst.others_share {
        true => message!(
            worst.is_shared =>
            "{Consumer} have {share} of the CPU: the kernel has {kernel}, and other processes have {others}.",
            "{Consumer} has {share} of the CPU: the kernel has {kernel}, and other processes have {others}.",
            Consumer = the(&worst.consumer_name),
            share,
            kernel = percent(worst.kernel_share),
            others,
        ),
        false => message!(
            worst.is_shared =>
            "{Consumer} have {share} of the CPU, because other processes have {others}.",
            "{Consumer} has {share} of the CPU, because other processes have {others}.",
            Consumer = the(&worst.consumer_name),
            share,
            others,
        ),
    };
    let loss = message!(
        "That is too little for {packets}, so {place} stays full and {are_thrown_away} there, each after {time} of work.",
        packets = message!("{n} packets/s", n = thousands(facts.offered.round() as u64)),
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    vec![why, loss]
}

/// From this share of its CPU on, a process has all that it can get.
const ALL_OF_THE_CPU: f64 = 0.9;

pub fn receiver_too_slow(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let (kernel, others) = (percent(worst.kernel_share), worst.carriers_share + worst.others_share);
    let (consumer, share) = (the(&worst.consumer_name), percent(worst.consumer_share));
    let receiver = match worst.consumer_share > ALL_OF_THE_CPU {
        true => message!(
            worst.is_shared =>
            "{Consumer} have {share} of the CPU, and cannot read faster.",
            "{Consumer} has {share} of the CPU, and cannot read faster.",
            Consumer = consumer,
            share,
        ),
        false if others < 0.01 => message!(
            worst.is_shared =>
            "{Consumer} have {share} of the CPU, and all packets need more: the kernel has {kernel}.",
            "{Consumer} has {share} of the CPU, and all packets need more: the kernel has {kernel}.",
            Consumer = consumer,
            share,
            kernel,
        ),
        false => message!(
            worst.is_shared =>
            "{Consumer} have {share} of the CPU, and all packets need more: the kernel has {kernel}, and other processes have \
             {others}.",
            "{Consumer} has {share} of the CPU, and all packets need more: the kernel has {kernel}, and other processes have \
             {others}.",
            Consumer = consumer,
            share,
            kernel,
            others = percent(others),
        ),
    };
    vec![receiver, thrown_away_at_the_worst_place(facts)]
}

/// "600 packets/s reach the receiver; 400 packets/s are thrown away at the socket queue, each after 12 µs of work."
#[inline(never)]
pub fn thrown_away_at_the_worst_place(facts: &Facts) -> Message {
    let worst = facts.worst_place();
    message!(
        "{go_out}; {are_thrown_away} at {place}, each after {time} of work.",
        go_out = go_out(facts),
        are_thrown_away = are_thrown_away(facts),
        place = the(&worst.name),
        time = microseconds(worst.microseconds_each),
    )
}

pub fn burst_overflows(facts: &Facts) -> Vec<Message> {
    let traffic = &facts.settings.traffic;
    let is_refused = facts.refused > facts.wasted_packets;
    let worst = if is_refused { facts.worst_ring() } else { facts.worst_place() };
    let is_longer = matches!(traffic.pattern, Pattern::Bursty | Pattern::Burst) && traffic.burst > worst.capacity;
    let (place, capacity) = (the(&worst.name), thousands(worst.capacity));
    let why = match is_longer {
        true => message!(
            "A burst has {n} packets, but {place} holds only {capacity}.",
            n = thousands(traffic.burst),
            place,
            capacity
        ),
        false => message!("Packets come close together, and {place} holds only {capacity}.", place, capacity),
    };
    let are_lost = are_lost(facts, if is_refused { facts.refused } else { worst.packets }, is_refused);
    let share = percent(worst.consumer_idle);
    vec![why, message!("So {are_lost} there, although the CPU is idle {share} of the time.", are_lost, share)]
}

pub fn program_frees(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let freed = message!(
        "{packets} come in, and the program frees {freed} with m_freem, each after {time} of CPU work.",
        packets = rate(facts, facts.arrived, facts.offered),
        freed = thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    let flow = match facts.delivered {
        0 => message!("No packet {leave}.", leave = leaves(facts, true)),
        _ => message!("{go_out}.", go_out = go_out(facts)),
    };
    vec![freed, flow, spare(facts)]
}

pub fn left_waiting(facts: &Facts) -> Vec<Message> {
    let lost = match (facts.loses_work(), facts.refuses()) {
        _ if !facts.has_slept() && facts.delivered == 0 => return nothing_through(facts),
        (true, _) => message!(
            "{are_lost} at {place}.",
            are_lost = are_thrown_away(facts),
            place = the(&facts.worst_place().name)
        ),
        (_, true) => {
            message!(
                "{are_lost} at {place}.",
                are_lost = are_lost(facts, facts.refused, true),
                place = the(&facts.worst_ring().name)
            )
        }
        _ => return filling(facts),
    };
    let slept = message!(
        "Before the last one was lost, the CPU was idle although packets waited there: the program takes them too late, or never."
    );
    vec![lost, slept, spare(facts)]
}

pub fn disk_bound(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let disk = message!(
        worst.is_shared =>
        "The disk is busy {share} of the time, and {consumer} wait for it.",
        "The disk is busy {share} of the time, and {consumer} waits for it.",
        share = percent(facts.disk_share),
        consumer = the(&worst.consumer_name),
    );
    let loss = message!(
        "So {place} stays full and {are_thrown_away} there, each after {time} of work.",
        place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    vec![disk, loss]
}

pub fn process_hangs(facts: &Facts) -> Vec<Message> {
    let watched = facts.feedback.queues.first();
    let queue = facts.worst_place.as_ref().map(|worst| &worst.name).or(watched).expect("packets wait for it");
    let mut sentences =
        vec![message!("{go_out}: no process empties {place}.", go_out = go_out(facts), place = the(queue))];
    if facts.refused > 0 && watched == Some(queue) {
        sentences.push(message!(
            "Feedback from this queue stops input {share} of the time, so the receive ring refuses {packets}.",
            share = percent(facts.feedback.share),
            packets = refused(facts),
        ));
    }
    if part(facts.wasted_packets, facts.arrived) > 0.02 {
        let are_thrown_away = are_thrown_away(facts);
        sentences.push(message!(
            "{are_thrown_away} at {place}.",
            are_thrown_away,
            place = the(&facts.worst_place().name)
        ));
    }
    sentences.push(if facts.idle_share > 0.1 { spare(facts) } else { busiest(facts) });
    sentences
}

/// "The device interrupt has 90 % of the CPU."
#[inline(never)]
pub fn busiest(facts: &Facts) -> Message {
    let busiest = &facts.busiest;
    message!(
        "{Context} has {share} of the CPU.",
        Context = Message::name(busiest.name.clone()),
        share = percent(busiest.share),
    )
}

pub fn wire_full(facts: &Facts) -> Vec<Message> {
    let excess = match (facts.refused, &facts.worst_place) {
        (refused_packets, _) if refused_packets > facts.wasted_packets => refused_at_the_ring(facts),
        (_, Some(worst)) => {
            message!("{are_thrown_away} at {place}", are_thrown_away = are_thrown_away(facts), place = the(&worst.name),)
        }
        _ => message!("the others wait"),
    };
    vec![message!(
        "{go_out}, and the output wire is busy {share} of the time; {excess}.",
        go_out = go_out(facts),
        share = percent(facts.wire_share),
        excess,
    )]
}

pub fn transmit_starvation(facts: &Facts) -> Vec<Message> {
    let worst = facts.worst_place();
    let wire = message!(
        "{why}: the wire is idle {share} of the time.",
        why = why_sent_packets_stay(facts),
        share = percent(1.0 - facts.wire_share),
    );
    let loss = message!(
        "{Place} is full; {are_thrown_away} there, each after {time} of CPU work.",
        Place = the(&worst.name),
        are_thrown_away = are_thrown_away(facts),
        time = microseconds(worst.microseconds_each),
    );
    vec![wire, loss]
}

/// Why sent packets stay in the transmit ring, so that it has no room.
fn why_sent_packets_stay(facts: &Facts) -> Message {
    let (inputs, ring) = (facts.settings.traffic.inputs, facts.transmit_ring());
    let seldom = || duration(facts.settings.values.get("clocked.period_us").integer() as f64 / 1e3);
    let long_look = facts.looks().filter(|looks| looks.quota > ring && looks.quota < u64::MAX);
    match facts.settings.kernel.design {
        _ if let Some(ring) = facts.ring_kept_idle() => match ring {
            RingAtLoss::NeverFilled => {
                message!("The program never calls lnput, so no packet gets into the transmit ring")
            }
            RingAtLoss::HasRoom(room) => message!(
                "The program calls lnput too seldom (when the last packet was lost, the transmit ring had room for {packets})",
                packets = packets(room),
            ),
            RingAtLoss::NeverReclaimed => {
                message!("The transmit ring is full of sent packets, and the program takes none out with lnreclaim")
            }
            _ => message!(
                "Sent packets fill the transmit ring, which holds {n}, until the program calls lnreclaim again",
                n = thousands(facts.transmit_ring()),
            ),
        },
        _ if facts.is_program => message!("The program serves the transmit ring too seldom"),
        Design::HighIpl => message!("The receiver always runs first, so sent packets stay in the transmit ring"),
        _ if facts.looks_seldom() => {
            message!("The kernel removes sent packets from the transmit ring only every {time}", time = seldom(),)
        }
        _ if facts.settings.machine.cpus > 1 => message!(
            "All CPUs send through one interface, and only one of them removes sent packets from the transmit ring, between the \
             packets that it receives"
        ),
        _ if facts.settings.polls_by_interface() => message!(
            "{n} polling threads have their turns, and only one of them removes sent packets from the transmit ring",
            n = (inputs + 1).to_string(),
        ),
        _ if let Some(looks) = long_look => message!(
            "A look takes in up to {n} packets, but the transmit ring holds {ring}, and sent packets leave it only after the look",
            n = thousands(looks.quota),
            ring = ring.to_string(),
        ),
        _ if inputs > 1 && facts.quota <= ring => message!(
            "A polling round takes in up to {n} packets from each of {inputs} interfaces, and removes sent packets from the \
             transmit ring only once",
            n = facts.quota.to_string(),
            inputs = inputs.to_string(),
        ),
        _ if facts.is_held_back() => message!(
            "The transmit ring holds only {packets}, and they stay in it after they are sent",
            packets = packets(ring),
        ),
        _ if facts.quota > QUOTA_SMALL => {
            message!("Input goes on without a break, so sent packets stay in the transmit ring")
        }
        _ => message!("Packets that were queued before are served first, so sent packets stay in the transmit ring"),
    }
}
