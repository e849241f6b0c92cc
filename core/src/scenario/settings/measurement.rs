//! How a trial is measured, and the costs of steps with their probes: the groups `measurement` and `costs`.

use crate::scenario::cost_scales::{IN_INTERRUPTS_PATH, IN_THREADS_PATH, scale_path};
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

/// Cycles of each step, probes included, by step number, for each part of the kernel that can run it.
#[derive(Clone, Debug)]
pub struct PartCosts {
    /// In processes and in the clock's interrupt.
    pub elsewhere: Vec<Cycles>,
    /// In interrupts of devices.
    pub in_interrupts: Vec<Cycles>,
    /// In software interrupts and kernel threads.
    pub in_threads: Vec<Cycles>,
}

pub(super) fn costs(values: &Values, clock: Hertz) -> PartCosts {
    let percent = |path: &str| values.get(path).integer();
    PartCosts {
        elsewhere: scaled(values, clock, 100),
        in_interrupts: scaled(values, clock, percent(IN_INTERRUPTS_PATH)),
        in_threads: scaled(values, clock, percent(IN_THREADS_PATH)),
    }
}

/// Returns the costs in a part of the kernel whose work is scaled to so many per cent.
fn scaled(values: &Values, clock: Hertz, part_percent: u64) -> Vec<Cycles> {
    let probe = values.get("measurement.probe_ns").integer();
    let probes = values.get("measurement.probe").choice();
    STEPS
        .iter()
        .zip(values.costs())
        .map(|(row, cost)| {
            let count = match probes {
                "all" => row.traced_calls_all,
                "few" => row.traced_calls_few,
                _ => 0,
            };
            let percent = scale_path(row.step).map_or(100, |path| values.get(path).integer());
            let nanoseconds = cost.integer() * percent * part_percent / 10_000 + u64::from(count) * probe;
            clock.cycles_in_nanoseconds(nanoseconds)
        })
        .collect()
}
