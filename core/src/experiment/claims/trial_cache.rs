//! Runs the trials of claims and keeps their results, because many claims need the same ones.

use super::super::sensitivity::{Input, vary};
use super::super::{Curve, Runner, Search, Sweep, Trial, TrialError, at_rate, seeds_of};
use super::results::{Measured, Results, TrialResult};
use crate::cpu::{Host, Trap};
use crate::machine::{Machine, Tracing};
use crate::probes::{Report, Timeline};
use crate::scenario::{Scenario, Step, Value, presets};
use crate::trace::RecorderSize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// "over >= 5 seeds" (claims.toml).
pub const SEEDS: u64 = 5;
/// Memory for the trace of a run.
const TRACE: Tracing = Tracing::Keep(RecorderSize { bytes: 64 << 20 });

pub struct TrialCache<'a> {
    /// Runs the trials. Without one they run here, and a search stops a trial as soon as it has lost too much.
    runner: Option<&'a dyn Runner>,
    /// Costs that differ from the committed table, for fitting.
    costs: Vec<(String, Value)>,
    /// Inputs of the model that are varied.
    varied: Vec<(Input, f64)>,
    /// Results of the unchanged model.
    known: Option<&'a Results>,
    /// Whether the steps that run are counted.
    counts_steps: bool,
    used: RefCell<Used>,
    /// The setting that a variation of one input replaced, by the id of the scenario; `None` where it had its default.
    replaced: RefCell<BTreeMap<String, Option<Value>>>,
    /// Machines whose steps are to be noted.
    hosts: RefCell<Vec<Rc<Host>>>,
    results: RefCell<Results>,
}

/// What claims needed.
#[derive(Default)]
pub struct Used {
    /// Scenarios, by their canonical text.
    pub scenarios: BTreeMap<String, Scenario>,
    /// The steps that ran, if they were counted.
    pub steps: BTreeSet<Step>,
}

impl<'a> TrialCache<'a> {
    /// Makes a cache for trials that this runner runs.
    pub fn new(runner: &'a dyn Runner) -> TrialCache<'a> {
        TrialCache { runner: Some(runner), ..TrialCache::here() }
    }

    /// Makes a cache that runs everything in this thread.
    fn here() -> TrialCache<'a> {
        TrialCache {
            runner: None,
            costs: Vec::new(),
            varied: Vec::new(),
            known: None,
            counts_steps: false,
            used: RefCell::default(),
            replaced: RefCell::default(),
            hosts: RefCell::default(),
            results: RefCell::default(),
        }
    }

    /// Makes a cache for the unchanged model that notes which steps run.
    pub fn counting_steps() -> TrialCache<'a> {
        TrialCache { counts_steps: true, ..TrialCache::here() }
    }

    /// Makes a cache for runs in which these inputs are varied. `known` are results of the unchanged model.
    pub fn varied(varied: &[(Input, f64)], known: &'a Results) -> TrialCache<'a> {
        TrialCache { varied: varied.to_vec(), known: Some(known), ..TrialCache::here() }
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
        self.used.borrow_mut().scenarios.entry(chosen.canonical()).or_insert_with(|| chosen.clone());
        if self.varied.is_empty() {
            return chosen;
        }
        let fixed: Vec<&str> = changes.iter().map(|(path, _)| *path).collect();
        let varied = vary(&chosen, &self.varied, &fixed);
        if let [(input, _)] = self.varied[..]
            && varied != chosen
        {
            self.replaced.borrow_mut().insert(chosen.id.clone(), chosen.settings.get(input.id()).cloned());
        }
        varied
    }

    /// What claims needed since the last call.
    pub fn take_used(&self) -> Used {
        let mut used = self.used.take();
        used.steps.extend(self.steps_of_hosts());
        used
    }

    /// All that was measured.
    pub fn into_results(self) -> Results {
        self.results.into_inner()
    }

    /// A machine for a run that is no trial.
    pub fn machine(&self, scenario: &Scenario, tracing: Tracing) -> Result<Machine, TrialError> {
        if !self.counts_steps {
            return Ok(Machine::new(scenario, tracing)?);
        }
        let machine = Machine::counting_runs(scenario, tracing)?;
        self.hosts.borrow_mut().push(Rc::clone(&machine.host));
        Ok(machine)
    }

    fn steps_of_hosts(&self) -> BTreeSet<Step> {
        self.hosts.take().iter().filter_map(|host| host.steps_run()).flatten().collect()
    }

    /// The numbers that `run` measures on this scenario, with machines of `machine`. Several claims may need them. The name says
    /// which numbers they are.
    pub fn once(
        &self,
        name: &'static str,
        scenario: &Scenario,
        run: impl FnOnce() -> Result<Vec<f64>, TrialError>,
    ) -> Result<Vec<f64>, TrialError> {
        let find = |results: &Results, key: &str| results.numbers.get(&(name, key.to_string())).cloned();
        let measured = match self.measured_before(scenario, find) {
            Some(measured) => measured,
            None => {
                let value = run()?;
                let measured = Measured { value, steps: self.counts_steps.then(|| self.steps_of_hosts()) };
                self.results.borrow_mut().numbers.insert((name, scenario.canonical()), measured.clone());
                measured
            }
        };
        self.note(&measured);
        Ok(measured.value)
    }

    /// What was measured on this scenario, or on one that must give the same.
    fn measured_before<T>(
        &self,
        scenario: &Scenario,
        find: impl Fn(&Results, &str) -> Option<Measured<T>>,
    ) -> Option<Measured<T>> {
        let key = scenario.canonical();
        if let Some(measured) = find(&self.results.borrow(), &key) {
            return Some(measured);
        }
        let known = self.known?;
        find(known, &key).or_else(|| {
            let (step, unchanged) = self.before_variation(scenario)?;
            find(known, &unchanged.canonical()).filter(|measured| measured.is_idle(step))
        })
    }

    /// If the variation is that of one step's cost: the step, and the scenario with the cost of before.
    fn before_variation(&self, scenario: &Scenario) -> Option<(Step, Scenario)> {
        let [(input, _)] = self.varied[..] else { return None };
        let step = input.step()?;
        let replaced = self.replaced.borrow();
        let mut unchanged = scenario.clone();
        match replaced.get(&scenario.id)? {
            Some(cost) => unchanged.settings.insert(input.id().to_string(), cost.clone()),
            None => unchanged.settings.remove(input.id()),
        };
        Some((step, unchanged))
    }

    fn note<T>(&self, measured: &Measured<T>) {
        self.used.borrow_mut().steps.extend(measured.steps.iter().flatten().copied());
    }

    /// Delivered against offered rate, at these rates.
    pub fn curve(&self, scenario: &Scenario, rates: impl IntoIterator<Item = u64>) -> Result<Curve, TrialError> {
        let rates = rates.into_iter().collect();
        Sweep { scenario: scenario.clone(), rates, seeds: SEEDS }.run(self)
    }

    /// Up to the wire rate, with closer steps where kernels peak. Low rates, at which the kernel cannot peak, are left out.
    pub fn whole_curve(&self, scenario: &Scenario) -> Result<Curve, TrialError> {
        self.curve_to_peak(scenario, (1..60).map(|number| number * 250).chain([14_880]).chain(peak_rates()).collect())
    }

    /// The highest mean delivered rate.
    pub fn peak(&self, scenario: &Scenario) -> Result<f64, TrialError> {
        Ok(self.curve_to_peak(scenario, peak_rates().collect())?.peak())
    }

    /// The curve without the rates below three quarters of the peak. A kernel cannot deliver more than arrives and what its
    /// queues hold, at most a few hundred of a trial's thousands of packets. So its peak is not there.
    fn curve_to_peak(&self, scenario: &Scenario, mut rates: BTreeSet<u64>) -> Result<Curve, TrialError> {
        let high = rates.range(4_000..).copied().collect::<Vec<u64>>();
        let at_least = self.curve(scenario, high)?.peak();
        rates.retain(|rate| *rate as f64 > 0.75 * at_least);
        self.curve(scenario, rates)
    }

    /// The highest rate without loss, over all seeds.
    pub fn mlfrr(&self, scenario: &Scenario) -> Result<u64, TrialError> {
        self.loss_free_rate(Search { seeds: SEEDS, ..Search::default() }, scenario)
    }

    /// The rate that a search finds.
    pub fn loss_free_rate(&self, search: Search, scenario: &Scenario) -> Result<u64, TrialError> {
        let passes = |rate| {
            let trials = seeds_of(&at_rate(scenario, rate)?, search.seeds);
            match self.runner {
                Some(_) => Ok(Search::loss_of(&self.run(&trials)?) <= search.loss_tolerance),
                None => self.passes(search, &trials),
            }
        };
        Ok(search.bisect(scenario, passes)?.0)
    }

    /// Whether these trials together lose no more than the search allows. Stops when it is sure that they lose more.
    fn passes(&self, search: Search, trials: &[Scenario]) -> Result<bool, TrialError> {
        let counted: u64 = trials.iter().map(packets_counted).sum();
        // one more, so that no rounding decides
        let mut allowed = (search.loss_tolerance * counted as f64).ceil() as u64 + 1;
        let mut reports = Vec::new();
        for trial in trials {
            let result = self.trial(trial, allowed)?;
            let Some(left) = allowed.checked_sub(result.dropped()) else { return Ok(false) };
            allowed = left;
            reports.push(result.whole().expect("a trial that was not stopped").clone());
        }
        Ok(Search::loss_of(&reports) <= search.loss_tolerance)
    }

    /// Runs a trial here, until it has lost more than so many packets of its window.
    fn trial(&self, scenario: &Scenario, dropped_max: u64) -> Result<TrialResult, TrialError> {
        let is_enough = |result: &TrialResult| result.whole().is_some() || result.dropped() > dropped_max;
        let find = |results: &Results, key: &str| {
            results.trials.get(key).filter(|measured| is_enough(&measured.value)).cloned()
        };
        let measured = match self.measured_before(scenario, find) {
            Some(measured) => measured,
            None => {
                let machine = match self.counts_steps {
                    true => Machine::counting_runs(scenario, Tracing::Off)?,
                    false => Machine::new(scenario, Tracing::Off)?,
                };
                let mut trial = Trial::of(machine);
                let ended = trial.advance_until_lost(dropped_max).map_err(|trap| trapped(scenario, trap))?;
                let value = match ended {
                    true => TrialResult::Whole(Box::new(trial.result())),
                    false => TrialResult::Stopped { dropped: trial.dropped() },
                };
                let steps = trial.machine().host.steps_run().filter(|_| self.counts_steps);
                let measured = Measured { value, steps: steps.map(BTreeSet::from_iter) };
                self.results.borrow_mut().trials.insert(scenario.canonical(), measured.clone());
                measured
            }
        };
        self.note(&measured);
        Ok(measured.value)
    }

    /// Reports of all seeds at the scenario's own rate.
    pub fn trials(&self, scenario: &Scenario) -> Result<Vec<Report>, TrialError> {
        self.run(&seeds_of(scenario, SEEDS))
    }

    /// The calls in the first milliseconds of a traced run.
    pub fn timeline(&self, scenario: &Scenario, milliseconds: u64) -> Result<Timeline, TrialError> {
        let machine = self.traced(scenario, milliseconds)?;
        let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
        Ok(Timeline::of(&machine.host.recorder, machine.host.recorder.from(), end))
    }

    /// A machine that has run for so many milliseconds and keeps its trace.
    pub fn traced(&self, scenario: &Scenario, milliseconds: u64) -> Result<Machine, TrialError> {
        self.run_for(scenario, milliseconds, TRACE)
    }

    /// A machine that has run for so many milliseconds without a trace.
    pub fn untraced(&self, scenario: &Scenario, milliseconds: u64) -> Result<Machine, TrialError> {
        self.run_for(scenario, milliseconds, Tracing::Off)
    }

    fn run_for(&self, scenario: &Scenario, milliseconds: u64, tracing: Tracing) -> Result<Machine, TrialError> {
        let mut machine = self.machine(scenario, tracing)?;
        let end = machine.settings().machine.clock.cycles_in_milliseconds(milliseconds);
        machine.run_until(end).map_err(|trap| trapped(scenario, trap))?;
        Ok(machine)
    }
}

/// The error of a run that has stopped for good.
pub fn trapped(scenario: &Scenario, trap: Trap) -> TrialError {
    TrialError::Trap { scenario: scenario.id.clone(), trap }
}

/// How many packets arrive in a trial's window, at most.
fn packets_counted(trial: &Scenario) -> u64 {
    let values = trial.values();
    let [packets, warm_up] = ["trial.packets", "trial.warmup"].map(|path| values.get(path).integer());
    packets - packets * warm_up / 100
}

/// The rates around the peaks of kernels, with and without screend.
fn peak_rates() -> impl Iterator<Item = u64> {
    (15..=26).chain(40..=56).map(|hundreds| hundreds * 100)
}

/// Runs only trials that have not been run yet.
impl Runner for TrialCache<'_> {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        let Some(runner) = self.runner else {
            let whole = |scenario| Ok(self.trial(scenario, u64::MAX)?.whole().expect("no limit of losses").clone());
            return scenarios.iter().map(whole).collect();
        };
        let keys: Vec<String> = scenarios.iter().map(Scenario::canonical).collect();
        let is_new = |key: &String| !self.results.borrow().trials.contains_key(key);
        let new = keys.iter().zip(scenarios).filter(|(key, _)| is_new(key));
        let (new_keys, new_scenarios): (Vec<String>, Vec<Scenario>) =
            new.map(|(key, scenario)| (key.clone(), scenario.clone())).unzip();
        let reports = runner.run(&new_scenarios)?.into_iter();
        let measured = reports.map(|report| Measured { value: TrialResult::Whole(Box::new(report)), steps: None });
        self.results.borrow_mut().trials.extend(new_keys.into_iter().zip(measured));
        let results = self.results.borrow();
        let report = |key: &String| results.trials[key].value.whole().expect("a runner's report").clone();
        Ok(keys.iter().map(report).collect())
    }
}

#[cfg(test)]
#[path = "trial_cache_tests.rs"]
mod tests;
