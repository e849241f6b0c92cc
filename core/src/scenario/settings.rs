//! The values of all parameters as typed fields, for the rooms that simulate. Derived, never written by hand.

use super::Scenario;
use super::costs::{STEPS, Step};
use super::design::Design;
use super::profiles::Profile;
use super::recorded::Recorded;
use super::value::Values;
use crate::units::{Bytes, Cycles, Hertz, Link};

/// How arrivals are spread in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Constant,
    Jittered,
    Bursty,
    Poisson,
    Burst,
    Ramp,
    Rpc,
    Capture,
}

/// Where packets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumer {
    /// Out by another interface.
    Wire,
    /// Past screend, then out.
    Screend,
    /// To a process, through the packet filter.
    Tcpdump,
    /// To a process, through a data-link socket.
    Datalink,
    /// To a file server's threads; what they answer goes back where the request came from.
    Nfs,
}

/// When finished transmissions are seen to, by a kernel that takes packets to completion at device level (M 4.4, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completions {
    Between,
    Lower,
    After,
    Polled,
}

/// What arrives on one interface.
#[derive(Clone, Debug)]
pub struct TrafficSettings {
    pub pattern: Pattern,
    /// Packets a second.
    pub rate: u64,
    /// Of the mean gap, in per cent.
    pub jitter: u64,
    pub burst: u64,
    pub spacing: Cycles,
    pub start: Cycles,
    pub ramp_to: u64,
    pub ramp_time: Cycles,
    pub clients: u64,
    pub think: Cycles,
    pub timeout: Cycles,
    pub frame: Bytes,
    pub inputs: usize,
    pub reverse_rate: u64,
    /// 0: the source never stops.
    pub packets: u64,
    pub recorded: Recorded,
}

#[derive(Clone, Debug)]
pub struct MachineSettings {
    pub profile: &'static Profile,
    pub clock: Hertz,
    pub ticks_per_second: u64,
    pub link: Link,
    pub receive_ring: usize,
    pub transmit_ring: usize,
    pub level_triggered: bool,
    pub batching: bool,
    /// Packets are handed to the interface while earlier ones are being sent (M 7.5).
    pub add_while_active: bool,
    pub quantum: Cycles,
    /// Several in one design only (M 10.2).
    pub cpus: usize,
    /// The one that processes run on.
    pub programs_cpu: usize,
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
    /// A file server's threads.
    pub servers: usize,
    pub consumer: Consumer,
    pub screend: bool,
    pub to_disk: bool,
    pub compute: bool,
    pub completions: Completions,
}

/// The network monitor's circuit breaker (M 8.1).
#[derive(Clone, Copy, Debug)]
pub struct BreakerSettings {
    pub enabled: bool,
    pub batch: u64,
    pub off: Cycles,
}

/// The polling facility and its two brakes.
#[derive(Clone, Debug)]
pub struct PollingSettings {
    pub enabled: bool,
    /// `u64::MAX` is no quota.
    pub quota: u64,
    /// Finished transmissions do not interrupt; clock ticks have them polled (M 7.5).
    pub sent_by_clock: bool,
    pub feedback: bool,
    pub high: u64,
    pub low: u64,
    pub timeout_ticks: u64,
    /// Input goes on when the queue is down to `low`.
    pub mark: bool,
    /// The time-out counts from the last packet that screend took, not from when input stopped.
    pub timeout_watches_progress: bool,
    pub check_every_packet: bool,
    pub limit: bool,
    pub limit_share: u64,
    pub limit_period: Cycles,
    /// One limit for all CPUs.
    pub limit_in_all: bool,
}

/// Linux's network driver and softirq (S).
#[derive(Clone, Copy, Debug)]
pub struct LinuxSettings {
    /// One transmit interrupt for so many frames; `u64::MAX` is none.
    pub frames_an_interrupt: u64,
    pub backlog: usize,
    /// Packets that an interface may take from its ring before the next one's turn.
    pub weight: u64,
    /// Packets of one run of net_rx_action.
    pub budget: u64,
}

/// How a trial is measured.
#[derive(Clone, Debug)]
pub struct TrialSettings {
    pub packets: u64,
    pub time_max: Cycles,
    /// Per cent.
    pub warmup: u64,
    pub seeds: u64,
    pub from: u64,
    pub to: u64,
}

/// Everything, typed.
#[derive(Clone, Debug)]
pub struct Settings {
    pub traffic: TrafficSettings,
    pub machine: MachineSettings,
    pub kernel: KernelSettings,
    pub polling: PollingSettings,
    pub breaker: BreakerSettings,
    pub linux: LinuxSettings,
    pub trial: TrialSettings,
    /// Everything, as it was set: what only one family of kernels knows, it reads from here.
    pub values: Values,
    /// Cycles of each step, probes included, by step number.
    pub costs: Vec<Cycles>,
}

impl From<&Values> for Settings {
    fn from(values: &Values) -> Settings {
        let clock = values.profile().clock;
        Settings {
            traffic: traffic(values, clock),
            machine: machine(values),
            kernel: kernel(values),
            polling: polling(values, clock),
            breaker: BreakerSettings {
                enabled: values.get("breaker.enabled").switch(),
                batch: values.get("breaker.batch").integer(),
                off: clock.cycles_in_microseconds(values.get("breaker.off_us").integer()),
            },
            linux: linux(values),
            trial: trial(values, clock),
            values: values.clone(),
            costs: costs(values, clock),
        }
    }
}

fn traffic(values: &Values, clock: Hertz) -> TrafficSettings {
    let number = |path: &str| values.get(path).integer();
    TrafficSettings {
        pattern: match values.get("traffic.pattern").choice() {
            "constant" => Pattern::Constant,
            "jittered" => Pattern::Jittered,
            "bursty" => Pattern::Bursty,
            "poisson" => Pattern::Poisson,
            "burst" => Pattern::Burst,
            "ramp" => Pattern::Ramp,
            "rpc" => Pattern::Rpc,
            "capture" => Pattern::Capture,
            other => panic!("the table lists the pattern {other} that nothing simulates"),
        },
        rate: number("traffic.rate"),
        jitter: number("traffic.jitter"),
        burst: number("traffic.burst"),
        spacing: clock.cycles_in_microseconds(number("traffic.spacing_us")),
        start: clock.cycles_in_milliseconds(number("traffic.start_ms")),
        ramp_to: number("traffic.ramp_to"),
        ramp_time: clock.cycles_in_milliseconds(number("traffic.ramp_ms")),
        clients: number("traffic.clients"),
        think: clock.cycles_in_microseconds(number("traffic.think_us")),
        timeout: clock.cycles_in_milliseconds(number("traffic.timeout_ms")),
        frame: Bytes(number("traffic.bytes") as u32),
        inputs: number("traffic.inputs") as usize,
        reverse_rate: number("traffic.reverse"),
        packets: number("traffic.packets"),
        recorded: Recorded {
            recording: values.recording.clone(),
            speed: (values.get("traffic.pace").choice() == "recorded").then(|| number("traffic.speed")),
            repeats: values.get("traffic.repeat").switch(),
            frames: Scenario::frame_range(values.profile()),
        },
    }
}

fn machine(values: &Values) -> MachineSettings {
    let number = |path: &str| values.get(path).integer();
    let profile = values.profile();
    let clock = profile.clock;
    let cpus = if Design::of(values) == Design::Polling { number("machine.cpus") as usize } else { 1 };
    MachineSettings {
        profile,
        clock,
        ticks_per_second: number("machine.clock_hz"),
        link: Link { bits_per_second: number("machine.link_mbps") * 1_000_000, overhead: profile.wire.overhead },
        receive_ring: number("queues.receive_ring") as usize,
        transmit_ring: number("queues.transmit_ring") as usize,
        level_triggered: values.get("interrupts.trigger").choice() == "level",
        batching: values.get("interrupts.batching").switch(),
        add_while_active: values.get("transmit.add_while_active").switch(),
        quantum: clock.cycles_in_milliseconds(number("programs.quantum_ms")),
        cpus,
        programs_cpu: if cpus > 1 { number("programs.cpu") as usize } else { 0 },
    }
}

fn kernel(values: &Values) -> KernelSettings {
    let number = |path: &str| values.get(path).integer() as usize;
    let design = Design::of(values);
    let consumer = consumer(values, design);
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
        to_disk: values.get("programs.tcpdump_to").choice() == "disk",
        compute: values.get("programs.compute").switch(),
        completions: match values.get("transmit.completions").choice() {
            "between" => Completions::Between,
            "lower" => Completions::Lower,
            "after" => Completions::After,
            "polled" => Completions::Polled,
            other => panic!("the table lists {other} that nothing simulates"),
        },
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
    /// Packets leave by another interface than they came.
    pub fn forwards(self) -> bool {
        matches!(self, Consumer::Wire | Consumer::Screend)
    }

    /// Packets stay: a process reads them, and no interface sends.
    pub fn is_process(self) -> bool {
        matches!(self, Consumer::Tcpdump | Consumer::Datalink)
    }
}

fn polling(values: &Values, clock: Hertz) -> PollingSettings {
    let number = |path: &str| values.get(path).integer();
    PollingSettings {
        enabled: values.get("polling.enabled").switch(),
        quota: number("polling.quota"),
        sent_by_clock: values.get("polling.sent_by_clock").switch(),
        feedback: values.get("feedback.enabled").switch(),
        high: number("feedback.high"),
        low: number("feedback.low"),
        timeout_ticks: number("feedback.timeout_ticks"),
        mark: values.get("feedback.mark").switch(),
        timeout_watches_progress: values.get("feedback.timer").choice() == "progress",
        check_every_packet: values.get("feedback.check").choice() == "packet",
        limit: values.get("limit.enabled").switch(),
        limit_share: number("limit.share"),
        limit_period: clock.cycles_in_milliseconds(number("limit.period_ms")),
        limit_in_all: values.get("limit.scope").choice() == "all",
    }
}

fn linux(values: &Values) -> LinuxSettings {
    let number = |path: &str| values.get(path).integer();
    LinuxSettings {
        frames_an_interrupt: match values.get("linux.transmit_interrupts").choice() {
            "each" => 1,
            "moderated" => number("linux.frames_an_interrupt"),
            "off" => u64::MAX,
            other => panic!("the table lists {other} that nothing simulates"),
        },
        backlog: number("linux.backlog") as usize,
        weight: number("linux.weight"),
        budget: number("linux.budget"),
    }
}

fn trial(values: &Values, clock: Hertz) -> TrialSettings {
    let number = |path: &str| values.get(path).integer();
    TrialSettings {
        packets: number("trial.packets"),
        time_max: clock.cycles_in_milliseconds(number("trial.ms_max")),
        warmup: number("trial.warmup"),
        seeds: number("trial.seeds"),
        from: number("trial.from"),
        to: number("trial.to"),
    }
}

fn costs(values: &Values, clock: Hertz) -> Vec<Cycles> {
    let probe = values.get("measurement.probe_ns").integer();
    let probes = values.get("measurement.probe").choice();
    STEPS
        .iter()
        .zip(values.costs())
        .map(|(row, cost)| {
            let count = match probes {
                "all" => row.probes_all,
                "few" => row.probes_few,
                _ => 0,
            };
            let nanoseconds = cost.integer() + u64::from(count) * probe;
            clock.cycles_in_nanoseconds(nanoseconds)
        })
        .collect()
}

impl MachineSettings {
    /// The CPU that an interface interrupts, and whose thread polls it.
    pub fn cpu_of(&self, interface: usize) -> usize {
        interface % self.cpus
    }
}

impl Settings {
    /// An interrupt handler goes on with the next packet: it batches, and polling is not to take over.
    pub fn handler_goes_on(&self) -> bool {
        let polls = self.kernel.design == Design::Polling && self.polling.enabled;
        self.machine.batching && !polls
    }

    pub fn cost(&self, step: Step) -> Cycles {
        self.costs[step as usize]
    }
}
