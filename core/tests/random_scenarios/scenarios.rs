//! Makes random valid scenarios from the parameter table, so that every parameter is tested, new ones too. Values at the ends of a
//! range are frequent, because mistakes are frequent there.

use livelock_core::ordered::ordered_map;
use livelock_core::random::RandomStream;
use livelock_core::scenario::{
    Arrival, Capture, Effect, INTERVENTIONS_MAX, Intervention, Kind, Parameter, Profile, Recording, Scenario, Value,
    parameters, presets, profiles,
};
use proptest::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

/// Simulated time of a random run, in cycles (of the 150 MHz machines: 60 ms).
pub const RUN_CYCLES: u64 = 150_000 * 60;

/// Chooses a value that a machine allows.
pub fn value_of(parameter: &Parameter) -> BoxedStrategy<Value> {
    match &parameter.kind {
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::Choice { options } => {
            let options = options.clone();
            (0..options.len()).prop_map(move |index| Value::Choice(options[index].id.to_string())).boxed()
        }
        Kind::Integer { min, max, infinity } => {
            let near = (*min).saturating_add(40).min(*max);
            let numbers = prop_oneof![
                4 => *min..=*max,
                4 => *min..=near,
                1 => Just(*min),
                1 => Just(*max),
            ];
            let endless = if *infinity { 1 } else { 0 };
            prop_oneof![9 => numbers.prop_map(Value::Integer), endless => Just(Value::Infinity)].boxed()
        }
    }
}

fn some_of(rows: Vec<Cow<'static, Parameter>>, most: usize) -> BoxedStrategy<Vec<(String, Value)>> {
    let count = rows.len();
    prop::collection::vec(0..count, 0..=most)
        .prop_flat_map(move |chosen| {
            let values: Vec<_> = chosen
                .iter()
                .map(|index| {
                    let path = rows[*index].path.clone();
                    value_of(&rows[*index]).prop_map(move |value| (path.clone(), value))
                })
                .collect();
            values
        })
        .boxed()
}

/// Makes a valid scenario with some settings and some knob changes. Contradictory settings are rejected. One in four scenarios is
/// of Linux today, because this single design has many settings.
pub fn scenario() -> BoxedStrategy<Scenario> {
    prop_oneof![3 => any_design(), 1 => scenario_of("linux_today")].boxed()
}

fn any_design() -> BoxedStrategy<Scenario> {
    // two out of three are on the router's machine, which has the most designs
    prop_oneof![2 => Just(0), 1 => 0..profiles::ALL.len()]
        .prop_flat_map(|index| scenario_on(profiles::ALL[index]))
        .boxed()
}

fn scenario_of(design: &'static str) -> BoxedStrategy<Scenario> {
    let with = move |scenario: Scenario| scenario.with(&[("kernel.design", Value::Choice(design.into()))]).ok();
    any_design().prop_filter_map("settings that contradict each other", with).boxed()
}

fn scenario_on(profile: &'static Profile) -> BoxedStrategy<Scenario> {
    // the settings of a trial do not change a run
    let paths = parameters().iter().map(|row| row.path.as_str());
    let paths = paths.filter(|path| !path.starts_with("trial.") && *path != profiles::PATH);
    let all: Vec<Cow<Parameter>> = paths.filter_map(|path| profile.parameter(path)).collect();
    let (costs, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|row| row.group == "costs");
    let live: Vec<_> = others.iter().filter(|row| row.effect != Effect::Restart).cloned().collect();
    let knobs = prop::collection::vec((0..RUN_CYCLES, some_of(live, 3)), 0..5);
    let rate = profile.parameter("traffic.rate").expect("a parameter");
    let rates = prop_oneof![Just(None), value_of(&rate).prop_map(Some)];
    (some_of(others, 14), some_of(costs, 2), rates, knobs, 0..u64::from(u32::MAX))
        .prop_filter_map("settings that contradict each other", |(settings, costs, rate, mut knobs, seed)| {
            knobs.sort_by_key(|(at, _)| *at);
            assert!(knobs.len() < INTERVENTIONS_MAX);
            let mut scenario = presets::find("lab").expect("the lab has its scenario");
            scenario.seed = seed;
            scenario.settings = ordered_map(settings.into_iter().chain(costs));
            scenario.settings.insert(profiles::PATH.into(), Value::Choice(profile.id.into()));
            if let Some(rate) = rate {
                scenario.settings.insert("traffic.rate".into(), rate);
            }
            let intervention = |(at, set): (u64, Vec<(String, Value)>)| Intervention { at, set: ordered_map(set) };
            scenario.interventions = knobs.into_iter().map(intervention).collect();
            scenario.capture =
                Some(Capture { file: "random".into(), packets: 0, digest: String::new(), recording: None });
            scenario.validated().ok()?.with_recording(&recording(seed)).ok()
        })
        .boxed()
}

/// Makes a recording with packets of every length, some of them faster than any wire, for scenarios that use it.
fn recording(seed: u64) -> Arc<Recording> {
    let random = RandomStream::new(seed, 99);
    let mut nanoseconds = 0;
    let arrivals = (0..200).map(|k| {
        let arrival = Arrival { nanoseconds, bytes: random.below(2 * k, 10_000) as u32 };
        nanoseconds += random.below(2 * k + 1, 400_000).saturating_sub(100_000);
        arrival
    });
    Arc::new(Recording::new(arrivals.collect()).expect("times are in order"))
}

/// Sets the number of random scenarios for a property; RANDOM_SCENARIOS replaces it.
pub fn cases(count: u32) -> ProptestConfig {
    let wanted = std::env::var("RANDOM_SCENARIOS").ok().and_then(|text| text.parse().ok());
    ProptestConfig {
        cases: wanted.unwrap_or(count),
        max_local_rejects: u32::MAX,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
