//! The plan of a machine: its contexts, places, lines and gates, and how packets get from place to place. The design decides
//! the shape; the scenario decides the number of interfaces and the programs.
//!
//! ```text
//! wire in -> receive ring -> [ipintrq] -> [screening queue] -> output queue -> transmit ring -> wire out
//!                                      |-> [socket queue] -> server threads -> output queue
//!                                      |-> [application's queue] -> the receiving application
//!                                      `-> delivery queue -> a process (no interface sends then)
//! ```

use super::contexts::{Contexts, contexts, numbered};
use super::shape::{Additions, Protocol, Shape, Transmit};
use super::{Kernel, apps, hardclock, interprocessor_interrupt};
use crate::cpu::{Level, ThreadId};
use crate::family::PlanBuilder;
use crate::scenario::{Consumer, Settings, Trigger};
use crate::trace::topology::ContextKind;
use crate::trace::topology::{LineRow, Topology};
use crate::trace::{ContextId, GateId, IDLE_FUNCTION, LineId, PlaceId};

/// The receiving half of an interface.
#[derive(Clone, Copy, Debug)]
pub struct ReceiveIds {
    pub ring: PlaceId,
    pub line: LineId,
    pub handler: usize,
}

/// The sending half.
#[derive(Clone, Copy, Debug)]
pub struct TransmitIds {
    pub queue: PlaceId,
    pub ring: PlaceId,
    pub line: LineId,
    pub handler: usize,
    pub active: GateId,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct InterfaceIds {
    pub receive: Option<ReceiveIds>,
    pub transmit: Option<TransmitIds>,
}

/// A machine whose parts all have numbers. The builder has the code of lines and threads that all designs share; a design has
/// that of the others.
pub struct MachinePlan {
    pub builder: PlanBuilder<Kernel>,
    pub contexts: Contexts,
    pub interfaces: Vec<InterfaceIds>,
    pub ipintrq: Option<PlaceId>,
    pub screenq: Option<PlaceId>,
    pub deliveryq: Option<PlaceId>,
    pub socketq: Option<PlaceId>,
    pub inspectq: Option<PlaceId>,
    pub localq: Option<PlaceId>,
    /// Line and handler of the design's timer.
    pub timer: Option<(LineId, usize)>,
    /// Line of a file server's disk, and those of the CPUs' clocks.
    pub disk: Option<LineId>,
    pub clocks: Vec<LineId>,
    /// The IP layer's activity on the first CPU, and those on all CPUs, or of all interfaces that have threads of their own.
    /// There is none if the device's handler runs the
    /// IP layer.
    pub protocol_activity: Option<usize>,
    pub protocol_activities: Vec<usize>,
    pub protocol_line: Option<LineId>,
    pub screend_thread: Option<ThreadId>,
    pub inspector_thread: Option<ThreadId>,
    pub application_thread: Option<ThreadId>,
    pub reader_thread: Option<ThreadId>,
    pub poller_thread: Option<ThreadId>,
    pub server_threads: Vec<ThreadId>,
    pub compute_thread: ThreadId,
    /// A program's own threads and queues.
    pub program_threads: Vec<ThreadId>,
    pub program_queues: Vec<PlaceId>,
    pub(super) shape: Shape,
}

impl MachinePlan {
    pub fn new(settings: &Settings, topology: Topology, shape: Shape, additions: &Additions) -> MachinePlan {
        let mut builder = PlanBuilder::new(topology);
        let contexts = contexts(&mut builder.host.topology, shape, settings);
        let latched = settings.machine.trigger == Trigger::Latched;
        let clocks = clocks(&mut builder, &contexts);
        add_interprocessor_interrupts(&mut builder, &contexts);
        let mut plan = MachinePlan {
            builder,
            contexts,
            interfaces: vec![InterfaceIds::default(); settings.interface_count()],
            ipintrq: None,
            screenq: None,
            deliveryq: None,
            socketq: None,
            inspectq: None,
            localq: None,
            timer: None,
            disk: None,
            clocks,
            protocol_activity: None,
            protocol_activities: Vec::new(),
            protocol_line: None,
            screend_thread: None,
            inspector_thread: None,
            application_thread: None,
            reader_thread: None,
            poller_thread: None,
            server_threads: Vec::new(),
            compute_thread: 0,
            program_threads: Vec::new(),
            program_queues: Vec::new(),
            shape,
        };
        if let Some((id, name, paper_name)) = shape.timer {
            plan.timer = Some(plan.builder.host.add_line(timer_row(contexts, id, name, paper_name), Level::IMP, true));
        }
        if contexts.server.is_some() {
            let row = timer_row(contexts, "disk", "the disk has data", "disk interrupt");
            plan.disk = Some(plan.builder.line(row, Level::IMP, true, apps::disk_interrupt));
            let topology = &mut plan.builder.host.topology;
            topology.add_gate("disk", "disk", "a server thread waits for data", "the disk has nothing to do");
        }
        plan.add_interfaces(settings, latched);
        if let Some([id, name, on, off]) = shape.gate {
            plan.builder.host.topology.add_gate(id, name, on, off);
        }
        plan.add_protocol(settings);
        plan.add_programs(settings.kernel.consumer);
        let names = additions.threads.iter().enumerate();
        let is_idle = |number: usize| additions.idle_is_last && number + 1 == additions.threads.len();
        plan.program_threads = names.map(|(number, name)| plan.add_program_thread(name, is_idle(number))).collect();
        plan.add_places(settings, additions);
        plan
    }

    /// Adds the receive lines first: when two lines of one level are pending, the CPU takes the one that was added first.
    fn add_interfaces(&mut self, settings: &Settings, latched: bool) {
        let inputs = settings.traffic.inputs;
        let forwards = settings.kernel.consumer.forwards();
        let mut receiving: Vec<usize> = (0..inputs).collect();
        let mut sending = match settings.kernel.consumer {
            Consumer::Nfs => receiving.clone(),
            _ if forwards => vec![inputs],
            _ => Vec::new(),
        };
        if forwards && settings.traffic.reverse_rate > 0 {
            receiving.push(inputs);
            sending.push(0);
        }
        for interface in receiving {
            let line = DeviceLine { direction: "receive", name: "received packets", level: Level::IMP, latched };
            let (line, handler) = self.add_device_line(settings, interface, line);
            self.interfaces[interface].receive = Some(ReceiveIds { ring: 0, line, handler });
        }
        for interface in sending {
            let level = if self.shape.transmit == Transmit::Lower { Level::BELOW_IMP } else { Level::IMP };
            let line = DeviceLine { direction: "transmit", name: "finished transmissions", level, latched };
            let (line, handler) = self.add_device_line(settings, interface, line);
            let prefix = settings.machine.profile.wire.interface;
            let name = format!("interface {prefix}{interface} is marked active");
            let active = self.builder.host.topology.add_gate(
                &format!("active_{prefix}{interface}"),
                &name,
                "the interface has packets whose transmit interrupt is not serviced yet; until then the kernel adds no packet",
                "ready to take packets",
            );
            self.interfaces[interface].transmit = Some(TransmitIds { queue: 0, ring: 0, line, handler, active });
        }
    }

    fn add_device_line(&mut self, settings: &Settings, interface: usize, line: DeviceLine) -> (LineId, usize) {
        let DeviceLine { direction, name, level, latched } = line;
        let prefix = settings.machine.profile.wire.interface;
        let device = self.contexts.cpus[settings.machine.cpu_of(interface)].device;
        let id = format!("{prefix}{interface}_{direction}");
        let name = format!("{prefix}{interface}: {name}");
        let row = LineRow::new(&id, &name, &format!("{prefix}intr"), device, interface as i8);
        let (line, handler) = self.builder.host.add_line(row, level, latched);
        let enabled = match self.shape.transmit {
            Transmit::Clocked => false,
            Transmit::Polled => direction == "receive",
            Transmit::Device | Transmit::Lower => true,
        };
        if !enabled {
            self.builder.host.disable_line(line);
        }
        (line, handler)
    }

    fn add_protocol(&mut self, settings: &Settings) {
        let context = self.contexts.protocol;
        match self.shape.protocol {
            Protocol::Device => {}
            Protocol::Thread => {
                let cpus = &self.contexts.cpus[..usize::from(self.builder.host.topology.cpus)];
                let threads: Vec<ContextId> = if settings.polls_by_interface() {
                    self.contexts.pollers[..self.interfaces.len()].to_vec()
                } else {
                    cpus.iter().map(|cpu| cpu.protocol).collect()
                };
                self.protocol_activities =
                    threads.into_iter().map(|context| self.builder.host.add_thread(context)).collect();
                self.protocol_activity = self.protocol_activities.first().copied();
            }
            Protocol::SoftwareInterrupt => {
                let row = LineRow::new("netisr", "IP layer requested", "netisr", context, -1);
                let (line, handler) = self.builder.host.add_line(row, Level::NET, true);
                self.protocol_line = Some(line);
                self.protocol_activity = Some(handler);
            }
        }
    }

    fn add_program_thread(&mut self, name: &str, is_idle: bool) -> ThreadId {
        let topology = &mut self.builder.host.topology;
        let context = match is_idle {
            true => topology.add_context(ContextKind::Thread, IDLE_FUNCTION, name, name, "IPL 0"),
            false => topology.add_context(ContextKind::Thread, &format!("thread_{name}"), name, "THREAD", "IPL 0"),
        };
        self.builder.host.add_thread(context)
    }

    fn add_programs(&mut self, consumer: Consumer) {
        let (contexts, builder) = (self.contexts, &mut self.builder);
        self.screend_thread = contexts.screend.map(|context| builder.thread(context, apps::screend));
        self.inspector_thread = contexts.inspector.map(|context| builder.thread(context, apps::inspector));
        self.application_thread = contexts.application.map(|context| builder.thread(context, apps::application));
        self.reader_thread = contexts.reader.map(|context| match consumer {
            Consumer::Datalink => builder.thread(context, apps::datalink),
            _ => builder.thread(context, apps::tcpdump),
        });
        self.poller_thread = contexts.poller.map(|context| builder.host.add_thread(context));
        // the contexts of server threads have consecutive numbers
        let servers = contexts.server.map_or(0..0, |first| first..contexts.compute);
        let server = |(number, context)| builder.thread(context, move |kernel| apps::nfsd(kernel, number));
        self.server_threads = (0..).zip(servers).map(server).collect();
        self.compute_thread = builder.host.add_thread(contexts.compute);
    }
}

/// A line at the devices' level that no interface asserts.
fn timer_row(contexts: Contexts, id: &str, name: &str, paper_name: &str) -> LineRow {
    LineRow::new(id, name, paper_name, contexts.device, -1)
}

/// Adds each CPU's clock, and returns its line.
fn clocks(builder: &mut PlanBuilder<Kernel>, contexts: &Contexts) -> Vec<LineId> {
    let count = usize::from(builder.host.topology.cpus);
    let mut add = |cpu: usize| {
        let context = contexts.cpus[cpu].clock;
        let (id, name) = (numbered("clock", cpu), numbered("clock", cpu));
        builder.line(LineRow::new(&id, &name, "hardclock", context, -1), Level::CLOCK, true, hardclock)
    };
    (0..count).map(&mut add).collect()
}

/// Adds the interprocessor interrupts, by which a CPU tells another one that its thread is ready.
fn add_interprocessor_interrupts(builder: &mut PlanBuilder<Kernel>, contexts: &Contexts) {
    for cpu in 0..usize::from(builder.host.topology.cpus) {
        let Some(context) = contexts.cpus[cpu].ipi else { continue };
        let (id, name) = (numbered("call", cpu), format!("CPU {cpu} is interrupted by another CPU"));
        let row = LineRow::new(&id, &name, "interprocessor interrupt", context, -1);
        let line = builder.line(row, Level::INTERPROCESSOR, true, interprocessor_interrupt);
        builder.host.set_ipi_line(line);
    }
}

/// An interface's line, before it has a number.
struct DeviceLine {
    direction: &'static str,
    name: &'static str,
    level: Level,
    latched: bool,
}
