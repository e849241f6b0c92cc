//! The plan of the machine: each CPU's lines and threads, and the lines of the interface's queues. Contexts are in
//! `contexts`, places in `places`.

use super::contexts::{Contexts, CpuContexts, numbered};
use super::kernel::Kernel;
use super::napi::napi_threaded_poll;
use super::options::Options;
use super::places::{self, PlaceIds};
use super::receiver::receiver;
use super::{interrupts, softirqs};
use crate::cpu::{Level, ThreadId};
use crate::family::PlanBuilder;
use crate::kernel::{CLOCK, COMPUTING};
use crate::scenario::Settings;
use crate::trace::topology::{LineRow, Topology};
use crate::trace::{ContextId, GateId, LineId};
use std::convert::Infallible;
use std::rc::Rc;

/// The machine before it runs: its builder, and the numbers of its lines, threads, places and gates.
pub struct MachinePlan {
    pub builder: PlanBuilder<Kernel>,
    pub options: Options,
    pub cpus: Vec<CpuIds>,
    pub queues: Vec<QueueIds>,
    pub receivers: Vec<ThreadId>,
    pub user: ThreadId,
    pub places: PlaceIds,
    pub busy: GateId,
}

pub struct CpuIds {
    pub clock: LineId,
    /// The line of its queues' watchdog timers.
    pub watchdog: LineId,
    pub softirq: Option<SoftirqIds>,
    /// All threads that its scheduler chooses from.
    pub threads: Vec<ThreadId>,
}

#[derive(Clone, Copy, Debug)]
pub struct SoftirqIds {
    pub line: LineId,
    /// Gate that is on while ksoftirqd is awake.
    pub awake: GateId,
}

#[derive(Clone, Copy, Debug)]
pub struct QueueIds {
    pub line: LineId,
    /// Gate that is on while its interrupts are off.
    pub polled: GateId,
}

impl MachinePlan {
    pub fn new(settings: &Settings, mut topology: Topology) -> MachinePlan {
        let options = Options::of(settings);
        let interface = settings.machine.profile.wire.interface;
        topology.add_code(&super::code::lines(&options));
        topology.add_code(CLOCK);
        topology.add_code(COMPUTING);
        let contexts = Contexts::new(&mut topology, &options, interface);
        let places = places::places(settings, &options, &contexts, &mut topology);
        let mut builder = PlanBuilder::new(topology);
        let clock = ("clock", "clock", "timer irq");
        let clocks = for_each_cpu(&mut builder, &contexts, Level::CLOCK, clock, interrupts::clock);
        let timer = ("watchdog", "deferral timer", "hrtimer");
        let watchdogs = for_each_cpu(&mut builder, &contexts, Level::CLOCK, timer, interrupts::watchdog);
        if options.cpus > 1 {
            let call = ("call", "interrupt by another CPU", "IPI");
            let calls = for_each_cpu(&mut builder, &contexts, Level::INTERPROCESSOR, call, interrupts::reschedule);
            calls.into_iter().for_each(|line| builder.host.set_ipi_line(line));
        }
        let queues = (0..options.queues).map(|number| queue(&mut builder, &options, &contexts, interface, number));
        let queues = queues.collect();
        let mut cpus: Vec<CpuIds> = Vec::new();
        for (number, own) in contexts.cpus.iter().enumerate() {
            let mut threads = Vec::new();
            let softirq = own.softirq.map(|contexts| softirq(&mut builder, number, contexts, &mut threads));
            for &(queue, context) in &own.threads {
                threads.push(builder.thread(context, move |kernel| napi_threaded_poll(kernel, queue)));
            }
            cpus.push(CpuIds { clock: clocks[number], watchdog: watchdogs[number], softirq, threads });
        }
        let busy = builder.host.topology.add_gate(
            "busy_polling",
            "the receive call polls",
            "the process polls for packets itself",
            "the process waits to be woken",
        );
        let receiver =
            |(number, context): (usize, &ContextId)| builder.thread(*context, move |kernel| receiver(kernel, number));
        let receivers: Vec<ThreadId> = contexts.receivers.iter().enumerate().map(receiver).collect();
        let user = builder.host.add_thread(contexts.user);
        cpus[options.receiver_cpu].threads.extend(receivers.iter().copied().chain([user]));
        MachinePlan { builder, options, cpus, queues, receivers, user, places, busy }
    }
}

/// Adds a latched line for each CPU, as message-signalled interrupts are, and the code that handles it.
fn for_each_cpu<C>(
    builder: &mut PlanBuilder<Kernel>,
    contexts: &Contexts,
    level: Level,
    (id, name, paper_name): (&str, &str, &str),
    code: fn(Rc<Kernel>, usize) -> C,
) -> Vec<LineId>
where
    C: Future<Output = Infallible> + 'static,
{
    let add = |(cpu, own): (usize, &CpuContexts)| {
        let context = if level == Level::CLOCK { own.clock } else { own.device };
        let row = LineRow::new(&numbered(id, cpu), name, paper_name, context, -1);
        builder.line(row, level, true, move |kernel| code(kernel, cpu))
    };
    contexts.cpus.iter().enumerate().map(add).collect()
}

fn queue(
    builder: &mut PlanBuilder<Kernel>,
    options: &Options,
    contexts: &Contexts,
    interface: &str,
    number: usize,
) -> QueueIds {
    let several = options.queues > 1;
    let whose = if several { format!("{interface}0, queue {number}") } else { format!("{interface}0") };
    let id = format!("{interface}0_{number}_receive");
    let paper_name = format!("{interface}0-rx-{number}");
    let context = contexts.cpus[options.cpu_of_queue(number)].device;
    let row = LineRow::new(&id, &format!("{whose}: packets received"), &paper_name, context, number as i8);
    let line = builder.line(row, Level::IMP, true, move |kernel| interrupts::device(kernel, number));
    let (id, name) = match several {
        false => ("polled".to_string(), "the interface is polled".to_string()),
        true => (format!("polled_{number}"), format!("queue {number} is polled")),
    };
    let on = "its interrupts are off until its ring is empty";
    let polled = builder.host.topology.add_gate(&id, &name, on, "it interrupts for the next packet");
    QueueIds { line, polled }
}

/// Adds the softirqs of a CPU, and its ksoftirqd to the CPU's threads.
fn softirq(
    builder: &mut PlanBuilder<Kernel>,
    cpu: usize,
    (softirq, ksoftirqd): (ContextId, ContextId),
    threads: &mut Vec<ThreadId>,
) -> SoftirqIds {
    let pending = LineRow::new(&numbered("net_rx", cpu), "poll pending", "NET_RX_SOFTIRQ", softirq, -1);
    let line = builder.line(pending, Level::NET, true, move |kernel| softirqs::softirq(kernel, cpu));
    let awake = builder.host.topology.add_gate(
        &numbered("ksoftirqd_awake", cpu),
        &format!("ksoftirqd/{cpu} is awake"),
        "softirqs took too long: a process continues them",
        "softirqs run when interrupts return",
    );
    threads.push(builder.thread(ksoftirqd, move |kernel| softirqs::ksoftirqd(kernel, cpu)));
    SoftirqIds { line, awake }
}
