//! How a trial is measured, and the costs of steps with their probes: the groups `measurement` and `costs`.

use crate::scenario::cost_scales::scale_path;
use crate::scenario::costs::STEPS;
use crate::scenario::values::Values;
use crate::units::{Cycles, Hertz};

/// How a trial is measured.
#[derive(Clone, Debug)]
pub struct TrialSettings {
    pub packets: u64,
    pub time_max: Cycles,
    /// Per cent.
    pub warmup: u64,
    pub seeds: u64,
    pub from: u64,
    pub to: u64,
}

pub(super) fn trial(values: &Values, clock: Hertz) -> TrialSettings {
    let number = |path: &str| values.get(path).integer();
    TrialSettings {
        packets: number("trial.packets"),
        time_max: clock.cycles_in_milliseconds(number("trial.ms_max")),
        warmup: number("trial.warmup"),
        seeds: number("trial.seeds"),
        from: number("trial.from"),
        to: number("trial.to"),
    }
}

pub(super) fn costs(values: &Values, clock: Hertz) -> Vec<Cycles> {
    let probe = values.get("measurement.probe_ns").integer();
    let probes = values.get("measurement.probe").choice();
    STEPS
        .iter()
        .zip(values.costs())
        .map(|(row, cost)| {
            let count = match probes {
                "all" => row.probes_all,
                "few" => row.probes_few,
                _ => 0,
            };
            let percent = scale_path(row.step).map_or(100, |path| values.get(path).integer());
            let nanoseconds = cost.integer() * percent / 100 + u64::from(count) * probe;
            clock.cycles_in_nanoseconds(nanoseconds)
        })
        .collect()
}
