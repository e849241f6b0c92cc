//! The words of each finding: a headline and sentences. The files beside this one have the sentences, by subject; `phrases.rs`
//! and `numbers.rs` have the parts that they share.

mod elsewhere;
mod inhibited;
pub mod loss;
pub mod numbers;
pub mod phrases;
mod settling;
pub mod throughput;

pub use elsewhere::losses_elsewhere;

use super::facts::Facts;
use super::findings::Finding;
use crate::message::Message;
use crate::msg;

/// A few words that name the finding.
pub fn headline(finding: Finding, facts: &Facts) -> Message {
    Message::of(match finding {
        Finding::Starting => msg!("The run has just begun."),
        Finding::Settling => return settling::headline(facts),
        Finding::Idle => msg!("No packets to process."),
        Finding::Ended => msg!("No more packets come in."),
        Finding::Emptying => msg!("Packets that came earlier are still leaving."),
        Finding::KeepingUp if facts.lost_now() > 0 => msg!("Nearly every packet gets through."),
        Finding::KeepingUp => msg!("Every packet gets through."),
        Finding::BurstOverflows => msg!("A queue is too short for the bursts."),
        Finding::DiskBound => msg!("The server waits for the disk."),
        Finding::ProcessHangs if facts.delivered > 0 => msg!("A process takes none of its packets."),
        Finding::ProcessHangs => msg!("No process takes the packets."),
        Finding::WireFull => msg!("The output wire is full."),
        Finding::ClockLimits => msg!("The clock limits how many packets get through."),
        Finding::Filling if facts.holds_a_burst() => msg!("The queues hold a burst of packets."),
        Finding::Filling => msg!("Queues are filling."),
        Finding::Batching => msg!("One interrupt is enough for several packets."),
        Finding::Shedding => msg!("The machine is at its limit: the ring refuses packets."),
        Finding::LosingWork => msg!("Some packets are thrown away after work."),
        Finding::SwitchStarved => msg!("Livelock: no switch to the process completes."),
        Finding::LivelockAtQueue
        | Finding::LivelockAtProcess
        | Finding::SocketStarved
        | Finding::LivelockAtSocket
        | Finding::SoftirqStarves => return loss::packets_thrown_away(facts),
        Finding::MemoryPressure => msg!("No memory for the receive ring."),
        Finding::Killed => msg!("Out of memory: the kernel killed the process."),
        Finding::SenderWaits => msg!("The sender waits for the receiver."),
        Finding::TransmitStarvation => msg!("Packets wait although the wire is idle."),
        Finding::RefusedEarly => msg!("The machine is at its limit: it drops packets early."),
        Finding::StrangerPays => msg!("Another process is charged for the packets."),
        Finding::PollerCompetes => msg!("Polling and the receiver share the CPU."),
        Finding::FramesBroken => msg!("Nearly every video frame lacks a packet."),
        Finding::ReceiverTooSlow => msg!("Packets come in faster than they are read."),
        Finding::BusyPolling => msg!("The receiver polls for packets itself."),
        Finding::WrongChannel => msg!("The kernel chooses the process too early."),
        Finding::WaitingForCpu => msg!("Packets wait while others have the CPU."),
        Finding::NothingThrough => msg!("Packets come in, but none gets through yet."),
        Finding::FeedbackInhibits => msg!("Input waits until a queue has room."),
        Finding::BreakerInhibits => msg!("The circuit breaker lets the process run."),
        Finding::LimitInhibits => msg!("Packets have used up their CPU share."),
        Finding::ProcessStarved if facts.user_share < 0.005 => msg!("The user process gets no CPU time."),
        Finding::ProcessStarved => msg!("The user process gets hardly any CPU time."),
    })
}

/// Why, with numbers of the window; `None` for a finding of only one family, whose rules have the sentences.
pub fn sentences(finding: Finding, facts: &Facts) -> Option<Vec<Message>> {
    let sentences = match finding {
        Finding::Starting => settling::starting(facts),
        Finding::Settling => settling::since_the_change(facts),
        Finding::Idle => throughput::idle(facts),
        Finding::Ended => settling::ended(facts),
        Finding::Emptying => settling::emptying(facts),
        Finding::BurstOverflows => loss::burst_overflows(facts),
        Finding::DiskBound => loss::disk_bound(facts),
        Finding::ProcessHangs => loss::process_hangs(facts),
        Finding::WireFull => loss::wire_full(facts),
        Finding::ClockLimits => throughput::clock_limits(facts),
        Finding::ReceiverTooSlow if facts.today.receivers == 0 => loss::receiver_too_slow(facts),
        Finding::KeepingUp => throughput::keeping_up(facts),
        Finding::Filling => throughput::filling(facts),
        Finding::Batching => throughput::batching(facts),
        Finding::Shedding => throughput::shedding(facts),
        Finding::WaitingForCpu => throughput::waiting_for_cpu(facts),
        Finding::NothingThrough => throughput::nothing_through(facts),
        Finding::LosingWork => loss::losing_work(facts),
        Finding::SwitchStarved => loss::switch_starved(facts),
        Finding::LivelockAtQueue => loss::livelock_at_queue(facts),
        Finding::LivelockAtProcess => loss::livelock_at_process(facts),
        Finding::SocketStarved => loss::socket_starved(facts),
        Finding::TransmitStarvation => loss::transmit_starvation(facts),
        Finding::FeedbackInhibits => inhibited::feedback(facts),
        Finding::LimitInhibits => inhibited::limit(facts),
        Finding::BreakerInhibits => inhibited::breaker(facts),
        Finding::ProcessStarved => inhibited::process_starved(facts),
        Finding::MemoryPressure
        | Finding::Killed
        | Finding::SenderWaits
        | Finding::LivelockAtSocket
        | Finding::StrangerPays
        | Finding::WrongChannel
        | Finding::RefusedEarly
        | Finding::SoftirqStarves
        | Finding::PollerCompetes
        | Finding::FramesBroken
        | Finding::ReceiverTooSlow
        | Finding::BusyPolling => return None,
    };
    Some(sentences)
}
