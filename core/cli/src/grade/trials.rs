//! The trials behind goals and predictions. Equal scenarios run once, whoever handed them in: a whole course that turns one
//! knob needs only as many trials as the knob has values. A trial's machine is always the lesson's; a report chooses only
//! the values of knobs that the step unlocks. So no report takes longer to grade than an honest one.

use super::answer_key::{Machine, Set};
use super::metric::Metric;
use crate::parallel::ParallelRunner;
use livelock_core::experiment::Trial;
use livelock_core::scenario::{KernelProgram, Scenario, ScenarioErrors};
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is measured in one trial. `None`: there was nothing to measure.
type Readings = BTreeMap<Metric, Option<f64>>;

/// The trials that are needed, then what they measured. A trial is found by its scenario's canonical text.
#[derive(Default)]
pub struct Trials {
    wanted: BTreeMap<String, (Scenario, BTreeSet<Metric>)>,
    measured: BTreeMap<String, Result<Readings, String>>,
}

/// One measurement: the same metric in a trial for each seed.
#[derive(Clone, Debug)]
pub struct Measurement {
    metric: Metric,
    keys: Vec<String>,
}

impl Trials {
    /// Plans the trials of a machine, for each seed. `sets` replace settings of the machine; a later set overrides an earlier one.
    /// `program` runs in the place of the kernel.
    pub fn plan(
        &mut self,
        metric: &Metric,
        machine: &Machine,
        sets: &[&Set],
        seeds: &[u64],
        program: Option<&KernelProgram>,
    ) -> Result<Measurement, ScenarioErrors> {
        let scenario = Scenario { program: program.cloned(), ..scenario_of(machine, sets)? };
        let mut key_of = |seed: u64| {
            let scenario = Scenario { seed, ..scenario.clone() };
            let key = scenario.canonical();
            self.wanted.entry(key.clone()).or_insert_with(|| (scenario, BTreeSet::new())).1.insert(metric.clone());
            key
        };
        let keys = seeds.iter().map(|seed| key_of(*seed)).collect();
        Ok(Measurement { metric: metric.clone(), keys })
    }

    pub fn count(&self) -> usize {
        self.wanted.len()
    }

    /// Runs all planned trials.
    pub fn run(&mut self, runner: &ParallelRunner) {
        let wanted: Vec<_> = std::mem::take(&mut self.wanted).into_iter().collect();
        self.measured = runner.threads.install(|| {
            let run = |(key, (scenario, metrics)): (String, (Scenario, BTreeSet<Metric>))| {
                let readings = read(&scenario, &metrics);
                runner.count();
                (key, readings)
            };
            wanted.into_par_iter().map(run).collect()
        });
    }

    /// The values for all seeds; the error says why there are none.
    pub fn values(&self, measurement: &Measurement) -> Result<Vec<Option<f64>>, String> {
        let value = |key: &String| match self.measured.get(key) {
            Some(Ok(readings)) => Ok(readings.get(&measurement.metric).copied().flatten()),
            Some(Err(why)) => Err(why.clone()),
            None => Err("the trial was not run".to_string()),
        };
        measurement.keys.iter().map(value).collect()
    }
}

/// A machine with settings on top, checked in the same way as a scenario file.
pub fn scenario_of(machine: &Machine, sets: &[&Set]) -> Result<Scenario, ScenarioErrors> {
    let mut settings = machine.settings.clone();
    for set in sets {
        settings.extend(set.iter().map(|(path, value)| (path.clone(), value.clone())));
    }
    Scenario::parse(&json!({ "id": machine.id, "settings": Json::Object(settings) }).to_string())
}

/// Runs one trial. A fault of the simulator is an error of this trial only.
fn read(scenario: &Scenario, metrics: &BTreeSet<Metric>) -> Result<Readings, String> {
    let run = || {
        let mut trial = Trial::new(scenario).map_err(|errors| errors.to_string())?;
        trial.advance(u64::MAX).map_err(|trap| trap.to_string())?;
        let report = serde_json::to_value(trial.result()).expect("a report is plain data");
        Ok(metrics.iter().map(|metric| (metric.clone(), metric.read(&report, scenario))).collect())
    };
    let fault = |_| Err("the simulator has a fault with these settings; please report it".to_string());
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::JobsArgs;
    use indicatif::ProgressBar;

    fn set(text: &str) -> Set {
        serde_json::from_str(text).expect("settings")
    }

    #[test]
    fn equal_scenarios_run_once() {
        let machine = Machine { id: "any".into(), settings: set(r#"{ "trial.packets": 50, "traffic.rate": 1000 }"#) };
        let metric = Metric::parse("delivered_share").expect("a metric");
        let other = Metric::parse("delivered_pps").expect("a metric");
        let quota = set(r#"{ "queues.ipintrq": 9 }"#);
        let mut trials = Trials::default();
        let one = trials.plan(&metric, &machine, &[&quota], &[1, 2], None).expect("a machine");
        trials.plan(&other, &machine, &[&quota], &[2, 3], None).expect("a machine");
        let bar = ProgressBar::hidden();
        assert_eq!(trials.count(), 3);
        trials.run(&ParallelRunner::new(JobsArgs { jobs: Some(2) }, bar.clone()).expect("threads"));
        assert_eq!(bar.position(), 3);
        assert_eq!(trials.values(&one), Ok(vec![Some(1.0), Some(1.0)]));
    }

    #[test]
    fn settings_that_do_not_exist_are_refused() {
        let machine = Machine { id: "any".into(), settings: set("{}") };
        for wrong in [r#"{ "polling.none": 1 }"#, r#"{ "traffic.rate": 1e30 }"#, r#"{ "traffic.rate": [] }"#] {
            assert!(scenario_of(&machine, &[&set(wrong)]).is_err(), "{wrong}");
        }
    }
}
