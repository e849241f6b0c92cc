//! Where packets end: delivered to a wire or to a process, or lost at a place.

use super::measures::{cpu_of, in_a_sentence, is_spare, refused};
use crate::trace::Row;
use crate::trace::topology::{ContextKind, PlaceKind, Topology};

/// A process that gets a part of the packets, while the others leave on a wire.
#[derive(Clone, Debug)]
pub struct LocalEnd {
    /// "receiving application".
    pub name: String,
    pub delivered: u64,
}

pub(super) fn local_end(topology: &Topology, row: &Row) -> Option<LocalEnd> {
    let (number, place) =
        (0..).zip(&topology.places).find(|(_, place)| is_process_end(topology, place.kind, place.context))?;
    let sources = topology.edges.iter().filter(|edge| usize::from(edge.to) == number).map(|edge| edge.from);
    (wires_out(topology) > 0).then(|| LocalEnd {
        name: in_a_sentence(&topology.contexts[usize::from(place.context)].name),
        delivered: sources.map(|from| row.left(from)).sum(),
    })
}

fn is_process_end(topology: &Topology, kind: PlaceKind, context: u8) -> bool {
    kind == PlaceKind::WireOut && topology.contexts[usize::from(context)].kind == ContextKind::Process
}

/// How many wires packets leave on.
pub(super) fn wires_out(topology: &Topology) -> usize {
    let ends = topology.places.iter().filter(|place| place.kind == PlaceKind::WireOut);
    ends.filter(|place| !is_process_end(topology, place.kind, place.context)).count()
}

/// The interface of whose packets hardly any is taken from the ring, while another one's are.
pub(super) fn neglected_interface(topology: &Topology, row: &Row) -> Option<i8> {
    let rings = topology.places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::ReceiveRing);
    let taken = |ring: usize| {
        let edges = topology.edges.iter().enumerate().filter(|(_, edge)| usize::from(edge.from) == ring);
        row.left(ring as u8) + edges.map(|(number, _)| row.carried(number)).sum::<u64>()
    };
    let is_neglected = |ring: usize| row.refused(ring as u8) >= 10 && 50 * taken(ring) < row.refused(ring as u8);
    let others = rings.clone().any(|(ring, _)| !is_neglected(ring) && taken(ring) > 0);
    rings.filter(|_| others).find(|(ring, _)| is_neglected(*ring)).map(|(_, place)| place.interface)
}

/// Packets that were lost at one place.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The place, by name.
    pub name: String,
    pub packets: u64,
    /// Share of all CPU time that was spent on them.
    pub wasted_share: f64,
    /// Whether the interface refused them at a receive ring.
    pub is_refused: bool,
    /// The CPU that should empty the place, and the share of its time that it was idle.
    pub cpu: usize,
    pub idle: f64,
}

/// All losses by place, the greatest first. Places of one name count as one. A program may free packets that are in a receive
/// ring, which also refuses some.
pub(super) fn losses(topology: &Topology, row: &Row) -> Vec<Loss> {
    let time = row.time.0.max(1) as f64;
    let idle = |cpu: usize| {
        let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| usize::from(context.cpu) == cpu);
        let idle = contexts.filter(|(context, _)| is_spare(context));
        idle.map(|(_, number)| row.cycles(number)).sum::<u64>() as f64 / time
    };
    let mut losses: Vec<Loss> = Vec::new();
    let counts = topology.places.iter().enumerate().flat_map(|(number, place)| {
        let refused = refused(topology, row, number);
        let wasted_share = row.wasted(number as u8) as f64 / time / f64::from(topology.cpus);
        let dropped = row.drops(number as u8) - refused;
        [(number, place, true, refused, 0.0), (number, place, false, dropped, wasted_share)]
    });
    for (number, place, is_refused, packets, wasted_share) in counts.filter(|(.., packets, _)| *packets > 0) {
        if let Some(loss) = losses.iter_mut().find(|loss| loss.name == place.name && loss.is_refused == is_refused) {
            loss.packets += packets;
            loss.wasted_share += wasted_share;
            continue;
        }
        let cpu = cpu_of(topology, number);
        losses.push(Loss { name: place.name.clone(), packets, wasted_share, is_refused, cpu, idle: idle(cpu) });
    }
    losses.sort_by_key(|loss| std::cmp::Reverse(loss.packets));
    losses
}
