//! The places of packets, and the edges between them.

use super::contexts::{Contexts, numbered};
use super::options::Options;
use crate::scenario::{Settings, Step};
use crate::trace::PlaceId;
use crate::trace::topology::{PlaceKind, PlaceRow, Topology};
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
    let wire = topology.add_place(PlaceRow {
        id: "wire_in".into(),
        name: "wire".into(),
        paper_name: settings.machine.profile.wire.name.into(),
        kind: PlaceKind::WireIn,
        context: contexts.hardware,
        capacity: 0,
        stage: 0,
        interface: 0,
        drop: String::new(),
    });
    let rings = (0..options.queues).map(|number| {
        let several = options.queues > 1;
        let ring = topology.add_place(PlaceRow {
            id: if several { format!("receive_ring_{number}") } else { "receive_ring".into() },
            name: if several { format!("ring {number}") } else { "receive ring".into() },
            paper_name: if several { format!("rx-{number}") } else { "Rx ring".into() },
            kind: PlaceKind::ReceiveRing,
            context: contexts.hardware,
            capacity: settings.machine.receive_ring as u32,
            stage: 1,
            interface: number as i8,
            drop: "refused at the ring".into(),
        });
        topology.add_edge(wire, ring, contexts.hardware, &[]);
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
    let place = |id: &str, name: &str, paper_name: &str, kind, capacity: usize, stage, drop: &str| PlaceRow {
        id: numbered(id, number),
        name: options.of_receiver(name, number),
        paper_name: paper_name.into(),
        kind,
        context: receiver,
        capacity: capacity as u32,
        stage,
        interface: -1,
        drop: drop.into(),
    };
    let (kind, room) = (PlaceKind::Queue, options.receive_buffer);
    let full =
        if options.labels_packets() { "receive buffer full, or thrown away early" } else { "receive buffer full" };
    let queue = place("receive_queue", "receive queue", "sk_receive_queue", kind, room, 3, full);
    let queue = topology.add_place(queue);
    let packets = options.selective.frame_packets as usize;
    let frame_buffer = (packets > 1).then(|| {
        let drop = "video frame incomplete";
        topology.add_place(place("frame_buffer", "frame buffer", "video frame", kind, packets, 4, drop))
    });
    let delivered = place("delivered", "process's memory", "user space", PlaceKind::WireOut, 0, 6, "");
    let delivered = topology.add_place(delivered);
    let up = [Step::RxClean, Step::NetifReceive, Step::IpRcv, Step::UdpQueueRcv];
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
