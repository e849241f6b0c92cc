//! What only this family is told, typed.

use crate::scenario::Settings;
use crate::units::Cycles;

#[derive(Clone, Debug)]
pub struct Options {
    /// A kernel thread polls each queue.
    pub threaded: bool,
    /// While ksoftirqd is awake nobody else runs softirqs.
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
    /// A run of softirqs ends after this at the latest (MAX_SOFTIRQ_TIME).
    pub softirq_time: Cycles,
    pub compute: bool,
    pub cpus: usize,
    /// Whom the first queue interrupts; each next one the next CPU.
    irq_cpu: usize,
    pub receiver_cpu: usize,
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
            compute: settings.kernel.compute,
            cpus: number("today.cpus") as usize,
            irq_cpu: number("today.irq_cpu") as usize,
            receiver_cpu: number("today.receiver_cpu") as usize,
        }
    }

    /// The CPU that a queue interrupts.
    pub fn cpu_of_queue(&self, queue: usize) -> usize {
        (self.irq_cpu + queue) % self.cpus
    }
}
