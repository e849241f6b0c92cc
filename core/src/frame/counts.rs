//! Tallies: in the window over which rates are averaged, and since the start. They come from rows of counters, so they are exact.

use super::Request;
use super::layout::{CpuFields, DropTotalFields, FlowFields, LatencyFields, Section, TALLY_RESERVED, TallyFields};
use super::writer::Writer;
use crate::session::Session;
use crate::trace::topology::{EdgeRow, PlaceKind, Topology};
use crate::trace::{Count, Row};
use crate::trace::{LATENCY_BUCKETS, latency_bucket_range};

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    let topology = session.topology();
    let window = session.window(request.counted);
    let total = session.window(request.t).to;
    let counted = tally(&window.difference, window.from.inside(), window.to.inside());
    writer.record(Section::Window, counted, TALLY_RESERVED);
    writer.record(Section::Total, tally(&total, 0, total.inside()), TALLY_RESERVED);
    let latency = (0..LATENCY_BUCKETS).map(|bucket| {
        let (low, high) = latency_bucket_range(bucket);
        let high = high.map_or(f64::INFINITY, |high| high as f64);
        LatencyFields { low, high, count: window.difference.latency(bucket) }
    });
    writer.section(Section::Latency, latency.filter(|row| row.count > 0));
    let drops = |place| DropTotalFields { drops: total.drops(place as u8), wasted: total.wasted(place as u8) };
    writer.section(Section::DropTotals, (0..topology.places.len()).map(drops));
    let flows = topology.edges.iter().enumerate();
    let flows = flows.map(|(number, edge)| FlowFields { packets: flow(topology, edge, number, &window.difference) });
    writer.section(Section::Flows, flows);
    let cpu = (0..topology.contexts.len()).map(|context| CpuFields { cycles: total.cycles(context as u8) });
    writer.section(Section::Cpu, cpu);
}

fn tally(row: &Row, inside_at_start: u64, inside: u64) -> TallyFields {
    TallyFields {
        arrived: row.count(Count::Arrived),
        delivered: row.count(Count::Delivered),
        dropped: row.count(Count::Dropped),
        inside_at_start,
        inside,
        latency_cycles: row.count(Count::LatencySum),
        dropped_cycles: row.count(Count::DroppedTime),
        inside_cycles: row.count(Count::InsideIntegral),
        elapsed_cycles: row.time,
        wasted_cycles: row.count(Count::Wasted),
        refused: row.count(Count::Refused),
        interrupts: row.count(Count::InterruptsTaken),
        packet_work_cycles: row.count(Count::PacketWork),
    }
}

/// Packets along an edge. Each packet that software carries is counted. For a wire, the packets that entered the next
/// place or left the previous one are counted.
fn flow(topology: &Topology, edge: &EdgeRow, number: usize, row: &Row) -> u64 {
    match (topology.places[usize::from(edge.from)].kind, topology.places[usize::from(edge.to)].kind) {
        (PlaceKind::WireIn, _) => row.entered(edge.to),
        (_, PlaceKind::WireOut) => row.left(edge.from),
        _ => row.carried(number),
    }
}
