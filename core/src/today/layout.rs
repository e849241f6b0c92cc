//! The plan of the machine: who can have the CPU, and the lines that ask for it. Places are in `places`.

use super::options::Options;
use super::places::{self, PlaceIds};
use crate::cpu::{HostBuilder, Level, ThreadId};
use crate::scenario::Settings;
use crate::trace::topology::{ContextKind, LineRow, Topology};
use crate::trace::{ContextId, GateId, LineId};

/// Everything numbered.
pub struct Layout {
    pub builder: HostBuilder,
    pub options: Options,
    pub clock: Handled,
    pub watchdog: Handled,
    pub queues: Vec<QueueIds>,
    pub softirq: Option<SoftirqIds>,
    pub receiver: ThreadId,
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

#[derive(Clone, Copy, Debug)]
pub struct QueueIds {
    pub interrupt: Handled,
    /// Its interrupts are off.
    pub polled: GateId,
    /// Its thread, when NAPI is threaded.
    pub thread: Option<ThreadId>,
}

#[derive(Clone, Copy, Debug)]
pub struct SoftirqIds {
    pub interrupt: Handled,
    pub ksoftirqd: ThreadId,
    pub awake: GateId,
}

pub struct Contexts {
    pub hardware: ContextId,
    clock: ContextId,
    device: ContextId,
    pub softirq: Option<(ContextId, ContextId)>,
    pub threads: Vec<ContextId>,
    pub receiver: ContextId,
    user: ContextId,
}

impl Layout {
    pub fn new(settings: &Settings, mut topology: Topology) -> Layout {
        let options = Options::of(settings);
        let interface = settings.machine.profile.wire.interface;
        topology.add_code(&super::code::lines(&options));
        let contexts = contexts(&mut topology, &options, interface);
        let places = places::places(settings, &options, &contexts, &mut topology);
        let mut builder = HostBuilder::new(topology);
        let clock = row("clock", "clock", "timer interrupt", contexts.clock, -1);
        let clock = line(&mut builder, clock, Level::CLOCK);
        let timer = row("watchdog", "timer of a deferred queue", "hrtimer: napi_watchdog", contexts.clock, -1);
        let watchdog = line(&mut builder, timer, Level::CLOCK);
        let queues = (0..options.queues).map(|number| {
            let id = format!("{interface}0_{number}_receive");
            let name = match options.queues {
                1 => format!("{interface}0: packets received"),
                _ => format!("{interface}0, queue {number}: packets received"),
            };
            let paper_name = format!("{interface}0-rx-{number}");
            let interrupt = row(&id, &name, &paper_name, contexts.device, number as i8);
            let interrupt = line(&mut builder, interrupt, Level::IMP);
            QueueIds { interrupt, polled: polled_gate(&mut builder.topology, &options, number), thread: None }
        });
        let mut queues: Vec<QueueIds> = queues.collect();
        let softirq = contexts.softirq.map(|(softirq, ksoftirqd)| {
            let wanted = row("net_rx", "polling wanted", "NET_RX_SOFTIRQ", softirq, -1);
            let interrupt = line(&mut builder, wanted, Level::NET);
            let awake = builder.topology.add_gate(
                "ksoftirqd_awake",
                "ksoftirqd is awake",
                "softirqs took too long: a process goes on with them",
                "softirqs run when interrupts return",
            );
            SoftirqIds { interrupt, ksoftirqd: builder.add_thread(ksoftirqd), awake }
        });
        for (queue, context) in queues.iter_mut().zip(&contexts.threads) {
            queue.thread = Some(builder.add_thread(*context));
        }
        let busy = builder.topology.add_gate(
            "busy_polling",
            "the receive call polls",
            "the process itself looks for packets, again and again",
            "the process waits to be woken",
        );
        let (receiver, user) = (builder.add_thread(contexts.receiver), builder.add_thread(contexts.user));
        Layout { builder, options, clock, watchdog, queues, softirq, receiver, user, places, busy }
    }

    /// Everybody whom the scheduler chooses from.
    pub fn threads(&self) -> Vec<ThreadId> {
        let kernel = self.softirq.iter().map(|ids| ids.ksoftirqd);
        let kernel = kernel.chain(self.queues.iter().filter_map(|queue| queue.thread));
        kernel.chain([self.receiver, self.user]).collect()
    }
}

fn contexts(topology: &mut Topology, options: &Options, interface: &str) -> Contexts {
    use ContextKind as Kind;
    let hardware = topology.add_context(Kind::Hardware, "hardware", "Hardware", "no CPU spent", "");
    let clock = topology.add_context(Kind::Clock, "clock", "Clock interrupt", "timer interrupt", "interrupt");
    let device = topology.add_context(Kind::Device, "device", "Device interrupt", "interrupt handler", "interrupt");
    let softirq = (!options.threaded).then(|| {
        let softirq = topology.add_context(Kind::Software, "softirq", "Softirq", "NET_RX_SOFTIRQ", "softirq");
        let ksoftirqd = topology.add_context(Kind::Thread, "ksoftirqd", "Softirq process", "ksoftirqd/0", "process");
        (softirq, ksoftirqd)
    });
    let threads = 0..if options.threaded { options.queues } else { 0 };
    let threads = threads.map(|number| {
        let (id, paper_name) = (format!("napi_{number}"), format!("napi/{interface}0-{number}"));
        let name = if options.queues == 1 { "NAPI thread".into() } else { format!("NAPI thread {number}") };
        topology.add_context(Kind::Thread, &id, &name, &paper_name, "process")
    });
    let threads = threads.collect();
    let receiver = topology.add_context(Kind::Process, "receiver", "Receiving process", "UDP receiver", "process");
    let user = topology.add_context(Kind::Process, "user", "User process", "compute-bound", "process");
    topology.add_context(Kind::Idle, "idle", "Idle", "idle task", "process");
    Contexts { hardware, clock, device, softirq, threads, receiver, user }
}

fn polled_gate(topology: &mut Topology, options: &Options, number: usize) -> GateId {
    let (id, name) = match options.queues {
        1 => ("polled".to_string(), "the interface is polled".to_string()),
        _ => (format!("polled_{number}"), format!("queue {number} is polled")),
    };
    let on = "its interrupts are off until its ring is empty";
    topology.add_gate(&id, &name, on, "it interrupts for what comes next")
}

fn row(id: &str, name: &str, paper_name: &str, context: ContextId, interface: i8) -> LineRow {
    LineRow { id: id.into(), name: name.into(), paper_name: paper_name.into(), context, interface }
}

/// Message-signalled interrupts are latched.
fn line(builder: &mut HostBuilder, row: LineRow, level: Level) -> Handled {
    let handler = builder.add_handler(row.context, level);
    builder.topology.add_line(row);
    Handled { line: builder.add_line(handler, true, true), handler }
}
