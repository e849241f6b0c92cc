//! The kernel: its design, its queues, the consumer of packets, and what limits its input. The groups `queues`, `programs`,
//! `nfs`, `breaker`, `polling`, `feedback`, `limit` and `linux`.

use crate::scenario::design::Design;
use crate::scenario::values::Values;
use crate::units::{Cycles, Hertz};

/// Who gets the packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumer {
    /// They leave through another interface.
    Wire,
    /// screend judges them, then they leave.
    Screend,
    /// A process gets them from the packet filter.
    Tcpdump,
    /// A process gets them from a data-link socket.
    Datalink,
    /// A file server's threads get them; the answers go back through the same interface.
    Nfs,
}

/// When a kernel that processes packets to completion at device level handles finished transmissions (M 4.4, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completions {
    Between,
    Lower,
    After,
    Polled,
}

/// A process that has stopped taking packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hung {
    None,
    Screend,
    Inspector,
    Application,
}

impl Hung {
    /// The id of the queue that the process should empty.
    pub fn queue(self) -> Option<&'static str> {
        Some(match self {
            Hung::None => return None,
            Hung::Screend => "screen_queue",
            Hung::Inspector => "inspect_queue",
            Hung::Application => "application_queue",
        })
    }
}

#[derive(Clone, Debug)]
pub struct KernelSettings {
    pub design: Design,
    pub ip_is_thread: bool,
    pub ipintrq: usize,
    pub ifqueue: usize,
    pub screen: usize,
    pub delivery: usize,
    pub delivery_bytes: u64,
    pub socket: usize,
    /// Threads of the file server.
    pub servers: usize,
    pub consumer: Consumer,
    pub screend: bool,
    /// A second process after screend.
    pub inspector: bool,
    /// A process that gets a part of the packets, while the others are forwarded.
    pub application: bool,
    pub hung: Hung,
    pub to_disk: bool,
    pub compute: bool,
    pub completions: Completions,
}

pub(super) fn kernel(values: &Values) -> KernelSettings {
    let number = |path: &str| values.get(path).integer() as usize;
    let design = values.design();
    let consumer = consumer(values, design);
    let on_polling = design == Design::Polling;
    KernelSettings {
        design,
        ip_is_thread: values.get("kernel.ip").choice() == "thread",
        ipintrq: number("queues.ipintrq"),
        ifqueue: number("queues.ifqueue"),
        screen: number("queues.screen"),
        delivery: number("queues.delivery"),
        delivery_bytes: values.get("queues.delivery_bytes").integer(),
        socket: number("nfs.queue"),
        servers: number("nfs.threads"),
        consumer,
        screend: consumer == Consumer::Screend,
        inspector: on_polling && consumer == Consumer::Screend && values.get("programs.inspector").switch(),
        application: on_polling && consumer.forwards() && values.get("programs.application").switch(),
        hung: match values.get("programs.hangs").choice() {
            "none" => Hung::None,
            "screend" => Hung::Screend,
            "inspector" => Hung::Inspector,
            "application" => Hung::Application,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        },
        to_disk: values.get("programs.tcpdump_to").choice() == "disk",
        compute: values.get("programs.compute").switch(),
        completions: match values.get("transmit.completions").choice() {
            "between" => Completions::Between,
            "lower" => Completions::Lower,
            "after" => Completions::After,
            "polled" => Completions::Polled,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        },
    }
}
impl KernelSettings {
    /// Whether a program can take the place of the kernel: M's router with one CPU, without processes that packets are for.
    pub fn runs_program(&self, settings: &super::Settings) -> bool {
        let is_plain =
            !self.inspector && !self.application && matches!(self.consumer, Consumer::Wire | Consumer::Screend);
        matches!(self.design, Design::Bsd | Design::Polling | Design::HighIpl | Design::Clocked)
            && is_plain
            && settings.machine.cpus == 1
            && !settings.polls_by_interface()
    }
}

fn consumer(values: &Values, design: Design) -> Consumer {
    let is_on = |path: &str| values.get(path).switch();
    match design {
        Design::Monitor => Consumer::Tcpdump,
        Design::Ultrix => Consumer::Datalink,
        Design::LinuxIrq | Design::LinuxNapi => Consumer::Wire,
        Design::Polling if is_on("programs.tcpdump") => Consumer::Tcpdump,
        Design::Bsd | Design::Polling if is_on("programs.nfs") => Consumer::Nfs,
        _ if is_on("programs.screend") => Consumer::Screend,
        _ => Consumer::Wire,
    }
}

impl Consumer {
    /// Whether packets leave through another interface than the one on which they came in.
    pub fn forwards(self) -> bool {
        matches!(self, Consumer::Wire | Consumer::Screend)
    }

    /// Whether a process reads the packets and no interface sends.
    pub fn is_process(self) -> bool {
        matches!(self, Consumer::Tcpdump | Consumer::Datalink)
    }
}

/// The network monitor's circuit breaker (M 8.1).
#[derive(Clone, Copy, Debug)]
pub struct BreakerSettings {
    pub enabled: bool,
    pub batch: u64,
    pub off: Cycles,
}

pub(super) fn breaker(values: &Values, clock: Hertz) -> BreakerSettings {
    BreakerSettings {
        enabled: values.get("breaker.enabled").switch(),
        batch: values.get("breaker.batch").integer(),
        off: clock.cycles_in_microseconds(values.get("breaker.off_us").integer()),
    }
}

/// The queues that stop input when they are nearly full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedQueues {
    /// The queue before the first process.
    Process,
    /// The output queues.
    Output,
    /// The queue before each process.
    Each,
}

/// Which thread polls an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PollingThreads {
    /// One thread on each CPU, for all of its interfaces.
    Cpu,
    /// Each interface's own thread, which runs before processes.
    Interface,
    /// Each interface's own thread, which takes turns with processes.
    Scheduled,
}

/// The polling facility, queue-state feedback and the CPU cycle limit.
#[derive(Clone, Debug)]
pub struct PollingSettings {
    pub enabled: bool,
    /// `u64::MAX` means no quota.
    pub quota: u64,
    /// Finished transmissions do not interrupt; clock ticks make the kernel poll for them (M 7.5).
    pub sent_by_clock: bool,
    pub threads: PollingThreads,
    pub feedback: bool,
    pub watched: WatchedQueues,
    /// Input stops only when all watched queues are nearly full.
    pub feedback_by_all: bool,
    pub high: u64,
    pub low: u64,
    pub timeout_ticks: u64,
    /// Input continues when the queue has shrunk to `low`.
    pub mark: bool,
    /// The time-out counts from the last packet that screend took, not from the moment input stopped.
    pub timeout_watches_progress: bool,
    pub check_every_packet: bool,
    pub limit: bool,
    pub limit_share: u64,
    pub limit_period: Cycles,
    /// One limit counts the cycles of all CPUs.
    pub limit_in_all: bool,
}

pub(super) fn polling(values: &Values, clock: Hertz) -> PollingSettings {
    let number = |path: &str| values.get(path).integer();
    PollingSettings {
        enabled: values.get("polling.enabled").switch(),
        quota: number("polling.quota"),
        sent_by_clock: values.get("polling.sent_by_clock").switch(),
        threads: match values.get("polling.threads").choice() {
            "cpu" => PollingThreads::Cpu,
            "interface" => PollingThreads::Interface,
            "scheduled" => PollingThreads::Scheduled,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        },
        feedback: values.get("feedback.enabled").switch(),
        watched: match values.get("feedback.queues").choice() {
            "process" => WatchedQueues::Process,
            "output" => WatchedQueues::Output,
            "each" => WatchedQueues::Each,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        },
        feedback_by_all: values.get("feedback.rule").choice() == "all",
        high: number("feedback.high"),
        low: number("feedback.low"),
        timeout_ticks: number("feedback.timeout_ticks"),
        mark: values.get("feedback.mark").switch(),
        timeout_watches_progress: values.get("feedback.timer").choice() == "progress",
        check_every_packet: values.get("feedback.check").choice() == "packet",
        limit: values.get("limit.enabled").switch() && values.get("polling.threads").choice() != "scheduled",
        limit_share: number("limit.share"),
        limit_period: clock.cycles_in_milliseconds(number("limit.period_ms")),
        limit_in_all: values.get("limit.scope").choice() == "all",
    }
}

/// The Linux network driver and softirq of S.
#[derive(Clone, Copy, Debug)]
pub struct LinuxSettings {
    /// Sent packets for one transmit interrupt; `u64::MAX` means no transmit interrupts.
    pub packets_per_interrupt: u64,
    pub backlog: usize,
    /// Packets that the softirq may take from one interface's ring before the next interface's turn.
    pub weight: u64,
    /// Packets that one run of net_rx_action may handle.
    pub budget: u64,
}

pub(super) fn linux(values: &Values) -> LinuxSettings {
    let number = |path: &str| values.get(path).integer();
    LinuxSettings {
        packets_per_interrupt: match values.get("linux.transmit_interrupts").choice() {
            "each" => 1,
            "moderated" => number("linux.frames_an_interrupt"),
            "off" => u64::MAX,
            other => panic!("the parameter table lists {other}, which is not implemented"),
        },
        backlog: number("linux.backlog") as usize,
        weight: number("linux.weight"),
        budget: number("linux.budget"),
    }
}
