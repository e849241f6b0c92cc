//! The metrics of requirements and predictions. A measured one is a field of a trial's report, or an entry of a field.

use livelock_core::scenario::{Scenario, Value};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Metric {
    /// The field of a report; none for a setting of the machine, which is not measured.
    field: Option<&'static str>,
    /// A place, context, interrupt line or percentile, or a setting's path; empty when the family has none.
    id: String,
    /// "dropped_pps.ipintrq"
    name: String,
}

/// The id after a family's name.
#[derive(Clone, Copy)]
enum Id {
    None,
    Any,
    OneOf(&'static [&'static str]),
}

const PERCENTILES: Id = Id::OneOf(&["p50", "p90", "p99", "max", "mean"]);

/// The families by name, their fields of a report, and which ids may follow.
const FAMILIES: &[(&str, Option<&str>, Id)] = &[
    ("offered_pps", Some("offered_pps"), Id::None),
    ("delivered_pps", Some("delivered_pps"), Id::None),
    ("delivered_share", Some("delivered_share"), Id::None),
    ("dropped_pps", Some("dropped_pps"), Id::Any),
    ("wasted_share", Some("wasted_share"), Id::None),
    ("wasted_us", Some("wasted_us"), Id::Any),
    ("cpu_share", Some("cpu_share"), Id::Any),
    ("interrupts_pps", Some("interrupts_per_second"), Id::Any),
    ("packets_per_interrupt", Some("packets_per_interrupt"), Id::Any),
    ("latency_us", Some("latency_us"), PERCENTILES),
    ("setting", None, Id::Any),
];

impl Metric {
    pub fn parse(name: &str) -> Option<Metric> {
        let (family, id) = name.split_once('.').unwrap_or((name, ""));
        let (_, field, ids) = *FAMILIES.iter().find(|(known, ..)| *known == family)?;
        let is_known = match ids {
            Id::None => id.is_empty(),
            Id::Any => !id.is_empty(),
            Id::OneOf(ids) => ids.contains(&id),
        };
        is_known.then(|| Metric { field, id: id.to_string(), name: name.to_string() })
    }

    /// A measured value has a tolerance, a setting has none.
    pub fn is_measured(&self) -> bool {
        self.field.is_some()
    }

    /// The value in a finished trial with this JSON `Report`; nothing when there was nothing to measure.
    pub fn read(&self, report: &Json, scenario: &Scenario) -> Option<f64> {
        let Some(field) = self.field else { return setting(scenario, &self.id) };
        let field = report.get(field)?;
        if self.id.is_empty() { field.as_f64() } else { field.get(&self.id)?.as_f64() }
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
    use livelock_core::experiment::run_trial;
    use livelock_core::scenario::presets;

    #[test]
    fn a_report_has_the_value_of_every_metric() {
        let scenario = presets::find("figure-6-1").expect("a preset");
        let scenario = scenario.with(&[("traffic.rate", Value::Integer(12_000))]).expect("a rate");
        let report = serde_json::to_value(run_trial(&scenario).expect("a trial")).expect("JSON");
        let read = |name: &str| Metric::parse(name).expect(name).read(&report, &scenario);
        for (family, ..) in FAMILIES {
            let id = match *family {
                "dropped_pps" | "wasted_us" => ".ipintrq",
                "cpu_share" => ".device",
                "interrupts_pps" | "packets_per_interrupt" => ".ln0_receive",
                "latency_us" => ".p50",
                "setting" => ".traffic.rate",
                _ => "",
            };
            assert!(read(&format!("{family}{id}")).is_some_and(|value| value > 0.0), "{family}{id}");
        }
        assert_eq!(read("setting.traffic.rate"), Some(12_000.0));
        assert_eq!(read("wasted_us.receive_ring"), None, "it has dropped nothing");
        assert_eq!((read("dropped_pps.receive_ring"), read("cpu_share.nobody")), (Some(0.0), None));
    }
}
