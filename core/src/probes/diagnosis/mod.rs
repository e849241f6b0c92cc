//! What the machine is doing and why, in a plain sentence with numbers from the shown window. Never canned: each diagnosis
//! is a condition on what was counted, tested on scenarios where it holds and on others where it does not.
//!
//! Names come from the topology, so a new kernel design needs new words only where its story is new.

mod cure;
mod facts;
mod inhibited;
mod numbers;
mod receiving;
mod say;
mod settling;
mod sockets;
#[cfg(test)]
mod tests;
mod today;

pub use facts::Facts;

use crate::scenario::Value;
use crate::session::Session;
use crate::units::Cycles;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Tone {
    Good,
    Neutral,
    Bad,
}

/// A knob movement that mends what is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cure {
    /// What to write on the button.
    pub label: String,
    pub set: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnosis {
    pub id: &'static str,
    /// A few words.
    pub headline: String,
    /// Why, with numbers.
    pub sentence: String,
    pub tone: Tone,
    pub cure: Option<Cure>,
    /// How long the window is that the numbers are from.
    pub window_ms: f64,
}

/// What can be said; the first whose condition holds is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The window is too short to say anything.
    Starting,
    /// A knob was turned a moment ago.
    Settling,
    Idle,
    /// Packets wait for a wire that is idle.
    TransmitStarvation,
    /// Work is thrown away at a queue that a process should empty.
    LivelockAtProcess,
    /// The same, and other processes have the CPU that it would need.
    SocketStarved,
    /// The ring's descriptors get no new buffers.
    MemoryPressure,
    /// Memory was used up, and the kernel killed who used it.
    Killed,
    /// The socket's buffer is full, and TCP's sender knows.
    SenderWaits,
    /// Interrupts leave time enough, but none for turning to who should empty the queue.
    SwitchStarved,
    /// Work is thrown away at a queue within the kernel.
    LivelockAtQueue,
    /// Some work is thrown away, most packets still get through.
    LosingWork,
    /// Work is thrown away at a socket, after all protocols.
    LivelockAtSocket,
    /// What is too much is thrown away before any protocol.
    RefusedEarly,
    /// Protocols run at the expense of a process that the packets are not for.
    StrangerPays,
    /// Interrupts and softirqs leave the receiver no time (Linux today).
    SoftirqStarves,
    /// Polling is a process, and shares the CPU with the receiver.
    PollerCompetes,
    /// Packets are delivered for nothing: each frame misses another one (M 10.3).
    FramesBroken,
    /// A receiver with a CPU of its own.
    ReceiverTooSlow,
    /// The receive call polls, and the CPU is never idle.
    BusyPolling,
    /// Packets wait for a process that they are not for.
    WrongChannel,
    FeedbackInhibits,
    LimitInhibits,
    /// The circuit breaker gives the process its time; the handler still wastes some.
    BreakerInhibits,
    /// A process wants the CPU and gets none of it.
    ProcessStarved,
    /// At its limit; what is too much is refused at no cost.
    Shedding,
    /// Packets come in and none gets to the end of its path.
    NothingThrough,
    /// More comes in than goes out, and nothing is lost yet.
    Filling,
    /// Packets wait for who should take them, and others have the CPU.
    WaitingForCpu,
    /// Everything gets through, several packets an interrupt.
    Batching,
    KeepingUp,
}

pub fn diagnose(session: &Session, moment: Cycles) -> Diagnosis {
    let facts = Facts::gather(session, moment);
    let finding = find(&facts);
    say::say(finding, &facts)
}

/// So many packets more inside than at the window's begin are no accident.
const PILE_MIN: u64 = 8;
/// In a window shorter than this, in milliseconds, a machine that loses nothing yet has proved nothing.
const PROOF_MIN: f64 = 20.0;

/// Which finding holds. Thresholds are ours: they decide words, not results.
pub fn find(facts: &Facts) -> Finding {
    let lost_after_work = facts.wasted_packets as f64 / facts.arrived.max(1) as f64;
    if facts.settling.is_some() && (facts.arrived > 0 || facts.inside > 0 || facts.window_ms < 4.0) {
        return Finding::Settling;
    }
    if facts.window_ms < 4.0 {
        return Finding::Starting;
    }
    if let Some(finding) = receiving::find(facts) {
        return finding;
    }
    if facts.arrived == 0 && (facts.inside == 0 || facts.nothing_happened()) && !wait_for_cpu(facts) {
        return Finding::Idle;
    }
    let of_families = [sockets::find(facts, lost_after_work), today::find(facts, lost_after_work)];
    if let Some(finding) = of_families.into_iter().flatten().next() {
        return finding;
    }
    if lost_after_work > 0.02 && facts.wasted_packets >= 3 {
        let worst = facts.worst.as_ref().expect("something was thrown away somewhere");
        return match worst.emptied_by {
            _ if facts.breaker_share > 0.05 && facts.gets_through() => Finding::BreakerInhibits,
            _ if lost_after_work < 0.15 && facts.delivered > facts.wasted_packets => Finding::LosingWork,
            facts::Emptier::Wire if facts.wire_share < 0.5 => Finding::TransmitStarvation,
            _ if switch_never_ends(facts) => Finding::SwitchStarved,
            facts::Emptier::Process if facts.others_share > 0.5 * facts.kernel_share() => Finding::SocketStarved,
            facts::Emptier::Process => Finding::LivelockAtProcess,
            _ => Finding::LivelockAtQueue,
        };
    }
    if facts.feedback_share > 0.05 {
        return Finding::FeedbackInhibits;
    }
    if facts.limit_share > 0.05 {
        return Finding::LimitInhibits;
    }
    if facts.user_wants && facts.user_share < 0.01 {
        return Finding::ProcessStarved;
    }
    if facts.window_ms < PROOF_MIN {
        return Finding::Starting;
    }
    if facts.delivered == 0 && facts.refused > 0 {
        return Finding::NothingThrough;
    }
    if facts.refused as f64 > 0.02 * facts.arrived as f64 {
        return Finding::Shedding;
    }
    let fills = facts.inside > facts.inside_before + PILE_MIN.max(facts.arrived / 10);
    if wait_for_cpu(facts) && !(fills && facts.delivered > 0) {
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

/// Hardly any of those inside get on, because others than who should take them have the CPU.
fn wait_for_cpu(facts: &Facts) -> bool {
    let wait = facts.inside >= PILE_MIN.max(10 * facts.delivered);
    wait && facts.idle_share < 0.05 && facts.receiver_share < 0.2
}

/// Nothing gets through although interrupts leave time, because the next one comes before a switch to a thread is over, which
/// then begins again.
fn switch_never_ends(facts: &Facts) -> bool {
    let begins_again = !facts.settings.kernel.design.finishes_switches();
    begins_again && !facts.gets_through() && facts.interrupts_share < 0.7 && facts.interrupt_gap_us < facts.switch_us
}
