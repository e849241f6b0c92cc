//! The contexts of each CPU. A CPU that no queue interrupts has no network softirqs. Receivers and the compute-bound
//! process share one CPU.

use super::options::Options;
use crate::family::ContextAdder;
use crate::trace::ContextId;
use crate::trace::topology::{ContextKind, Topology};

pub struct Contexts {
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
        let mut processes = None;
        let cpus = (0..options.cpus).map(|cpu| {
            let mut adder = ContextAdder { topology: &mut *topology, cpu };
            let contexts = of_cpu(&mut adder, options, interface);
            if cpu == options.receiver_cpu {
                let receivers = (0..options.receivers).map(|number| {
                    let name = options.of_receiver("Receiving process", number);
                    adder.add(ContextKind::Process, &numbered("receiver", number), &name, "UDP receiver", "process")
                });
                let receivers = receivers.collect();
                let user = adder.add(ContextKind::Process, "user", "User process", "compute-bound", "process");
                processes = Some((receivers, user));
            }
            adder.add(ContextKind::Idle, &numbered("idle", cpu), "Idle", &format!("swapper/{cpu}"), "process");
            contexts
        });
        let cpus = cpus.collect();
        let (receivers, user) = processes.expect("the receiver's CPU is one of them");
        Contexts { cpus, receivers, user }
    }

    /// All contexts that take packets off this queue's ring, besides the receiver.
    pub fn pollers(&self, options: &Options, queue: usize) -> Vec<ContextId> {
        let cpu = &self.cpus[options.cpu_of_queue(queue)];
        let softirqs = cpu.softirq.iter().flat_map(|(softirq, ksoftirqd)| [*softirq, *ksoftirqd]);
        let thread = cpu.threads.iter().filter(|(number, _)| *number == queue).map(|(_, context)| *context);
        softirqs.chain(thread).collect()
    }
}

/// The id of the first one, of several, has no number.
pub fn numbered(id: &str, number: usize) -> String {
    if number == 0 { id.to_string() } else { format!("{id}_{number}") }
}

fn of_cpu(adder: &mut ContextAdder<'_>, options: &Options, interface: &str) -> CpuContexts {
    use ContextKind as Kind;
    let cpu = adder.cpu;
    let id = |base: &str| numbered(base, cpu);
    let queues: Vec<usize> = (0..options.queues).filter(|queue| options.cpu_of_queue(*queue) == cpu).collect();
    let clock = adder.add(Kind::Clock, &id("clock"), "Clock interrupt", "timer irq", "interrupt");
    let device = match queues.is_empty() {
        true => adder.add(Kind::Device, &id("device"), "Call interrupt", "IPI", "interrupt"),
        false => adder.add(Kind::Device, &id("device"), "Device interrupt", "irq handler", "interrupt"),
    };
    let softirq = (!options.threaded && !queues.is_empty()).then(|| {
        let softirq = adder.add(Kind::Software, &id("softirq"), "Softirq", "NET_RX_SOFTIRQ", "softirq");
        let name = format!("ksoftirqd/{cpu}");
        (softirq, adder.add(Kind::Thread, &id("ksoftirqd"), "Softirq process", &name, "process"))
    });
    let threads = queues.into_iter().filter(|_| options.threaded).map(|number| {
        let (id, paper_name) = (format!("napi_{number}"), format!("napi/{interface}0-{number}"));
        let name = if options.queues == 1 { "NAPI thread".into() } else { format!("NAPI thread {number}") };
        (number, adder.add(Kind::Thread, &id, &name, &paper_name, "process"))
    });
    let threads = threads.collect();
    CpuContexts { clock, device, softirq, threads }
}
