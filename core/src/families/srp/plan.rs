//! The plan of a machine of this family: contexts, lines, places, and how packets get from place to place.
//!
//! ```text
//! host:    wire in -> receive ring -> [ipintrq] or [channel, UIQ] -> [receive queue] -> the process (or back to the wire)
//! gateway: wire in -> receive ring -> [ipintrq] or [an input queue for each stage] -> transmit ring -> wire out
//! ```

use super::gateway::{self, Stage};
use super::interrupts::{fxp_intr, hardclock};
use super::kernel::Kernel;
use super::options::{Options, Purpose};
use super::{apps, freebsd, lrp, signaled};
use crate::cpu::{Level, ThreadId};
use crate::family::{InterfacePlaces, PlanBuilder};
use crate::scenario::{Design, Settings, Step, Trigger};
use crate::trace::topology::{ContextKind, LineRow, PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, GateId, LineId, PlaceId};

#[derive(Clone, Copy, Debug)]
pub struct ReceiveIds {
    pub ring: PlaceId,
    pub line: LineId,
}

/// A sending interface. Its interrupt stays disabled, because the driver reclaims finished transmissions when it sends.
#[derive(Clone, Copy, Debug)]
pub struct TransmitIds {
    pub ring: PlaceId,
    pub line: LineId,
}

/// Who can have the CPU.
#[derive(Clone, Debug)]
pub struct Contexts {
    pub clock: ContextId,
    pub device: ContextId,
    pub software: Option<ContextId>,
    /// LRP's kernel thread, or SRP's signal handler.
    pub asynchronous: Option<ContextId>,
    pub receiver: Option<ContextId>,
    pub stages: Vec<ContextId>,
    pub onoff: Vec<ContextId>,
    pub user: ContextId,
}

pub struct MachinePlan {
    pub builder: PlanBuilder<Kernel>,
    pub settings: Options,
    pub contexts: Contexts,
    pub clock_line: LineId,
    pub receive: Vec<ReceiveIds>,
    pub transmit: Vec<TransmitIds>,
    /// The line of FreeBSD's software interrupt.
    pub softintr: Option<LineId>,
    pub ipintrq: Option<PlaceId>,
    /// Channels or UIQs: one for the receiving process, or one for each stage.
    pub inputs: Vec<PlaceId>,
    pub queue: Option<PlaceId>,
    pub own_address: Option<PlaceId>,
    pub mischarged: GateId,
    pub receiver_thread: Option<ThreadId>,
    pub asynchronous_thread: Option<ThreadId>,
    pub stage_threads: Vec<ThreadId>,
    pub onoff_threads: Vec<ThreadId>,
    pub user_thread: ThreadId,
}

fn contexts(topology: &mut Topology, settings: &Options) -> Contexts {
    use ContextKind as Kind;
    let mut add = |kind, id: &str, name: &str, paper, ipl| topology.add_context(kind, id, name, paper, ipl);
    let is_gateway = settings.purpose == Purpose::Gateway;
    let clock = add(Kind::Clock, "clock", "Clock interrupt", "hardclock", "SPLCLOCK");
    let device = add(Kind::Device, "device", "Device interrupt", "fxp_intr", "SPLIMP");
    let freebsd = settings.design == Design::Freebsd;
    let software = freebsd.then(|| add(Kind::Software, "software", "Software interrupt", "ipintr", "SPLNET"));
    let asynchronous = match settings.design {
        Design::Srp if !is_gateway => {
            Some(add(Kind::Process, "signal", "Receiver's signal handler", "SIGUIQ", "IPL 0"))
        }
        Design::Lrp if !is_gateway && settings.purpose.is_tcp() => {
            Some(add(Kind::Thread, "tcp_thread", "Receiver's kernel thread for TCP", "LRP kernel thread", "IPL 0"))
        }
        _ => None,
    };
    let receiver = (!is_gateway).then(|| add(Kind::Process, "receiver", "Receiving process", "application", "IPL 0"));
    let stages = if is_gateway { gateway::stage_processes(settings) } else { Vec::new() };
    let stages = stages.into_iter().map(Stage::names);
    let stages = stages.map(|(id, name, paper)| add(Kind::Process, id, name, paper, "IPL 0")).collect();
    let onoff = (1..=settings.onoff)
        .map(|number| {
            add(Kind::Process, &format!("onoff{number}"), &format!("onoff process {number}"), "onoff", "IPL 0")
        })
        .collect();
    let user = add(Kind::Process, "user", "User process", "compute-bound", "IPL 0");
    add(Kind::Idle, "idle", "Idle", "idle loop", "IPL 0");
    Contexts { clock, device, software, asynchronous, receiver, stages, onoff, user }
}

impl MachinePlan {
    pub fn new(settings: &Settings, topology: Topology) -> MachinePlan {
        let srp = Options::of(settings);
        let mut builder = PlanBuilder::new(topology);
        let contexts = contexts(&mut builder.host.topology, &srp);
        let mischarged = builder.host.topology.add_gate(
            "mischarged",
            "another process pays for protocols",
            "protocol processing is charged to a process that the packet is not for",
            "protocol processing, if any, is charged to the process that the packet is for",
        );
        let clock = LineRow::new("clock", "clock", "hardclock", contexts.clock, -1);
        let clock_line = builder.line(clock, Level::CLOCK, true, hardclock);
        let mut plan = MachinePlan {
            builder,
            settings: srp,
            contexts,
            clock_line,
            receive: Vec::new(),
            transmit: Vec::new(),
            softintr: None,
            ipintrq: None,
            inputs: Vec::new(),
            queue: None,
            own_address: None,
            mischarged,
            receiver_thread: None,
            asynchronous_thread: None,
            stage_threads: Vec::new(),
            onoff_threads: Vec::new(),
            user_thread: 0,
        };
        plan.add_lines(settings);
        plan.add_threads();
        plan.add_queues(settings);
        plan.add_interface_places(settings);
        plan.add_edges();
        plan
    }

    /// Adds the lines of the highest level first, and receive lines before transmit lines.
    fn add_lines(&mut self, settings: &Settings) {
        let latched = settings.machine.trigger == Trigger::Latched;
        let prefix = settings.machine.profile.wire.interface;
        let device = self.contexts.device;
        let receiving = match self.settings.purpose {
            Purpose::Gateway => 2,
            Purpose::Stream | Purpose::Requests => 1,
            Purpose::Receiver | Purpose::Echo => settings.traffic.inputs,
        };
        // a reply leaves through the interface on which its request came in
        let sending = if self.settings.purpose.sends() { receiving } else { 0 };
        let builder = &mut self.builder;
        for number in 0..receiving {
            let (id, name) = (format!("{prefix}{number}_receive"), format!("{prefix}{number}: received packets"));
            let row = LineRow::new(&id, &name, "fxp_intr", device, number as i8);
            let line = builder.line(row, Level::IMP, latched, move |kernel| fxp_intr(kernel, number));
            self.receive.push(ReceiveIds { ring: 0, line });
        }
        for number in 0..sending {
            let (id, name) =
                (format!("{prefix}{number}_transmit"), format!("{prefix}{number}: finished transmissions"));
            let row = LineRow::new(&id, &name, "fxp_intr", device, number as i8);
            let (line, _) = builder.host.add_line(row, Level::IMP, latched);
            builder.host.disable_line(line);
            self.transmit.push(TransmitIds { ring: 0, line });
        }
        if let Some(software) = self.contexts.software {
            let row = LineRow::new("netisr", "protocols requested", "ipintr", software, -1);
            self.softintr = Some(builder.line(row, Level::NET, true, freebsd::ipintr));
        }
    }

    fn add_threads(&mut self) {
        let contexts = &self.contexts;
        let builder = &mut self.builder;
        self.asynchronous_thread = contexts.asynchronous.map(|context| match self.settings.design {
            Design::Srp => builder.thread(context, signaled::siguiq_handler),
            _ => builder.thread(context, lrp::tcp_thread),
        });
        self.receiver_thread = contexts.receiver.map(|context| match self.settings.purpose {
            Purpose::Requests => builder.thread(context, apps::server),
            _ => builder.thread(context, apps::receiver),
        });
        let stages = gateway::stage_processes(&self.settings);
        let stage = |(number, (context, stage)): (usize, (&ContextId, Stage))| {
            builder.thread(*context, move |kernel| gateway::stage_process(kernel, number, stage))
        };
        self.stage_threads = contexts.stages.iter().zip(stages).enumerate().map(stage).collect();
        let onoff = |(number, context): (usize, &ContextId)| {
            builder.thread(*context, move |kernel| apps::onoff(kernel, number))
        };
        self.onoff_threads = contexts.onoff.iter().enumerate().map(onoff).collect();
        self.user_thread = builder.host.add_thread(contexts.user);
    }

    /// Adds the queues of the kernel, the sockets and the stages.
    fn add_queues(&mut self, settings: &Settings) {
        let topology = &mut self.builder.host.topology;
        let queue = |id: &str, name: &str, paper: &str, context, capacity: usize, stage| {
            PlaceRow::new(PlaceKind::Queue, id, name, paper, context, capacity, stage).dropping_when_full()
        };
        self.ipintrq = self.contexts.software.map(|software| {
            let limit = settings.kernel.ipintrq;
            topology.add_place(queue("ipintrq", "IP input queue", "ipintrq", software, limit, 2))
        });
        let (id, name, paper) = match self.settings.design {
            Design::Lrp => ("channel", "channel", "channel"),
            _ => ("uiq", "unprocessed input queue", "UIQ"),
        };
        let limit = self.settings.socket;
        if let (Some(receiver), true) = (self.contexts.receiver, self.ipintrq.is_none()) {
            let context = match self.settings.design {
                Design::Lrp => self.contexts.asynchronous.unwrap_or(receiver),
                _ => receiver,
            };
            self.inputs.push(topology.add_place(queue(id, name, paper, context, limit, 2)));
        }
        let stages = self.contexts.stages.iter().zip(gateway::stage_processes(&self.settings)).enumerate();
        for (number, (context, stage)) in stages {
            let (of, process, _) = stage.names();
            let name = format!("{}'s {name}", process.trim_end_matches(" process").to_ascii_lowercase());
            let row = queue(&format!("{of}_{id}"), &name, paper, *context, limit, 2 + number as u8);
            self.inputs.push(topology.add_place(row));
        }
        if let (Some(context), Design::Lrp, true) =
            (self.contexts.stages.first(), self.settings.design, self.settings.nat)
        {
            let row = queue("own_channel", "gateway's own channel", "channel", *context, limit, 2);
            self.own_address = Some(topology.add_place(row.dropping("no process at the gateway's own address")));
        }
        self.queue = self.contexts.receiver.map(|receiver| {
            topology.add_place(queue(
                "socket_queue",
                "socket's receive queue",
                "socket receive queue",
                receiver,
                limit,
                4,
            ))
        });
    }

    /// Adds the wires and rings of each interface.
    fn add_interface_places(&mut self, settings: &Settings) {
        let topology = &mut self.builder.host.topology;
        let places = InterfacePlaces {
            machine: &settings.machine,
            ring_names: [settings.machine.profile.wire.adapter; 2],
            receiving: self.receive.len(),
            sending: self.transmit.len(),
        };
        for (number, receive) in self.receive.iter_mut().enumerate() {
            receive.ring = places.receive(topology, number);
        }
        for (number, transmit) in self.transmit.iter_mut().enumerate() {
            transmit.ring = places.transmit(topology, number, true);
        }
    }

    /// Adds the edges on which software carries packets.
    fn add_edges(&mut self) {
        use Step::*;
        let contexts = self.contexts.clone();
        let srp = self.settings;
        let arrive = [FxpReceive, EtherInput];
        let transport = if srp.purpose.is_tcp() { TcpInput } else { UdpInput };
        let protocols = |first: Step| vec![Ipinput, transport, InputBytes, first, SocketAppend];
        let onward: Vec<PlaceId> = self.transmit.iter().map(|transmit| transmit.ring).collect();
        let first = self.ipintrq.or(self.inputs.first().copied());
        let step = match srp.design {
            Design::Lrp => EarlyDemultiplex,
            Design::Srp => NextStageSubmit,
            _ => NetisrInput,
        };
        let all_stages: Vec<Step> = gateway::stages(&srp).iter().flat_map(|stage| stage.steps()).copied().collect();
        let topology = &mut self.builder.host.topology;
        for receive in &self.receive {
            topology.add_edge(
                receive.ring,
                first.expect("a queue follows the ring"),
                contexts.device,
                &[arrive.as_slice(), &[step]].concat(),
            );
        }
        if let (Some(ipintrq), Some(software)) = (self.ipintrq, contexts.software) {
            match self.queue {
                Some(queue) => {
                    topology.add_edge(ipintrq, queue, software, &[vec![IpDequeue], protocols(PcbLookup)].concat())
                }
                None => onward.iter().for_each(|ring| {
                    topology.add_edge(ipintrq, *ring, software, &[&[IpDequeue], &all_stages[..]].concat());
                }),
            }
        }
        if let (Some(input), Some(queue)) = (self.inputs.first(), self.queue) {
            let both = contexts.receiver.into_iter().chain(contexts.asynchronous);
            let synchronous_too = srp.design == Design::Srp || contexts.asynchronous.is_none();
            for context in both.filter(|context| synchronous_too || Some(*context) == contexts.asynchronous) {
                topology.add_edge(*input, queue, context, &protocols(DemultiplexVerify));
            }
        }
        if let (Some(queue), Some(receiver)) = (self.queue, contexts.receiver) {
            if srp.purpose == Purpose::Echo {
                let steps = [SocketCopy, CacheMiss, Application, SocketSend, IpOutput, EtherOutput, FxpStart];
                onward.iter().for_each(|ring| topology.add_edge(queue, *ring, receiver, &steps));
            } else {
                let (kind, name) = (PlaceKind::WireOut, "receiving process");
                let end = PlaceRow::new(kind, "delivered", name, "application", receiver, 0, 6);
                let end = topology.add_place(end);
                let used: &[Step] = if srp.purpose == Purpose::Requests { &[] } else { &[Application] };
                topology.add_edge(queue, end, receiver, &[&[SocketCopy, CacheMiss], used].concat());
            }
        }
        let stages = if srp.purpose == Purpose::Gateway { gateway::stage_processes(&srp) } else { Vec::new() };
        for (number, stage) in stages.into_iter().enumerate() {
            let context = contexts.stages[number];
            match self.inputs.get(number + 1) {
                Some(next) => topology.add_edge(
                    self.inputs[number],
                    *next,
                    context,
                    &[stage.steps(), &[NextStageSubmit]].concat(),
                ),
                None => {
                    // LRP's only process has all stages
                    let steps: &[Step] = if srp.design == Design::Lrp { &all_stages } else { stage.steps() };
                    onward.iter().for_each(|ring| topology.add_edge(self.inputs[number], *ring, context, steps))
                }
            }
        }
    }
}
