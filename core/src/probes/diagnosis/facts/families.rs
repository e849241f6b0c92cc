//! Facts that only one family of machines has.

use super::measures::{in_a_sentence, plural, share_of_id};
use crate::scenario::{Design, Settings};
use crate::trace::topology::{ContextKind, Topology};
use crate::trace::{Count, Row};

/// Facts of hosts whose packets are for sockets (family `srp`).
#[derive(Clone, Copy, Debug, Default)]
pub struct SocketFacts {
    /// Whether protocols run in interrupts, before any process (the FreeBSD design).
    pub protocols_in_interrupts: bool,
    /// Share of the time in which protocol work is charged to a process that the packet is not for.
    pub mischarged: f64,
    /// CPU share of the receiving process.
    pub receiver: f64,
}

impl SocketFacts {
    pub(super) fn measure(settings: &Settings, topology: &Topology, row: &Row, mischarged: f64) -> SocketFacts {
        SocketFacts {
            protocols_in_interrupts: settings.kernel.design == Design::Freebsd,
            mischarged,
            receiver: share_of_id(topology, row, "receiver"),
        }
    }
}

/// Facts of the Linux 2.6 receiver (W, family `linux_receiver`).
#[derive(Clone, Copy, Debug, Default)]
pub struct ReceivingFacts {
    /// Share of the time in which descriptors of the ring had no buffer.
    pub refill_fails: f64,
    /// Share of the time after the kernel killed the process because memory had run out.
    pub killed: f64,
    /// Whether the socket's buffer is full and TCP has told the sender to wait.
    pub sender_waits: bool,
}

impl ReceivingFacts {
    /// `inside` is the number of packets in the machine; `gate` returns the share of the window that a gate was on.
    pub(super) fn measure(
        settings: &Settings,
        topology: &Topology,
        row: &Row,
        inside: u64,
        gate: &dyn Fn(&str) -> f64,
    ) -> Self {
        if settings.kernel.design != Design::LinuxReceive {
            return ReceivingFacts::default();
        }
        let is_tcp = settings.values.get("receive.protocol").choice() == "tcp";
        let room: u64 = topology
            .places
            .iter()
            .filter(|place| place.id.starts_with("receive_queue"))
            .map(|place| u64::from(place.capacity))
            .sum();
        ReceivingFacts {
            refill_fails: gate("refill_fails"),
            killed: gate("killed"),
            sender_waits: is_tcp && inside * 20 > room * 19 && row.count(Count::Dropped) == 0,
        }
    }
}

/// Facts of Linux today (family `linux_today`). Shares are of the receiver's CPU.
#[derive(Clone, Debug, Default)]
pub struct TodayFacts {
    /// Interrupts and software interrupts.
    pub interrupts: f64,
    /// ksoftirqd and NAPI threads.
    pub pollers: f64,
    /// Their name in a sentence: "NAPI threads" when several share the CPU.
    pub poller: String,
    pub several_poll: bool,
    /// All receiving processes together.
    pub receiver: f64,
    /// Number of receiving processes.
    pub receivers: u64,
    /// Share of the time in which the receive call polls.
    pub busy_polling: f64,
    /// A CPU that no queue interrupts, if the receiver's CPU is interrupted.
    pub free_cpu: Option<u64>,
}

impl TodayFacts {
    pub(super) fn measure(settings: &Settings, topology: &Topology, row: &Row, busy_polling: f64) -> TodayFacts {
        let receiver = topology.contexts.iter().find(|context| context.id == "receiver");
        let is_ours = settings.kernel.design == Design::LinuxToday;
        let Some(receiver) = receiver.filter(|_| is_ours) else {
            return TodayFacts::default();
        };
        let share = |has: &dyn Fn(ContextKind) -> bool| {
            let contexts = topology.contexts.iter().enumerate();
            let contexts = contexts.filter(|(_, context)| context.cpu == receiver.cpu && has(context.kind));
            let cycles: u64 = contexts.map(|(number, _)| row.cycles(number as u8)).sum();
            cycles as f64 / row.time.0.max(1) as f64
        };
        use ContextKind::{Clock, Device, Software, Thread};
        let own = topology.contexts.iter().enumerate().filter(|(_, context)| context.id.starts_with("receiver"));
        let own: u64 = own.map(|(number, _)| row.cycles(number as u8)).sum();
        let threads = topology.contexts.iter().zip(0..).filter(|(context, number)| {
            context.cpu == receiver.cpu && context.kind == Thread && row.cycles(*number) > 0
        });
        let pollers: Vec<String> = threads.map(|(context, _)| in_a_sentence(&context.name)).collect();
        let name = pollers.first().cloned().unwrap_or_default();
        TodayFacts {
            poller: if pollers.len() > 1 { plural(&name) } else { name },
            several_poll: pollers.len() > 1,
            interrupts: share(&|kind| [Clock, Device, Software].contains(&kind)),
            pollers: share(&|kind| kind == Thread),
            receiver: own as f64 / row.time.0.max(1) as f64,
            receivers: settings.values.get("today.receivers").integer(),
            busy_polling,
            free_cpu: free_cpu(settings),
        }
    }
}

fn free_cpu(settings: &Settings) -> Option<u64> {
    let number = |path: &str| settings.values.get(path).integer();
    let (cpus, first, queues) = (number("today.cpus"), number("today.irq_cpu"), number("today.queues"));
    let is_interrupted = |cpu: u64| (0..queues).any(|queue| (first + queue) % cpus == cpu);
    is_interrupted(number("today.receiver_cpu")).then(|| (0..cpus).find(|cpu| !is_interrupted(*cpu)))?
}
