//! The second half of a machine's plan: its places, and the edges on which software and wires carry packets between them.

use super::blueprint::{Blueprint, TransmitIds};
use crate::scenario::{Consumer, Design, Settings, Step};
use crate::trace::topology::{PlaceKind, PlaceRow, Topology};
use crate::trace::{ContextId, PlaceId};

impl Blueprint {
    pub(super) fn add_places(&mut self, settings: &Settings) {
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
            let (name, paper_name, _) = delivery_names(settings.kernel.consumer);
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
                let named = |base: &str| place_id(base, receiving, wire_row.interface, number);
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
                let named = |base: &str| place_id(base, sending, wire_row.interface, number);
                let limit = settings.kernel.ifqueue;
                let id = named("output_queue");
                let own = contexts.cpus[settings.machine.cpu_of(number)];
                let row = queue(&id, "output queue", "ifqueue", own.protocol, limit, 4, number as i8);
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
            let (_, _, name) = delivery_names(settings.kernel.consumer);
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

    /// Adds the edges on which software carries packets.
    fn add_edges(&mut self, settings: &Settings) {
        use Step::*;
        let (contexts, shape) = (self.contexts, self.shape);
        let topology = &mut self.builder.topology;
        let outputs: Vec<TransmitIds> = self.interfaces.iter().filter_map(|interface| interface.transmit).collect();
        let fetch: &[Step] =
            if settings.kernel.design == Design::Monitor { &[FddiReceive] } else { &[Lnread, EtherInput] };
        let route: &[Step] = &[Ipinput, IpForward];
        let send: &[Step] = &[IpOutput, EtherOutput, Lnoutput];
        let filter: &[Step] = match settings.kernel.consumer {
            Consumer::Datalink => &[DatalinkDispatch],
            _ => &[PacketFilter, FilterQueue],
        };
        let socketq = self.socketq;
        let queues = (self.screenq, self.deliveryq);
        let own = |interface: usize| contexts.cpus[settings.machine.cpu_of(interface)];
        // edges from the IP layer, or from the packet filter, to the next queue
        let add_onward = |topology: &mut Topology, from: PlaceId, context: ContextId, before: &[Step]| match queues {
            _ if socketq.is_some() => {
                let to = socketq.expect("checked above");
                topology.add_edge(from, to, context, &[before, &[Ipinput, RequestInput]].concat());
            }
            (_, Some(deliveryq)) => topology.add_edge(from, deliveryq, context, &[before, filter].concat()),
            (Some(screenq), _) => {
                topology.add_edge(from, screenq, context, &[before, route, &[IpForwardscreen]].concat());
            }
            (None, None) => outputs.iter().for_each(|output| {
                topology.add_edge(from, output.queue, context, &[before, route, send].concat());
            }),
        };
        for (number, receive) in self.interfaces.iter().enumerate() {
            let Some(receive) = receive.receive else { continue };
            if let Some(ipintrq) = self.ipintrq {
                topology.add_edge(receive.ring, ipintrq, own(number).device, &[fetch, &[NetisrInput]].concat());
            }
            if shape.fetches {
                add_onward(topology, receive.ring, own(number).protocol, fetch);
            }
        }
        if let Some(ipintrq) = self.ipintrq {
            let dequeue: &[Step] = if settings.kernel.consumer == Consumer::Datalink { &[] } else { &[IpDequeue] };
            for cpu in &contexts.cpus[..settings.machine.cpus] {
                add_onward(topology, ipintrq, cpu.protocol, dequeue);
            }
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
        let cpus = contexts.cpus[..settings.machine.cpus].iter();
        let mut starters: Vec<ContextId> = cpus.flat_map(|cpu| [cpu.protocol, cpu.device]).collect();
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

/// Appends the interface's name when there are several such places.
fn place_id(base: &str, count: usize, interface: &str, number: usize) -> String {
    if count == 1 { base.to_string() } else { format!("{base}_{interface}{number}") }
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
