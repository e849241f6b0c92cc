//! Packets that move at the shown moment: carried by a context, on a wire, or just dropped.

use super::Request;
use super::layout::{MoveFields, RecentDropFields, Section};
use super::writer::Writer;
use crate::cpu::PacketHeader;
use crate::session::Session;
use crate::trace::topology::{PlaceKind, Topology};
use crate::trace::{Event, PacketIndex, VisibleState};
use crate::units::Cycles;

const RECENT_DROPS_MAX: usize = 400;
/// How far ahead wires are searched for packets: longer than the longest packet takes on 10 Mb/s Ethernet.
const WIRE_LOOK_MICROSECONDS: u64 = 1_300;

pub fn write(writer: &mut Writer, session: &Session, request: &Request, state: &VisibleState) {
    let packets = session.packets();
    let mut moves = carried(session.topology(), state, &packets);
    moves.extend(on_wires(session, state));
    writer.section(Section::Moves, moves);
    recent_drops(writer, session, request, &packets);
}

/// Packets that contexts carry. The position along the edge is the fraction of the edge's steps that is done. A step inside a
/// later procedure of the edge, such as the second copy of an echoed packet, belongs to that procedure.
fn carried(topology: &Topology, state: &VisibleState, packets: &PacketIndex) -> Vec<MoveFields> {
    let mut moves = Vec::new();
    for (context, shown) in state.contexts.iter().enumerate() {
        let Some((packet, from)) = shown.held else { continue };
        let stream = packets.get(packet).map_or(0, |entry| entry.stream);
        let Some(edge) = edge_from(topology, from, context, stream) else { continue };
        let steps = &topology.edges[edge].steps;
        let Some(step) = shown.step else { continue };
        let part = f64::from(step.spent) / f64::from(step.cycles.max(1));
        let position = |number: u16| steps.iter().position(|one| *one == number);
        let open = shown.procedures.iter().filter_map(|open| position(open.step)).max();
        let progress = match position(step.step) {
            Some(index) => {
                let later = open.filter(|open| *open > index);
                later.map_or(index as f64 + part, |open| open as f64 + 1.0) / steps.len() as f64
            }
            None if steps.is_empty() => part,
            None => 1.0, // the packet is about to be dropped, or the step is common to all edges
        };
        let moving = state.is_running(context) && shown.switch.is_none();
        let end = moving.then(|| step.begin + Cycles(u64::from(step.cycles)));
        let (begin, progress) = (step.begin, progress.min(1.0));
        moves.push(MoveFields { packet, edge, progress, context, moving, begin, end, stream });
    }
    moves
}

/// The edge along which a context carries a packet from a place. Where the path forks: for a packet to this machine the edge
/// from which no transmit ring can be reached, else the one towards the packet's output interface.
fn edge_from(topology: &Topology, from: u8, context: usize, stream: u8) -> Option<usize> {
    let fits = |number: &usize| {
        let edge = &topology.edges[*number];
        edge.from == from && usize::from(edge.context) == context
    };
    let mut candidates: Vec<usize> = (0..topology.edges.len()).filter(fits).collect();
    let leaves = stream != PacketHeader::LOCAL_STREAM;
    let ends_well = |number: &usize| reaches_a_transmit_ring(topology, topology.edges[*number].to) == leaves;
    if candidates.len() > 1 && candidates.iter().any(ends_well) {
        candidates.retain(ends_well);
    }
    let interfaces = topology.places.iter().map(|place| place.interface).max().unwrap_or(0);
    let backwards = i32::from(stream) >= i32::from(interfaces);
    let interface = if backwards { 0 } else { interfaces };
    let to_wanted = |number: &&usize| topology.places[usize::from(topology.edges[**number].to)].interface == interface;
    candidates.iter().find(to_wanted).or(candidates.first()).copied()
}

/// Whether any path leads from a place to a transmit ring. The other packets stay in this machine.
fn reaches_a_transmit_ring(topology: &Topology, from: u8) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(place) = reached.get(next).copied() {
        if topology.places[usize::from(place)].kind == PlaceKind::TransmitRing {
            return true;
        }
        let onward = topology.edges.iter().filter(|edge| edge.from == place).map(|edge| edge.to);
        let fresh: Vec<u8> = onward.filter(|to| !reached.contains(to)).collect();
        reached.extend(fresh);
        next += 1;
    }
    false
}

/// Packets on their way in and out. The trace has the arrival of an incoming packet only if the head is later than
/// that arrival.
fn on_wires(session: &Session, state: &VisibleState) -> Vec<MoveFields> {
    let topology = session.topology();
    let settings = session.machine().settings();
    let look = session.clock().cycles_in_microseconds(WIRE_LOOK_MICROSECONDS);
    let wire_time =
        |bytes: u16| settings.machine.link.wire_time(crate::units::Bytes(u32::from(bytes)), session.clock());
    let edge_of = |kind: PlaceKind, interface: i8| {
        topology.edges.iter().position(|edge| {
            let (from, to) = (&topology.places[usize::from(edge.from)], &topology.places[usize::from(edge.to)]);
            (from.kind == kind || to.kind == kind) && from.interface == interface && from.capacity.min(to.capacity) == 0
        })
    };
    let mut moves = Vec::new();
    let mut row = |packet: u32, edge: Option<usize>, end: Cycles, length: Cycles, stream: u8| {
        let begin = end.saturating_sub(length);
        if let Some(edge) = edge
            && begin <= state.time
        {
            let progress = ((state.time - begin).0 as f64 / length.0.max(1) as f64).min(1.0);
            let (context, moving, end) = (0, true, Some(end));
            moves.push(MoveFields { packet, edge, progress, context, moving, begin, end, stream });
        }
    };
    let recorder = session.recorder();
    let packets = session.packets();
    recorder.scan(recorder.first_after(state.time), |record| {
        match record.event() {
            Event::Arrive { packet, stream, bytes, .. } | Event::Refuse { packet, stream, bytes, .. } => {
                let interface = i8::try_from(stream).unwrap_or(0);
                row(packet, edge_of(PlaceKind::WireIn, interface), record.time(), wire_time(bytes), stream);
            }
            // a packet that a process receives does not leave by a wire
            Event::Deliver { asserts: None, .. } => {}
            Event::Deliver { packet, place, .. } => {
                let interface = topology.places[usize::from(place)].interface;
                let (bytes, stream) = packets.get(packet).map_or((64, 0), |entry| (entry.bytes, entry.stream));
                row(packet, edge_of(PlaceKind::WireOut, interface), record.time(), wire_time(bytes), stream);
            }
            _ => {}
        }
        record.time() < state.time + look
    });
    moves
}

/// The newest drops that are not older than the motion span.
fn recent_drops(writer: &mut Writer, session: &Session, request: &Request, packets: &PacketIndex) {
    let recorder = session.recorder();
    let begin = request.t.saturating_sub(request.motion_span);
    let mut rows = Vec::new();
    recorder.scan(recorder.first_after(begin), |record| {
        if record.time() > request.t {
            return false;
        }
        let drop = match record.event() {
            Event::Drop { packet, place, wasted } => Some((packet, place, wasted)),
            Event::Refuse { packet, place, .. } => Some((packet, place, 0)),
            _ => None,
        };
        if let Some((packet, place, wasted)) = drop {
            let stream = packets.get(packet).map_or(0, |entry| entry.stream);
            let (time, after_work) = (record.time(), wasted > 0);
            rows.push(RecentDropFields { packet, place, time, wasted, after_work, stream });
        }
        true
    });
    let skipped = rows.len().saturating_sub(RECENT_DROPS_MAX);
    writer.section(Section::RecentDrops, rows.into_iter().skip(skipped));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use std::collections::{BTreeMap, BTreeSet};

    /// Where the list of an edge lacks a step, the picture shows the packet at the edge's end during this step, and the next step
    /// brings it back.
    #[test]
    fn a_carried_packet_never_goes_back_along_its_edge() {
        let mut wrong = BTreeSet::new();
        for scenario in presets::all() {
            let mut session = Session::new(&scenario, 8 << 20).expect("a valid scenario");
            let end = session.clock().cycles_in_milliseconds(10);
            session.advance(end, u64::MAX).expect("time passes");
            let (topology, packets) = (session.topology(), session.packets());
            let mut state = super::super::empty_state(&session, Cycles::ZERO);
            let mut shown: BTreeMap<usize, (MoveFields, u16)> = BTreeMap::new();
            session.recorder().scan(0, |record| {
                state.apply(record);
                let Some(start) = record.step_start() else { return true };
                let moves = carried(topology, &state, &packets).into_iter();
                for now in
                    moves.filter(|one| one.context == usize::from(record.context()) && one.packet == start.packet)
                {
                    if let Some((before, step)) = shown.get(&now.context)
                        && (before.packet, before.edge) == (now.packet, now.edge)
                        && now.progress < before.progress
                    {
                        let (edge, step) = (&topology.edges[now.edge].id, &topology.steps[usize::from(*step)].id);
                        wrong.insert(format!("{}: {edge} lacks {step}, or has it too late", scenario.id));
                    }
                    shown.insert(now.context, (now, start.step));
                }
                true
            });
        }
        let wrong: Vec<String> = wrong.into_iter().collect();
        assert!(wrong.is_empty(), "edges (`add_edge`) whose steps are not those of the code:\n{}", wrong.join("\n"));
    }

    /// The receive ring of this machine has edges to the screening queue and to the application's queue.
    #[test]
    fn a_packet_for_this_machine_moves_to_its_process_in_any_order_of_the_edges() {
        let scenario = presets::find("section-6-6-paths").expect("a ready-made scenario");
        let session = Session::new(&scenario, 1 << 20).expect("a machine");
        let mut topology = session.topology().clone();
        for _ in 0..2 {
            let (from, context, queue) = fork(&topology);
            let end_of = |stream: u8| {
                let edge = edge_from(&topology, from, context, stream).expect("an edge");
                topology.edges[edge].to == queue
            };
            assert_eq!([end_of(PacketHeader::LOCAL_STREAM), end_of(0)], [true, false]);
            topology.edges.reverse();
        }
    }

    /// A place and a context whose edges lead to the application's queue and elsewhere; and that queue.
    fn fork(topology: &Topology) -> (u8, usize, u8) {
        let place = topology.places.iter().position(|place| place.id == "application_queue").expect("its queue");
        let (edges, queue) = (&topology.edges, place as u8);
        let edge = edges.iter().filter(|edge| edge.to == queue).find(|edge| {
            edges.iter().any(|other| (other.from, other.context) == (edge.from, edge.context) && other.to != queue)
        });
        let edge = edge.expect("a fork");
        (edge.from, usize::from(edge.context), queue)
    }
}
