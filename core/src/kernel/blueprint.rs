//! The plan of a machine: which contexts, places, lines and gates it has and how packets get from place to place. The
//! shape is the design's; the number of interfaces and the programs are the scenario's.
//!
//!   wire in -> receive ring -> [ipintrq] -> [screening queue] -> output queue -> transmit ring -> wire out
//!                                        |-> [socket queue] -> server threads -> output queue
//!                                        `-> delivery queue -> a process (no interface sends then)

use super::contexts::{Contexts, contexts};
use crate::cpu::{HostBuilder, Level, ThreadId};
use crate::scenario::{Consumer, Settings, Step};
use crate::trace::topology::{LineRow, PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, GateId, LineId, PlaceId};

/// Where the IP layer runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// In the device's interrupt handler.
    Device,
    SoftwareInterrupt,
    Thread,
}

/// What a design needs.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub protocol: Protocol,
    /// Packets are queued between the device's handler and the IP layer.
    pub has_ipintrq: bool,
    /// The IP layer's context may take packets off the receive ring itself.
    pub fetches: bool,
    pub transmit: Transmit,
    /// A gate numbered after the interfaces' own: id, name, what on and off mean.
    pub gate: Option<[&'static str; 4]>,
}

/// Who sees to finished transmissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transmit {
    /// An interrupt of the receiver's level.
    Device,
    /// An interrupt of a lower level (M 4.4).
    Lower,
    /// A kernel thread that polls; the interrupt stays disabled (M 4.4).
    Polled,
    /// A timer's interrupt that polls receivers and transmitters; no interface's interrupt is ever enabled (M 5.2).
    Clocked,
}

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

/// Everything numbered; the builder holds topology, handlers and threads.
pub struct Blueprint {
    pub builder: HostBuilder,
    pub contexts: Contexts,
    pub interfaces: Vec<InterfaceIds>,
    pub ipintrq: Option<PlaceId>,
    pub screenq: Option<PlaceId>,
    pub deliveryq: Option<PlaceId>,
    pub socketq: Option<PlaceId>,
    /// Line and handler of the timer that says when to poll, and of a server's disk.
    pub poll: Option<(LineId, usize)>,
    pub disk: Option<(LineId, usize)>,
    pub clock_line: LineId,
    pub clock_handler: usize,
    /// The IP layer's own activity, when it is not the device's handler.
    pub protocol_activity: Option<usize>,
    pub protocol_line: Option<LineId>,
    pub screend_thread: Option<ThreadId>,
    pub reader_thread: Option<ThreadId>,
    pub poller_thread: Option<ThreadId>,
    pub server_threads: Vec<ThreadId>,
    pub compute_thread: ThreadId,
    shape: Shape,
}

impl Blueprint {
    pub fn new(settings: &Settings, topology: Topology, shape: Shape) -> Blueprint {
        let mut builder = HostBuilder::new(topology);
        let contexts = contexts(&mut builder.topology, shape, settings);
        let latched = !settings.machine.level_triggered;
        let clock_handler = builder.add_handler(contexts.clock, Level::CLOCK);
        let line = line_row("clock", "clock", "hardclock", contexts.clock, -1);
        let clock_line = builder.topology.add_line(line);
        builder.add_line(clock_handler, true, true);
        let forwards = settings.kernel.consumer.forwards();
        let mut plan = Blueprint {
            builder,
            contexts,
            interfaces: vec![InterfaceIds::default(); settings.traffic.inputs + usize::from(forwards)],
            ipintrq: None,
            screenq: None,
            deliveryq: None,
            socketq: None,
            poll: None,
            disk: None,
            clock_line,
            clock_handler,
            protocol_activity: None,
            protocol_line: None,
            screend_thread: None,
            reader_thread: None,
            poller_thread: None,
            server_threads: Vec::new(),
            compute_thread: 0,
            shape,
        };
        if shape.transmit == Transmit::Clocked {
            plan.poll = Some(plan.add_timer_line("poll", "time to poll", "polling timer"));
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
        plan.add_protocol();
        plan.add_programs();
        plan.add_places(settings);
        plan
    }

    /// Receive lines first: of two pending lines of one level the one made first is taken first.
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
            let line = DeviceLine { what: "receive", name: "received packets", level: Level::IMP, latched };
            let (line, handler) = self.add_device_line(settings, interface, line);
            self.interfaces[interface].receive = Some(ReceiveIds { ring: 0, line, handler });
        }
        for interface in sending {
            let level = if self.shape.transmit == Transmit::Lower { Level::BELOW_IMP } else { Level::IMP };
            let line = DeviceLine { what: "transmit", name: "finished transmissions", level, latched };
            let (line, handler) = self.add_device_line(settings, interface, line);
            let called = settings.machine.profile.wire.interface;
            let name = format!("interface {called}{interface} is sending");
            let active = self.builder.topology.add_gate(
                &format!("active_{called}{interface}"),
                &name,
                "packets were handed over and their interrupt is not serviced yet; nothing is added",
                "free to be given packets",
            );
            self.interfaces[interface].transmit = Some(TransmitIds { queue: 0, ring: 0, line, handler, active });
        }
    }

    /// A line at the devices' level that no interface asserts.
    fn add_timer_line(&mut self, id: &str, name: &str, paper_name: &str) -> (LineId, usize) {
        let handler = self.builder.add_handler(self.contexts.device, Level::IMP);
        let line = self.builder.topology.add_line(line_row(id, name, paper_name, self.contexts.device, -1));
        self.builder.add_line(handler, true, true);
        (line, handler)
    }

    fn add_device_line(&mut self, settings: &Settings, interface: usize, line: DeviceLine) -> (LineId, usize) {
        let DeviceLine { what, name, level, latched } = line;
        let called = settings.machine.profile.wire.interface;
        let handler = self.builder.add_handler(self.contexts.device, level);
        let id = format!("{called}{interface}_{what}");
        let name = format!("{called}{interface}: {name}");
        let row = line_row(&id, &name, &format!("{called}intr"), self.contexts.device, interface as i8);
        let line = self.builder.topology.add_line(row);
        let enabled = match self.shape.transmit {
            Transmit::Clocked => false,
            Transmit::Polled => what == "receive",
            Transmit::Device | Transmit::Lower => true,
        };
        let same = self.builder.add_line(handler, latched, enabled);
        assert_eq!(line, same, "topology and host number lines alike");
        (line, handler)
    }

    fn add_protocol(&mut self) {
        let context = self.contexts.protocol;
        match self.shape.protocol {
            Protocol::Device => {}
            Protocol::Thread => self.protocol_activity = Some(self.builder.add_thread(context)),
            Protocol::SoftwareInterrupt => {
                let handler = self.builder.add_handler(context, Level::NET);
                let row = line_row("netisr", "IP layer wanted", "netisr", context, -1);
                self.protocol_line = Some(self.builder.topology.add_line(row));
                self.builder.add_line(handler, true, true);
                self.protocol_activity = Some(handler);
            }
        }
    }

    fn add_programs(&mut self) {
        self.screend_thread = self.contexts.screend.map(|context| self.builder.add_thread(context));
        self.reader_thread = self.contexts.reader.map(|context| self.builder.add_thread(context));
        self.poller_thread = self.contexts.poller.map(|context| self.builder.add_thread(context));
        if let Some(first) = self.contexts.server {
            let servers = first..self.contexts.compute;
            self.server_threads = servers.map(|context| self.builder.add_thread(context)).collect();
        }
        self.compute_thread = self.builder.add_thread(self.contexts.compute);
    }

    fn add_places(&mut self, settings: &Settings) {
        let (contexts, shape) = (self.contexts, self.shape);
        let topology = &mut self.builder.topology;
        let machine = &settings.machine;
        let queue = |id: &str, name: &str, paper_name: &str, context, capacity: usize, stage, interface| PlaceRow {
            id: id.to_string(),
            name: name.to_string(),
            paper_name: paper_name.to_string(),
            kind: PlaceKind::Queue,
            context,
            capacity: capacity as u32,
            stage,
            interface,
            drop: format!("{name} full"),
        };
        self.ipintrq = shape.has_ipintrq.then(|| {
            let limit = settings.kernel.ipintrq;
            let name = if settings.kernel.consumer == Consumer::Datalink { "input queue" } else { "IP input queue" };
            topology.add_place(queue("ipintrq", name, "ipintrq", contexts.protocol, limit, 2, -1))
        });
        self.screenq = contexts.screend.map(|screend| {
            let limit = settings.kernel.screen;
            topology.add_place(queue("screen_queue", "screening queue", "screening queue", screend, limit, 3, -1))
        });
        self.deliveryq = contexts.reader.map(|reader| {
            let limit = settings.kernel.delivery;
            let (name, paper_name, _) = reading(settings.kernel.consumer);
            topology.add_place(queue("delivery_queue", name, paper_name, reader, limit, 3, -1))
        });
        self.socketq = contexts.server.map(|server| {
            let limit = settings.kernel.socket;
            topology.add_place(queue("socket_queue", "socket queue", "NFS input queue", server, limit, 3, -1))
        });
        let wire_row = settings.machine.profile.wire;
        let sending = self.interfaces.iter().filter(|interface| interface.transmit.is_some()).count();
        let receiving = self.interfaces.iter().filter(|interface| interface.receive.is_some()).count();
        for (number, interface) in self.interfaces.iter_mut().enumerate() {
            let hardware = contexts.hardware;
            let place = |kind, id: String, name: &str, paper_name: &str, capacity: usize, stage, drop: &str| PlaceRow {
                id,
                name: name.to_string(),
                paper_name: paper_name.to_string(),
                kind,
                context: hardware,
                capacity: capacity as u32,
                stage,
                interface: number as i8,
                drop: drop.to_string(),
            };
            if let Some(receive) = &mut interface.receive {
                let named = |base: &str| name_of(base, receiving, wire_row.interface, number);
                let wire =
                    topology.add_place(place(PlaceKind::WireIn, named("wire_in"), "wire", wire_row.name, 0, 0, ""));
                let limit = machine.receive_ring;
                let drop = "refused at the receive ring";
                let ring = place(
                    PlaceKind::ReceiveRing,
                    named("receive_ring"),
                    "receive ring",
                    wire_row.adapter,
                    limit,
                    1,
                    drop,
                );
                receive.ring = topology.add_place(ring);
                topology.add_edge(wire, receive.ring, hardware, &[]);
            }
            if let Some(transmit) = &mut interface.transmit {
                let named = |base: &str| name_of(base, sending, wire_row.interface, number);
                let limit = settings.kernel.ifqueue;
                let id = named("output_queue");
                let row = queue(&id, "output queue", "ifqueue", contexts.protocol, limit, 4, number as i8);
                transmit.queue = topology.add_place(row);
                let limit = machine.transmit_ring;
                let ring = place(
                    PlaceKind::TransmitRing,
                    named("transmit_ring"),
                    "transmit ring",
                    wire_row.adapter,
                    limit,
                    5,
                    "",
                );
                transmit.ring = topology.add_place(ring);
                let wire = place(PlaceKind::WireOut, named("wire_out"), "wire", wire_row.name, 0, 6, "");
                let wire = topology.add_place(wire);
                topology.add_edge(transmit.ring, wire, hardware, &[]);
            }
        }
        if let (Some(queue), Some(reader)) = (self.deliveryq, contexts.reader) {
            let (_, _, name) = reading(settings.kernel.consumer);
            let end = PlaceRow {
                id: "delivered".to_string(),
                name: name.to_string(),
                paper_name: "user process".to_string(),
                kind: PlaceKind::WireOut,
                context: reader,
                capacity: 0,
                stage: 6,
                interface: -1,
                drop: String::new(),
            };
            let end = topology.add_place(end);
            topology.add_edge(queue, end, reader, reading_steps(settings));
        }
        self.add_edges(settings);
    }

    /// The ways that software carries packets.
    fn add_edges(&mut self, settings: &Settings) {
        use Step::*;
        let (contexts, shape) = (self.contexts, self.shape);
        let topology = &mut self.builder.topology;
        let outputs: Vec<TransmitIds> = self.interfaces.iter().filter_map(|interface| interface.transmit).collect();
        let fetch: &[Step] = if settings.kernel.design == crate::scenario::Design::Monitor {
            &[FddiReceive]
        } else {
            &[Lnread, EtherInput]
        };
        let route: &[Step] = &[Ipinput, IpForward];
        let send: &[Step] = &[IpOutput, EtherOutput, Lnoutput];
        // from the IP layer on: to screend or to the output queues
        let filter: &[Step] = match settings.kernel.consumer {
            Consumer::Datalink => &[DatalinkDispatch],
            _ => &[PacketFilter, FilterQueue],
        };
        let socketq = self.socketq;
        let queues = (self.screenq, self.deliveryq);
        let onward = |topology: &mut Topology, from: PlaceId, context: ContextId, before: &[Step]| match queues {
            _ if socketq.is_some() => {
                let to = socketq.expect("just seen");
                topology.add_edge(from, to, context, &[before, &[Ipinput, UdpInput]].concat());
            }
            (_, Some(deliveryq)) => topology.add_edge(from, deliveryq, context, &[before, filter].concat()),
            (Some(screenq), _) => {
                topology.add_edge(from, screenq, context, &[before, route, &[IpForwardscreen]].concat());
            }
            (None, None) => outputs.iter().for_each(|output| {
                topology.add_edge(from, output.queue, context, &[before, route, send].concat());
            }),
        };
        for receive in self.interfaces.iter().filter_map(|interface| interface.receive) {
            if let Some(ipintrq) = self.ipintrq {
                topology.add_edge(receive.ring, ipintrq, contexts.device, &[fetch, &[NetisrInput]].concat());
            }
            if shape.fetches {
                onward(topology, receive.ring, contexts.protocol, fetch);
            }
        }
        if let Some(ipintrq) = self.ipintrq {
            let dequeue: &[Step] = if settings.kernel.consumer == Consumer::Datalink { &[] } else { &[IpDequeue] };
            onward(topology, ipintrq, contexts.protocol, dequeue);
        }
        if let (Some(screenq), Some(screend)) = (self.screenq, contexts.screend) {
            for output in &outputs {
                let steps = [&[ScreendRead, ScreendDecide], send].concat();
                topology.add_edge(screenq, output.queue, screend, &steps);
            }
        }
        let servers = contexts.server.map_or(0..0, |first| first..contexts.compute);
        for (server, output) in servers.clone().flat_map(|server| outputs.iter().map(move |output| (server, output))) {
            let socketq = self.socketq.expect("servers have a socket queue");
            topology.add_edge(socketq, output.queue, server, &[&[NfsdRead, NfsdAnswer], send].concat());
        }
        let mut starters = vec![contexts.protocol, contexts.device];
        starters.extend(contexts.screend);
        starters.extend(contexts.poller);
        starters.extend(servers);
        starters.dedup();
        for output in &outputs {
            for context in &starters {
                topology.add_edge(output.queue, output.ring, *context, &[Lnput]);
            }
        }
    }
}

/// A line of an interface, before it has a number.
struct DeviceLine {
    what: &'static str,
    name: &'static str,
    level: Level,
    latched: bool,
}

/// One of several bears its interface's name.
fn name_of(base: &str, several: usize, interface: &str, number: usize) -> String {
    if several == 1 { base.to_string() } else { format!("{base}_{interface}{number}") }
}

/// The queue before a process that packets are for, in plain words and the paper's; and where they are then.
fn reading(consumer: Consumer) -> (&'static str, &'static str, &'static str) {
    match consumer {
        Consumer::Datalink => ("delivery queue", "delivery queue", "user's buffer"),
        _ => ("filter queue", "packet filter queue", "tcpdump's record"),
    }
}

fn reading_steps(settings: &Settings) -> &'static [Step] {
    match settings.kernel.consumer {
        Consumer::Datalink => &[Step::DatalinkRead, Step::DatalinkReadBytes],
        _ => &[Step::FilterRead, Step::Tcpdump, Step::TcpdumpWrite],
    }
}

fn line_row(id: &str, name: &str, paper_name: &str, context: ContextId, interface: i8) -> LineRow {
    LineRow { id: id.to_string(), name: name.to_string(), paper_name: paper_name.to_string(), context, interface }
}
