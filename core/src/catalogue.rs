//! Everything that a front end has to know before it runs anything: parameters, designs, scenarios, and the papers'
//! numbers.

use crate::families;
#[cfg(feature = "typescript")]
use crate::message::Message;
use crate::ordered::ordered_map;
use crate::scenario::{
    DESIGNS, DesignRow, Group, MODEL, ORDERS, Order, Parameter, Scenario, Source, TAKEN_OVER, Value, Values, groups,
    parameters, presets, profiles,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A number that a paper states. A throughput curve shows it when the settings are those of the paper's experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// Id in `claims.toml`.
    pub claim: &'static str,
    pub label: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// Packets/s offered; `None` when the paper states only a delivered rate.
    pub x: Option<f64>,
    /// Packets/s delivered; `None` when the paper states only an offered rate.
    pub y: Option<f64>,
    /// The settings of the experiment.
    pub applies: BTreeMap<&'static str, Value>,
}

/// A machine: the values and ranges of its parameters that differ from the parameter table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Profile {
    /// A choice of the parameter `machine.profile`; the first choice is the default.
    pub id: &'static str,
    pub label: &'static str,
    /// Paper and section.
    pub source: &'static str,
    pub settings: Vec<SettingGroup>,
    pub ranges: Vec<Range>,
}

/// Settings of a machine that have one source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SettingGroup {
    #[cfg_attr(feature = "typescript", ts(as = "Message"))]
    pub source: Source,
    pub values: BTreeMap<&'static str, Value>,
}

/// The range of a parameter on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Range {
    pub path: &'static str,
    pub min: i64,
    pub max: i64,
}

/// The kernel designs of one browser module of the simulator.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FamilyRow {
    pub id: &'static str,
    pub designs: Vec<&'static str>,
}

/// Everything that a front end has to know before it runs anything.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Catalogue {
    pub model: &'static str,
    pub parameters: Vec<Parameter>,
    /// Pairs of settings that cannot cross.
    pub orders: Vec<Order>,
    pub groups: Vec<Group>,
    pub profiles: Vec<Profile>,
    /// The text of the source of a cost that a machine takes over from the first one.
    pub taken_over: &'static str,
    pub designs: Vec<DesignRow>,
    pub families: Vec<FamilyRow>,
    pub scenarios: Vec<Scenario>,
    pub marks: Vec<Mark>,
}

pub fn catalogue() -> Catalogue {
    Catalogue {
        model: MODEL,
        parameters: parameters().to_vec(),
        orders: ORDERS.to_vec(),
        groups: groups(),
        profiles: profiles::ALL.iter().map(|profile| machine(profile)).collect(),
        taken_over: TAKEN_OVER,
        designs: DESIGNS.to_vec(),
        families: families::ALL.iter().map(|family| family_row(family.id)).collect(),
        scenarios: presets::all(),
        marks: marks(),
    }
}

fn family_row(id: &'static str) -> FamilyRow {
    let designs = DESIGNS.iter().filter(|design| design.family == id);
    FamilyRow { id, designs: designs.map(|design| design.id).collect() }
}

fn machine(profile: &profiles::Profile) -> Profile {
    Profile {
        id: profile.id,
        label: profile.label,
        source: profile.source,
        settings: profile.settings.iter().map(|(source, values)| group(*source, values)).collect(),
        ranges: profile.ranges.iter().map(|&(path, min, max)| Range { path, min, max }).collect(),
    }
}

fn group(source: Source, values: &'static [(&'static str, i64)]) -> SettingGroup {
    SettingGroup { source, values: ordered_map(values.iter().map(|(path, number)| (*path, Value::Integer(*number)))) }
}

/// This group of parameters is our own: how trials are run and how the machine is observed. The papers state no values for
/// it.
const OUR_GROUP: &str = "measurement";
/// Parameters that may have any value: the rate, and the context of the IP layer. The papers' numbers hold whether IP runs in a
/// software interrupt or in a thread.
const FREE_PARAMETERS: [&str; 2] = ["traffic.rate", "kernel.ip"];

/// Returns the papers' numbers that apply to these settings: the settings are those of the experiment, and nothing else
/// differs from the machine's defaults.
pub fn paper_numbers_for(values: &Values) -> Vec<Mark> {
    let standard = Values::of(values.profile());
    let differs = |mark: &Mark, row: &Parameter| {
        let path = row.path.as_str();
        let may_differ = mark.applies.contains_key(path) || row.group == OUR_GROUP || FREE_PARAMETERS.contains(&path);
        !may_differ && values.get(path) != standard.get(path) && values.meet(row.when)
    };
    let applies = |mark: &Mark| {
        mark.applies.iter().all(|(path, value)| values.get(path) == value)
            && !parameters().iter().any(|row| differs(mark, row))
    };
    marks().into_iter().filter(applies).collect()
}

fn marks() -> Vec<Mark> {
    const ON: Value = Value::Switch(true);
    const OFF: Value = Value::Switch(false);
    let design = |id: &str| ("kernel.design", Value::Choice(id.to_string()));
    let mark = |claim, label, source, x: f64, y: Option<f64>, applies: &[(&'static str, Value)]| Mark {
        claim,
        label,
        source,
        x: Some(x),
        y,
        applies: ordered_map(applies.iter().cloned()),
    };
    let (unmodified, modified) = (design("bsd"), design("polling"));
    let one_cpu = ("machine.cpus", Value::Integer(1));
    let quota = ("polling.quota", Value::Integer(5));
    let polls = [modified, ("polling.enabled", ON), ("programs.screend", OFF), quota, one_cpu];
    let plain = [unmodified.clone(), ("programs.screend", OFF)];
    let screend = [unmodified, ("programs.screend", ON)];
    let driver = |kernel: &str, interrupts: &str| {
        let machine = Value::Choice("mpc8250".to_string());
        let interrupts = ("linux.transmit_interrupts", Value::Choice(interrupts.to_string()));
        [("machine.profile", machine), design(kernel), interrupts, ("traffic.bytes", Value::Integer(64))]
    };
    let (original, silent) = (driver("linux_irq", "each"), driver("linux_napi", "off"));
    vec![
        mark("M6.2-peak", "peak: 4,700", "M 6.2", 4_700.0, Some(4_700.0), &plain),
        mark("M6.2-would-livelock", "livelock somewhat below 14,880", "M 6.2", 14_880.0, Some(0.0), &plain),
        mark("M6.2-screend-knee", "trouble above 2,000", "M 6.2", 2_000.0, Some(2_000.0), &screend),
        mark("M6.2-screend-livelock", "livelock at 6,000", "M 6.2", 6_000.0, Some(0.0), &screend),
        mark("M6.5-mlfrr", "no loss up to about 5,000", "M 6.5, 7", 5_000.0, Some(5_000.0), &polls),
        // S counts the packets of both interfaces together; `x` is the rate of one interface
        mark("S-mlffr", "no loss up to 37,000 in all", "S 4.2.2", 18_500.0, Some(37_000.0), &original),
        mark("S-collapse", "collapse at 120,000 in all", "S 4.2.2", 60_000.0, Some(0.0), &original),
        mark("S-mlffr", "no loss up to 77,000 in all", "S 4.2.2", 38_500.0, Some(77_000.0), &silent),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn papers_numbers(id: &str, set: &[(&str, Value)]) -> Vec<&'static str> {
        let scenario = presets::find(id).expect("a ready-made scenario").with(set).expect("a valid scenario");
        paper_numbers_for(&scenario.values()).iter().map(|mark| mark.claim).collect()
    }

    #[test]
    fn papers_numbers_apply_to_their_own_experiment() {
        assert_eq!(papers_numbers("figure-6-1", &[]), ["M6.2-peak", "M6.2-would-livelock"]);
        assert_eq!(papers_numbers("figure-6-3", &[]), ["M6.5-mlfrr"]);
        assert_eq!(papers_numbers("spanos-figure-5", &[]), ["S-mlffr", "S-collapse"]);
        assert_eq!(papers_numbers("figure-6-1", &[("traffic.rate", Value::Integer(100))]).len(), 2);
    }

    #[test]
    fn papers_numbers_do_not_apply_to_another_load() {
        let on = Value::Switch(true);
        assert!(papers_numbers("figure-6-1", &[("programs.nfs", on.clone())]).is_empty());
        assert!(papers_numbers("figure-6-3", &[("limit.enabled", on)]).is_empty());
    }

    #[test]
    fn settings_of_other_machines_do_not_matter() {
        let left = [("srp.application", Value::Choice("stream".into()))];
        assert_eq!(papers_numbers("figure-6-3", &left), ["M6.5-mlfrr"]);
    }
}
