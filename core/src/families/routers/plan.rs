//! The plan of a machine: its contexts, places, lines and gates, and how packets get from place to place. The design decides
//! the shape; the scenario decides the number of interfaces and the programs.
//!
//! ```text
//! wire in -> receive ring -> [ipintrq] -> [screening queue] -> output queue -> transmit ring -> wire out
//!                                      |-> [socket queue] -> server threads -> output queue
//!                                      |-> [application's queue] -> the receiving application
//!                                      `-> delivery queue -> a process (no interface sends then)
//! ```

use super::contexts::{Contexts, contexts};
use super::shape::{Protocol, Shape, Transmit};
use crate::cpu::{HostBuilder, Level, ThreadId};
use crate::scenario::{Consumer, Settings};
use crate::trace::topology::{LineRow, Topology};
use crate::trace::{ContextId, GateId, LineId, PlaceId};

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

/// A machine whose parts all have numbers; the builder has the topology, handlers and threads.
pub struct MachinePlan {
    pub builder: HostBuilder,
    pub contexts: Contexts,
    pub interfaces: Vec<InterfaceIds>,
    pub ipintrq: Option<PlaceId>,
    pub screenq: Option<PlaceId>,
    pub deliveryq: Option<PlaceId>,
    pub socketq: Option<PlaceId>,
    pub inspectq: Option<PlaceId>,
    pub localq: Option<PlaceId>,
    /// Line and handler of the design's timer, and of a file server's disk.
    pub timer: Option<(LineId, usize)>,
    pub disk: Option<(LineId, usize)>,
    /// Line and handler of each CPU's clock.
    pub clocks: Vec<(LineId, usize)>,
    /// Handlers of the interprocessor interrupts, by CPU; empty when there is one CPU.
    pub ipi_handlers: Vec<usize>,
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
    pub(super) shape: Shape,
}

impl MachinePlan {
    pub fn new(settings: &Settings, topology: Topology, shape: Shape) -> MachinePlan {
        let mut builder = HostBuilder::new(topology);
        let contexts = contexts(&mut builder.topology, shape, settings);
        let latched = !settings.machine.level_triggered;
        let clocks = clocks(&mut builder, &contexts);
        let ipi_handlers = ipi_handlers(&mut builder, &contexts);
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
            ipi_handlers,
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
            shape,
        };
        if let Some((id, name, paper_name)) = shape.timer {
            plan.timer = Some(plan.add_timer_line(id, name, paper_name));
        }
        if contexts.server.is_some() {
            plan.disk = Some(plan.add_timer_line("disk", "the disk has data", "disk interrupt"));
            let topology = &mut plan.builder.topology;
            topology.add_gate("disk", "disk", "a server thread waits for data", "the disk has nothing to do");
        }
        plan.add_interfaces(settings, latched);
        if let Some([id, name, on, off]) = shape.gate {
            plan.builder.topology.add_gate(id, name, on, off);
        }
        plan.add_protocol(settings);
        plan.add_programs();
        plan.add_places(settings);
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
            let active = self.builder.topology.add_gate(
                &format!("active_{prefix}{interface}"),
                &name,
                "the interface has packets whose transmit interrupt is not serviced yet; until then the kernel adds no packet",
                "ready to take packets",
            );
            self.interfaces[interface].transmit = Some(TransmitIds { queue: 0, ring: 0, line, handler, active });
        }
    }

    /// Adds a line at the devices' level that no interface asserts.
    fn add_timer_line(&mut self, id: &str, name: &str, paper_name: &str) -> (LineId, usize) {
        self.builder.add_line(LineRow::new(id, name, paper_name, self.contexts.device, -1), Level::IMP, true)
    }

    fn add_device_line(&mut self, settings: &Settings, interface: usize, line: DeviceLine) -> (LineId, usize) {
        let DeviceLine { direction, name, level, latched } = line;
        let prefix = settings.machine.profile.wire.interface;
        let device = self.contexts.cpus[settings.machine.cpu_of(interface)].device;
        let id = format!("{prefix}{interface}_{direction}");
        let name = format!("{prefix}{interface}: {name}");
        let row = LineRow::new(&id, &name, &format!("{prefix}intr"), device, interface as i8);
        let (line, handler) = self.builder.add_line(row, level, latched);
        let enabled = match self.shape.transmit {
            Transmit::Clocked => false,
            Transmit::Polled => direction == "receive",
            Transmit::Device | Transmit::Lower => true,
        };
        if !enabled {
            self.builder.disable_line(line);
        }
        (line, handler)
    }

    fn add_protocol(&mut self, settings: &Settings) {
        let context = self.contexts.protocol;
        match self.shape.protocol {
            Protocol::Device => {}
            Protocol::Thread => {
                let cpus = &self.contexts.cpus[..usize::from(self.builder.topology.cpus)];
                let threads: Vec<ContextId> = if settings.polls_by_interface() {
                    self.contexts.pollers[..self.interfaces.len()].to_vec()
                } else {
                    cpus.iter().map(|cpu| cpu.protocol).collect()
                };
                self.protocol_activities =
                    threads.into_iter().map(|context| self.builder.add_thread(context)).collect();
                self.protocol_activity = self.protocol_activities.first().copied();
            }
            Protocol::SoftwareInterrupt => {
                let row = LineRow::new("netisr", "IP layer requested", "netisr", context, -1);
                let (line, handler) = self.builder.add_line(row, Level::NET, true);
                self.protocol_line = Some(line);
                self.protocol_activity = Some(handler);
            }
        }
    }

    fn add_programs(&mut self) {
        self.screend_thread = self.contexts.screend.map(|context| self.builder.add_thread(context));
        self.inspector_thread = self.contexts.inspector.map(|context| self.builder.add_thread(context));
        self.application_thread = self.contexts.application.map(|context| self.builder.add_thread(context));
        self.reader_thread = self.contexts.reader.map(|context| self.builder.add_thread(context));
        self.poller_thread = self.contexts.poller.map(|context| self.builder.add_thread(context));
        if let Some(first) = self.contexts.server {
            let servers = first..self.contexts.compute; // their contexts have consecutive numbers
            self.server_threads = servers.map(|context| self.builder.add_thread(context)).collect();
        }
        self.compute_thread = self.builder.add_thread(self.contexts.compute);
    }
}

/// Adds each CPU's clock, and returns its line and handler.
fn clocks(builder: &mut HostBuilder, contexts: &Contexts) -> Vec<(LineId, usize)> {
    let count = usize::from(builder.topology.cpus);
    let mut add = |cpu: usize| {
        let context = contexts.cpus[cpu].clock;
        let (id, name) = (numbered("clock", cpu), numbered("clock", cpu));
        builder.add_line(LineRow::new(&id, &name, "hardclock", context, -1), Level::CLOCK, true)
    };
    (0..count).map(&mut add).collect()
}

/// Adds the interprocessor interrupts, by which a CPU tells another one that its thread is ready. Returns their handlers.
fn ipi_handlers(builder: &mut HostBuilder, contexts: &Contexts) -> Vec<usize> {
    let count = usize::from(builder.topology.cpus);
    let mut add = |cpu: usize| {
        let context = contexts.cpus[cpu].ipi?;
        let (id, name) = (numbered("call", cpu), format!("CPU {cpu} is interrupted by another CPU"));
        let row = LineRow::new(&id, &name, "interprocessor interrupt", context, -1);
        let (line, handler) = builder.add_line(row, Level::INTERPROCESSOR, true);
        builder.set_ipi_line(line);
        Some(handler)
    };
    (0..count).filter_map(&mut add).collect()
}

/// Appends the CPU's number, except for the first CPU: its id is the same with one CPU and with several.
fn numbered(id: &str, cpu: usize) -> String {
    if cpu == 0 { id.to_string() } else { format!("{id}{cpu}") }
}

/// An interface's line, before it has a number.
struct DeviceLine {
    direction: &'static str,
    name: &'static str,
    level: Level,
    latched: bool,
}
