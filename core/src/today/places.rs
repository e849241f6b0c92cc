//! Where packets can be, and who carries them from one place to the next.

use super::contexts::Contexts;
use super::options::Options;
use crate::scenario::{Settings, Step};
use crate::trace::PlaceId;
use crate::trace::topology::{PlaceKind, PlaceRow, Topology};
use crate::units::Cycles;

pub struct PlaceIds {
    pub rings: Vec<PlaceId>,
    pub socket: PlaceId,
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
    let socket = topology.add_place(PlaceRow {
        id: "receive_queue".into(),
        name: "receive queue".into(),
        paper_name: "sk_receive_queue".into(),
        kind: PlaceKind::Queue,
        context: contexts.receiver,
        capacity: options.receive_buffer as u32,
        stage: 3,
        interface: -1,
        drop: "receive buffer full".into(),
    });
    let delivered = topology.add_place(PlaceRow {
        id: "delivered".into(),
        name: "process's memory".into(),
        paper_name: "user space".into(),
        kind: PlaceKind::WireOut,
        context: contexts.receiver,
        capacity: 0,
        stage: 6,
        interface: -1,
        drop: String::new(),
    });
    let up = [Step::RxClean, Step::NetifReceive, Step::IpRcv, Step::UdpQueueRcv];
    for (number, ring) in rings.iter().enumerate() {
        let itself = (options.busy_poll > Cycles::ZERO).then_some(contexts.receiver);
        for context in contexts.pollers(options, number).into_iter().chain(itself) {
            topology.add_edge(*ring, socket, context, &up);
        }
    }
    topology.add_edge(socket, delivered, contexts.receiver, &[Step::UdpRecv, Step::CopyToUser, Step::KfreeSkb]);
    PlaceIds { rings, socket }
}
