//! The numbers that a diagnosis is made of, all from one window. This layer measures; it does not judge. Facts that only one
//! family of machines has are in `families.rs`.

mod families;
mod measures;

pub use families::{ReceivingFacts, SocketFacts, TodayFacts};
pub use measures::{BusiestContext, ConsumerKind, WorstPlace};

use crate::scenario::{Design, Settings, Step};
use crate::session::Session;
use crate::trace::Count;
use crate::trace::topology::ContextKind;
use crate::units::{Bytes, Cycles};
use measures::worst_place;
use measures::{busiest_context, packets_per_interrupt, receive_interrupts, receiver, share_of_id, share_of_kind};

/// A quota up to this lets neither output nor processes starve.
pub const QUOTA_SMALL: u64 = 5;

/// Time after a knob change in which the machine still handles packets from before. The page's "jump to the effect" skips
/// it (`EFFECT_SECONDS`).
const SETTLING_MS: f64 = 50.0;

/// A recent knob change: the counts still show the change, not the settled machine.
#[derive(Clone, Debug)]
pub struct Settling {
    pub since_ms: f64,
    pub left_ms: f64,
    /// Paths of the settings that were changed.
    pub changed: Vec<String>,
}

/// Everything that findings, sentences and cures read, measured over one window.
#[derive(Clone, Debug)]
pub struct Facts {
    pub window_ms: f64,
    pub arrived: u64,
    pub delivered: u64,
    pub refused: u64,
    pub wasted_packets: u64,
    /// Packets in the machine at the end of the window, and at its beginning.
    pub inside: u64,
    pub inside_before: u64,
    /// Packets/s.
    pub offered: f64,
    pub delivered_rate: f64,
    /// Shares of CPU time; with several CPUs, of their time together.
    pub wasted_share: f64,
    pub device_share: f64,
    pub idle_share: f64,
    pub user_share: f64,
    /// Whether a compute-bound user process runs on the machine.
    pub user_wants: bool,
    pub packets_per_interrupt: f64,
    /// Share of CPU time in interrupts of any kind.
    pub interrupts_share: f64,
    /// Mean time between receive interrupts, and the time of a switch to another thread.
    pub interrupt_gap_us: f64,
    pub switch_us: f64,
    pub latency_ms_mean: f64,
    /// Shares of the window.
    pub feedback_share: f64,
    /// Share of the window in which the limit held input back. If each CPU has a limit, this is the greatest share.
    pub limit_share: f64,
    /// The CPU of that limit; `None` when all CPUs have one limit.
    pub limit_cpu: Option<usize>,
    pub wire_share: f64,
    pub breaker_share: f64,
    /// Shares of CPU time: the consumer of the worst place, and all other processes.
    pub consumer_share: f64,
    pub others_share: f64,
    pub worst_place: Option<WorstPlace>,
    pub busiest: BusiestContext,
    /// Set for a short time after a knob change.
    pub settling: Option<Settling>,
    /// The process that packets are delivered to, or several ("receiving processes"); `None` when they leave on a wire.
    pub receiver: Option<String>,
    /// CPU share of the receiver, or of all receivers together.
    pub receiver_share: f64,
    /// The settings in force at the moment that is diagnosed.
    pub settings: Settings,
    /// Packets that one poll of an interface may handle.
    pub quota: u64,
    /// Whether the kernel has the polling facility.
    pub can_poll: bool,
    pub sockets: SocketFacts,
    pub receiving: ReceivingFacts,
    pub today: TodayFacts,
}

impl Facts {
    /// Measures the window that ends at `moment`.
    pub fn gather(session: &Session, moment: Cycles) -> Facts {
        let window = session.window(moment);
        let row = &window.difference;
        let topology = session.topology();
        let settings = settings_at(session, moment);
        let seconds = row.time.0 as f64 / topology.clock_hz as f64;
        let cycles = row.time.0.max(1) as f64;
        let cpu_cycles = cycles * f64::from(topology.cpus);
        let rate = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let share = |kind: ContextKind| share_of_kind(topology, row, kind);
        let gates = || topology.gates.iter().zip((0..).map(|number| row.gate_on(number) as f64 / cycles));
        let gate = |id: &str| gates().find(|(gate, _)| gate.id == id).map_or(0.0, |(_, share)| share);
        let limits: Vec<f64> =
            gates().filter(|(gate, _)| gate.id.starts_with("limit")).map(|(_, share)| share).collect();
        let limit_share = limits.iter().copied().fold(0.0, f64::max);
        let (delivered, refused) = (row.count(Count::Delivered), row.count(Count::Refused));
        let frame = settings.machine.link.wire_time(Bytes(settings.traffic.packet_bytes.0), settings.machine.clock);
        let worst_place = worst_place(topology, row);
        let receiver = receiver(topology, row);
        let consumer_share = worst_place.as_ref().map_or(0.0, |worst| row.cycles(worst.consumer) as f64 / cpu_cycles);
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
            user_share: share_of_id(topology, row, "user"),
            user_wants: settings.kernel.compute,
            packets_per_interrupt: packets_per_interrupt(topology, row),
            interrupts_share: [ContextKind::Clock, ContextKind::Device, ContextKind::Software].map(share).iter().sum(),
            interrupt_gap_us: seconds * 1e6 / receive_interrupts(topology, row).max(1) as f64,
            switch_us: settings.cost(Step::ThreadRun).0 as f64 / topology.clock_hz as f64 * 1e6,
            latency_ms_mean: row.count(Count::LatencySum) as f64 / delivered.max(1) as f64 / topology.clock_hz as f64
                * 1e3,
            feedback_share: gate("feedback"),
            limit_share,
            limit_cpu: limits.iter().position(|share| limits.len() > 1 && *share == limit_share),
            wire_share: delivered as f64 * frame.0 as f64 / cycles,
            breaker_share: gate("breaker"),
            consumer_share,
            others_share: share(ContextKind::Process) - consumer_share,
            worst_place,
            busiest: busiest_context(topology, row),
            settling: settling(session, moment),
            receiver_share: receiver.as_ref().map_or(0.0, |receiver| receiver.share),
            receiver: receiver.map(|receiver| receiver.name),
            quota: match settings.kernel.design {
                Design::Clocked => settings.values.get("clocked.quota").integer(),
                _ => settings.polling.quota,
            },
            can_poll: settings.kernel.design == Design::Polling,
            sockets: SocketFacts::measure(&settings, topology, row, gate("mischarged")),
            receiving: ReceivingFacts::measure(&settings, topology, row, window.to.inside(), &gate),
            today: TodayFacts::measure(&settings, topology, row, gate("busy_polling")),
            settings,
        }
    }

    /// The place where packets cost most before they were dropped. Only findings about loss may ask for it.
    pub fn worst_place(&self) -> &WorstPlace {
        self.worst_place.as_ref().expect("findings about loss have a place of loss")
    }

    /// Share of the packets that were dropped after work.
    pub fn lost_after_work(&self) -> f64 {
        self.wasted_packets as f64 / self.arrived.max(1) as f64
    }

    /// Whether at least 2 % of the offered packets are delivered.
    pub fn gets_through(&self) -> bool {
        self.delivered_rate >= 0.02 * self.offered
    }

    /// Share of CPU time that is neither a process's nor idle.
    pub fn kernel_share(&self) -> f64 {
        1.0 - self.idle_share - self.others_share - self.consumer_share
    }

    /// Whether no packet came in, went out or was dropped. Packets may wait inside.
    pub fn nothing_happened(&self) -> bool {
        self.arrived == 0 && self.delivered == 0 && self.wasted_packets == 0 && self.refused == 0
    }
}

/// Returns the settings in force at a moment: the scenario's, changed by the interventions up to then.
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

fn settling(session: &Session, moment: Cycles) -> Option<Settling> {
    let at = session.last_intervention(moment)?;
    let since_ms = (moment - at).0 as f64 / session.clock().0 as f64 * 1e3;
    if since_ms >= SETTLING_MS {
        return None;
    }
    let changed = session.scenario().interventions.iter().filter(|one| one.at == at.0);
    let changed = changed.flat_map(|one| one.set.keys().cloned()).collect();
    Some(Settling { since_ms, left_ms: SETTLING_MS - since_ms, changed })
}
