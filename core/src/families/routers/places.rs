//! The second half of a machine's plan: its places, and the edges on which software and wires carry packets between them.

use super::forwarding::{SEND, route_steps};
use super::input::fetch_steps;
use super::plan::MachinePlan;
use super::shape::Additions;
use crate::family::InterfacePlaces;
use crate::scenario::{Consumer, Settings, Step};
use crate::trace::topology::{PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, PlaceId};

impl MachinePlan {
    pub(super) fn add_places(&mut self, settings: &Settings, additions: &Additions) {
        self.add_program_queues(additions);
        self.add_queues(settings);
        self.add_interface_places(settings);
        self.add_delivery(settings);
        self.add_edges(settings);
        self.add_program_edges();
        self.add_output_edges(settings);
    }

    /// Adds the queues that a program declares. Sentences say "the queue ipintrq", as they say "the receive ring".
    fn add_program_queues(&mut self, additions: &Additions) {
        let (context, topology) = (self.contexts.protocol, &mut self.builder.host.topology);
        let add = |(name, limit): &(String, usize)| {
            topology.add_place(queue(name, (&format!("queue {name}"), name), context, *limit, 2))
        };
        self.program_queues = additions.queues.iter().map(add).collect();
        topology.program_queues.clone_from(&self.program_queues);
    }

    /// Adds the edges of a program's queues: any of its contexts may carry a packet from any place to the next one.
    fn add_program_edges(&mut self) {
        use Step::*;
        let fetch = [Lnread, EtherInput, NetisrInput];
        let rings = self.interfaces.iter().filter_map(|interface| interface.receive).map(|receive| receive.ring);
        let outputs = self.interfaces.iter().filter_map(|interface| interface.transmit).map(|transmit| transmit.queue);
        let next: Vec<PlaceId> = self.screenq.map_or_else(|| outputs.collect(), |screenq| vec![screenq]);
        let (queues, topology) = (&self.program_queues, &mut self.builder.host.topology);
        for ring in rings {
            queues.iter().for_each(|queue| topology.add_edge(ring, *queue, self.contexts.device, &fetch));
        }
        let route: &[Step] = &[IpDequeue, Ipinput, IpForward];
        let send: &[Step] = if self.screenq.is_some() { &[IpForwardscreen] } else { SEND };
        for (from, to) in queues.iter().flat_map(|from| next.iter().map(move |to| (*from, *to))) {
            topology.add_edge(from, to, self.contexts.protocol, &[route, send].concat());
        }
    }

    /// Adds the queues that belong to no interface.
    fn add_queues(&mut self, settings: &Settings) {
        let (contexts, limits) = (self.contexts, &settings.kernel);
        let topology = &mut self.builder.host.topology;
        self.ipintrq = self.shape.has_ipintrq.then(|| {
            let name = if limits.consumer == Consumer::Datalink { "input queue" } else { "IP input queue" };
            topology.add_place(queue("ipintrq", (name, "ipintrq"), contexts.protocol, limits.ipintrq, 2))
        });
        self.screenq = contexts.screend.map(|screend| {
            let names = ("screening queue", "screening queue");
            topology.add_place(queue("screen_queue", names, screend, limits.screen, 3))
        });
        self.inspectq = contexts.inspector.map(|inspector| {
            let names = ("inspector's queue", "inspector's queue");
            topology.add_place(queue("inspect_queue", names, inspector, limits.screen, 3))
        });
        self.localq = contexts.application.map(|application| {
            let names = ("application's queue", "socket queue");
            topology.add_place(queue("application_queue", names, application, limits.screen, 3))
        });
        self.deliveryq = contexts.reader.map(|reader| {
            let (name, paper_name, _) = delivery_names(limits.consumer);
            topology.add_place(queue("delivery_queue", (name, paper_name), reader, limits.delivery, 3))
        });
        self.socketq = contexts.server.map(|server| {
            let names = ("socket queue", "NFS input queue");
            topology.add_place(queue("socket_queue", names, server, limits.socket, 3))
        });
    }

    /// Adds the wires, rings and output queues of each interface.
    fn add_interface_places(&mut self, settings: &Settings) {
        let topology = &mut self.builder.host.topology;
        let places = InterfacePlaces {
            machine: &settings.machine,
            ring_names: [settings.machine.profile.wire.adapter; 2],
            receiving: self.interfaces.iter().filter(|interface| interface.receive.is_some()).count(),
            sending: self.interfaces.iter().filter(|interface| interface.transmit.is_some()).count(),
        };
        for (number, interface) in self.interfaces.iter_mut().enumerate() {
            if let Some(receive) = &mut interface.receive {
                receive.ring = places.receive(topology, number);
            }
            if let Some(transmit) = &mut interface.transmit {
                let (id, names) = (places.sending_id("output_queue", number), ("output queue", "ifqueue"));
                let output = queue(&id, names, self.contexts.pollers[number], settings.kernel.ifqueue, 4);
                transmit.queue = topology.add_place(output.of_interface(number));
                transmit.ring = places.transmit(topology, number, false);
            }
        }
    }

    /// Adds the places behind the delivery queue and the application's queue: packets that a process has read.
    fn add_delivery(&mut self, settings: &Settings) {
        let topology = &mut self.builder.host.topology;
        let mut add = |queue: Option<PlaceId>, process: Option<ContextId>, name: &str, steps: &[Step]| {
            let (Some(queue), Some(process)) = (queue, process) else { return };
            let delivered = PlaceRow::new(PlaceKind::WireOut, "delivered", name, "user process", process, 0, 6);
            let delivered = topology.add_place(delivered);
            topology.add_edge(queue, delivered, process, steps);
        };
        let (_, _, name) = delivery_names(settings.kernel.consumer);
        add(self.deliveryq, self.contexts.reader, name, reading_steps(settings));
        let steps = [Step::LocalRead, Step::LocalUse];
        add(self.localq, self.contexts.application, "application's data", &steps);
    }

    /// Adds the edges on which the kernel carries packets to its queues, and to the outputs if no process is in between.
    fn add_edges(&mut self, settings: &Settings) {
        use Step::*;
        let (contexts, shape) = (self.contexts, self.shape);
        let topology = &mut self.builder.host.topology;
        let (fetch, route) = (fetch_steps(settings.kernel.design), route_steps(settings.kernel.design));
        let filter: &[Step] = match settings.kernel.consumer {
            Consumer::Datalink => &[DatalinkDispatch],
            _ => &[PacketFilter, FilterQueue],
        };
        let outputs = self.interfaces.iter().filter_map(|interface| interface.transmit);
        let socketq = self.socketq;
        let queues = (self.screenq, self.deliveryq);
        let localq = self.localq;
        let cpu_contexts = |interface: usize| contexts.cpus[settings.machine.cpu_of(interface)];
        // edges from the IP layer, or from the packet filter, to the next queue
        let add_path = |topology: &mut Topology, from: PlaceId, context: ContextId, before: &[Step]| match queues {
            _ if socketq.is_some() => {
                let to = socketq.expect("checked above");
                topology.add_edge(from, to, context, &[before, &[Ipinput, RequestInput]].concat());
            }
            (_, Some(deliveryq)) => topology.add_edge(from, deliveryq, context, &[before, filter].concat()),
            (Some(screenq), _) => {
                topology.add_edge(from, screenq, context, &[before, route, &[IpForwardscreen]].concat());
            }
            (None, None) => outputs.clone().for_each(|output| {
                topology.add_edge(from, output.queue, context, &[before, route, SEND].concat());
            }),
        };
        let add_onward = |topology: &mut Topology, from: PlaceId, context: ContextId, before: &[Step]| {
            add_path(topology, from, context, before);
            if let Some(localq) = localq {
                topology.add_edge(from, localq, context, &[before, &[Ipinput, LocalInput]].concat());
            }
        };
        for (number, receive) in self.interfaces.iter().enumerate() {
            let Some(receive) = receive.receive else { continue };
            if let Some(ipintrq) = self.ipintrq {
                topology.add_edge(
                    receive.ring,
                    ipintrq,
                    cpu_contexts(number).device,
                    &[fetch, &[NetisrInput]].concat(),
                );
            }
            if shape.fetches {
                add_onward(topology, receive.ring, contexts.pollers[number], fetch);
            }
        }
        if let Some(ipintrq) = self.ipintrq {
            let dequeue: &[Step] = if settings.kernel.consumer == Consumer::Datalink { &[] } else { &[IpDequeue] };
            for cpu in &contexts.cpus[..settings.machine.cpus] {
                add_onward(topology, ipintrq, cpu.protocol, dequeue);
            }
        }
    }

    /// Adds the edges on which processes and the kernel carry packets to the outputs.
    fn add_output_edges(&mut self, settings: &Settings) {
        use Step::*;
        let contexts = self.contexts;
        let topology = &mut self.builder.host.topology;
        let outputs = || self.interfaces.iter().filter_map(|interface| interface.transmit);
        if let (Some(screenq), Some(screend)) = (self.screenq, contexts.screend) {
            let screening: &[Step] = &[ScreendRead, ScreendDecide];
            let chain = self.inspectq.zip(contexts.inspector);
            if let Some((inspectq, _)) = chain {
                topology.add_edge(screenq, inspectq, screend, &[screening, &[InspectQueue]].concat());
            }
            let (from, sender, steps) = match chain {
                Some((inspectq, inspector)) => (inspectq, inspector, &[InspectRead, Inspect][..]),
                None => (screenq, screend, screening),
            };
            for output in outputs() {
                topology.add_edge(from, output.queue, sender, &[steps, SEND].concat());
            }
        }
        let servers = contexts.server.map_or(0..0, |first| first..contexts.compute);
        for (server, output) in servers.clone().flat_map(|server| outputs().map(move |output| (server, output))) {
            let socketq = self.socketq.expect("servers have a socket queue");
            topology.add_edge(socketq, output.queue, server, &[&[NfsdRead, NfsdAnswer], SEND].concat());
        }
        let cpus = contexts.cpus[..settings.machine.cpus].iter();
        let mut starters: Vec<ContextId> = cpus.flat_map(|cpu| [cpu.protocol, cpu.device]).collect();
        starters.extend(contexts.pollers.iter().filter(|_| settings.polls_by_interface()).take(self.interfaces.len()));
        starters.extend(contexts.screend);
        starters.extend(contexts.inspector);
        starters.extend(contexts.poller);
        starters.extend(servers);
        if settings.polls_by_interface() {
            starters.sort_unstable();
        }
        starters.dedup();
        for output in outputs() {
            for context in &starters {
                topology.add_edge(output.queue, output.ring, *context, &[Lnput]);
            }
        }
    }
}

fn queue(id: &str, (name, paper_name): (&str, &str), context: ContextId, capacity: usize, stage: u8) -> PlaceRow {
    PlaceRow::new(PlaceKind::Queue, id, name, paper_name, context, capacity, stage).dropping_when_full()
}

/// Returns the plain name and the paper's name of the queue in front of the reading process, and the name of the place behind it.
fn delivery_names(consumer: Consumer) -> (&'static str, &'static str, &'static str) {
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
