//! Tallies: in the window over which rates are averaged, and since the start. They come from rows of counters, so they are exact.

use super::Request;
use super::layout::{Section, TALLY_ROWS, Tally};
use super::writer::Writer;
use crate::session::Session;
use crate::trace::topology::{EdgeRow, PlaceKind, Topology};
use crate::trace::{Count, Row};
use crate::trace::{LATENCY_BUCKETS, latency_bucket_range};

pub fn write(writer: &mut Writer, session: &Session, request: &Request) {
    let topology = session.topology();
    let window = session.window(request.counted);
    let total = session.window(request.t).to;
    writer.section(Section::Window, tally(&window.difference, window.from.inside(), window.to.inside()));
    writer.section(Section::Total, tally(&total, 0, total.inside()));
    writer.section(
        Section::Latency,
        (0..LATENCY_BUCKETS).filter(|bucket| window.difference.latency(*bucket) > 0).map(|bucket| {
            let (low, high) = latency_bucket_range(bucket);
            [low as f64, high as f64, window.difference.latency(bucket) as f64]
        }),
    );
    writer.section(
        Section::DropTotals,
        (0..topology.places.len()).map(|place| [total.drops(place as u8) as f64, total.wasted(place as u8) as f64]),
    );
    writer.section(
        Section::Flows,
        topology.edges.iter().enumerate().map(|(number, edge)| [flow(topology, edge, number, &window.difference)]),
    );
    writer.section(Section::Cpu, (0..topology.contexts.len()).map(|context| [total.cycles(context as u8) as f64]));
}

fn tally(row: &Row, inside_from: u64, inside_to: u64) -> Vec<[f64; 1]> {
    let mut rows = vec![[0.0]; TALLY_ROWS];
    let mut set = |tally: Tally, number: u64| rows[tally as usize] = [number as f64];
    set(Tally::Arrived, row.count(Count::Arrived));
    set(Tally::Delivered, row.count(Count::Delivered));
    set(Tally::Dropped, row.count(Count::Dropped));
    set(Tally::InsideAtFrom, inside_from);
    set(Tally::InsideAtTo, inside_to);
    set(Tally::LatencySum, row.count(Count::LatencySum));
    set(Tally::DroppedTime, row.count(Count::DroppedTime));
    set(Tally::InsideIntegral, row.count(Count::InsideIntegral));
    set(Tally::Elapsed, row.time.0);
    set(Tally::Wasted, row.count(Count::Wasted));
    set(Tally::Refused, row.count(Count::Refused));
    set(Tally::InterruptsTaken, row.count(Count::InterruptsTaken));
    set(Tally::PacketWork, row.count(Count::PacketWork));
    rows
}

/// Packets along an edge. Each packet that software carries is counted. For a wire, the packets that entered the next
/// place or left the previous one are counted.
fn flow(topology: &Topology, edge: &EdgeRow, number: usize, row: &Row) -> f64 {
    match (topology.places[usize::from(edge.from)].kind, topology.places[usize::from(edge.to)].kind) {
        (PlaceKind::WireIn, _) => row.entered(edge.to) as f64,
        (_, PlaceKind::WireOut) => row.left(edge.from) as f64,
        _ => row.carried(number) as f64,
    }
}
