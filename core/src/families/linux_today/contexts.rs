//! The contexts of each CPU. A CPU that no queue interrupts has no network softirqs. Receivers and the compute-bound
//! process share one CPU.

use super::options::Options;
use crate::trace::ContextId;
use crate::trace::topology::{ContextKind, Topology};

pub struct Contexts {
    pub hardware: ContextId,
    pub cpus: Vec<CpuContexts>,
    pub receivers: Vec<ContextId>,
    pub user: ContextId,
}

pub struct CpuContexts {
    pub clock: ContextId,
    /// Interrupts of queues, and interrupts from other CPUs.
    pub device: ContextId,
    pub softirq: Option<(ContextId, ContextId)>,
    /// NAPI threads, with the numbers of their queues.
    pub threads: Vec<(usize, ContextId)>,
}

impl Contexts {
    pub fn new(topology: &mut Topology, options: &Options, interface: &str) -> Contexts {
        topology.cpus = options.cpus as u8;
        let hardware = topology.add_context(ContextKind::Hardware, "hardware", "Hardware", "no CPU spent", "");
        let mut processes = None;
        let cpus = (0..options.cpus).map(|cpu| {
            let mut lanes = Lanes { topology: &mut *topology, cpu, several: options.cpus > 1 };
            let contexts = of_cpu(&mut lanes, options, interface);
            if cpu == options.receiver_cpu {
                let receivers = (0..options.receivers).map(|number| {
                    let name = options.of_receiver("Receiving process", number);
                    lanes.add(ContextKind::Process, &numbered("receiver", number), &name, "UDP receiver")
                });
                let receivers = receivers.collect();
                processes = Some((receivers, lanes.add(ContextKind::Process, "user", "User process", "compute-bound")));
            }
            lanes.add(ContextKind::Idle, &lanes.id("idle"), "Idle", &format!("swapper/{cpu}"));
            contexts
        });
        let cpus = cpus.collect();
        let (receivers, user) = processes.expect("the receiver's CPU is one of them");
        Contexts { hardware, cpus, receivers, user }
    }

    /// All contexts that take packets off this queue's ring, besides the receiver.
    pub fn pollers(&self, options: &Options, queue: usize) -> Vec<ContextId> {
        let cpu = &self.cpus[options.cpu_of_queue(queue)];
        let softirqs = cpu.softirq.iter().flat_map(|(softirq, ksoftirqd)| [*softirq, *ksoftirqd]);
        let thread = cpu.threads.iter().filter(|(number, _)| *number == queue).map(|(_, context)| *context);
        softirqs.chain(thread).collect()
    }
}

/// The first receiver's id has no number.
pub fn numbered(id: &str, number: usize) -> String {
    if number == 0 { id.to_string() } else { format!("{id}_{number}") }
}

/// Adds the contexts of one CPU, named after it when there are several.
struct Lanes<'a> {
    topology: &'a mut Topology,
    cpu: usize,
    several: bool,
}

impl Lanes<'_> {
    fn id(&self, base: &str) -> String {
        numbered(base, self.cpu)
    }

    fn add(&mut self, kind: ContextKind, id: &str, name: &str, paper_name: &str) -> ContextId {
        // only one CPU has processes, so their names need no number
        let name = if self.several && kind != ContextKind::Process {
            format!("{name}, CPU {}", self.cpu)
        } else {
            name.to_string()
        };
        let level = match kind {
            ContextKind::Clock | ContextKind::Device => "interrupt",
            ContextKind::Software => "softirq",
            _ => "process",
        };
        let context = self.topology.add_context(kind, id, &name, paper_name, level);
        self.topology.on_cpu(self.cpu as u8, context)
    }
}

fn of_cpu(lanes: &mut Lanes<'_>, options: &Options, interface: &str) -> CpuContexts {
    use ContextKind as Kind;
    let cpu = lanes.cpu;
    let queues: Vec<usize> = (0..options.queues).filter(|queue| options.cpu_of_queue(*queue) == cpu).collect();
    let clock = lanes.add(Kind::Clock, &lanes.id("clock"), "Clock interrupt", "timer irq");
    let device = match queues.is_empty() {
        true => lanes.add(Kind::Device, &lanes.id("device"), "Call interrupt", "IPI"),
        false => lanes.add(Kind::Device, &lanes.id("device"), "Device interrupt", "irq handler"),
    };
    let softirq = (!options.threaded && !queues.is_empty()).then(|| {
        let softirq = lanes.add(Kind::Software, &lanes.id("softirq"), "Softirq", "NET_RX_SOFTIRQ");
        let name = format!("ksoftirqd/{cpu}");
        (softirq, lanes.add(Kind::Thread, &lanes.id("ksoftirqd"), "Softirq process", &name))
    });
    let threads = queues.into_iter().filter(|_| options.threaded).map(|number| {
        let (id, paper_name) = (format!("napi_{number}"), format!("napi/{interface}0-{number}"));
        let name = if options.queues == 1 { "NAPI thread".into() } else { format!("NAPI thread {number}") };
        (number, lanes.add(Kind::Thread, &id, &name, &paper_name))
    });
    let threads = threads.collect();
    CpuContexts { clock, device, softirq, threads }
}
