//! The relations: how a scenario is changed, and what the change may do to the delivered rate.

use livelock_core::experiment::{at_rate, run_trial, seeds_of};
use livelock_core::scenario::costs::STEPS;
use livelock_core::scenario::{Arrival, Capture, Recording, Scenario, Value, parameter};
use std::fmt;
use std::sync::Arc;

/// A change of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Relation {
    /// The step costs so many per cent of its cost.
    Cheaper(&'static str, u32),
    /// Every step costs so many per cent of its cost.
    FasterCpu(u32),
    /// The trial has twice as many packets.
    Longer,
    /// The seed is greater by so much.
    Seed(u64),
    /// Every packet but the first arrives so many nanoseconds later.
    Shift(u64),
    /// The clock ticks a little more often.
    ClockPhase,
    /// The rate is higher by so many hundredths of a per cent.
    Rate(i64),
}

/// A relation that does not hold.
#[derive(Clone, Debug)]
pub struct Finding {
    pub scenario: String,
    pub rate: u64,
    pub relation: Relation,
    /// Least and greatest delivered rate of the unchanged machine.
    pub base: (f64, f64),
    pub changed: f64,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { scenario, rate, relation, base: (least, most), changed } = self;
        write!(out, "{scenario} at {rate}/s, {relation:?}: {changed:.0}/s instead of {least:.0} to {most:.0}/s")
    }
}

/// An unchanged machine with its measurements.
pub struct Base {
    scenario: Scenario,
    least: f64,
    most: f64,
}

const SEEDS: u64 = 5;

impl Base {
    pub fn new(scenario: Scenario) -> Base {
        let (least, most) = range_of(&scenario);
        Base { scenario, least, most }
    }

    /// The relations of all costs that have an effect on this machine.
    pub fn cheaper_steps(&self, shares: &[u32]) -> Vec<Relation> {
        let values = self.scenario.values();
        let has_effect =
            |path: &str| parameter(path).is_some_and(|row| values.meet(row.when)) && values.get(path).integer() > 0;
        let paths =
            STEPS.iter().map(|row| row.step.path()).filter(|path| !COMPUTING.contains(path) && has_effect(path));
        paths.flat_map(|path| shares.iter().map(move |share| Relation::Cheaper(path, *share))).collect()
    }

    fn rate(&self) -> u64 {
        self.scenario.values().get("traffic.rate").integer()
    }

    /// How much a result may differ from the range of the seeds.
    fn tolerance(&self) -> f64 {
        (self.most - self.least) + 0.03 * self.most + 0.003 * self.rate() as f64
    }
}

/// Steps of processes that compute for ever: their cost is the length of a piece, not work for a packet.
const COMPUTING: [&str; 3] = ["costs.compute", "costs.background", "costs.onoff"];

fn range_of(scenario: &Scenario) -> (f64, f64) {
    let delivered: Vec<f64> = seeds_of(scenario, SEEDS).iter().map(delivered).collect();
    (delivered.iter().copied().fold(f64::INFINITY, f64::min), delivered.iter().copied().fold(0.0, f64::max))
}

fn delivered(scenario: &Scenario) -> f64 {
    run_trial(scenario).expect("a trial ends").delivered_pps
}

/// Tests the relations. One seed decides when it holds; otherwise the mean of the seeds decides.
pub fn findings_of(base: &Base, relations: &[Relation]) -> Vec<Finding> {
    relations.iter().filter_map(|relation| finding(base, relation)).collect()
}

fn finding(base: &Base, relation: &Relation) -> Option<Finding> {
    let unshifted = matches!(relation, Relation::Shift(_)).then(|| Base::new(recorded(&base.scenario, 0)));
    let base = unshifted.as_ref().unwrap_or(base);
    let changed = relation.apply(&base.scenario)?;
    if holds(base, relation, delivered(&changed)) {
        return None;
    }
    let changed = seeds_of(&changed, SEEDS).iter().map(delivered).sum::<f64>() / SEEDS as f64;
    let (scenario, rate) = (base.scenario.id.clone(), base.rate());
    let finding = Finding { scenario, rate, relation: relation.clone(), base: (base.least, base.most), changed };
    (!holds(base, relation, changed)).then_some(finding)
}

fn holds(base: &Base, relation: &Relation, changed: f64) -> bool {
    let tolerance = base.tolerance();
    let is_high_enough = |tolerance: f64| changed >= base.least - tolerance;
    match relation {
        Relation::Cheaper(..) | Relation::FasterCpu(_) | Relation::Longer => is_high_enough(tolerance),
        Relation::Seed(_) | Relation::Shift(_) | Relation::ClockPhase => {
            is_high_enough(tolerance) && changed <= base.most + tolerance
        }
        Relation::Rate(by) => {
            let tolerance = tolerance + 3.0 * base.rate() as f64 * by.abs() as f64 / 1e4;
            is_high_enough(tolerance) && changed <= base.most + tolerance
        }
    }
}

impl Relation {
    /// Returns the changed scenario, or nothing when the change is not possible there.
    fn apply(&self, scenario: &Scenario) -> Option<Scenario> {
        let values = scenario.values();
        let reduced = |path: &'static str, share: u32| {
            (path, Value::Integer((values.get(path).integer() * u64::from(share) / 100) as i64))
        };
        let changed = match self {
            Relation::Cheaper(path, share) => scenario.with(&[reduced(path, *share)]),
            Relation::FasterCpu(share) => {
                let paths = STEPS.iter().map(|row| row.step.path()).filter(|path| !COMPUTING.contains(path));
                scenario.with(&paths.map(|path| reduced(path, *share)).collect::<Vec<_>>())
            }
            Relation::Longer => {
                let packets = 2 * values.get("trial.packets").integer();
                scenario.with(&[("trial.packets", Value::Integer(packets as i64))])
            }
            Relation::Seed(by) => Ok(Scenario { seed: scenario.seed + by, ..scenario.clone() }),
            Relation::Shift(by) => return Some(recorded(scenario, *by)),
            Relation::ClockPhase => {
                let hertz = values.get("machine.clock_hz").integer() + 1;
                scenario.with(&[("machine.clock_hz", Value::Integer(hertz as i64))])
            }
            Relation::Rate(by) => {
                let rate = values.get("traffic.rate").integer() as i64;
                at_rate(scenario, (rate + rate * by / 10_000) as u64)
            }
        };
        changed.ok()
    }
}

/// Returns the scenario with recorded traffic: evenly spaced packets, each late by a part of the gap. All but the first
/// packet are shifted.
fn recorded(scenario: &Scenario, shift: u64) -> Scenario {
    let values = scenario.values();
    let (rate, packets) = (values.get("traffic.rate").integer(), values.get("trial.packets").integer());
    let (gap, jitter) = (1_000_000_000 / rate.max(1), values.get("traffic.jitter").integer());
    let mut random: u64 = 0x9E37_79B9;
    let mut arrival = |number: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let late = gap * jitter / 100 * (random >> 48) / 65_536;
        let nanoseconds = if number == 0 { 0 } else { number * gap + late + shift };
        Arrival { nanoseconds, bytes: values.get("traffic.bytes").integer() as u32 }
    };
    let mut arrivals: Vec<Arrival> = (0..packets).map(&mut arrival).collect();
    arrivals.sort_by_key(|arrival| arrival.nanoseconds);
    let recording = Arc::new(Recording::new(arrivals).expect("in order"));
    let capture = Capture { file: "made.pcap".into(), packets: 0, digest: String::new(), recording: None };
    let scenario = Scenario { capture: Some(capture), ..scenario.clone() };
    let scenario = scenario.with_recording(&recording).expect("any recording will do");
    scenario.with(&[("traffic.pattern", Value::Choice("capture".into()))]).expect("valid settings")
}
