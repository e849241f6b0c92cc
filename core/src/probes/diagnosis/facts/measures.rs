//! Measures of one window that need the topology: who had the CPU, how often receive interrupts came, where work was wasted.

use crate::trace::topology::{ContextKind, PlaceKind, Topology};
use crate::trace::{ContextId, Row};

/// Who takes packets from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsumerKind {
    Kernel,
    Process,
    Wire,
}

/// The place where most CPU time was spent on packets that were then dropped there.
#[derive(Clone, Debug)]
pub struct WorstPlace {
    pub id: String,
    pub name: String,
    /// Packets dropped there.
    pub packets: u64,
    /// CPU time spent on each of them.
    pub microseconds_each: f64,
    pub consumer_kind: ConsumerKind,
    /// Name of the context that takes packets from it, as it appears inside a sentence.
    pub consumer_name: String,
    pub consumer: ContextId,
}

/// The context that has most of the CPU.
#[derive(Clone, Debug, Default)]
pub struct BusiestContext {
    /// "the device interrupt", "a compile job".
    pub name: String,
    pub share: f64,
}

impl BusiestContext {
    /// The name with a capital letter, for the beginning of a sentence.
    pub fn capitalized(&self) -> String {
        let (first, rest) = self.name.split_at(1.min(self.name.len()));
        first.to_ascii_uppercase() + rest
    }
}

/// Finds the place where most cycles were wasted.
pub(super) fn worst_place(topology: &Topology, row: &Row) -> Option<WorstPlace> {
    let place = (0..topology.places.len()).max_by_key(|place| row.wasted(*place as u8))?;
    let wasted = row.wasted(place as u8);
    if wasted == 0 {
        return None;
    }
    let packets = row.drops(place as u8);
    let shown = &topology.places[place];
    let context = &topology.contexts[usize::from(shown.context)];
    let into_ring = topology.edges.iter().any(|edge| {
        usize::from(edge.from) == place && topology.places[usize::from(edge.to)].kind == PlaceKind::TransmitRing
    });
    let consumer_kind = match context.kind {
        _ if into_ring => ConsumerKind::Wire,
        ContextKind::Process => ConsumerKind::Process,
        _ => ConsumerKind::Kernel,
    };
    let microseconds = wasted as f64 / topology.clock_hz as f64 * 1e6;
    Some(WorstPlace {
        id: shown.id.clone(),
        name: shown.name.clone(),
        packets,
        microseconds_each: microseconds / packets.max(1) as f64,
        consumer_kind,
        consumer_name: in_a_sentence(&context.name),
        consumer: shown.context,
    })
}

/// Finds the context that used most CPU time.
pub(super) fn busiest_context(topology: &Topology, row: &Row) -> BusiestContext {
    let works = |kind: ContextKind| !matches!(kind, ContextKind::Hardware | ContextKind::Idle);
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| works(context.kind));
    let Some((context, number)) = contexts.max_by_key(|(_, number)| row.cycles(*number)) else {
        return BusiestContext::default();
    };
    let name = in_a_sentence(&context.name);
    let alike = topology.contexts.iter().filter(|other| in_a_sentence(&other.name) == name).count();
    BusiestContext {
        share: row.cycles(number) as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus)),
        name: format!("{} {name}", if alike > 1 { "a" } else { "the" }),
    }
}

/// Returns the name of the process at the end of the packets' path, if a process is there.
pub(super) fn receiver(topology: &Topology) -> Option<String> {
    let end = topology.places.iter().find(|place| place.kind == PlaceKind::WireOut)?;
    let context = &topology.contexts[usize::from(end.context)];
    (context.kind == ContextKind::Process).then(|| in_a_sentence(&context.name))
}

/// A context's name as it appears inside a sentence: in lower case, without the number at its end.
fn in_a_sentence(name: &str) -> String {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end().to_ascii_lowercase()
}

pub(super) fn share_of_kind(topology: &Topology, row: &Row, kind: ContextKind) -> f64 {
    let contexts = topology.contexts.iter().enumerate().filter(|(_, context)| context.kind == kind);
    let cycles: u64 = contexts.map(|(number, _)| row.cycles(number as u8)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
}

pub(super) fn share_of_name(topology: &Topology, row: &Row, name: &str) -> f64 {
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| in_a_sentence(&context.name) == name);
    let cycles: u64 = contexts.map(|(_, number)| row.cycles(number)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
}

pub(super) fn share_of_id(topology: &Topology, row: &Row, id: &str) -> f64 {
    let context = topology.contexts.iter().position(|context| context.id == id);
    context.map_or(0.0, |number| row.cycles(number as u8) as f64 / row.time.0.max(1) as f64)
}

/// Packets received for each interrupt taken on a receive line; 0 without interrupts.
pub(super) fn packets_per_interrupt(topology: &Topology, row: &Row) -> f64 {
    let rings = topology.places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::ReceiveRing);
    let entered: u64 = rings.map(|(number, _)| row.entered(number as u8)).sum();
    let taken = receive_interrupts(topology, row);
    if taken == 0 { 0.0 } else { entered as f64 / taken as f64 }
}

pub(super) fn receive_interrupts(topology: &Topology, row: &Row) -> u64 {
    let receives = topology.lines.iter().enumerate().filter(|(_, line)| line.id.ends_with("receive"));
    receives.map(|(number, _)| row.taken(number as u8)).sum()
}
