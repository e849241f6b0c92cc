//! The wires and rings of a machine's interfaces, which every machine that forwards packets or answers them has.
//!
//! ```text
//! wire -> receive ring -> (the family's places) -> transmit ring -> wire
//! ```

use crate::scenario::MachineSettings;
use crate::trace::PlaceId;
use crate::trace::topology::{HARDWARE, PlaceKind, PlaceRow, Topology};

pub struct InterfacePlaces<'a> {
    pub machine: &'a MachineSettings,
    /// The paper's names of a receive ring and of a transmit ring.
    pub ring_names: [&'static str; 2],
    /// How many interfaces receive, and how many send.
    pub receiving: usize,
    pub sending: usize,
}

impl InterfacePlaces<'_> {
    /// Adds an interface's incoming wire and receive ring. Returns the ring.
    pub fn receive(&self, topology: &mut Topology, interface: usize) -> PlaceId {
        let row = |kind, base, names, capacity, stage| {
            let id = self.id(base, self.receiving, interface);
            row(kind, &id, names, capacity, stage).of_interface(interface)
        };
        let wire = topology.add_place(row(PlaceKind::WireIn, "wire_in", self.wire_names(), 0, 0));
        let (names, limit) = (["receive ring", self.ring_names[0]], self.machine.receive_ring);
        let ring = row(PlaceKind::ReceiveRing, "receive_ring", names, limit, 1);
        let ring = topology.add_place(ring.dropping("refused at the receive ring"));
        topology.add_edge(wire, ring, HARDWARE, &[]);
        ring
    }

    /// Adds an interface's transmit ring and outgoing wire. Returns the ring.
    pub fn transmit(&self, topology: &mut Topology, interface: usize, drops_when_full: bool) -> PlaceId {
        let row = |kind, base, names, capacity, stage| {
            let id = self.id(base, self.sending, interface);
            row(kind, &id, names, capacity, stage).of_interface(interface)
        };
        let (names, limit) = (["transmit ring", self.ring_names[1]], self.machine.transmit_ring);
        let ring = row(PlaceKind::TransmitRing, "transmit_ring", names, limit, 5);
        let ring = topology.add_place(if drops_when_full { ring.dropping_when_full() } else { ring });
        let wire = topology.add_place(row(PlaceKind::WireOut, "wire_out", self.wire_names(), 0, 6));
        topology.add_edge(ring, wire, HARDWARE, &[]);
        ring
    }

    /// Returns the id of a sending interface's place. It has the interface's name when several interfaces send.
    pub fn sending_id(&self, base: &str, interface: usize) -> String {
        self.id(base, self.sending, interface)
    }

    fn id(&self, base: &str, count: usize, interface: usize) -> String {
        if count == 1 { base.to_string() } else { format!("{base}_{}{interface}", self.machine.profile.wire.interface) }
    }

    fn wire_names(&self) -> [&'static str; 2] {
        ["wire", self.machine.profile.wire.name]
    }
}

fn row(kind: PlaceKind, id: &str, [name, paper_name]: [&str; 2], capacity: usize, stage: u8) -> PlaceRow {
    PlaceRow::new(kind, id, name, paper_name, HARDWARE, capacity, stage)
}
