//! The settings that only this family has, typed.

use crate::scenario::Settings;
use crate::units::Cycles;

#[derive(Clone, Debug)]
pub struct Options {
    /// A kernel thread polls each queue.
    pub threaded: bool,
    /// While ksoftirqd is awake, only ksoftirqd runs softirqs.
    pub ksoftirqd_alone: bool,
    pub budget: u64,
    pub budget_time: Cycles,
    pub weight: u64,
    pub rx_frames: u64,
    pub rx_wait: Cycles,
    pub busy_poll: Cycles,
    pub defer_irqs: u64,
    pub flush: Cycles,
    pub queues: usize,
    pub flows: u64,
    pub receive_buffer: usize,
    pub slice: Cycles,
    /// Longest time of a run of softirqs (MAX_SOFTIRQ_TIME).
    pub softirq_time: Cycles,
    pub cpus: usize,
    /// The CPU that the first queue interrupts; each further queue interrupts the next CPU.
    irq_cpu: usize,
    pub receiver_cpu: usize,
    pub receivers: usize,
    pub selective: Selective,
}

/// The settings of selective dropping: which packets are dropped first when some must be dropped (M 10.3, 10.4).
#[derive(Clone, Copy, Debug)]
pub struct Selective {
    /// Share of the arriving packets that are for the first receiver, in per cent.
    pub first_traffic: u64,
    /// Packets of a video frame.
    pub frame_packets: u32,
    pub frames: FramePolicy,
    pub shares: bool,
    /// Share of the first receiver in all packets that receivers take, in per cent.
    pub first_share: u64,
    pub interval: Cycles,
    /// Packets of a receiver that pass one after another.
    pub batch: u64,
    /// Packets of the receiver that has the CPU go before others.
    pub prefer_running: bool,
}

impl Selective {
    pub fn watches_frames(&self) -> bool {
        self.frame_packets > 1 && self.frames != FramePolicy::Packets
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FramePolicy {
    /// Drops packets without regard to video frames.
    Packets,
    /// After a drop, drops the remaining packets of that video frame too.
    Rest,
    /// Also admits a video frame only if the queue has room for all of it.
    Whole,
}

impl Options {
    pub fn of(settings: &Settings) -> Options {
        let values = &settings.values;
        let number = |path: &str| values.get(path).integer();
        let clock = settings.machine.clock;
        let time = |path: &str| clock.cycles_in_microseconds(number(path));
        Options {
            threaded: values.get("today.napi").choice() == "thread",
            ksoftirqd_alone: values.get("today.ksoftirqd").choice() == "alone",
            budget: number("today.budget"),
            budget_time: time("today.budget_us"),
            weight: number("today.weight"),
            rx_frames: number("today.rx_frames"),
            rx_wait: time("today.rx_usecs"),
            busy_poll: time("today.busy_poll_us"),
            defer_irqs: number("today.defer_irqs"),
            flush: time("today.flush_us"),
            queues: number("today.queues") as usize,
            flows: number("today.flows"),
            receive_buffer: number("today.receive_buffer") as usize,
            slice: time("today.slice_us"),
            softirq_time: clock.cycles_in_milliseconds(2),
            cpus: number("today.cpus") as usize,
            irq_cpu: number("today.irq_cpu") as usize,
            receiver_cpu: number("today.receiver_cpu") as usize,
            receivers: number("today.receivers") as usize,
            selective: Selective {
                first_traffic: number("selective.first_traffic"),
                frame_packets: number("selective.frame_packets") as u32,
                frames: match values.get("selective.frames").choice() {
                    "packets" => FramePolicy::Packets,
                    "rest" => FramePolicy::Rest,
                    "whole" => FramePolicy::Whole,
                    other => panic!("the parameter table lists {other}, which is not implemented"),
                },
                shares: values.get("selective.shares").switch(),
                first_share: number("selective.first_share"),
                batch: number("selective.batch"),
                prefer_running: values.get("selective.prefer_running").switch(),
                interval: clock.cycles_in_milliseconds(number("selective.interval_ms")),
            },
        }
    }

    /// Returns the CPU that a queue interrupts.
    pub fn cpu_of_queue(&self, queue: usize) -> usize {
        (self.irq_cpu + queue) % self.cpus
    }

    /// Appends the receiver's number to a name when there are several receivers.
    pub fn of_receiver(&self, name: &str, number: usize) -> String {
        if self.receivers == 1 { name.to_string() } else { format!("{name} {}", number + 1) }
    }

    /// Whether packets are looked at before any work is spent on them.
    pub fn looks_early(&self) -> bool {
        self.selective.watches_frames() || self.shares_packets() || self.prefers_running()
    }

    pub fn prefers_running(&self) -> bool {
        self.selective.prefer_running && self.receivers > 1
    }

    pub fn shares_packets(&self) -> bool {
        self.selective.shares && self.receivers > 1
    }

    /// Whether a packet's flow names its receiver, and its number names its video frame.
    pub fn labels_packets(&self) -> bool {
        self.receivers > 1 || self.selective.frame_packets > 1
    }
}
