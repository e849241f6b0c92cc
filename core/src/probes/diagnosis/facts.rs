//! The numbers that diagnoses are made of, all from one window.

use super::receiving::ReceivingFacts;
use super::sockets::{SocketFacts, is_socket_design};
use super::today::TodayFacts;
use crate::scenario::{Design, Settings, Step};
use crate::session::Session;
use crate::trace::topology::{ContextKind, PlaceKind, Topology};
use crate::trace::{ContextId, Count, Row};
use crate::units::{Bytes, Cycles};

/// Who should empty a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emptier {
    Kernel,
    Process,
    Wire,
}

/// A knob was turned so lately that what is counted is the change, not the machine.
#[derive(Clone, Debug)]
pub struct Settling {
    pub since_ms: f64,
    pub left_ms: f64,
    /// The knobs that were turned.
    pub turned: Vec<String>,
}

/// Where most work was thrown away.
#[derive(Clone, Debug)]
pub struct Worst {
    pub id: String,
    pub name: String,
    pub packets: u64,
    /// Of CPU time, for each packet thrown away there.
    pub microseconds_each: f64,
    pub emptied_by: Emptier,
    /// Who empties it, in plain words.
    pub emptier: String,
    pub limit: u32,
    /// Who empties it.
    pub context: ContextId,
}

/// Who has most of the CPU.
#[derive(Clone, Debug, Default)]
pub struct Busiest {
    /// "the device interrupt", "a compile job".
    pub name: String,
    pub share: f64,
}

impl Busiest {
    /// As a sentence begins with it.
    pub fn capitalized(&self) -> String {
        let (first, rest) = self.name.split_at(1.min(self.name.len()));
        first.to_ascii_uppercase() + rest
    }
}

#[derive(Clone, Debug)]
pub struct Facts {
    pub window_ms: f64,
    pub arrived: u64,
    pub delivered: u64,
    pub refused: u64,
    pub wasted_packets: u64,
    /// Packets in the machine at the window's end, and at its begin.
    pub inside: u64,
    pub inside_before: u64,
    /// Packets/s.
    pub offered: f64,
    pub delivered_rate: f64,
    /// Shares of the CPU, or of all CPUs together.
    pub wasted_share: f64,
    pub device_share: f64,
    pub idle_share: f64,
    pub user_share: f64,
    pub user_wants: bool,
    pub packets_per_interrupt: f64,
    /// Of the CPU: all interrupts.
    pub interrupts_share: f64,
    /// Mean time between receive interrupts, and what it takes to turn to another thread.
    pub interrupt_gap_us: f64,
    pub switch_us: f64,
    pub latency_ms_mean: f64,
    /// Shares of the window.
    pub feedback_share: f64,
    /// Of the limit that holds input back most: each CPU may have its own.
    pub limit_share: f64,
    /// Which one that is; `None` when there is one limit.
    pub limit_cpu: Option<usize>,
    pub wire_share: f64,
    pub breaker_share: f64,
    /// Of the CPU: the process that empties the worst place, and all other processes.
    pub emptier_share: f64,
    pub others_share: f64,
    pub worst: Option<Worst>,
    pub busiest: Busiest,
    pub settling: Option<Settling>,
    /// Who has the packets at the end; None = they leave on a wire.
    pub receiver: Option<String>,
    /// Its share of the CPU, or that of all of its kind.
    pub receiver_share: f64,
    pub settings: Settings,
    /// Packets that one look at an interface may handle.
    pub quota: u64,
    /// The kernel has the polling facility.
    pub can_poll: bool,
    pub sockets: SocketFacts,
    pub receiving: ReceivingFacts,
    pub today: TodayFacts,
}

impl Facts {
    pub fn gather(session: &Session, moment: Cycles) -> Facts {
        let window = session.window(moment);
        let row = &window.difference;
        let topology = session.topology();
        let settings = settings_at(session, moment);
        let seconds = row.time.0 as f64 / topology.clock_hz as f64;
        let cycles = row.time.0.max(1) as f64;
        let cpu_cycles = cycles * f64::from(topology.cpus);
        let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let share = |kind: ContextKind| share_of(topology, row, kind);
        let gates = || topology.gates.iter().zip((0..).map(|number| row.gate_on(number) as f64 / cycles));
        let gate = |id: &str| gates().find(|(gate, _)| gate.id == id).map_or(0.0, |(_, share)| share);
        let limits: Vec<f64> =
            gates().filter(|(gate, _)| gate.id.starts_with("limit")).map(|(_, share)| share).collect();
        let limit_share = limits.iter().copied().fold(0.0, f64::max);
        let (delivered, refused) = (row.count(Count::Delivered), row.count(Count::Refused));
        let frame = settings.machine.link.frame_time(Bytes(settings.traffic.frame.0), settings.machine.clock);
        let worst = worst(topology, row);
        let receiver = receiver(topology);
        let emptier_share = worst.as_ref().map_or(0.0, |worst| row.cycles(worst.context) as f64 / cpu_cycles);
        Facts {
            window_ms: seconds * 1e3,
            arrived: row.count(Count::Arrived),
            delivered,
            refused,
            wasted_packets: row.count(Count::Dropped) - refused,
            inside: window.to.inside(),
            inside_before: window.from.inside(),
            offered: rate(row.count(Count::Arrived)),
            delivered_rate: rate(delivered),
            wasted_share: row.count(Count::Wasted) as f64 / cpu_cycles,
            device_share: share(ContextKind::Device),
            idle_share: share(ContextKind::Idle),
            user_share: user_share(topology, row),
            user_wants: settings.kernel.compute,
            packets_per_interrupt: packets_per_interrupt(topology, row),
            interrupts_share: [ContextKind::Clock, ContextKind::Device, ContextKind::Software].map(share).iter().sum(),
            interrupt_gap_us: seconds * 1e6 / interrupts_to_receive(topology, row).max(1) as f64,
            switch_us: settings.cost(Step::ThreadRun).0 as f64 / topology.clock_hz as f64 * 1e6,
            latency_ms_mean: row.count(Count::LatencySum) as f64 / delivered.max(1) as f64 / topology.clock_hz as f64
                * 1e3,
            feedback_share: gate("feedback"),
            limit_share,
            limit_cpu: limits.iter().position(|share| limits.len() > 1 && *share == limit_share),
            wire_share: delivered as f64 * frame.0 as f64 / cycles,
            breaker_share: gate("breaker"),
            emptier_share,
            others_share: share(ContextKind::Process) - emptier_share,
            worst,
            busiest: busiest(topology, row),
            settling: settling(session, moment),
            receiver_share: receiver.as_ref().map_or(0.0, |name| share_by_name(topology, row, name)),
            receiver,
            quota: match settings.kernel.design {
                Design::Clocked => settings.values.get("clocked.quota").integer(),
                _ => settings.polling.quota,
            },
            can_poll: settings.kernel.design == Design::Polling,
            sockets: SocketFacts {
                are_there: is_socket_design(settings.kernel.design),
                late: settings.kernel.design == Design::Freebsd,
                mischarged: gate("mischarged"),
                receiver: share_by_id(topology, row, "receiver"),
            },
            receiving: ReceivingFacts::of(&settings, topology, row, window.to.inside(), &gate),
            today: TodayFacts::of(&settings, topology, row, gate("busy_polling")),
            settings,
        }
    }
}

impl Facts {
    /// More than hardly any packets get through.
    pub fn gets_through(&self) -> bool {
        self.delivered_rate >= 0.02 * self.offered
    }

    /// What of the CPU is neither a process's nor idle.
    pub fn kernel_share(&self) -> f64 {
        1.0 - self.idle_share - self.others_share - self.emptier_share
    }

    /// No packet came in, went out or was thrown away; some may wait.
    pub fn nothing_happened(&self) -> bool {
        self.arrived == 0 && self.delivered == 0 && self.wasted_packets == 0 && self.refused == 0
    }
}

/// The settings in force at a moment: the scenario's, with the interventions up to then.
fn settings_at(session: &Session, moment: Cycles) -> Settings {
    let scenario = session.scenario();
    let mut values = scenario.values();
    for intervention in scenario.interventions.iter().filter(|intervention| intervention.at <= moment.0) {
        for (path, value) in &intervention.set {
            values.set(path, value.clone());
        }
    }
    Settings::from(&values)
}

/// So long after a knob was turned the machine still works off what it had before: what the page's "jump to the effect"
/// skips (`EFFECT_SECONDS` of web/store/playback.ts).
const SETTLING_MS: f64 = 50.0;

fn settling(session: &Session, moment: Cycles) -> Option<Settling> {
    let at = session.last_intervention(moment)?;
    let since_ms = (moment - at).0 as f64 / session.clock().0 as f64 * 1e3;
    if since_ms >= SETTLING_MS {
        return None;
    }
    let turned = session.scenario().interventions.iter().filter(|one| one.at == at.0);
    let turned = turned.flat_map(|one| one.set.keys().cloned()).collect();
    Some(Settling { since_ms, left_ms: SETTLING_MS - since_ms, turned })
}

/// The process at the end of the packets' path, if it is one.
fn receiver(topology: &Topology) -> Option<String> {
    let end = topology.places.iter().find(|place| place.kind == PlaceKind::WireOut)?;
    let context = &topology.contexts[usize::from(end.context)];
    (context.kind == ContextKind::Process).then(|| in_a_sentence(&context.name))
}

/// A context's name; of several that do the same it is not the number that matters.
fn in_a_sentence(name: &str) -> String {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end().to_ascii_lowercase()
}

fn share_of(topology: &Topology, row: &Row, kind: ContextKind) -> f64 {
    let contexts = topology.contexts.iter().enumerate().filter(|(_, context)| context.kind == kind);
    let cycles: u64 = contexts.map(|(number, _)| row.cycles(number as u8)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
}

fn share_by_name(topology: &Topology, row: &Row, name: &str) -> f64 {
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| in_a_sentence(&context.name) == name);
    let cycles: u64 = contexts.map(|(_, number)| row.cycles(number)).sum();
    cycles as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus))
}

/// Of the contexts that work, the one that worked most.
fn busiest(topology: &Topology, row: &Row) -> Busiest {
    let works = |kind: ContextKind| !matches!(kind, ContextKind::Hardware | ContextKind::Idle);
    let contexts = topology.contexts.iter().zip(0..).filter(|(context, _)| works(context.kind));
    let Some((context, number)) = contexts.max_by_key(|(_, number)| row.cycles(*number)) else {
        return Busiest::default();
    };
    let name = in_a_sentence(&context.name);
    let likes = topology.contexts.iter().filter(|other| in_a_sentence(&other.name) == name).count();
    Busiest {
        share: row.cycles(number) as f64 / (row.time.0.max(1) as f64 * f64::from(topology.cpus)),
        name: format!("{} {name}", if likes > 1 { "a" } else { "the" }),
    }
}

fn user_share(topology: &Topology, row: &Row) -> f64 {
    share_by_id(topology, row, "user")
}

fn share_by_id(topology: &Topology, row: &Row, id: &str) -> f64 {
    let user = topology.contexts.iter().position(|context| context.id == id);
    user.map_or(0.0, |number| row.cycles(number as u8) as f64 / row.time.0.max(1) as f64)
}

/// Packets that came in for each interrupt taken on a receive line; none where nothing interrupts.
fn packets_per_interrupt(topology: &Topology, row: &Row) -> f64 {
    let rings = topology.places.iter().enumerate().filter(|(_, place)| place.kind == PlaceKind::ReceiveRing);
    let entered: u64 = rings.map(|(number, _)| row.entered(number as u8)).sum();
    let taken = interrupts_to_receive(topology, row);
    if taken == 0 { 0.0 } else { entered as f64 / taken as f64 }
}

fn interrupts_to_receive(topology: &Topology, row: &Row) -> u64 {
    let receives = topology.lines.iter().enumerate().filter(|(_, line)| line.id.ends_with("receive"));
    receives.map(|(number, _)| row.taken(number as u8)).sum()
}

/// The place where most cycles were thrown away.
fn worst(topology: &Topology, row: &Row) -> Option<Worst> {
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
    let emptied_by = match context.kind {
        _ if into_ring => Emptier::Wire,
        ContextKind::Process => Emptier::Process,
        _ => Emptier::Kernel,
    };
    let microseconds = wasted as f64 / topology.clock_hz as f64 * 1e6;
    Some(Worst {
        id: shown.id.clone(),
        name: shown.name.clone(),
        packets,
        microseconds_each: microseconds / packets.max(1) as f64,
        emptied_by,
        emptier: in_a_sentence(&context.name),
        limit: shown.capacity,
        context: shown.context,
    })
}
