//! The numbers that a diagnosis is made of, all from one window. This layer measures; it does not judge. Facts that only one
//! family of machines has are in `families.rs`.

mod at_loss;
mod ends;
mod families;
mod inhibitors;
mod measures;
mod so_far;

pub use at_loss::{AtLoss, RingAtLoss};
pub use ends::{LocalEnd, Loss};
pub use families::{ReceivingFacts, SocketFacts, TodayFacts};
pub use inhibitors::{FeedbackFacts, HELD_BACK, LimitFacts};
pub use measures::{BusiestContext, ConsumerKind, WorstPlace};
pub use so_far::Settling;

use crate::program::Rule;
use crate::scenario::{Design, Pattern, Settings, Step, Value, parameter};
use crate::session::Session;
use crate::trace::topology::{ContextKind, PlaceKind};
use crate::trace::{Count, IDLE_FUNCTION};
use crate::units::{Bytes, Cycles};
use at_loss::at_loss;
use ends::{local_end, losses, neglected_interface, wires_out};
use measures::{
    busiest_context, bystanders_share, packets_per_interrupt, receive_interrupts, receiver, share_of_id, share_of_kind,
};
use measures::{worst_place, worst_ring};
use so_far::{broken_rules, ended_ms, settings_at, settling};

/// A quota up to this lets neither output nor processes starve.
pub const QUOTA_SMALL: u64 = 5;

/// While the CPU that should empty a queue is idle for this share of the time, the CPU is not why packets wait or are lost there.
pub const IDLE_MIN: f64 = 0.1;

/// A smaller share of lost packets does not matter.
pub const LOST: f64 = 0.02;

/// Looks at the interfaces.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    pub period_ms: f64,
    /// Packets that one look may take from an interface, at most `u64::MAX`.
    pub quota: u64,
    /// Packets that wait for a look at most.
    pub ring: u64,
    /// The most packets a second from all interfaces, if none comes in during a look.
    pub rate: f64,
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
    /// Of work on packets that have left, delivered or dropped.
    pub packet_work_share: f64,
    pub device_share: f64,
    /// Of time in which nothing wants the CPU, and how much of that a program's `idle()` has.
    pub idle_share: f64,
    pub idle_function_share: f64,
    pub user_share: f64,
    /// Of other processes that handle no packets.
    pub bystanders_share: f64,
    /// Whether a compute-bound user process runs on the machine.
    pub user_wants: bool,
    pub packets_per_interrupt: f64,
    /// Share of CPU time in interrupts of any kind.
    pub interrupts_share: f64,
    /// Mean time between receive interrupts, and the time of a switch to another thread.
    pub interrupt_gap_us: f64,
    pub switch_us: f64,
    pub latency_ms_mean: f64,
    pub feedback: FeedbackFacts,
    pub limit: LimitFacts,
    /// Share of the window in which the output wires were busy; 0 if no packet leaves on a wire.
    pub wire_share: f64,
    /// Share of the window in which the circuit breaker held input back.
    pub breaker_share: f64,
    pub losses: Vec<Loss>,
    pub worst_place: Option<WorstPlace>,
    /// The receive ring that refused most packets.
    pub worst_ring: Option<WorstPlace>,
    /// The interface of whose packets hardly any is taken, while another one's are.
    pub neglected_interface: Option<i8>,
    /// If the kernel is a program: the moment of the last loss at the worst place, or at the worst ring if work was lost nowhere.
    pub at_loss: Option<AtLoss>,
    /// Share of the window in which the file server's disk was busy.
    pub disk_share: f64,
    /// The source has no more packets: time since the last one came in.
    pub ended_ms: Option<f64>,
    pub busiest: BusiestContext,
    /// Set for a short time after a knob change.
    pub settling: Option<Settling>,
    /// Whether the window begins at a knob change.
    pub is_since_change: bool,
    /// The process that packets are delivered to, or several ("receiving processes"); `None` when they leave on a wire.
    pub receiver: Option<String>,
    /// A process that a part of the packets is delivered to, while the others leave on a wire.
    pub local_end: Option<LocalEnd>,
    /// CPU share of the receiver, or of all receivers together.
    pub receiver_share: f64,
    /// The settings in force at the moment that is diagnosed.
    pub settings: Settings,
    /// Packets that one poll of an interface may handle.
    pub quota: u64,
    /// The kernel is a program that somebody has written, and the rules about time that it had broken by then.
    pub is_program: bool,
    pub broken_rules: Vec<&'static Rule>,
    /// Whether the kernel has the polling facility. A program has its own way.
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
        let (delivered, refused) = (row.count(Count::Delivered), row.count(Count::Refused));
        let frame = settings.machine.link.wire_time(Bytes(settings.traffic.packet_bytes.0), settings.machine.clock);
        let state = session.recorder().state_at(window.to.time);
        let millisecond = session.clock().cycles_in_milliseconds(1);
        let limit = |place: usize| match &state {
            // descriptors that software has read count, too
            _ if topology.places[place].kind == PlaceKind::ReceiveRing => settings.machine.receive_ring as u64,
            Some(state) => u64::from(state.places[place].limit),
            None => u64::from(topology.places[place].capacity),
        };
        let receiver = receiver(topology, row);
        let local_end = local_end(topology, row);
        let on_wires = delivered - local_end.as_ref().map_or(0, |end| end.delivered).min(delivered);
        let is_program = session.scenario().program.is_some();
        let idle_function_share = share_of_id(topology, row, IDLE_FUNCTION);
        let (worst_place, worst_ring) = (worst_place(topology, row, &limit), worst_ring(topology, row, &limit));
        let has_effect = |path: &str| parameter(path).is_some_and(|row| settings.values.meet(row.when));
        let facts = Facts {
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
            packet_work_share: row.count(Count::PacketWork) as f64 / cpu_cycles,
            device_share: share(ContextKind::Device),
            idle_share: share(ContextKind::Idle) + idle_function_share,
            idle_function_share,
            user_share: share_of_id(topology, row, "user"),
            bystanders_share: bystanders_share(topology, row),
            user_wants: settings.kernel.compute && has_effect("programs.compute"),
            packets_per_interrupt: packets_per_interrupt(topology, row),
            interrupts_share: [ContextKind::Clock, ContextKind::Device, ContextKind::Software].map(share).iter().sum(),
            interrupt_gap_us: seconds * 1e6 / receive_interrupts(topology, row).max(1) as f64,
            switch_us: settings.cost(Step::ThreadRun).0 as f64 / topology.clock_hz as f64 * 1e6,
            latency_ms_mean: row.count(Count::LatencySum) as f64 / delivered.max(1) as f64 / topology.clock_hz as f64
                * 1e3,
            feedback: FeedbackFacts::measure(&settings, topology, &gate),
            limit: LimitFacts::measure(topology, row, &limits),
            wire_share: match wires_out(topology) {
                0 => 0.0,
                wires => on_wires as f64 * frame.0 as f64 / cycles / wires as f64,
            },
            breaker_share: gate("breaker"),
            losses: losses(topology, row),
            neglected_interface: neglected_interface(topology, row),
            at_loss: None,
            worst_place,
            worst_ring,
            disk_share: gate("disk"),
            ended_ms: ended_ms(session, &window, &settings.traffic),
            busiest: busiest_context(topology, row),
            settling: settling(session, moment),
            is_since_change: session.last_intervention(moment).is_some_and(|at| window.from.time <= at + millisecond),
            receiver_share: receiver.as_ref().map_or(0.0, |receiver| receiver.share),
            receiver: receiver.map(|receiver| receiver.name),
            local_end,
            quota: match settings.kernel.design {
                Design::Clocked => settings.values.get("clocked.quota").integer(),
                _ => settings.polling.quota,
            },
            is_program,
            broken_rules: broken_rules(session, moment),
            can_poll: settings.kernel.design == Design::Polling && !is_program,
            sockets: SocketFacts::measure(&settings, topology, row, gate("mischarged")),
            receiving: ReceivingFacts::measure(&settings, topology, row, window.to.inside(), &gate),
            today: TodayFacts::measure(&settings, topology, row, gate("busy_polling")),
            settings,
        };
        let worst = if facts.loses_work() { &facts.worst_place } else { &facts.worst_ring };
        let worst = worst.as_ref().filter(|_| is_program);
        let at_loss = worst.and_then(|worst| at_loss(session, &window, worst, !facts.loses_work()));
        Facts { at_loss, ..facts }
    }

    /// The place where packets cost most before they were dropped. Only findings about loss may ask for it.
    pub fn worst_place(&self) -> &WorstPlace {
        self.worst_place.as_ref().expect("findings about loss have a place of loss")
    }

    /// The ring that refused most. Only findings about refused packets may ask for it.
    pub fn worst_ring(&self) -> &WorstPlace {
        self.worst_ring.as_ref().expect("packets that are refused are refused at a ring")
    }

    /// Why a program's transmit ring leaves the wire idle while packets are lost before it.
    pub fn ring_kept_idle(&self) -> Option<RingAtLoss> {
        self.at_loss.and_then(|at_loss| at_loss.ring).filter(|ring| *ring != RingAtLoss::Busy)
    }

    /// Whether a program frees packets although there is room for them.
    pub fn frees_packets(&self) -> bool {
        self.at_loss.is_some_and(|at_loss| at_loss.is_freed)
    }

    /// Whether a program slept while packets waited in a ring or queue that then had no room, and that is why they are lost.
    pub fn has_slept(&self) -> bool {
        let worst = if self.loses_work() { &self.worst_place } else { &self.worst_ring };
        let has_time = worst.as_ref().is_some_and(|worst| worst.consumer_idle > IDLE_MIN);
        has_time && self.at_loss.is_some_and(|at_loss| at_loss.has_slept)
    }

    /// Share of the packets that were dropped after work.
    pub fn lost_after_work(&self) -> f64 {
        self.wasted_packets as f64 / self.arrived.max(1) as f64
    }

    /// Whether packets are lost after work on them.
    pub fn loses_work(&self) -> bool {
        self.lost_after_work() > LOST && self.wasted_packets >= 3
    }

    /// Whether receive rings refuse packets.
    pub fn refuses(&self) -> bool {
        self.refused as f64 > LOST * self.arrived as f64
    }

    /// Whether a program has been told that it sleeps beside packets, and the CPU has time for those that wait.
    pub fn sleeps_beside_work(&self) -> bool {
        self.has_time() && self.broken_rules.iter().any(|rule| rule.id == "asleep")
    }

    /// All packets that were lost, at any cost.
    pub fn lost(&self) -> u64 {
        self.wasted_packets + self.refused
    }

    /// The same without those that may have come before the last knob change. What is refused has only just come.
    pub fn lost_now(&self) -> u64 {
        let earlier = if self.is_since_change { self.inside_before.saturating_sub(self.inside) } else { 0 };
        self.refused + self.wasted_packets.saturating_sub(earlier)
    }

    /// Whether at least 2 % of the offered packets are delivered.
    pub fn gets_through(&self) -> bool {
        self.delivered_rate >= 0.02 * self.offered
    }

    /// How often a kernel looks at its interfaces that does so only when its clock tells it to, or only between the turns of
    /// processes.
    pub fn looks(&self) -> Option<Looks> {
        let values = &self.settings.values;
        let number = |path: &str| values.get(path).integer();
        let (period_us, quota) = match self.settings.kernel.design {
            Design::Clocked => (number("clocked.period_us"), "clocked.quota"),
            Design::Calaveras if self.user_wants => {
                (number("calaveras.quantum_ticks") * 1_000_000 / number("machine.clock_hz"), "calaveras.receive_weight")
            }
            _ => return None,
        };
        let quota = match values.get(quota) {
            Value::Infinity => u64::MAX,
            number => number.integer(),
        };
        let ring = number("queues.receive_ring");
        let packets = quota.min(ring);
        let rate = self.settings.traffic.inputs as f64 * packets as f64 * 1e6 / period_us as f64;
        Some(Looks { period_ms: period_us as f64 / 1e3, quota, ring, rate })
    }

    /// Whether a kernel that polls by the clock has CPU time left, or sends all that its transmit ring allows when it is cleared
    /// once a period. Then a shorter period would help.
    pub fn looks_seldom(&self) -> bool {
        self.settings.kernel.design == Design::Clocked && (self.has_time() || self.sends_a_ring_each_look())
    }

    /// Whether a kernel that clears its transmit ring only when it looks sends as much as the ring holds.
    pub fn sends_a_ring_each_look(&self) -> bool {
        let is_bounded = |looks: Looks| self.delivered_rate > 0.9 * self.transmit_ring() as f64 * 1e3 / looks.period_ms;
        self.settings.kernel.design == Design::Clocked && self.looks().is_some_and(is_bounded)
    }

    /// Whether feedback or the limit holds input back.
    pub fn is_held_back(&self) -> bool {
        self.feedback.share.max(self.limit.share) > HELD_BACK
    }

    /// Whether the kernel polls.
    pub fn polls(&self) -> bool {
        self.can_poll && self.settings.polling.enabled
    }

    /// Whether the CPU has time that packets do not use.
    pub fn has_time(&self) -> bool {
        self.idle_share + self.user_share > 0.1
    }

    /// Whether packets come in bursts, or at irregular times.
    pub fn comes_in_bursts(&self) -> bool {
        matches!(
            self.settings.traffic.pattern,
            Pattern::Bursty | Pattern::Burst | Pattern::Capture | Pattern::Poisson | Pattern::Rpc
        )
    }

    /// Whether packets wait that came in a burst: the CPU has time for them.
    pub fn holds_a_burst(&self) -> bool {
        self.comes_in_bursts() && self.idle_share > IDLE_MIN
    }

    /// How many descriptors the transmit ring has.
    pub fn transmit_ring(&self) -> u64 {
        self.settings.values.get("queues.transmit_ring").integer()
    }

    /// Whether no packet came in, went out or was dropped. Packets may wait inside.
    pub fn nothing_happened(&self) -> bool {
        self.arrived == 0 && self.delivered == 0 && self.wasted_packets == 0 && self.refused == 0
    }
}
