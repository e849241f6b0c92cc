//! How a trial is measured, and the costs of steps with their probes: the groups `measurement` and `costs`.

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

/// Two knobs scale costs by where code runs, whatever it does. (Two others scale by what it does: `costs::Work`.)
pub const IN_INTERRUPTS_PATH: &str = "scale.in_interrupts";
pub const IN_THREADS_PATH: &str = "scale.in_threads";

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
            let percent = row.work.scale_path().map_or(100, |path| values.get(path).integer());
            let nanoseconds = cost.integer() * percent * part_percent / 10_000 + u64::from(count) * probe;
            clock.cycles_in_nanoseconds(nanoseconds)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, Tracing};
    use crate::scenario::costs::{INTERRUPTS_PATH, PROTOCOLS_PATH};
    use crate::scenario::{Scenario, Settings, Step, Value, parameter, presets};
    use crate::trace::topology::ContextKind;

    fn settings(scenario: &str, changes: &[(&str, i64)]) -> Settings {
        let changes: Vec<(&str, Value)> = changes.iter().map(|(path, value)| (*path, Value::Integer(*value))).collect();
        let scenario = presets::find(scenario).expect("a ready-made scenario").with(&changes).expect("valid settings");
        Settings::from(&scenario.values())
    }

    #[test]
    fn each_knob_scales_its_steps_and_no_other() {
        let unscaled = settings("lab", &[]);
        let faster = settings("lab", &[(INTERRUPTS_PATH, 50)]);
        let slower = settings("lab", &[(PROTOCOLS_PATH, 400)]);
        for row in STEPS {
            let path = row.work.scale_path();
            let halved = if path == Some(INTERRUPTS_PATH) { 2 } else { 1 };
            let quadrupled = if path == Some(PROTOCOLS_PATH) { 4 } else { 1 };
            let cost = unscaled.cost(row.step).0;
            assert!((faster.cost(row.step).0 * halved).abs_diff(cost) <= 1, "{}", row.id);
            assert!(slower.cost(row.step).0.abs_diff(cost * quadrupled) <= 4, "{}", row.id);
        }
    }

    #[test]
    fn work_is_scaled_where_it_runs() {
        let costs = settings("lab", &[(IN_INTERRUPTS_PATH, 200), (IN_THREADS_PATH, 50)]).costs;
        let unscaled = settings("lab", &[]).costs.elsewhere;
        for (step, cost) in unscaled.iter().enumerate() {
            assert_eq!(costs.elsewhere[step], *cost);
            assert!(costs.in_interrupts[step].0.abs_diff(2 * cost.0) <= 2);
            assert!((2 * costs.in_threads[step].0).abs_diff(cost.0) <= 2);
        }
    }

    #[test]
    fn only_machines_with_later_work_show_its_knob() {
        let is_wrong = |scenario: &Scenario| {
            let machine = Machine::new(scenario, Tracing::Off).expect("a valid scenario");
            let mut kinds = machine.topology.contexts.iter().map(|context| context.kind);
            let has_later_work = kinds.any(|kind| matches!(kind, ContextKind::Software | ContextKind::Thread));
            let row = parameter(IN_THREADS_PATH).expect("a row");
            scenario.values().meet(row.when) != has_later_work
        };
        let wrong: Vec<String> = presets::all().into_iter().filter(is_wrong).map(|scenario| scenario.id).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// Probes are the measurement's cost, not the step's.
    #[test]
    fn probes_are_not_scaled() {
        let cost = |percent: i64, probe: i64| {
            let changes = [(INTERRUPTS_PATH, percent), (IN_THREADS_PATH, percent), ("measurement.probe_ns", probe)];
            settings("figure-7-4", &changes).costs.in_threads[Step::Lnintr as usize].0
        };
        assert!((cost(50, 1_500) - cost(50, 0)).abs_diff(cost(100, 1_500) - cost(100, 0)) <= 1);
    }
}
