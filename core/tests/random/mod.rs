//! Random valid scenarios, drawn from the parameter table itself: every parameter is tried, new ones too. Values at the ends
//! of a range come up often, because mistakes live there.

use livelock_core::ordered::ordered_map;
use livelock_core::scenario::{
    Effect, INTERVENTIONS_MAX, Intervention, Kind, Parameter, Scenario, Value, parameters, presets,
};
use proptest::prelude::*;

/// Simulated time of a random run, in cycles of the 150 MHz machine.
pub const RUN_CYCLES: u64 = 150_000 * 60;

/// One allowed value.
pub fn value_of(parameter: &'static Parameter) -> BoxedStrategy<Value> {
    match &parameter.kind {
        Kind::Switch => any::<bool>().prop_map(Value::Switch).boxed(),
        Kind::Choice { options } => {
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

fn some_of(rows: Vec<&'static Parameter>, most: usize) -> BoxedStrategy<Vec<(String, Value)>> {
    let count = rows.len();
    prop::collection::vec(0..count, 0..=most)
        .prop_flat_map(move |chosen| {
            let values: Vec<_> = chosen
                .iter()
                .map(|index| {
                    let row = rows[*index];
                    value_of(row).prop_map(move |value| (row.path.clone(), value))
                })
                .collect();
            values
        })
        .boxed()
}

/// A valid scenario with some settings and some knobs turned on the way. Marks that contradict each other are dropped.
pub fn scenario() -> BoxedStrategy<Scenario> {
    // what a trial measures does not change a run
    let all: Vec<&Parameter> = parameters().iter().filter(|row| !row.path.starts_with("trial.")).collect();
    let costs: Vec<&Parameter> = all.iter().copied().filter(|row| row.group == "costs").collect();
    let others: Vec<&Parameter> = all.iter().copied().filter(|row| row.group != "costs").collect();
    let live: Vec<&Parameter> = others.iter().copied().filter(|row| row.effect != Effect::Restart).collect();
    let knobs = prop::collection::vec((0..RUN_CYCLES, some_of(live, 3)), 0..5);
    let rates = prop_oneof![Just(None), (0..=14_880i64).prop_map(Some)];
    (some_of(others, 14), some_of(costs, 2), rates, knobs, 0..u64::from(u32::MAX))
        .prop_filter_map("settings that contradict each other", |(settings, costs, rate, mut knobs, seed)| {
            knobs.sort_by_key(|(at, _)| *at);
            assert!(knobs.len() < INTERVENTIONS_MAX);
            let mut scenario = presets::find("lab").expect("the lab has its scenario");
            scenario.seed = seed;
            scenario.settings = ordered_map(settings.into_iter().chain(costs));
            if let Some(rate) = rate {
                scenario.settings.insert("traffic.rate".into(), Value::Integer(rate));
            }
            let intervention = |(at, set): (u64, Vec<(String, Value)>)| Intervention { at, set: ordered_map(set) };
            scenario.interventions = knobs.into_iter().map(intervention).collect();
            scenario.validated().ok()
        })
        .boxed()
}

/// How many random scenarios a property is tried on.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}
