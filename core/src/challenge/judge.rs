//! The judge: from what was measured to bounds that are met or missed, and to a medal.
//!
//! Bronze: the kernel works at the lowest load. Silver: at all loads. Gold: it is within 3 % of the reference in what each load
//! compares, and at most one and a half times as long. There is no single score: delivered packets, latency and free CPU
//! oppose each other, and each has its bounds.

use super::measure::Measured;
use super::metric::Metric;
use super::runs::{Run, Seeds, runs};
use super::sweep::Sweep;
use super::{Bound, Challenge, lines_of_code};
use crate::scenario::{Scenario, ScenarioErrors};
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
pub enum Medal {
    None,
    Bronze,
    Silver,
    Gold,
}

/// What a program is worth.
#[derive(Clone, Debug, Serialize)]
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
pub struct LoadResult {
    pub load: String,
    pub title: String,
    pub met: bool,
    pub bounds: Vec<BoundResult>,
    /// What the program broke, in the first run that it stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<RunFault>,
    /// The fate of a packet at each cycle of the window, if the load is a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
    /// Delivered packets, latency, free CPU, and what gold compares.
    pub numbers: Vec<Numbers>,
}

/// A bound, and the run that comes nearest to missing it or misses it most.
#[derive(Clone, Debug, Serialize)]
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
    pub scenario: Option<Scenario>,
}

#[derive(Clone, Debug, Serialize)]
pub struct RunFault {
    pub text: String,
    pub seed: u64,
    pub rate: u64,
    pub scenario: Scenario,
}

/// The median of a metric over the seeds, beside the reference's.
#[derive(Clone, Debug, Serialize)]
pub struct Numbers {
    pub metric: Metric,
    pub median: Option<f64>,
    pub reference: Option<f64>,
    /// Whether gold compares them, and the program is near enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<bool>,
}

/// Runs trials, on as many threads as the caller has, and returns their results in the same order.
pub type Measure<'a> = &'a dyn Fn(&[Run]) -> Vec<Measured>;

/// What the reference does under the same loads and seeds.
pub struct Reference {
    pub lines: usize,
    /// By judged load, by seed.
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
        let measured = loads.iter().map(|load| Ok(measure(&runs(challenge, load, "reference.c", program, seeds)?)));
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
    let fault = runs.iter().zip(measured).find_map(|(run, measured)| {
        let (text, scenario) = (measured.fault.clone()?, run.scenario.clone());
        Some(RunFault { text, seed: run.seed, rate: run.rate, scenario })
    });
    // a sweep follows single packets, so it has no invariants of its own
    let invariants = if load.window { &[] } else { &INVARIANTS[..] };
    let bounds: Vec<BoundResult> =
        load.bounds.iter().chain(invariants).map(|bound| bound_result(*bound, runs, measured)).collect();
    let opposing = if load.window || load.rate == 0 { &[] } else { &OPPOSING[..] };
    let compared = load.gold.iter().filter(|metric| !opposing.contains(metric));
    let numbers = opposing.iter().chain(compared).map(|metric| {
        let (median, reference) = (median(*metric, measured), median(*metric, reference));
        let near = load.gold.contains(metric).then(|| is_near(*metric, median, reference));
        Numbers { metric: *metric, median, reference, near }
    });
    LoadResult {
        load: load.id.clone(),
        title: load.title.clone(),
        met: fault.is_none() && bounds.iter().all(|bound| bound.met),
        sweep: measured[0].sweep.clone(),
        numbers: numbers.collect(),
        bounds,
        fault,
    }
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
    let scenario = (!met).then(|| run.scenario.clone());
    BoundResult { bound, value: value(worst), met, seed: run.seed, rate: run.rate, scenario }
}

fn median(metric: Metric, measured: &[Measured]) -> Option<f64> {
    let mut values: Vec<f64> = measured.iter().map(|one| one.value(metric)).collect::<Option<_>>()?;
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn is_near(metric: Metric, value: Option<f64>, reference: Option<f64>) -> bool {
    let (Some(value), Some(reference)) = (value, reference) else { return false };
    let sign = if metric.row().more_is_better { 1.0 } else { -1.0 };
    (value - reference) * sign >= -GOLD_WITHIN * reference.abs()
}

/// Whether a program whose loads are all met is near enough to the reference for gold.
pub fn gold_is_reached(loads: &[LoadResult], lines: usize, reference_lines: usize) -> bool {
    let near = loads.iter().flat_map(|load| &load.numbers).all(|number| number.near != Some(false));
    near && lines as f64 <= GOLD_LINES * reference_lines as f64
}

/// The verdict about a program.
pub fn judged(challenge: &Challenge, loads: Vec<LoadResult>, lines: usize, reference_lines: usize) -> Verdict {
    // bronze asks for what every kernel must do, and for the first load of the challenge's own
    let own = loads.len() - challenge.loads.len();
    let first = |count: usize| loads[..count].iter().all(|load| load.met);
    let medal = match () {
        () if !first(own + 1) => Medal::None,
        () if !first(loads.len()) => Medal::Bronze,
        () if !gold_is_reached(&loads, lines, reference_lines) => Medal::Silver,
        () => Medal::Gold,
    };
    let (number, title) = (challenge.number, challenge.title.clone());
    Verdict { challenge: challenge.id.clone(), number, title, medal, lines, reference_lines, loads }
}
