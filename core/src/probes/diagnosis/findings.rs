//! The findings that any machine can have, a row each, in the order in which `rules` looks for them: id, tone, headline, sentences
//! (`wording`) and cure (`cures`). `families` has the rows that only one family of machines needs.

use super::cures::{self, Cure};
use super::facts::Facts;
use super::families::linux_today;
use super::wording::{inhibited, loss, settling, throughput};
use crate::message::Message;
use crate::{message, msg};
use Headline::{Text, Words};
use Tone::{Bad, Good, Neutral};
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

/// A few words that name what was found.
pub enum Headline {
    Text(&'static str),
    Words(fn(&Facts) -> Message),
}

/// What can be found.
pub struct Finding {
    /// The id that lessons and the page know it by.
    pub id: &'static str,
    tone: Tone,
    headline: Headline,
    /// Why, with numbers of the window.
    pub sentences: fn(&Facts) -> Vec<Message>,
    /// The knob change that removes the problem, if this kernel has one.
    pub cure: fn(&Facts) -> Option<Cure>,
    /// Whether losses at places that its sentences do not name get sentences of their own.
    pub names_losses: bool,
}

impl Finding {
    pub const fn cured_by(self, cure: fn(&Facts) -> Option<Cure>) -> Finding {
        Finding { cure, ..self }
    }

    /// For a finding whose sentences count all packets, or no longer matter for packets.
    pub const fn without_losses(self) -> Finding {
        Finding { names_losses: false, ..self }
    }

    pub fn headline(&self, facts: &Facts) -> Message {
        match self.headline {
            Text(text) => Message::of(text),
            Words(words) => words(facts),
        }
    }

    /// Whether it is good news by itself.
    pub fn is_good(&self) -> bool {
        self.tone == Good
    }

    /// The tone follows the facts: no news is good while less than half of what is offered gets through, unless the ring
    /// refuses the surplus at no cost. It is never good while hardly anything gets through, or while a process that wants the
    /// CPU has little of it, or the packets have less of it than the process although some are refused, or after a program has
    /// broken a rule, or while the packets of an interface are left where they are.
    pub fn tone(&self, facts: &Facts) -> Tone {
        let surplus = facts.arrived.saturating_sub(facts.delivered);
        let is_refused = facts.refused as f64 >= 0.9 * surplus as f64 && facts.gets_through();
        match self.tone {
            Good if 2 * facts.delivered < facts.arrived && !is_refused => Neutral,
            Good if facts.user_wants && facts.user_share < USER_GOOD_MIN => Neutral,
            Good if facts.user_share > 0.5 && facts.refuses() => Neutral,
            Good if !facts.broken_rules.is_empty() || facts.neglected_interface.is_some() => Neutral,
            tone => tone,
        }
    }
}

/// A finding without a cure.
pub const fn row(id: &'static str, tone: Tone, headline: Headline, sentences: fn(&Facts) -> Vec<Message>) -> Finding {
    Finding { id, tone, headline, sentences, cure: cures::none, names_losses: true }
}

/// With a smaller share for a process that wants the CPU, no news is good.
const USER_GOOD_MIN: f64 = 0.1;

/// A knob was changed a moment ago.
pub static SETTLING: Finding =
    row("settling", Neutral, Words(settling::headline), settling::since_the_change).without_losses();
/// The window is too short for a diagnosis.
pub static STARTING: Finding =
    row("starting", Neutral, Text(msg!("The run has just begun.")), settling::starting).without_losses();
/// The source has sent its last packet a moment ago.
pub static ENDED: Finding =
    row("ended", Neutral, Text(msg!("No more packets come in.")), settling::ended).without_losses();
/// Few packets come in. Most that leave came before.
pub static EMPTYING: Finding =
    row("emptying", Neutral, Text(msg!("Packets that came earlier are still leaving.")), settling::emptying)
        .without_losses();
/// No packets come in.
pub static IDLE: Finding = row(
    "idle",
    Neutral,
    Words(|facts| message!(facts.inside > 0 => "No packets come in.", "No packets to process.")),
    throughput::idle,
)
.without_losses();
/// The process that should empty a queue hangs.
pub static PROCESS_HANGS: Finding = row(
    "process_hangs",
    Bad,
    Words(
        |facts| message!(facts.delivered > 0 => "A process takes none of its packets.", "No process takes the packets."),
    ),
    loss::process_hangs,
);
/// The circuit breaker leaves the process enough CPU time, although the handler still does some work in vain.
pub static BREAKER_INHIBITS: Finding =
    row("breaker_inhibits", Neutral, Text(msg!("The circuit breaker lets the process run.")), inhibited::breaker);
/// The output wire carries all that it can.
pub static WIRE_FULL: Finding = row("wire_full", Neutral, Text(msg!("The output wire is full.")), loss::wire_full);
/// The file server's threads wait for the disk.
pub static DISK_BOUND: Finding =
    row("disk_bound", Neutral, Text(msg!("The server waits for the disk.")), loss::disk_bound);
/// Packets come in bursts that a queue cannot hold, although the CPU has time for all of them.
pub static BURST_OVERFLOWS: Finding =
    row("burst_overflows", Bad, Text(msg!("A queue is too short for the bursts.")), loss::burst_overflows);
/// A program throws packets away for which there is room.
pub static PROGRAM_FREES: Finding =
    row("program_frees", Bad, Text(msg!("The program throws packets away.")), loss::program_frees);
/// A program sleeps beside packets, until their ring or queue is full.
pub static LEFT_WAITING: Finding =
    row("left_waiting", Bad, Text(msg!("The program sleeps while packets wait.")), loss::left_waiting);
/// A program has most of the CPU, and spends it beside the packets.
pub static PROGRAM_BUSY: Finding =
    row("program_busy", Bad, Text(msg!("Most CPU time goes to other work than packets.")), throughput::program_busy);
/// A few packets are dropped after work; most get through.
pub static LOSING_WORK: Finding =
    row("losing_work", Bad, Text(msg!("Some packets are thrown away after work.")), loss::losing_work)
        .cured_by(cures::losing_work);
/// Packets wait for a transmit ring while the wire is idle.
pub static TRANSMIT_STARVATION: Finding =
    row("transmit_starvation", Bad, Text(msg!("Packets wait although the wire is idle.")), loss::transmit_starvation)
        .cured_by(cures::transmit_starvation);
/// Interrupts leave enough time, but each makes the kernel give up the switch to the process that should empty the queue.
pub static SWITCH_STARVED: Finding =
    row("switch_starved", Bad, Text(msg!("Livelock: no switch to the process completes.")), loss::switch_starved);
/// The receiver has nearly all of its CPU and is too slow.
pub static RECEIVER_TOO_SLOW: Finding =
    row("receiver_too_slow", Neutral, Text(msg!("Packets come in faster than they are read.")), receiver_too_slow)
        .cured_by(linux_today::shares);
/// Packets are dropped after work at a process's queue because other processes have the CPU.
pub static SOCKET_STARVED: Finding =
    row("socket_starved", Bad, Words(loss::packets_thrown_away), loss::socket_starved).cured_by(cures::socket_starved);
/// Packets are dropped after work at a queue that a process should empty.
pub static LIVELOCK_AT_PROCESS: Finding =
    row("livelock_at_process", Bad, Words(loss::packets_thrown_away), loss::livelock_at_process)
        .cured_by(cures::livelock_at_process);
/// Packets are dropped after work at a queue inside the kernel.
pub static LIVELOCK_AT_QUEUE: Finding =
    row("livelock_at_queue", Bad, Words(loss::packets_thrown_away), loss::livelock_at_queue)
        .cured_by(cures::livelock_at_queue);
/// Feedback from a full queue holds input back.
pub static FEEDBACK_INHIBITS: Finding =
    row("feedback_inhibits", Good, Text(msg!("Input waits until a queue has room.")), inhibited::feedback);
/// Packets wait while something other than their receiver has the CPU.
pub static WAITING_FOR_CPU: Finding =
    row("waiting_for_cpu", Bad, Text(msg!("Packets wait while others have the CPU.")), throughput::waiting_for_cpu)
        .cured_by(cures::waiting_for_cpu);
/// The CPU limit for packets holds input back.
pub static LIMIT_INHIBITS: Finding =
    row("limit_inhibits", Good, Text(msg!("Packets have used up their CPU share.")), inhibited::limit);
/// A process wants the CPU and gets hardly any of it.
pub static PROCESS_STARVED: Finding =
    row("process_starved", Bad, Words(|facts| message!(
        facts.user_share < 0.005 => "The user process gets no CPU time.", "The user process gets hardly any CPU time."
    )), inhibited::process_starved).cured_by(cures::process_starved);
/// Packets come in and none is delivered.
pub static NOTHING_THROUGH: Finding = row(
    "nothing_through",
    Neutral,
    Text(msg!("Packets come in, but none gets through yet.")),
    throughput::nothing_through,
);
/// The same, and some are refused.
pub static NOTHING_TAKEN: Finding =
    row("nothing_through", Bad, Text(msg!("Packets come in, but none gets through.")), throughput::nothing_through);
/// The kernel looks at the interfaces by its clock, and takes in as many packets as its looks allow.
pub static CLOCK_LIMITS: Finding = row(
    "clock_limits",
    Neutral,
    Text(msg!("The clock limits how many packets get through.")),
    throughput::clock_limits,
);
/// The machine runs at its limit; excess packets are refused at no cost.
pub static SHEDDING: Finding =
    row("shedding", Good, Text(msg!("The machine is at its limit: the ring refuses packets.")), throughput::shedding);
/// A program takes in fewer packets than come, and the user process gets the CPU time that it leaves.
pub static PROGRAM_LIMITS: Finding =
    row("program_limits", Good, Text(msg!("The program leaves CPU time to the user process.")), throughput::shedding);
/// More packets come in than go out; none is lost yet.
pub static FILLING: Finding = row(
    "filling",
    Neutral,
    Words(|facts| message!(facts.holds_a_burst() => "The queues hold a burst of packets.", "Queues are filling.")),
    throughput::filling,
);
/// Every packet gets through, several for each interrupt.
pub static BATCHING: Finding =
    row("batching", Good, Text(msg!("One interrupt is enough for several packets.")), throughput::batching);
/// Every packet gets through.
pub static KEEPING_UP: Finding = row(
    "keeping_up",
    Good,
    Words(|facts| message!(facts.lost_now() > 0 => "Nearly every packet gets through.", "Every packet gets through.")),
    throughput::keeping_up,
);

/// Linux today knows the shares of its receivers.
fn receiver_too_slow(facts: &Facts) -> Vec<Message> {
    match facts.today.receivers {
        0 => loss::receiver_too_slow(facts),
        _ => linux_today::receiver_too_slow(facts),
    }
}
