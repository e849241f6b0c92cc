//! Which rule holds. A finding is a condition on facts; it has an id and a tone, and no words. Tests check each finding on
//! scenarios where its condition holds and on scenarios where it does not.

use super::facts::{ConsumerKind, Facts, HELD_BACK, IDLE, Looks};
use crate::scenario::Design;
use serde::Serialize;

/// Whether a finding is good or bad news. The page chooses its colour by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Tone {
    Good,
    Neutral,
    Bad,
}

/// What can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The window is too short for a diagnosis.
    Starting,
    /// A knob was changed a moment ago.
    Settling,
    /// No packets come in.
    Idle,
    /// The source has sent its last packet a moment ago.
    Ended,
    /// Few packets come in. Most that leave came before.
    Emptying,
    /// Packets wait for a transmit ring while the wire is idle.
    TransmitStarvation,
    /// Packets are dropped after work at a queue that a process should empty.
    LivelockAtProcess,
    /// Packets are dropped at such a queue because other processes have the CPU.
    SocketStarved,
    /// Packets come in bursts that a queue cannot hold, although the CPU has time for all of them.
    BurstOverflows,
    /// The file server's threads wait for the disk.
    DiskBound,
    /// The process that should empty a queue hangs.
    ProcessHangs,
    /// The output wire carries all that it can.
    WireFull,
    /// The kernel looks at the interfaces by its clock, and takes in as many packets as its looks allow.
    ClockLimits,
    /// Descriptors of the receive ring get no buffers.
    MemoryPressure,
    /// Memory ran out, and the kernel killed the process that used it.
    Killed,
    /// The socket's buffer is full, and TCP holds the sender back.
    SenderWaits,
    /// Interrupts leave enough time, but each makes the kernel give up the switch to the process that should empty the queue.
    SwitchStarved,
    /// Packets are dropped after work at a queue inside the kernel.
    LivelockAtQueue,
    /// A few packets are dropped after work; most get through.
    LosingWork,
    /// Packets are dropped at a socket, after all protocol work.
    LivelockAtSocket,
    /// Excess packets are dropped before any protocol work.
    RefusedEarly,
    /// Protocol work is charged to a process that the packets are not for.
    StrangerPays,
    /// Interrupts and softirqs leave the receiver no time (Linux today).
    SoftirqStarves,
    /// A polling thread shares the CPU with the receiver.
    PollerCompetes,
    /// The process discards what it reads, because nearly every video frame lacks a packet (M 10.3).
    FramesBroken,
    /// The receiver has nearly all of its CPU and is too slow.
    ReceiverTooSlow,
    /// The receive call polls, and the CPU is never idle.
    BusyPolling,
    /// Packets wait in a channel of a process that they are not for.
    WrongChannel,
    /// Feedback from a full queue holds input back.
    FeedbackInhibits,
    /// The CPU limit for packets holds input back.
    LimitInhibits,
    /// The circuit breaker leaves the process enough CPU time, although the handler still does some work in vain.
    BreakerInhibits,
    /// A process wants the CPU and gets none of it.
    ProcessStarved,
    /// The machine runs at its limit; excess packets are refused at no cost.
    Shedding,
    /// Packets come in and none is delivered.
    NothingThrough,
    /// More packets come in than go out; none is lost yet.
    Filling,
    /// Packets wait while something other than their receiver has the CPU.
    WaitingForCpu,
    /// Every packet gets through, several for each interrupt.
    Batching,
    /// Every packet gets through.
    KeepingUp,
}

impl Finding {
    /// The id that lessons and the page know it by.
    pub fn id(self) -> &'static str {
        match self {
            Finding::Starting => "starting",
            Finding::Settling => "settling",
            Finding::Idle => "idle",
            Finding::Ended => "ended",
            Finding::Emptying => "emptying",
            Finding::BurstOverflows => "burst_overflows",
            Finding::DiskBound => "disk_bound",
            Finding::ProcessHangs => "process_hangs",
            Finding::WireFull => "wire_full",
            Finding::ClockLimits => "clock_limits",
            Finding::KeepingUp => "keeping_up",
            Finding::Filling => "filling",
            Finding::Batching => "batching",
            Finding::Shedding => "shedding",
            Finding::LosingWork => "losing_work",
            Finding::SwitchStarved => "switch_starved",
            Finding::LivelockAtQueue => "livelock_at_queue",
            Finding::LivelockAtProcess => "livelock_at_process",
            Finding::SocketStarved => "socket_starved",
            Finding::MemoryPressure => "memory_pressure",
            Finding::Killed => "killed",
            Finding::SenderWaits => "sender_waits",
            Finding::TransmitStarvation => "transmit_starvation",
            Finding::LivelockAtSocket => "livelock_at_socket",
            Finding::RefusedEarly => "refused_early",
            Finding::StrangerPays => "stranger_pays",
            Finding::SoftirqStarves => "softirq_starves",
            Finding::PollerCompetes => "poller_competes",
            Finding::FramesBroken => "frames_broken",
            Finding::ReceiverTooSlow => "receiver_too_slow",
            Finding::BusyPolling => "busy_polling",
            Finding::WrongChannel => "wrong_channel",
            Finding::WaitingForCpu => "waiting_for_cpu",
            Finding::NothingThrough => "nothing_through",
            Finding::FeedbackInhibits => "feedback_inhibits",
            Finding::BreakerInhibits => "breaker_inhibits",
            Finding::LimitInhibits => "limit_inhibits",
            Finding::ProcessStarved => "process_starved",
        }
    }

    /// The tone follows the facts: no news is good while less than half of what is offered gets through, unless the ring
    /// refuses the surplus at no cost. It is never good while hardly anything gets through, or while a process that wants the
    /// CPU has little of it.
    pub fn tone(self, facts: &Facts) -> Tone {
        let surplus = facts.arrived.saturating_sub(facts.delivered);
        let is_refused = facts.refused as f64 >= 0.9 * surplus as f64 && facts.gets_through();
        match self.tone_of_kind() {
            Tone::Good if 2 * facts.delivered < facts.arrived && !is_refused => Tone::Neutral,
            Tone::Good if facts.user_wants && facts.user_share < USER_GOOD_MIN => Tone::Neutral,
            tone => tone,
        }
    }

    fn tone_of_kind(self) -> Tone {
        match self {
            Finding::KeepingUp
            | Finding::Batching
            | Finding::Shedding
            | Finding::RefusedEarly
            | Finding::BusyPolling
            | Finding::FeedbackInhibits
            | Finding::LimitInhibits => Tone::Good,
            Finding::LosingWork
            | Finding::SwitchStarved
            | Finding::LivelockAtQueue
            | Finding::LivelockAtProcess
            | Finding::SocketStarved
            | Finding::BurstOverflows
            | Finding::ProcessHangs
            | Finding::MemoryPressure
            | Finding::Killed
            | Finding::TransmitStarvation
            | Finding::LivelockAtSocket
            | Finding::StrangerPays
            | Finding::SoftirqStarves
            | Finding::FramesBroken
            | Finding::WrongChannel
            | Finding::WaitingForCpu
            | Finding::ProcessStarved => Tone::Bad,
            _ => Tone::Neutral,
        }
    }
}

/// Queues count as filling when at least this many more packets are inside than at the beginning of the window.
const FILLING_MIN: u64 = 8;

/// The shortest window for a good diagnosis, in milliseconds. In a shorter one the queues have not had time to fill.
const GOOD_MS_MIN: f64 = 20.0;

/// Finds whether the window is too short for a diagnosis, shows a change of a moment ago, or shows losses that are past.
pub fn find_not_now(facts: &Facts) -> Option<Finding> {
    if facts.settling.is_some() && (facts.arrived > 0 || facts.inside > 0 || facts.window_ms < 4.0) {
        return Some(Finding::Settling);
    }
    if facts.window_ms < 4.0 {
        return Some(Finding::Starting);
    }
    let is_lossy = facts.lost() >= 3 && facts.lost() as f64 > LOST * facts.arrived as f64;
    match facts.ended_ms {
        Some(_) if is_lossy => Some(Finding::Ended),
        _ if is_lossy && is_emptying(facts) => Some(Finding::Emptying),
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

/// From this share of the time on, a wire carries nearly as much as it can.
const WIRE_BUSY: f64 = 0.95;

/// A process that wants the CPU and gets a smaller share starves.
const STARVED: f64 = 0.05;

/// With a smaller share for a process that wants the CPU, no news is good.
const USER_GOOD_MIN: f64 = 0.1;

/// Returns the first finding whose condition holds, of those that any machine can have. The thresholds are ours: they decide
/// words, not results.
pub fn find(facts: &Facts) -> Finding {
    if is_idle(facts) {
        return Finding::Idle;
    }
    if facts.lost_after_work() > LOST && facts.wasted_packets >= 3 {
        return of_loss(facts);
    }
    if facts.feedback.share > HELD_BACK {
        match facts.gets_through() {
            true if facts.feedback.is_from_output && facts.wire_share >= WIRE_BUSY => return Finding::WireFull,
            true => return Finding::FeedbackInhibits,
            false if packets_wait_for_cpu(facts) => return Finding::WaitingForCpu,
            false if !facts.feedback.is_from_output => return Finding::ProcessHangs,
            false => (),
        }
    }
    if facts.limit.share > HELD_BACK {
        return Finding::LimitInhibits;
    }
    if packets_starve_a_process(facts) {
        return Finding::ProcessStarved;
    }
    if facts.window_ms < GOOD_MS_MIN {
        return Finding::Starting;
    }
    if facts.delivered == 0 && facts.refused > 0 {
        return Finding::NothingThrough;
    }
    if facts.refused as f64 > LOST * facts.arrived as f64 {
        return match facts.worst_ring() {
            _ if facts.wire_share >= WIRE_BUSY => Finding::WireFull,
            ring if facts.comes_in_bursts() && ring.consumer_idle > IDLE => Finding::BurstOverflows,
            _ if looks_too_seldom(facts) => Finding::ClockLimits,
            _ => Finding::Shedding,
        };
    }
    let fills = facts.inside > facts.inside_before + FILLING_MIN.max(facts.arrived / 50);
    if packets_wait_for_cpu(facts) && !(fills && facts.delivered > 0) {
        return Finding::WaitingForCpu;
    }
    if fills {
        return Finding::Filling;
    }
    if facts.delivered == 0 && facts.arrived > 0 {
        return Finding::NothingThrough;
    }
    if facts.packets_per_interrupt > 1.5 && facts.delivered > 0 {
        return Finding::Batching;
    }
    Finding::KeepingUp
}

/// A smaller share of lost packets does not matter.
pub const LOST: f64 = 0.02;

/// Why packets are dropped after work. What the CPU, the wire and the disk do decides before what the queue's consumer is.
fn of_loss(facts: &Facts) -> Finding {
    let worst = facts.worst_place();
    let lost_after_work = facts.lost_after_work();
    let accepted = facts.arrived - facts.refused.min(facts.arrived);
    let is_small = lost_after_work < 0.15 && 4 * facts.wasted_packets < accepted;
    match worst.consumer_kind {
        _ if is_hung(facts) => Finding::ProcessHangs,
        _ if facts.breaker_share > 0.05 && facts.gets_through() => Finding::BreakerInhibits,
        ConsumerKind::Wire if facts.wire_share >= WIRE_BUSY => Finding::WireFull,
        ConsumerKind::Process if facts.disk_share > 0.7 && worst.consumer_idle > 0.05 => Finding::DiskBound,
        _ if worst.consumer_idle > IDLE && facts.comes_in_bursts() => Finding::BurstOverflows,
        _ if is_small => Finding::LosingWork,
        ConsumerKind::Wire => Finding::TransmitStarvation,
        ConsumerKind::Process if hangs(facts) => Finding::ProcessHangs,
        ConsumerKind::Process if switch_never_completes(facts) => Finding::SwitchStarved,
        ConsumerKind::Process if worst.consumer_idle > IDLE => Finding::BurstOverflows,
        ConsumerKind::Process if is_overfed(facts) => Finding::ReceiverTooSlow,
        ConsumerKind::Process if others_have_the_cpu(facts) => Finding::SocketStarved,
        ConsumerKind::Process if is_slow(facts) => Finding::ReceiverTooSlow,
        ConsumerKind::Process => Finding::LivelockAtProcess,
        _ if worst.consumer_idle > IDLE => Finding::LosingWork,
        _ => Finding::LivelockAtQueue,
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
    !facts.gets_through() && facts.worst_place().consumer_idle > IDLE
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
