//! The judge: from what was measured to bounds that are met or missed, and to a medal.
//!
//! Bronze: the loads common to all challenges are met, and the first of its own. Silver: all loads are. Gold: it is within 3 % of the reference in what each load
//! compares, and at most one and a half times as long. There is no single score: delivered packets, latency and free CPU
//! oppose each other, and each has its bounds.

use super::measure::{Broken, Measured};
use super::metric::Metric;
use super::runs::{Run, Seeds, runs};
use super::sweep::Sweep;
use super::{Bound, Challenge, Load, lines_of_code};
use livelock_core::message::Message;
use livelock_core::scenario::{Scenario, ScenarioErrors};
use serde::{Deserialize, Serialize};

/// How far from the reference gold may be, as a share.
const GOLD_WITHIN: f64 = 0.03;
/// How much longer than the reference gold may be.
pub const GOLD_LINES: f64 = 1.5;
/// What holds at every load: each packet leaves, and its descriptor too; none overtakes an earlier one of its interface, and none
/// is sent without the work of the IP layer.
pub const INVARIANTS: [Bound; 4] = [
    Bound::at_most(Metric::Stuck, 0.0),
    Bound::at_most(Metric::Unreclaimed, 0.0),
    Bound::at_most(Metric::Overtaken, 0.0),
    Bound::at_most(Metric::Skipped, 0.0),
];
/// Numbers that oppose each other.
const OPPOSING: [Metric; 3] = [Metric::Delivered, Metric::LatencyP99, Metric::FreeCpu];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Medal {
    None,
    Bronze,
    Silver,
    Gold,
}

/// What a program is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Verdict {
    pub challenge: String,
    pub number: u32,
    pub title: String,
    pub medal: Medal,
    pub lines: usize,
    pub reference_lines: usize,
    pub loads: Vec<LoadResult>,
}

/// One load: what was measured, and which bounds are met.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoadResult {
    pub load: String,
    pub title: String,
    pub met: bool,
    /// None of its numbers is too far from the reference for gold.
    pub near: bool,
    pub bounds: Vec<BoundResult>,
    /// What the program broke, in the first run that it stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub fault: Option<RunFault>,
    /// If the load is missed: the first rule about time that the program broke in its runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub told: Option<RunFault>,
    /// The fate of a packet at each cycle of the window, if the load is a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub sweep: Option<Sweep>,
    /// Delivered packets, latency, free CPU, and what gold compares.
    pub numbers: Vec<Numbers>,
}

/// A bound, and the run that comes nearest to missing it or misses it most.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoundResult {
    #[serde(flatten)]
    pub bound: Bound,
    /// The worst of all seeds; none if a run has no such value.
    pub value: Option<f64>,
    pub met: bool,
    /// That run.
    pub seed: u64,
    pub rate: u64,
    /// Its scenario, if the bound is missed: it can be opened in the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub scenario: Option<Scenario>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunFault {
    /// In English, with its line.
    pub text: String,
    /// From 1; 0: no line.
    pub line: u32,
    /// The same without the line, to be translated.
    pub told: Message,
    pub seed: u64,
    pub rate: u64,
    pub scenario: Scenario,
}

/// The median of a metric over the seeds, beside the reference's.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Numbers {
    pub metric: Metric,
    pub median: Option<f64>,
    pub reference: Option<f64>,
    /// Whether gold compares them, and the program is near enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub near: Option<bool>,
    /// The same by seed; gold asks for more than half of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub near_by_seed: Option<Vec<bool>>,
    /// By seed.
    pub values: Vec<Option<f64>>,
    pub reference_values: Vec<Option<f64>>,
}

/// Runs trials, on as many threads as the caller has, and returns their results in the same order.
pub type Measure<'a> = &'a dyn Fn(&[Run]) -> Vec<Measured>;

/// What the reference does under the same loads and seeds.
pub struct Reference {
    pub lines: usize,
    /// By judged load, by seed. A load that compares nothing has none.
    pub measured: Vec<Vec<Measured>>,
}

impl Reference {
    pub fn of(
        challenge: &Challenge,
        program: &str,
        seeds: &Seeds,
        measure: Measure,
    ) -> Result<Reference, ScenarioErrors> {
        let loads = challenge.judged_loads();
        let measured = loads.iter().map(|load| {
            let runs = if load.compares() { runs(challenge, load, "reference.c", program, seeds)? } else { Vec::new() };
            Ok(measure(&runs))
        });
        Ok(Reference { lines: lines_of_code(program), measured: measured.collect::<Result<_, ScenarioErrors>>()? })
    }
}

/// Judges a program under all loads. Fails if it does not compile.
pub fn judge(
    challenge: &Challenge,
    (file, program): (&str, &str),
    seeds: &Seeds,
    reference: &Reference,
    measure: Measure,
) -> Result<Verdict, ScenarioErrors> {
    let loads = challenge.judged_loads();
    let load = |(load, reference): (_, &Vec<Measured>)| {
        let runs = runs(challenge, load, file, program, seeds)?;
        Ok(judge_load(&runs, &measure(&runs), reference))
    };
    let loads = loads.iter().zip(&reference.measured).map(load).collect::<Result<_, ScenarioErrors>>()?;
    Ok(judged(challenge, loads, lines_of_code(program), reference.lines))
}

/// Judges the runs of one load. `reference` has the reference's results of the same runs; it may be empty.
pub fn judge_load(runs: &[Run], measured: &[Measured], reference: &[Measured]) -> LoadResult {
    let load = &runs[0].load;
    let first = |of_run: fn(&Measured) -> Option<&Broken>| {
        runs.iter().zip(measured).find_map(|(run, measured)| {
            let broken = of_run(measured)?;
            let scenario = broken.scenario.as_deref().unwrap_or(&run.scenario).clone();
            let (text, line, told) = (broken.to_string(), broken.line, broken.told.clone());
            Some(RunFault { text, line, told, seed: run.seed, rate: run.rate, scenario })
        })
    };
    let fault = first(|measured| measured.fault.as_ref());
    // a sweep follows single packets, so it has no invariants of its own
    let invariants = if load.window { &[] } else { &INVARIANTS[..] };
    let bounds: Vec<BoundResult> =
        load.bounds.iter().chain(invariants).map(|bound| bound_result(*bound, runs, measured)).collect();
    let numbers: Vec<Numbers> = load.compared().map(|metric| numbers(metric, load, measured, reference)).collect();
    let met = fault.is_none() && bounds.iter().all(|bound| bound.met);
    LoadResult {
        load: load.id.clone(),
        title: load.title.clone(),
        met,
        told: if met { None } else { first(|measured| measured.told.as_ref()) },
        near: numbers.iter().all(|number| number.near != Some(false)),
        sweep: measured[0].sweep.clone(),
        numbers,
        bounds,
        fault,
    }
}

impl Load {
    /// What is shown beside the reference.
    fn compared(&self) -> impl Iterator<Item = Metric> {
        let opposing = if self.window || self.rate == 0 { &[] } else { &OPPOSING[..] };
        opposing.iter().chain(self.gold.iter().filter(|metric| !opposing.contains(metric))).copied()
    }

    /// Whether the reference's results of this load are needed.
    pub fn compares(&self) -> bool {
        self.compared().next().is_some()
    }
}

fn numbers(metric: Metric, load: &Load, measured: &[Measured], reference: &[Measured]) -> Numbers {
    let by_seed = |measured: &[Measured]| measured.iter().map(|one| one.value(metric)).collect::<Vec<_>>();
    let (values, reference_values) = (by_seed(measured), by_seed(reference));
    let (median, reference) = (median(&values), median(&reference_values));
    let near_by_seed = load.gold.contains(&metric).then(|| near_by_seed(metric, &values, &reference_values));
    let near = near_by_seed.as_deref().map(is_most);
    Numbers { metric, median, reference, near, near_by_seed, values, reference_values }
}

fn bound_result(bound: Bound, runs: &[Run], measured: &[Measured]) -> BoundResult {
    let value = |number: usize| measured[number].value(bound.metric);
    let worst = (0..runs.len()).reduce(|worst, next| {
        let worse = bound.worse(value(worst), value(next));
        if worse == value(worst) { worst } else { next }
    });
    let worst = worst.expect("a load has runs");
    let run = &runs[worst];
    let met = bound.is_met(value(worst));
    let of_run = || measured[worst].sweep.as_ref().map_or_else(|| run.scenario.clone(), Sweep::worst);
    let scenario = (!met).then(of_run);
    BoundResult { bound, value: value(worst), met, seed: run.seed, rate: run.rate, scenario }
}

/// The middle one; none if a run has no value.
fn median(values: &[Option<f64>]) -> Option<f64> {
    let values: Vec<f64> = values.iter().copied().collect::<Option<_>>()?;
    // five values: a sort would be more code than the rest of the judge
    let below = |value: f64| values.iter().filter(|other| **other < value).count();
    let middle = values.len() / 2;
    values.iter().copied().filter(|value| below(*value) <= middle).reduce(f64::max)
}

/// Seed by seed, because both had the same packets then. The median of some packets against that of others may differ by more than
/// gold allows, for two programs that do the same.
fn near_by_seed(metric: Metric, values: &[Option<f64>], reference: &[Option<f64>]) -> Vec<bool> {
    values.iter().zip(reference).map(|(value, reference)| is_near(metric, *value, *reference)).collect()
}

fn is_most(near: &[bool]) -> bool {
    near.iter().filter(|near| **near).count() * 2 > near.len()
}

fn is_near(metric: Metric, value: Option<f64>, reference: Option<f64>) -> bool {
    let (Some(value), Some(reference)) = (value, reference) else { return false };
    let sign = if metric.row().more_is_better { 1.0 } else { -1.0 };
    (value - reference) * sign >= -GOLD_WITHIN * reference.abs()
}

/// Whether a program whose loads are all met is near enough to the reference for gold.
pub fn gold_is_reached(mut near: impl Iterator<Item = bool>, lines: usize, reference_lines: usize) -> bool {
    near.all(|near| near) && lines as f64 <= GOLD_LINES * reference_lines as f64
}

/// The medal of a program. `common`: how many loads come before the challenge's own; `met` and `near`: of each load.
fn medal(common: usize, met: &[bool], near: &[bool], lines: usize, reference_lines: usize) -> Medal {
    // bronze asks for what every kernel must do, and for the first load of the challenge's own
    let first = |count: usize| met[..count].iter().all(|met| *met);
    match () {
        () if !first(common + 1) => Medal::None,
        () if !first(met.len()) => Medal::Bronze,
        () if !gold_is_reached(near.iter().copied(), lines, reference_lines) => Medal::Silver,
        () => Medal::Gold,
    }
}

/// What a program gets, and how long it is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Award {
    pub medal: Medal,
    pub lines: usize,
    pub reference_lines: usize,
}

/// What a program gets whose loads have been judged one by one.
pub fn award(common: usize, met: &[bool], near: &[bool], program: &str, reference: &str) -> Award {
    let [lines, reference_lines] = [program, reference].map(lines_of_code);
    Award { medal: medal(common, met, near, lines, reference_lines), lines, reference_lines }
}

/// The verdict about a program.
fn judged(challenge: &Challenge, loads: Vec<LoadResult>, lines: usize, reference_lines: usize) -> Verdict {
    let [met, near] = [|load: &LoadResult| load.met, |load: &LoadResult| load.near]
        .map(|of| loads.iter().map(of).collect::<Vec<_>>());
    let medal = medal(loads.len() - challenge.loads.len(), &met, &near, lines, reference_lines);
    let (number, title) = (challenge.number, challenge.title.clone());
    Verdict { challenge: challenge.id.clone(), number, title, medal, lines, reference_lines, loads }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_too_far_from_three_per_cent_on_in_the_direction_that_is_worse() {
        let reference = [Some(100.0), Some(100.0), Some(100.0), None];
        let values = [Some(97.0), Some(96.9), Some(110.0), Some(100.0)];
        let of = |metric| near_by_seed(metric, &values, &reference);
        assert_eq!(of(Metric::Delivered), [true, false, true, false]);
        assert_eq!(of(Metric::LatencyP99), [true, true, false, false]);
        assert!(is_most(&[true, false, true]) && !is_most(&[true, false]));
    }
}
