//! The places of packets, and the edges between them.

use super::contexts::{Contexts, numbered};
use super::options::Options;
use crate::scenario::{Settings, Step};
use crate::trace::PlaceId;
use crate::trace::topology::{HARDWARE, PlaceKind, PlaceRow, Topology};
use crate::units::Cycles;

pub struct PlaceIds {
    pub rings: Vec<PlaceId>,
    pub sockets: Vec<SocketPlaces>,
}

/// The places of one receiver.
pub struct SocketPlaces {
    pub queue: PlaceId,
    pub frame_buffer: Option<PlaceId>,
}

pub fn places(settings: &Settings, options: &Options, contexts: &Contexts, topology: &mut Topology) -> PlaceIds {
    let wire_name = settings.machine.profile.wire.name;
    let wire = PlaceRow::new(PlaceKind::WireIn, "wire_in", "wire", wire_name, HARDWARE, 0, 0);
    let wire = topology.add_place(wire.of_interface(0));
    let rings = (0..options.queues).map(|number| {
        let [id, name, paper_name] = match options.queues {
            1 => ["receive_ring", "receive ring", "Rx ring"].map(String::from),
            _ => [format!("receive_ring_{number}"), format!("ring {number}"), format!("rx-{number}")],
        };
        let (kind, limit) = (PlaceKind::ReceiveRing, settings.machine.receive_ring);
        let ring = PlaceRow::new(kind, &id, &name, &paper_name, HARDWARE, limit, 1);
        let ring = topology.add_place(ring.of_interface(number).dropping("refused at the ring"));
        topology.add_edge(wire, ring, HARDWARE, &[]);
        ring
    });
    let rings: Vec<PlaceId> = rings.collect();
    let sockets = (0..options.receivers).map(|number| socket(options, contexts, topology, &rings, number)).collect();
    PlaceIds { rings, sockets }
}

/// Adds a receiver's socket and frame buffer, and the edges to them.
fn socket(
    options: &Options,
    contexts: &Contexts,
    topology: &mut Topology,
    rings: &[PlaceId],
    number: usize,
) -> SocketPlaces {
    let receiver = contexts.receivers[number];
    let place = |kind, id: &str, name: &str, paper_name: &str, capacity, stage| {
        let (id, name) = (numbered(id, number), options.of_receiver(name, number));
        PlaceRow::new(kind, &id, &name, paper_name, receiver, capacity, stage)
    };
    let (kind, room) = (PlaceKind::Queue, options.receive_buffer);
    let full =
        if options.labels_packets() { "receive buffer full, or thrown away early" } else { "receive buffer full" };
    let queue = place(kind, "receive_queue", "receive queue", "sk_receive_queue", room, 3);
    let queue = topology.add_place(queue.dropping(full));
    let packets = options.selective.frame_packets as usize;
    let frame_buffer = (packets > 1).then(|| {
        let buffer = place(kind, "frame_buffer", "frame buffer", "video frame", packets, 4);
        topology.add_place(buffer.dropping("video frame incomplete"))
    });
    let delivered = place(PlaceKind::WireOut, "delivered", "process's memory", "user space", 0, 6);
    let delivered = topology.add_place(delivered);
    let look: &[Step] = if options.looks_early() { &[Step::EarlyLook] } else { &[] };
    let up = [look, &[Step::RxClean, Step::NetifReceive, Step::IpRcv, Step::UdpQueueRcv]].concat();
    for (ring_number, ring) in rings.iter().enumerate() {
        // a receive call polls for its own packets, and also finds packets of others
        let busy = if options.busy_poll > Cycles::ZERO { contexts.receivers.as_slice() } else { &[] };
        for context in contexts.pollers(options, ring_number).into_iter().chain(busy.iter().copied()) {
            topology.add_edge(*ring, queue, context, &up);
        }
    }
    let down = [Step::UdpRecv, Step::CopyToUser, Step::KfreeSkb];
    topology.add_edge(queue, frame_buffer.unwrap_or(delivered), receiver, &down);
    if let Some(buffer) = frame_buffer {
        topology.add_edge(buffer, delivered, receiver, &[Step::UseDatagram]);
    }
    SocketPlaces { queue, frame_buffer }
}
