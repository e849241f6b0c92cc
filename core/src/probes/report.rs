//! Report of a window of a run: rates, drops, shares, latencies, and the two conservation laws. The window is the
//! difference of two rows. The laws are checked over the whole run up to the window's end.

use super::Latency;
use crate::ordered::ById;
use crate::trace::topology::{ContextKind, Topology};
use crate::trace::{Count, Row};
use crate::units::Hertz;
use serde::{Deserialize, Serialize};

/// The data that a report is computed from.
pub struct Window<'a> {
    pub topology: &'a Topology,
    /// The counters at its beginning and end.
    pub from: &'a Row,
    pub to: &'a Row,
    /// The counters at the moment when the packets inside were counted one by one, and the number of these packets.
    pub checked: &'a Row,
    pub inside: u64,
    /// Latencies in cycles of the packets delivered in the window, if each latency was kept.
    pub latencies: Option<Vec<u64>>,
}

/// The report of a window. Keys are ids of the topology's places, contexts and lines. The metrics of lessons are fields of it:
/// `dropped_pps.ipintrq` is the entry `ipintrq` of `dropped_pps`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// The model version that computed it.
    pub model: String,
    pub offered_pps: f64,
    pub delivered_pps: f64,
    /// Of the packets that arrived, 0 to 1; none when no packet arrived.
    #[serde(default)]
    pub delivered_share: Option<f64>,
    /// Packets, by place.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub drops: ById<u64>,
    /// The same a second.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub dropped_pps: ById<f64>,
    /// 0 to 1, by context; the shares of a CPU add to 1.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub cpu_share: ById<f64>,
    /// Share of the compute-bound process.
    pub user_share: f64,
    /// Share of all processes together, 0 to 1, of the time of all CPUs. Kernel threads are not processes.
    #[serde(default)]
    pub process_share: f64,
    pub latency_us: Latency,
    /// Interrupts taken, by line.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub interrupts: ById<u64>,
    /// The same a second.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub interrupts_per_second: ById<f64>,
    /// Packets that arrived for each interrupt that was taken, by line; without the lines that took none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub packets_per_interrupt: ById<f64>,
    /// CPU cycles spent on packets that were dropped later, by place of the drop.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub wasted_cycles: ById<u64>,
    /// The same for all places, as a share of the time of all CPUs, 0 to 1.
    #[serde(default)]
    pub wasted_share: f64,
    /// The same in microseconds for each packet dropped at a place; without the places that dropped none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub wasted_us: ById<f64>,
    /// Share of the window during which each gate was on.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub gate_share: ById<f64>,
    /// Mean number of packets inside.
    pub mean_inside: f64,
    pub little: Little,
    pub window: WindowFacts,
    pub conservation: Conservation,
}

/// The window that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WindowFacts {
    pub from_us: f64,
    pub to_us: f64,
    pub arrived: u64,
    pub delivered: u64,
    pub dropped: u64,
    /// CPU cycles of work on packets, whatever their outcome.
    pub packet_work_cycles: u64,
}

/// Little's law over the window: packets inside = rate x time inside, except for the packets inside at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Little {
    pub mean_inside: f64,
    /// Rate of delivered packets x their mean latency.
    pub delivered: f64,
    /// Rate of drops x mean time inside of the dropped packets.
    pub dropped: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Conservation {
    pub packets: PacketBalance,
    pub cycles: CycleBalance,
}

/// Since the start: arrived = delivered + dropped + inside, where the packets inside are counted in the machine's places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PacketBalance {
    pub arrived: u64,
    pub delivered: u64,
    pub dropped: u64,
    pub inside: u64,
    /// `delivered + dropped by place + inside`, which has to equal `arrived`.
    pub accounted: u64,
    pub holds: bool,
}

/// Since the start: the cycles of each CPU's contexts add to the elapsed time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CycleBalance {
    pub elapsed: u64,
    pub cpus: u8,
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub by_context: ById<u64>,
    /// Sum over contexts, which has to equal `elapsed` times `cpus`.
    pub accounted: u64,
    pub holds: bool,
}

impl Report {
    /// Computes the rates of what was counted. Parts of sweeps of an earlier version lack them.
    pub fn count_per_second(&mut self) {
        let seconds = ((self.window.to_us - self.window.from_us) / 1e6).max(1e-9);
        self.dropped_pps = of_counts(&self.drops, 0, &|_, count| count / seconds);
        self.interrupts_per_second = of_counts(&self.interrupts, 0, &|_, count| count / seconds);
    }
}

impl Window<'_> {
    pub fn report(self) -> Report {
        let (topology, window) = (self.topology, self.to.since(self.from));
        let clock = Hertz(topology.clock_hz);
        let elapsed = window.time.0.max(1) as f64;
        let per_second = |count: u64| count as f64 * clock.0 as f64 / elapsed;
        let (arrived, delivered) = (window.count(Count::Arrived), window.count(Count::Delivered));
        let cpu_share = by_id(&topology.contexts, |row| &row.id, |context| window.cycles(context) as f64 / elapsed);
        let of_all_cpus = |cycles: u64| cycles as f64 / (elapsed * f64::from(topology.cpus));
        let wasted_cycles = self.of_dropping_places(|place| window.wasted(place));
        let drops = self.of_dropping_places(|place| window.drops(place));
        let interrupts = by_id(&topology.lines, |row| &row.id, |line| window.taken(line));
        let wasted_us = |place: &str, drops: f64| wasted_cycles[place] as f64 / drops / clock.0 as f64 * 1e6;
        let mean_inside = window.count(Count::InsideIntegral) as f64 / elapsed;
        let mut report = Report {
            model: topology.model.clone(),
            offered_pps: per_second(arrived),
            delivered_pps: per_second(delivered),
            delivered_share: (arrived > 0).then(|| delivered as f64 / arrived as f64),
            wasted_us: of_counts(&drops, 1, &wasted_us),
            drops,
            user_share: cpu_share.get("user").copied().unwrap_or(0.0),
            process_share: of_all_cpus(self.process_cycles(&window)),
            cpu_share,
            packets_per_interrupt: of_counts(&interrupts, 1, &|_, taken| arrived as f64 / taken),
            interrupts,
            wasted_share: of_all_cpus(wasted_cycles.values().sum()),
            wasted_cycles,
            gate_share: by_id(&topology.gates, |row| &row.id, |gate| window.gate_on(gate) as f64 / elapsed),
            mean_inside,
            little: Little {
                mean_inside,
                delivered: window.count(Count::LatencySum) as f64 / elapsed,
                dropped: window.count(Count::DroppedTime) as f64 / elapsed,
            },
            window: self.facts(&window, clock),
            conservation: Conservation { packets: self.packets(), cycles: self.cycles() },
            latency_us: match self.latencies {
                Some(latencies) => Latency::exact(latencies, clock),
                None => Latency::bucketed(&window, clock),
            },
            dropped_pps: ById::default(),
            interrupts_per_second: ById::default(),
        };
        report.count_per_second();
        report
    }

    fn facts(&self, window: &Row, clock: Hertz) -> WindowFacts {
        let microseconds = |cycles: u64| cycles as f64 * 1e6 / clock.0 as f64;
        WindowFacts {
            from_us: microseconds(self.from.time.0),
            to_us: microseconds(self.to.time.0),
            arrived: window.count(Count::Arrived),
            delivered: window.count(Count::Delivered),
            dropped: window.count(Count::Dropped),
            packet_work_cycles: window.count(Count::PacketWork),
        }
    }

    /// CPU cycles of all processes.
    fn process_cycles(&self, window: &Row) -> u64 {
        let contexts = self.topology.contexts.iter().enumerate();
        let processes = contexts.filter(|(_, context)| context.kind == ContextKind::Process);
        processes.map(|(number, _)| window.cycles(number as u8)).sum()
    }

    /// Values of the places where packets can be dropped.
    fn of_dropping_places(&self, value: impl Fn(u8) -> u64) -> ById<u64> {
        let places = self.topology.places.iter().enumerate();
        let dropping = places.filter(|(_, row)| !row.drop.is_empty());
        ById::collect(dropping.map(|(place, row)| (row.id.clone(), value(place as u8))))
    }

    fn packets(&self) -> PacketBalance {
        let row = self.checked;
        let (arrived, delivered) = (row.count(Count::Arrived), row.count(Count::Delivered));
        let by_place: u64 = (0..self.topology.places.len()).map(|place| row.drops(place as u8)).sum();
        let accounted = delivered + by_place + self.inside;
        PacketBalance {
            arrived,
            delivered,
            dropped: row.count(Count::Dropped),
            inside: self.inside,
            accounted,
            holds: accounted == arrived && by_place == row.count(Count::Dropped),
        }
    }

    fn cycles(&self) -> CycleBalance {
        let by_context = by_id(&self.topology.contexts, |row| &row.id, |context| self.checked.cycles(context));
        let (elapsed, accounted, cpus) = (self.checked.time.0, by_context.values().sum(), self.topology.cpus);
        let cycles_of = |cpu: u8| {
            let contexts = self.topology.contexts.iter().enumerate().filter(move |(_, context)| context.cpu == cpu);
            contexts.map(|(number, _)| self.checked.cycles(number as u8)).sum::<u64>()
        };
        CycleBalance { elapsed, cpus, by_context, accounted, holds: (0..cpus).all(|cpu| cycles_of(cpu) == elapsed) }
    }
}

/// Values of what was counted, without the ids whose count is below `least`.
fn of_counts(counts: &ById<u64>, least: u64, value: &dyn Fn(&str, f64) -> f64) -> ById<f64> {
    let counted = counts.iter().filter(|(_, count)| **count >= least);
    ById::collect(counted.map(|(id, count)| (id.clone(), value(id, *count as f64))))
}

/// Values of a topology's rows, by the rows' ids.
fn by_id<R, V>(rows: &[R], id: impl Fn(&R) -> &String, value: impl Fn(u8) -> V) -> ById<V> {
    ById::collect(rows.iter().enumerate().map(|(number, row)| (id(row).clone(), value(number as u8))))
}
