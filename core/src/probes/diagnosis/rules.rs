//! Which finding holds: conditions on facts in the order of their precedence. The thresholds are ours: they decide words, not
//! results. Tests check each finding on scenarios where its condition holds and on scenarios where it does not.

use super::facts::{ConsumerKind, Facts, HELD_BACK, IDLE_MIN, LOST, Looks};
use super::families;
use super::findings::*;
use crate::scenario::Design;

/// Returns the first finding whose condition holds. A family's own findings come before those that any machine can have.
pub fn find(facts: &Facts) -> &'static Finding {
    not_now(facts).or_else(|| families::find(facts)).unwrap_or_else(|| of_any_machine(facts))
}

/// Queues count as filling when at least this many more packets are inside than at the beginning of the window.
const FILLING_MIN: u64 = 8;

/// The shortest window for a good diagnosis, in milliseconds. In a shorter one the queues have not had time to fill.
const GOOD_MS_MIN: f64 = 20.0;

/// Finds whether the window is too short for a diagnosis, shows a change of a moment ago, or shows losses that are past.
fn not_now(facts: &Facts) -> Option<&'static Finding> {
    if facts.settling.is_some() && (facts.arrived > 0 || facts.inside > 0 || facts.window_ms < 4.0) {
        return Some(&SETTLING);
    }
    if facts.window_ms < 4.0 {
        return Some(&STARTING);
    }
    let is_lossy = facts.lost() >= 3 && facts.lost() as f64 > LOST * facts.arrived as f64;
    match facts.ended_ms {
        Some(_) if is_lossy => Some(&ENDED),
        _ if is_lossy && is_emptying(facts) => Some(&EMPTYING),
        _ => None,
    }
}

/// Whether no packets come in and nothing is left to do.
pub fn is_idle(facts: &Facts) -> bool {
    facts.arrived == 0 && (facts.inside == 0 || facts.nothing_happened()) && !packets_wait_for_cpu(facts)
}

/// Whether packets that get through take the CPU time of a process that wants it. Other processes may take it, too.
fn packets_starve_a_process(facts: &Facts) -> bool {
    facts.user_wants && facts.user_share < STARVED && facts.bystanders_share < 0.1 && facts.gets_through()
}

/// Whether a kernel that looks by the clock gets as many packets as its looks allow, or has CPU time while the ring is full.
fn looks_too_seldom(facts: &Facts) -> bool {
    let is_short = |ring: u64, quota: u64| ring < quota && facts.has_time();
    let is_bounded = |looks: Looks| facts.delivered_rate > 0.9 * looks.rate || is_short(looks.ring, looks.quota);
    facts.sends_a_ring_each_look() || facts.looks().is_some_and(is_bounded)
}

/// Whether most CPU time that the program takes is spent beside the packets, although the ring refuses some.
fn works_beside_packets(facts: &Facts) -> bool {
    let used = 1.0 - facts.idle_share - facts.user_share;
    facts.is_program && facts.refuses() && !facts.has_slept() && used > 0.5 && facts.packet_work_share < 0.5 * used
}

/// From this share of the time on, a wire carries nearly as much as it can.
const WIRE_BUSY: f64 = 0.95;

/// A process that wants the CPU and gets a smaller share starves.
const STARVED: f64 = 0.05;

fn of_any_machine(facts: &Facts) -> &'static Finding {
    if is_idle(facts) {
        return &IDLE;
    }
    if facts.loses_work() {
        return of_loss(facts);
    }
    if facts.feedback.share > HELD_BACK {
        match facts.gets_through() {
            true if facts.feedback.is_from_output && facts.wire_share >= WIRE_BUSY => return &WIRE_FULL,
            true => return &FEEDBACK_INHIBITS,
            false if packets_wait_for_cpu(facts) => return &WAITING_FOR_CPU,
            false if !facts.feedback.is_from_output => return &PROCESS_HANGS,
            false => (),
        }
    }
    if facts.limit.share > HELD_BACK {
        return &LIMIT_INHIBITS;
    }
    if works_beside_packets(facts) {
        return &PROGRAM_BUSY;
    }
    if packets_starve_a_process(facts) {
        return &PROCESS_STARVED;
    }
    if facts.window_ms < GOOD_MS_MIN {
        return &STARTING;
    }
    if facts.delivered == 0 && facts.refused > 0 {
        return match facts.refuses() {
            _ if facts.has_slept() || facts.sleeps_beside_work() => &LEFT_WAITING,
            true => &NOTHING_TAKEN,
            false => &NOTHING_THROUGH,
        };
    }
    if facts.refuses() {
        return match facts.worst_ring() {
            _ if facts.wire_share >= WIRE_BUSY => &WIRE_FULL,
            _ if facts.has_slept() => &LEFT_WAITING,
            ring if facts.comes_in_bursts() && ring.consumer_idle > IDLE_MIN => &BURST_OVERFLOWS,
            _ if looks_too_seldom(facts) => &CLOCK_LIMITS,
            _ if facts.is_program && facts.user_wants && facts.has_time() => &PROGRAM_LIMITS,
            _ => &SHEDDING,
        };
    }
    let fills = facts.inside > facts.inside_before + FILLING_MIN.max(facts.arrived / 50);
    if packets_wait_for_cpu(facts) && !(fills && facts.delivered > 0) {
        return &WAITING_FOR_CPU;
    }
    if fills {
        return if facts.sleeps_beside_work() { &LEFT_WAITING } else { &FILLING };
    }
    if facts.delivered == 0 && facts.arrived > 0 {
        return &NOTHING_THROUGH;
    }
    if facts.packets_per_interrupt > 1.5 && facts.delivered > 0 {
        return &BATCHING;
    }
    &KEEPING_UP
}

/// Why packets are dropped after work. What the CPU, the wire and the disk do decides before what the queue's consumer is.
fn of_loss(facts: &Facts) -> &'static Finding {
    let worst = facts.worst_place();
    let lost_after_work = facts.lost_after_work();
    let accepted = facts.arrived - facts.refused.min(facts.arrived);
    let is_small = lost_after_work < 0.15 && 4 * facts.wasted_packets < accepted;
    match worst.consumer_kind {
        _ if is_hung(facts) => &PROCESS_HANGS,
        _ if facts.breaker_share > 0.05 && facts.gets_through() => &BREAKER_INHIBITS,
        ConsumerKind::Wire if facts.wire_share >= WIRE_BUSY => &WIRE_FULL,
        ConsumerKind::Process if facts.disk_share > 0.7 && worst.consumer_idle > 0.05 => &DISK_BOUND,
        _ if facts.frees_packets() => &PROGRAM_FREES,
        _ if facts.ring_kept_idle().is_some() => &TRANSMIT_STARVATION,
        ConsumerKind::Kernel if facts.has_slept() => &LEFT_WAITING,
        _ if worst.consumer_idle > IDLE_MIN && facts.comes_in_bursts() => &BURST_OVERFLOWS,
        _ if is_small => &LOSING_WORK,
        ConsumerKind::Wire => &TRANSMIT_STARVATION,
        ConsumerKind::Process if hangs(facts) => &PROCESS_HANGS,
        ConsumerKind::Process if switch_never_completes(facts) => &SWITCH_STARVED,
        ConsumerKind::Process if worst.consumer_idle > IDLE_MIN => &BURST_OVERFLOWS,
        ConsumerKind::Process if is_overfed(facts) => &RECEIVER_TOO_SLOW,
        ConsumerKind::Process if others_have_the_cpu(facts) => &SOCKET_STARVED,
        ConsumerKind::Process if is_slow(facts) => &RECEIVER_TOO_SLOW,
        ConsumerKind::Process => &LIVELOCK_AT_PROCESS,
        _ if worst.consumer_idle > IDLE_MIN => &LOSING_WORK,
        _ => &LIVELOCK_AT_QUEUE,
    }
}

/// Whether more than half of the packets that left came before the window.
fn is_emptying(facts: &Facts) -> bool {
    facts.inside_before > facts.inside + FILLING_MIN.max(facts.arrived)
}

/// Whether a process before this one passes on more than it can take. With more CPU time both would do more.
fn is_overfed(facts: &Facts) -> bool {
    let worst = facts.worst_place();
    worst.carriers_share > 0.5 * worst.consumer_share
}

/// Whether the process has far more CPU time than is wasted.
fn is_slow(facts: &Facts) -> bool {
    facts.worst_place().consumer_share > 2.0 * facts.wasted_share
}

/// Whether processes that handle no packets take the CPU time that the queue's process needs: more than it has, much of what the
/// kernel leaves, or half of what it lacks for the packets that are lost.
fn others_have_the_cpu(facts: &Facts) -> bool {
    let worst = facts.worst_place();
    let (others, kernel) = (worst.others_share, worst.kernel_share);
    let lacks = worst.consumer_share * worst.packets as f64 / facts.delivered as f64;
    let is_half = facts.gets_through() && others > 0.05 && others > 0.5 * lacks;
    others > 0.5 * kernel || others > worst.consumer_share && others > 0.25 * kernel || is_half
}

/// Whether the queue belongs to a process that hangs, although other processes may still get their packets.
fn is_hung(facts: &Facts) -> bool {
    facts.settings.kernel.hung.queue().is_some_and(|queue| facts.worst_place().id == queue)
}

/// Whether the process that should empty the queue takes hardly a packet although it could have the CPU.
fn hangs(facts: &Facts) -> bool {
    !facts.gets_through() && facts.worst_place().consumer_idle > IDLE_MIN
}

/// Whether packets wait inside while something other than their receiver has the CPU.
fn packets_wait_for_cpu(facts: &Facts) -> bool {
    let wait = facts.inside >= FILLING_MIN.max(10 * facts.delivered);
    wait && facts.idle_share < 0.05 && facts.receiver_share < 0.2
}

/// Whether no switch to a process completes: each is interrupted, and each interrupt requests the kernel's thread, which runs
/// first, so that the switch is given up. No packet gets through although interrupts leave time.
fn switch_never_completes(facts: &Facts) -> bool {
    let has_network_thread = matches!(facts.settings.kernel.design, Design::Bsd | Design::Polling);
    let is_interrupted = facts.interrupts_share < 0.7 && facts.interrupt_gap_us < facts.switch_us;
    has_network_thread && !facts.gets_through() && is_interrupted
}
