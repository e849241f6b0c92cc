//! The words of each finding: a headline and a sentence. The files beside this one have the sentences, by subject; `phrases.rs`
//! and `numbers.rs` have the parts that they share.

mod elsewhere;
mod inhibited;
mod loss;
pub mod numbers;
pub mod phrases;
mod settling;
mod throughput;

pub use elsewhere::losses_elsewhere;

use super::facts::Facts;
use super::findings::Finding;
use std::borrow::Cow;

/// A few words that name the finding.
pub fn headline(finding: Finding, facts: &Facts) -> Cow<'static, str> {
    match finding {
        Finding::Starting => "The run has just begun.".into(),
        Finding::Settling => settling::headline(facts).into(),
        Finding::Idle => "No packets to process.".into(),
        Finding::Ended => "No more packets come in.".into(),
        Finding::Emptying => "Packets that came earlier are still leaving.".into(),
        Finding::KeepingUp if facts.lost_now() > 0 => "Nearly every packet gets through.".into(),
        Finding::KeepingUp => "Every packet gets through.".into(),
        Finding::BurstOverflows => "A queue is too short for the bursts.".into(),
        Finding::DiskBound => "The server waits for the disk.".into(),
        Finding::ProcessHangs if facts.delivered > 0 => "A process takes none of its packets.".into(),
        Finding::ProcessHangs => "No process takes the packets.".into(),
        Finding::WireFull => "The output wire is full.".into(),
        Finding::ClockLimits => "The clock lets packets in too seldom.".into(),
        Finding::Filling => "Queues are filling.".into(),
        Finding::Batching => "One interrupt is enough for several packets.".into(),
        Finding::Shedding => "The machine is at its limit: the ring refuses packets.".into(),
        Finding::LosingWork => "Some packets are thrown away after work.".into(),
        Finding::SwitchStarved => "Livelock: no switch to the process completes.".into(),
        Finding::LivelockAtQueue
        | Finding::LivelockAtProcess
        | Finding::SocketStarved
        | Finding::LivelockAtSocket
        | Finding::SoftirqStarves => loss::packets_thrown_away(facts).into(),
        Finding::MemoryPressure => "No memory for the receive ring.".into(),
        Finding::Killed => "Out of memory: the kernel killed the process.".into(),
        Finding::SenderWaits => "The sender waits for the receiver.".into(),
        Finding::TransmitStarvation => "Packets wait although the wire is idle.".into(),
        Finding::RefusedEarly => "The machine is at its limit: it drops packets early.".into(),
        Finding::StrangerPays => "Another process is charged for the packets.".into(),
        Finding::PollerCompetes => "Polling and the receiver share the CPU.".into(),
        Finding::FramesBroken => "Nearly every video frame lacks a packet.".into(),
        Finding::ReceiverTooSlow => "Packets come in faster than they are read.".into(),
        Finding::BusyPolling => "The receiver polls for packets itself.".into(),
        Finding::WrongChannel => "The kernel chooses the process too early.".into(),
        Finding::WaitingForCpu => "Packets wait while others have the CPU.".into(),
        Finding::NothingThrough => "Packets come in, but none gets through yet.".into(),
        Finding::FeedbackInhibits => "Input waits until a queue has room.".into(),
        Finding::BreakerInhibits => "The circuit breaker lets the process run.".into(),
        Finding::LimitInhibits => "Packets have used up their CPU share.".into(),
        Finding::ProcessStarved if facts.user_share < 0.005 => "The user process gets no CPU time.".into(),
        Finding::ProcessStarved => "The user process gets hardly any CPU time.".into(),
    }
}

/// Why, with numbers of the window; `None` for a finding of only one family, whose rules have the sentence.
pub fn sentence(finding: Finding, facts: &Facts) -> Option<String> {
    let sentence = match finding {
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
    Some(sentence)
}
