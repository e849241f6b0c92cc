//! Runs the trials of claims and keeps their reports, because many claims need the same ones.

use super::super::sensitivity::{Input, vary};
use super::super::{Curve, Mlfrr, Runner, Search, Sweep, TrialError};
use crate::machine::{Machine, Tracing};
use crate::probes::{Report, Timeline};
use crate::scenario::{Scenario, Step, Value, presets};
use crate::trace::RecorderSize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// "over >= 5 seeds" (claims.toml).
pub const SEEDS: u64 = 5;

pub struct TrialCache<'a> {
    runner: &'a dyn Runner,
    /// Costs that differ from the committed table, for fitting.
    costs: Vec<(String, Value)>,
    /// Inputs of the model that are varied.
    varied: Vec<(Input, f64)>,
    /// Results that were measured before, for scenarios that the variation does not change.
    known: Option<&'a Results>,
    /// The steps that run in trials of the unchanged model, by the id of the scenario. A cost of any other step changes nothing.
    steps_run: Option<&'a StepsRun>,
    /// The ids of scenarios that were run otherwise than in trials.
    run_otherwise: RefCell<BTreeSet<String>>,
    /// The scenarios that the claims asked for.
    used: RefCell<BTreeMap<String, Scenario>>,
    results: RefCell<Results>,
}

/// The steps that run, by the id of the scenario. A scenario that is not there may run any step.
pub type StepsRun = BTreeMap<String, BTreeSet<Step>>;

/// What was measured, by scenario (its canonical text).
#[derive(Default)]
pub struct Results {
    reports: BTreeMap<String, Report>,
    /// Numbers of runs that are no trials, by the measurement's name.
    numbers: BTreeMap<(&'static str, String), Vec<f64>>,
}

impl Results {
    /// Takes over the results of another run.
    pub fn extend(&mut self, others: Results) {
        self.reports.extend(others.reports);
        self.numbers.extend(others.numbers);
    }
}

impl<'a> TrialCache<'a> {
    pub fn new(runner: &'a dyn Runner) -> TrialCache<'a> {
        TrialCache {
            runner,
            costs: Vec::new(),
            varied: Vec::new(),
            known: None,
            steps_run: None,
            run_otherwise: RefCell::default(),
            used: RefCell::default(),
            results: RefCell::default(),
        }
    }

    /// Makes a cache for trials in which these inputs are varied. `known` are results of the unchanged model.
    pub fn varied(
        runner: &'a dyn Runner,
        varied: &[(Input, f64)],
        known: &'a Results,
        steps_run: Option<&'a StepsRun>,
    ) -> TrialCache<'a> {
        let varied = varied.to_vec();
        TrialCache { varied, known: Some(known), steps_run, ..TrialCache::new(runner) }
    }

    /// Makes a cache for trials whose machines have these costs, in nanoseconds.
    pub fn with_costs(runner: &'a dyn Runner, costs: &[(Step, u32)]) -> TrialCache<'a> {
        let costs =
            costs.iter().map(|(step, nanoseconds)| (step.path().to_string(), Value::Integer(i64::from(*nanoseconds))));
        TrialCache { costs: costs.collect(), ..TrialCache::new(runner) }
    }

    /// Returns a ready-made scenario, with changes as typed on the command line.
    pub fn scenario(&self, id: &str, changes: &[(&str, &str)]) -> Scenario {
        let scenario = presets::find(id).unwrap_or_else(|| panic!("no scenario is called {id}"));
        let costs = self.costs.iter().map(|(path, cost)| (path.as_str(), cost.clone()));
        let changes = changes.iter().map(|(path, text)| (*path, Value::from_text(text)));
        let changes: Vec<(&str, Value)> = costs.chain(changes).collect();
        let chosen = scenario.with(&changes).unwrap_or_else(|errors| panic!("a claim's scenario: {errors}"));
        self.used.borrow_mut().entry(chosen.canonical()).or_insert_with(|| chosen.clone());
        if self.varied.is_empty() {
            return chosen;
        }
        let fixed: Vec<&str> = changes.iter().map(|(path, _)| *path).collect();
        let steps_run = self.steps_run.and_then(|steps_run| steps_run.get(&chosen.id));
        let runs = |input: &Input| match (input.step(), steps_run) {
            (Some(step), Some(steps_run)) => steps_run.contains(&step),
            _ => true,
        };
        let varied: Vec<(Input, f64)> = self.varied.iter().filter(|(input, _)| runs(input)).copied().collect();
        vary(&chosen, &varied, &fixed)
    }

    /// The ids of scenarios that were run otherwise than in trials since the beginning.
    pub fn run_otherwise(&self) -> BTreeSet<String> {
        self.run_otherwise.borrow().clone()
    }

    /// The scenarios that claims have asked for since the last call.
    pub fn take_used(&self) -> Vec<Scenario> {
        self.used.take().into_values().collect()
    }

    /// All that was measured.
    pub fn into_results(self) -> Results {
        self.results.into_inner()
    }

    /// The numbers that `run` measures on this scenario; several claims may need them. The name says which numbers they are.
    pub fn once(
        &self,
        name: &'static str,
        scenario: &Scenario,
        run: impl FnOnce() -> Result<Vec<f64>, TrialError>,
    ) -> Result<Vec<f64>, TrialError> {
        let key = (name, scenario.canonical());
        let measured_before = |results: &Results| results.numbers.get(&key).cloned();
        if let Some(numbers) = measured_before(&self.results.borrow()).or_else(|| measured_before(self.known?)) {
            return Ok(numbers);
        }
        self.run_otherwise.borrow_mut().insert(scenario.id.clone());
        let numbers = run()?;
        self.results.borrow_mut().numbers.insert(key, numbers.clone());
        Ok(numbers)
    }

    /// Delivered against offered rate, at these rates.
    pub fn curve(&self, scenario: &Scenario, rates: impl IntoIterator<Item = u64>) -> Result<Curve, TrialError> {
        let rates = rates.into_iter().collect();
        Sweep { scenario: scenario.clone(), rates, seeds: SEEDS }.run(self)
    }

    /// From no traffic to the wire rate, with closer steps where kernels peak.
    pub fn whole_curve(&self, scenario: &Scenario) -> Result<Curve, TrialError> {
        let rates: BTreeSet<u64> = (1..60).map(|number| number * 250).chain([14_880]).chain(peak_rates()).collect();
        self.curve(scenario, rates)
    }

    /// The highest mean delivered rate.
    pub fn peak(&self, scenario: &Scenario) -> Result<f64, TrialError> {
        Ok(self.curve(scenario, peak_rates())?.peak())
    }

    pub fn mlfrr(&self, scenario: &Scenario) -> Result<Mlfrr, TrialError> {
        Search { seeds: SEEDS, ..Search::default() }.run(scenario, self)
    }

    /// Reports of all seeds at the scenario's own rate.
    pub fn trials(&self, scenario: &Scenario) -> Result<Vec<Report>, TrialError> {
        self.run(&super::super::seeds_of(scenario, SEEDS))
    }

    /// The calls in the first milliseconds of a traced run.
    pub fn timeline(&self, scenario: &Scenario, milliseconds: u64) -> Result<Timeline, TrialError> {
        self.run_otherwise.borrow_mut().insert(scenario.id.clone());
        let mut machine = Machine::new(scenario, Tracing::Keep(RecorderSize { bytes: 64 << 20 }))?;
        let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
        machine.run_until(end).map_err(|trap| TrialError::Trap { scenario: scenario.id.clone(), trap })?;
        Ok(Timeline::of(&machine.host.recorder, machine.host.recorder.from(), end))
    }
}

/// The rates around the peaks of kernels, with and without screend.
fn peak_rates() -> impl Iterator<Item = u64> {
    (15..=26).chain(40..=56).map(|hundreds| hundreds * 100)
}

/// Runs only trials that have not been run yet.
impl Runner for TrialCache<'_> {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        let keys: Vec<String> = scenarios.iter().map(Scenario::canonical).collect();
        let (new_keys, new_scenarios): (Vec<String>, Vec<Scenario>) = {
            let results = self.results.borrow();
            let new = keys.iter().zip(scenarios).filter(|(key, _)| self.report(&results, key).is_none());
            new.map(|(key, scenario)| (key.clone(), scenario.clone())).unzip()
        };
        let reports = self.runner.run(&new_scenarios)?;
        self.results.borrow_mut().reports.extend(new_keys.into_iter().zip(reports));
        let results = self.results.borrow();
        Ok(keys.iter().map(|key| self.report(&results, key).expect("a trial that was run").clone()).collect())
    }
}

impl TrialCache<'_> {
    fn report<'r>(&'r self, own: &'r Results, key: &str) -> Option<&'r Report> {
        own.reports.get(key).or_else(|| self.known?.reports.get(key))
    }
}
