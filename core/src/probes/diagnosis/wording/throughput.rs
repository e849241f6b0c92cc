//! Sentences about machines that lose no finished work: what comes in, what goes out, what waits.

use super::loss::busiest;
use super::numbers::{decimal, duration, only_percent, thousands};
use super::phrases::{go_out, leaves, packets, part, rate, refused, spare};
use crate::message;
use crate::message::Message;
use crate::probes::diagnosis::facts::{Facts, IDLE_MIN};
use crate::scenario::{Design, PollingThreads};

pub fn idle(facts: &Facts) -> Vec<Message> {
    let arrive = match facts.inside {
        0 => message!("No packets arrive."),
        1 => message!("No packets arrive, and 1 waits inside."),
        count => message!("No packets arrive, and {n} wait inside.", n = thousands(count)),
    };
    vec![arrive, who_has_the_cpu(facts)]
}

/// Who keeps the CPU busy, or how much of it is left.
fn who_has_the_cpu(facts: &Facts) -> Message {
    if facts.idle_share + facts.user_share < IDLE_MIN { busiest(facts) } else { spare(facts) }
}

pub fn keeping_up(facts: &Facts) -> Vec<Message> {
    let time = duration(facts.latency_ms_mean);
    let packets = rate(facts, facts.arrived, facts.offered);
    let flow = if facts.arrived == 0 {
        message!("No packets come in; {go_out}.", go_out = go_out(facts))
    } else if facts.arrived == 1 {
        message!("{packets} comes in and {leave}, after {time}.", packets, leave = leaves(facts, true), time)
    } else if facts.lost_now() > 0 {
        message!(
            "{packets} come in; {go_out}, each after {time} on average; lost: {lost}.",
            packets,
            go_out = go_out(facts),
            time,
            lost = rate(facts, facts.lost_now(), facts.offered * part(facts.lost_now(), facts.arrived)),
        )
    } else {
        come_in_and_leave(facts, time)
    };
    vec![flow, spare(facts)]
}

/// "2,000 packets/s come in and go out, each after 0.15 ms on average."
pub fn come_in_and_leave(facts: &Facts, time: String) -> Message {
    message!(
        "{packets} come in and {leave}, each after {time} on average.",
        packets = rate(facts, facts.arrived, facts.offered),
        leave = leaves(facts, false),
        time,
    )
}

/// "8,000 packets/s come in and none goes out.", or how many go out.
fn flow(facts: &Facts) -> Message {
    let packets = rate(facts, facts.arrived, facts.offered);
    match facts.delivered {
        0 => message!(
            facts.arrived == 1 => "{packets} comes in and none {leave}.", "{packets} come in and none {leave}.",
            packets,
            leave = leaves(facts, true),
        ),
        _ => message!("{packets} come in; {go_out}.", packets, go_out = go_out(facts)),
    }
}

pub fn filling(facts: &Facts) -> Vec<Message> {
    let others = message!(
        "The others wait inside: {packets}, {n} more than {time} earlier.",
        packets = packets(facts.inside),
        n = thousands(facts.inside - facts.inside_before),
        time = window(facts),
    );
    let has_time = facts.holds_a_burst() || facts.sleeps_beside_work();
    if has_time { vec![flow(facts), others, spare(facts)] } else { vec![flow(facts), others] }
}

/// "100 ms".
fn window(facts: &Facts) -> String {
    thousands(facts.window_ms.round() as u64) + " ms"
}

pub fn waiting_for_cpu(facts: &Facts) -> Vec<Message> {
    let (packets, time) = (packets(facts.inside), window(facts));
    let wait = match facts.delivered {
        0 => message!(
            "{packets} wait inside; in {time} none of them {leave}.",
            packets,
            time,
            leave = leaves(facts, true)
        ),
        _ => message!("{packets} wait inside; in {time} {go_out}.", packets, time, go_out = go_out(facts)),
    };
    vec![wait, busiest(facts)]
}

pub fn nothing_through(facts: &Facts) -> Vec<Message> {
    let (one, packets) = (facts.inside == 1, packets(facts.inside));
    let wait = match facts.refused {
        0 => message!(one => "{packets} waits inside.", "{packets} wait inside.", packets),
        _ => message!(
            one =>
            "{packets} waits inside; refused at the receive ring: {refused}.",
            "{packets} wait inside; refused at the receive ring: {refused}.",
            packets,
            refused = refused(facts),
        ),
    };
    vec![flow(facts), wait, who_has_the_cpu(facts)]
}

pub fn program_busy(facts: &Facts) -> Vec<Message> {
    let work = message!(
        "The steps on the packets' path take {share} of the CPU time.",
        share = only_percent(facts.packet_work_share)
    );
    vec![flow(facts), work, busiest(facts), excess(facts)]
}

pub fn batching(facts: &Facts) -> Vec<Message> {
    let each = match facts.packets_per_interrupt {
        number if number < 10.0 => decimal(number, 1),
        number => thousands(number.round() as u64),
    };
    let why = message!(
        facts.polls() =>
        "The polling thread takes them in while receive interrupts are off: there is one interrupt for every {n} of them.",
        "There is one receive interrupt for every {n} of them, which saves the cost of further interrupts.",
        n = each,
    );
    let leave = leaves(facts, false);
    let all = message!(facts.lost_now() > 0 => "Nearly all packets {leave}.", "All packets {leave}.", leave);
    vec![message!("{packets} come in.", packets = rate(facts, facts.arrived, facts.offered)), why, all, spare(facts)]
}

pub fn shedding(facts: &Facts) -> Vec<Message> {
    let settings = &facts.settings;
    let mut sentences = vec![message!("{go_out}.", go_out = go_out(facts))];
    if settings.polls_by_interface() && settings.polling.threads == PollingThreads::Scheduled {
        let quantum = settings.values.get("programs.quantum_ms").integer() as f64;
        sentences.push(message!(
            "Polling threads and processes take turns of {time}, and the ring fills between the turns.",
            time = duration(quantum),
        ));
    } else if facts.polls() {
        sentences.push(message!("Interrupts only wake the polling thread, so input leaves CPU time for output."));
    } else if settings.kernel.design == Design::LinuxNapi {
        sentences.push(message!(
            "Receive interrupts are off while a softirq polls the rings, so input leaves CPU time for output."
        ));
    }
    sentences.push(excess(facts));
    sentences.push(spare(facts));
    sentences
}

pub fn clock_limits(facts: &Facts) -> Vec<Message> {
    let looks = facts.looks().expect("found because it looks by the clock");
    let (time, go_out) = (duration(looks.period_ms), go_out(facts));
    let why = match looks.quota <= looks.ring {
        _ if facts.sends_a_ring_each_look() => message!(
            "The kernel clears the transmit ring, which holds {packets}, only every {time}: {go_out}.",
            packets = packets(facts.transmit_ring()),
            time,
            go_out,
        ),
        true => message!(
            "The kernel looks at each interface every {time} and takes up to {packets}: {go_out}.",
            time,
            packets = packets(looks.quota),
            go_out,
        ),
        false => message!(
            "The kernel looks at each interface every {time}, and the receive ring holds only {packets} until then: {go_out}.",
            time,
            packets = packets(looks.ring),
            go_out,
        ),
    };
    vec![why, excess(facts), spare(facts)]
}

fn excess(facts: &Facts) -> Message {
    message!(
        "Excess packets find the receive ring full and are refused before any work is done on them: {packets}.",
        packets = refused(facts),
    )
}
