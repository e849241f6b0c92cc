//! Measures of one window that need the topology: who had the CPU, how often receive interrupts came, where work was wasted.

use crate::probes::verdicts::transmit_ring_behind;
use crate::trace::topology::{ContextKind, ContextRow, PlaceKind, Topology};
use crate::trace::{IDLE_FUNCTION, Row};

/// Who takes packets from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsumerKind {
    Kernel,
    Process,
    Wire,
}

/// A place where packets are dropped, and who should empty it.
#[derive(Clone, Debug)]
pub struct WorstPlace {
    pub id: String,
    pub name: String,
    /// How many packets fit.
    pub capacity: u64,
    /// Packets dropped there by software, or refused by the interface.
    pub packets: u64,
    /// CPU time spent on each of them.
    pub microseconds_each: f64,
    /// Share of all CPU time that was spent on them.
    pub wasted_share: f64,
    pub consumer_kind: ConsumerKind,
    /// Name of the contexts that take packets from it, as it appears inside a sentence: "server threads" if they share it.
    pub consumer_name: String,
    /// Whether several contexts share it.
    pub is_shared: bool,
    pub consumer_cpu: usize,
    /// Shares of the consumer's CPU: of the consumer, of processes that handle no packets, of other processes on the packets'
    /// way (a firewall before it), of the kernel, and of idle time.
    pub consumer_share: f64,
    pub others_share: f64,
    pub carriers_share: f64,
    pub kernel_share: f64,
    pub consumer_idle: f64,
}

/// The context that has most of the CPU.
#[derive(Clone, Debug, Default)]
pub struct BusiestContext {
    /// "the device interrupt", "a compile job".
    pub name: String,
    pub share: f64,
}

/// Finds the place where most CPU time was spent on packets that were then dropped there.
pub(super) fn worst_place(topology: &Topology, row: &Row, limit: &dyn Fn(usize) -> u64) -> Option<WorstPlace> {
    let place = (0..topology.places.len()).max_by_key(|place| row.wasted(*place as u8))?;
    let packets = row.drops(place as u8) - refused(topology, row, place);
    (row.wasted(place as u8) > 0).then(|| lossy_place(topology, row, place, packets, limit(place)))
}

/// Finds the receive ring that refused most packets.
pub(super) fn worst_ring(topology: &Topology, row: &Row, limit: &dyn Fn(usize) -> u64) -> Option<WorstPlace> {
    let rings = topology.places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::ReceiveRing);
    let (ring, _) = rings.max_by_key(|(number, _)| row.refused(*number as u8))?;
    let packets = row.refused(ring as u8);
    (packets > 0).then(|| lossy_place(topology, row, ring, packets, limit(ring)))
}

/// How many packets the interface refused at a place: a receive ring. Software drops a packet elsewhere, even if that costs no time.
pub(super) fn refused(topology: &Topology, row: &Row, place: usize) -> u64 {
    if topology.places[place].kind == PlaceKind::ReceiveRing { row.refused(place as u8) } else { 0 }
}

fn lossy_place(topology: &Topology, row: &Row, place: usize, packets: u64, capacity: u64) -> WorstPlace {
    let shown = &topology.places[place];
    let context = &topology.contexts[usize::from(shown.context)];
    let cpu = cpu_of(topology, place);
    let into_ring = shown.kind == PlaceKind::TransmitRing || transmit_ring_behind(topology, place).is_some();
    let consumer_kind = match context.kind {
        ContextKind::Process => ConsumerKind::Process,
        _ if into_ring => ConsumerKind::Wire,
        _ => ConsumerKind::Kernel,
    };
    let microseconds = row.wasted(place as u8) as f64 / topology.clock_hz as f64 * 1e6;
    let name = in_a_sentence(&context.name);
    // contexts of the same name share the place if they have none of their own
    let has_own = |number: usize| topology.places.iter().any(|place| usize::from(place.context) == number);
    let alike = |(number, other): &(usize, &ContextRow)| in_a_sentence(&other.name) == name && !has_own(*number);
    let is_shared =
        consumer_kind == ConsumerKind::Process && topology.contexts.iter().enumerate().any(|one| alike(&one));
    let share = |has: &dyn Fn(usize, &ContextRow) -> bool| {
        let contexts = topology.contexts.iter().enumerate().filter(|(_, other)| usize::from(other.cpu) == cpu);
        let cycles: u64 = contexts.filter(|(n, other)| has(*n, other)).map(|(n, _)| row.cycles(n as u8)).sum();
        cycles as f64 / row.time.0.max(1) as f64
    };
    let is_alike = |other: &ContextRow| in_a_sentence(&other.name) == name;
    let carries = |number: usize| topology.edges.iter().any(|edge| usize::from(edge.context) == number);
    let is_consumer = |number: usize, other: &ContextRow| match is_shared {
        true => is_alike(other),
        false => number == usize::from(shown.context),
    };
    WorstPlace {
        id: shown.id.clone(),
        name: shown.name.clone(),
        capacity,
        packets,
        microseconds_each: microseconds / packets.max(1) as f64,
        wasted_share: row.wasted(place as u8) as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus)),
        consumer_kind,
        consumer_cpu: cpu,
        consumer_share: share(&is_consumer),
        others_share: share(&|n, other| other.kind == ContextKind::Process && !is_alike(other) && !carries(n)),
        carriers_share: share(&|n, other| other.kind == ContextKind::Process && !is_alike(other) && carries(n)),
        kernel_share: share(&|_, other| other.kind != ContextKind::Process && !is_spare(other)),
        consumer_idle: share(&|_, other| is_spare(other)),
        consumer_name: if is_shared { plural(&name) } else { name },
        is_shared,
    }
}

/// Whether a context runs only when nothing else wants the CPU.
pub(super) fn is_spare(context: &ContextRow) -> bool {
    context.kind == ContextKind::Idle || context.id == IDLE_FUNCTION
}

/// The CPU that empties a place. A receive ring belongs to the interface; what takes packets from it runs on a CPU.
pub(super) fn cpu_of(topology: &Topology, place: usize) -> usize {
    let taker = topology.edges.iter().find(|edge| usize::from(edge.from) == place).map(|edge| edge.context);
    let context = match topology.places[place].kind {
        PlaceKind::ReceiveRing => taker.unwrap_or(topology.places[place].context),
        _ => topology.places[place].context,
    };
    usize::from(topology.contexts[usize::from(context)].cpu)
}

/// Finds the context that used most CPU time.
pub(super) fn busiest_context(topology: &Topology, row: &Row) -> BusiestContext {
    let works = |context: &ContextRow| context.kind != ContextKind::Hardware && !is_spare(context);
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| works(context));
    let Some((context, number)) = contexts.max_by_key(|(_, number)| row.cycles(*number)) else {
        return BusiestContext::default();
    };
    let name = in_a_sentence(&context.name);
    let alike = topology.contexts.iter().filter(|other| in_a_sentence(&other.name) == name).count();
    BusiestContext {
        share: row.cycles(number) as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus)),
        name: format!("{} {name}", article(&name, alike)),
    }
}

/// The process at the end of the packets' path, or all processes of this name.
pub(super) struct Receiver {
    /// "receiving process", or "receiving processes".
    pub name: String,
    /// CPU share, of all together.
    pub share: f64,
}

/// Finds the process at the end of the packets' path, if a process is there.
pub(super) fn receiver(topology: &Topology, row: &Row) -> Option<Receiver> {
    let end = topology.places.iter().find(|place| place.kind == PlaceKind::WireOut)?;
    let context = &topology.contexts[usize::from(end.context)];
    if context.kind != ContextKind::Process {
        return None;
    }
    let name = in_a_sentence(&context.name);
    let share = share_of_name(topology, row, &name);
    let alike = topology.contexts.iter().filter(|other| in_a_sentence(&other.name) == name).count();
    Some(Receiver { name: if alike > 1 { plural(&name) } else { name }, share })
}

/// A context's name as it appears inside a sentence: without its CPU, without the number at its end, and without the capital
/// letter of its first word, unless that is an abbreviation ("NAPI thread").
pub(super) fn in_a_sentence(name: &str) -> String {
    let end = name.bytes().position(|byte| byte == b',').unwrap_or(name.len());
    let (first, last) = name[..end].rsplit_once(' ').unwrap_or((&name[..end], ""));
    let is_number = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    let mut shown = if is_number { first } else { &name[..end] }.to_string();
    let is_abbreviation = shown.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase);
    if let (Some(first), false) = (shown.get_mut(..1), is_abbreviation) {
        first.make_ascii_lowercase();
    }
    shown
}

/// "server threads", "receiving processes".
pub(super) fn plural(name: &str) -> String {
    format!("{name}{}", if name.ends_with('s') { "es" } else { "s" })
}

/// The article of one of the contexts that have this name.
fn article(name: &str, alike: usize) -> &'static str {
    match alike {
        0 | 1 => "the",
        _ if matches!(name.as_bytes().first(), Some(b'a' | b'e' | b'i' | b'o')) => "an",
        _ => "a",
    }
}

pub(super) fn share_of_kind(topology: &Topology, row: &Row, kind: ContextKind) -> f64 {
    share_of_kind_on(topology, row, kind, None)
}

/// The share of one CPU's time, or of the time of all.
pub(super) fn share_of_kind_on(topology: &Topology, row: &Row, kind: ContextKind, cpu: Option<usize>) -> f64 {
    let is_there = |context: &ContextRow| cpu.is_none_or(|cpu| usize::from(context.cpu) == cpu);
    let contexts =
        topology.contexts.iter().enumerate().filter(|(_, context)| context.kind == kind && is_there(context));
    let cycles: u64 = contexts.map(|(number, _)| row.cycles(number as u8)).sum();
    let cpus = if cpu.is_some() { 1.0 } else { f64::from(topology.cpus) };
    cycles as f64 / (row.time.0.max(1) as f64 * cpus)
}

fn share_of_name(topology: &Topology, row: &Row, name: &str) -> f64 {
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| in_a_sentence(&context.name) == name);
    let cycles: u64 = contexts.map(|(_, number)| row.cycles(number)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
}

pub(super) fn share_of_id(topology: &Topology, row: &Row, id: &str) -> f64 {
    let context = topology.contexts.iter().position(|context| context.id == id);
    context.map_or(0.0, |number| row.cycles(number as u8) as f64 / row.time.0.max(1) as f64)
}

/// CPU share of processes that handle no packets, without the user process.
pub(super) fn bystanders_share(topology: &Topology, row: &Row) -> f64 {
    let carries = |number: u8| topology.edges.iter().any(|edge| edge.context == number);
    let is_one = |context: &ContextRow, number: u8| {
        context.kind == ContextKind::Process && context.id != "user" && !carries(number)
    };
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, number)| is_one(context, *number));
    let cycles: u64 = contexts.map(|(_, number)| row.cycles(number)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_sentence_has_no_numbers_and_keeps_its_abbreviations() {
        for (name, shown) in [
            ("Kernel network thread, CPU 1", "kernel network thread"),
            ("Interrupt by another CPU, CPU 12", "interrupt by another CPU"),
            ("NAPI thread 2, CPU 0", "NAPI thread"),
            ("Receiver's kernel thread for TCP", "receiver's kernel thread for TCP"),
            ("onoff process 3", "onoff process"),
            ("Polling thread of ln0", "polling thread of ln0"),
            ("", ""),
        ] {
            assert_eq!(in_a_sentence(name), shown);
        }
    }

    #[test]
    fn several_contexts_have_a_plural() {
        assert_eq!(["server thread", "receiving process"].map(plural), ["server threads", "receiving processes"]);
    }

    #[test]
    fn one_of_several_has_an_indefinite_article() {
        assert_eq!((article("user process", 1), article("user process", 2)), ("the", "a"));
        assert_eq!(article("interrupt by another CPU", 2), "an");
    }
}
