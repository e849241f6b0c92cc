//! The layout of the machine: each CPU's lines and threads, and the lines of the interface's queues. Contexts are in
//! `contexts`, places in `places`.

use super::contexts::{Contexts, numbered};
use super::options::Options;
use super::places::{self, PlaceIds};
use crate::cpu::{HostBuilder, Level, ThreadId};
use crate::kernel::{CLOCK, COMPUTING};
use crate::scenario::Settings;
use crate::trace::topology::{LineRow, Topology};
use crate::trace::{ContextId, GateId, LineId};

/// The machine before it runs: its builder, and the numbers of its lines, threads, places and gates.
pub struct Layout {
    pub builder: HostBuilder,
    pub options: Options,
    pub cpus: Vec<CpuIds>,
    pub queues: Vec<QueueIds>,
    pub receivers: Vec<ThreadId>,
    pub user: ThreadId,
    pub places: PlaceIds,
    pub busy: GateId,
}

/// A line and the activity that serves it.
#[derive(Clone, Copy, Debug)]
pub struct Handled {
    pub line: LineId,
    pub handler: usize,
}

pub struct CpuIds {
    pub clock: Handled,
    /// Lines of its queues' watchdog timers, and of interrupts from other CPUs.
    pub watchdog: Handled,
    pub ipi: Option<Handled>,
    pub softirq: Option<SoftirqIds>,
    /// All threads that its scheduler chooses from.
    pub threads: Vec<ThreadId>,
}

#[derive(Clone, Copy, Debug)]
pub struct SoftirqIds {
    pub interrupt: Handled,
    pub ksoftirqd: ThreadId,
    pub awake: GateId,
}

#[derive(Clone, Copy, Debug)]
pub struct QueueIds {
    pub interrupt: Handled,
    /// Gate that is on while its interrupts are off.
    pub polled: GateId,
    /// Its thread, when NAPI is threaded.
    pub thread: Option<ThreadId>,
}

impl Layout {
    pub fn new(settings: &Settings, mut topology: Topology) -> Layout {
        let options = Options::of(settings);
        let interface = settings.machine.profile.wire.interface;
        topology.add_code(&super::code::lines(&options));
        topology.add_code(CLOCK);
        topology.add_code(COMPUTING);
        let contexts = Contexts::new(&mut topology, &options, interface);
        let places = places::places(settings, &options, &contexts, &mut topology);
        let mut lines = Lines { builder: HostBuilder::new(topology) };
        let clocks: Vec<Handled> = lines.for_each_cpu(&contexts, Level::CLOCK, ("clock", "clock", "timer irq"));
        let timer = ("watchdog", "deferral timer", "hrtimer");
        let watchdogs = lines.for_each_cpu(&contexts, Level::CLOCK, timer);
        let ipis = match options.cpus {
            1 => Vec::new(),
            _ => lines.for_each_cpu(&contexts, Level::INTERPROCESSOR, ("call", "interrupt by another CPU", "IPI")),
        };
        let mut queues: Vec<QueueIds> =
            (0..options.queues).map(|number| lines.queue(&options, &contexts, interface, number)).collect();
        let mut cpus: Vec<CpuIds> = Vec::new();
        for (number, own) in contexts.cpus.iter().enumerate() {
            let softirq = own.softirq.map(|contexts| lines.softirq(number, contexts));
            let mut threads: Vec<ThreadId> = softirq.iter().map(|ids| ids.ksoftirqd).collect();
            for (queue, context) in &own.threads {
                let thread = lines.builder.add_thread(*context);
                queues[*queue].thread = Some(thread);
                threads.push(thread);
            }
            let ipi = ipis.get(number).copied();
            if let Some(ipi) = ipi {
                lines.builder.set_ipi_line(ipi.line);
            }
            cpus.push(CpuIds { clock: clocks[number], watchdog: watchdogs[number], ipi, softirq, threads });
        }
        let mut builder = lines.builder;
        let busy = builder.topology.add_gate(
            "busy_polling",
            "the receive call polls",
            "the process polls for packets itself",
            "the process waits to be woken",
        );
        let receivers: Vec<ThreadId> = contexts.receivers.iter().map(|context| builder.add_thread(*context)).collect();
        let user = builder.add_thread(contexts.user);
        cpus[options.receiver_cpu].threads.extend(receivers.iter().copied().chain([user]));
        Layout { builder, options, cpus, queues, receivers, user, places, busy }
    }
}

/// Adds lines, in the order of their priority.
struct Lines {
    builder: HostBuilder,
}

impl Lines {
    /// Adds a latched line, as message-signalled interrupts are.
    fn add(&mut self, row: LineRow, level: Level) -> Handled {
        let (line, handler) = self.builder.add_line(row, level, true);
        Handled { line, handler }
    }

    fn for_each_cpu(&mut self, contexts: &Contexts, level: Level, words: (&str, &str, &str)) -> Vec<Handled> {
        let (id, name, paper_name) = words;
        let add = |(cpu, own): (usize, &super::contexts::CpuContexts)| {
            let context = if level == Level::CLOCK { own.clock } else { own.device };
            let row = LineRow::new(&numbered(id, cpu), name, paper_name, context, -1);
            self.add(row, level)
        };
        contexts.cpus.iter().enumerate().map(add).collect()
    }

    fn queue(&mut self, options: &Options, contexts: &Contexts, interface: &str, number: usize) -> QueueIds {
        let several = options.queues > 1;
        let whose = if several { format!("{interface}0, queue {number}") } else { format!("{interface}0") };
        let id = format!("{interface}0_{number}_receive");
        let paper_name = format!("{interface}0-rx-{number}");
        let context = contexts.cpus[options.cpu_of_queue(number)].device;
        let row = LineRow::new(&id, &format!("{whose}: packets received"), &paper_name, context, number as i8);
        let interrupt = self.add(row, Level::IMP);
        let (id, name) = match several {
            false => ("polled".to_string(), "the interface is polled".to_string()),
            true => (format!("polled_{number}"), format!("queue {number} is polled")),
        };
        let on = "its interrupts are off until its ring is empty";
        let polled = self.builder.topology.add_gate(&id, &name, on, "it interrupts for the next packet");
        QueueIds { interrupt, polled, thread: None }
    }

    fn softirq(&mut self, cpu: usize, (softirq, ksoftirqd): (ContextId, ContextId)) -> SoftirqIds {
        let pending = LineRow::new(&numbered("net_rx", cpu), "poll pending", "NET_RX_SOFTIRQ", softirq, -1);
        let interrupt = self.add(pending, Level::NET);
        let awake = self.builder.topology.add_gate(
            &numbered("ksoftirqd_awake", cpu),
            &format!("ksoftirqd/{cpu} is awake"),
            "softirqs took too long: a process continues them",
            "softirqs run when interrupts return",
        );
        SoftirqIds { interrupt, ksoftirqd: self.builder.add_thread(ksoftirqd), awake }
    }
}
