//! The metrics of requirements and predictions, read from a trial's report as in web/lesson/metric.ts.

use livelock_core::ordered::ById;
use livelock_core::probes::Report;
use livelock_core::scenario::{Scenario, Value};
use serde::{Deserialize, Deserializer};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Metric {
    family: Family,
    /// A place, context, interrupt line or percentile; empty when the family has none.
    id: String,
    /// "dropped_pps.ipintrq"
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    OfferedPps,
    DeliveredPps,
    DeliveredShare,
    DroppedPps,
    WastedShare,
    WastedUs,
    CpuShare,
    InterruptsPps,
    PacketsPerInterrupt,
    LatencyUs,
    /// A setting of the machine, which is not measured. The id is its path.
    Setting,
}

/// The families by name, and whether an id follows.
const FAMILIES: &[(&str, Family, bool)] = &[
    ("offered_pps", Family::OfferedPps, false),
    ("delivered_pps", Family::DeliveredPps, false),
    ("delivered_share", Family::DeliveredShare, false),
    ("dropped_pps", Family::DroppedPps, true),
    ("wasted_share", Family::WastedShare, false),
    ("wasted_us", Family::WastedUs, true),
    ("cpu_share", Family::CpuShare, true),
    ("interrupts_pps", Family::InterruptsPps, true),
    ("packets_per_interrupt", Family::PacketsPerInterrupt, true),
    ("latency_us", Family::LatencyUs, true),
    ("setting", Family::Setting, true),
];

impl Metric {
    pub fn parse(name: &str) -> Option<Metric> {
        let (family, id) = name.split_once('.').unwrap_or((name, ""));
        let (_, family, has_id) = *FAMILIES.iter().find(|(known, ..)| *known == family)?;
        let name = name.to_string();
        (has_id != id.is_empty()).then(|| Metric { family, id: id.to_string(), name })
    }

    /// A measured value has a tolerance, a setting has none.
    pub fn is_measured(&self) -> bool {
        self.family != Family::Setting
    }

    /// The value in a finished trial; nothing when there was nothing to measure.
    pub fn read(&self, report: &Report, scenario: &Scenario, clock_hz: u64) -> Option<f64> {
        let window = &report.window;
        let seconds = (window.to_us - window.from_us) / 1e6;
        let (clock, id) = (clock_hz as f64, self.id.as_str());
        let get = |counts: &ById<u64>| counts.get(id).map(|count| *count as f64);
        let per_second = |count: Option<f64>| count.and_then(|count| ratio(count, seconds));
        match self.family {
            Family::OfferedPps => Some(report.offered_pps),
            Family::DeliveredPps => Some(report.delivered_pps),
            Family::DeliveredShare => ratio(window.delivered as f64, window.arrived as f64),
            Family::DroppedPps => per_second(get(&report.drops)),
            Family::WastedShare => {
                let wasted: u64 = report.wasted_cycles.values().sum();
                ratio(wasted as f64, seconds * clock)
            }
            Family::WastedUs => {
                let (cycles, drops) = (get(&report.wasted_cycles)?, get(&report.drops)?);
                ratio(cycles, drops).map(|cycles| cycles / clock * 1e6)
            }
            Family::CpuShare => report.cpu_share.get(id).copied(),
            Family::InterruptsPps => per_second(get(&report.interrupts)),
            Family::PacketsPerInterrupt => ratio(window.arrived as f64, get(&report.interrupts)?),
            Family::LatencyUs => match id {
                "p50" => report.latency_us.p50,
                "p90" => report.latency_us.p90,
                "p99" => report.latency_us.p99,
                "max" => report.latency_us.max,
                "mean" => report.latency_us.mean,
                _ => None,
            },
            Family::Setting => setting(scenario, id),
        }
    }
}

/// The value of a setting as a number; a switch is 0 or 1, and no limit is infinite.
fn setting(scenario: &Scenario, path: &str) -> Option<f64> {
    match scenario.values().get(path) {
        Value::Integer(number) => Some(*number as f64),
        Value::Switch(is_on) => Some(f64::from(u8::from(*is_on))),
        Value::Infinity => Some(f64::INFINITY),
        Value::Choice(_) => None,
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Metric, D::Error> {
        let name = String::deserialize(from)?;
        let unknown = || serde::de::Error::custom(format!("{name:?} is no metric of a trial"));
        Metric::parse(&name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_an_id_where_the_family_has_one() {
        for name in ["delivered_pps", "dropped_pps.ipintrq", "latency_us.p99"] {
            assert_eq!(Metric::parse(name).expect(name).to_string(), name);
        }
        for name in ["", "dropped_pps", "delivered_pps.ipintrq", "diagnosis"] {
            assert_eq!(Metric::parse(name), None, "{name}");
        }
    }
}
