//! The inputs of the model that no paper states: every cost of a step, and every number of the table of parameters that
//! we chose. Three more are no rows of that table: the seeds, the moment at which traffic begins between two clock ticks,
//! and how much the runs of a step differ.

use crate::scenario::costs::STEPS;
use crate::scenario::{Kind, Scenario, Step, Value, Values, parameter, parameters};
use std::sync::LazyLock;

/// How far a number is varied to either side, as a share of it.
pub const REACH: f64 = 0.1;

/// The largest variation of steps, in per cent.
const STEPS_VARY_MAX: f64 = 5.0;
/// Traffic begins up to so many milliseconds later. A tick lasts 0.977 ms, so each millisecond moves the beginning by 0.023 ms
/// against the ticks: over 42 of them it takes every position.
const PHASES: f64 = 42.0;
/// How many other groups of seeds there are.
const SEED_GROUPS: f64 = 20.0;
const SEEDS_EACH: u64 = 5;

/// Settings that are the experiment, not the model: what a person turns, and how often a trial is repeated.
const NOT_VARIED: [&str; 4] = ["scale.", "trial.seeds", "trial.ms_max", VARIATION_PATH];
const VARIATION_PATH: &str = "machine.variation";
const START_PATH: &str = "traffic.start_ms";

/// Where an input can be found. A level lies between -1 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A number of the table, multiplied by 0.9 to 1.1.
    Setting(&'static str),
    /// The seeds of all trials.
    Seeds,
    /// The moment at which traffic begins.
    Phase,
    /// How much the runs of a step differ, from 0 to 5 %.
    Steps,
}

/// All inputs, costs first.
pub fn inputs() -> &'static [Input] {
    static INPUTS: LazyLock<Vec<Input>> = LazyLock::new(|| {
        let costs = STEPS.iter().map(|row| Input::Setting(row.step.path()));
        let choices = parameters().iter().filter(|row| {
            let path = row.path.as_str();
            let is_cost = path.starts_with("costs.");
            let is_varied = !is_cost && !NOT_VARIED.iter().any(|start| path.starts_with(start)) && path != START_PATH;
            is_varied && row.source.is_chosen() && matches!(row.kind, Kind::Integer { .. })
        });
        let choices = choices.map(|row| Input::Setting(row.path.as_str()));
        costs.chain(choices).chain([Input::Seeds, Input::Phase, Input::Steps]).collect()
    });
    &INPUTS
}

/// The input with this id.
pub fn input(id: &str) -> Option<Input> {
    inputs().iter().copied().find(|input| input.id() == id)
}

impl Input {
    /// What it is called on the page.
    pub fn label(self) -> &'static str {
        match self {
            Input::Seeds => "Seeds of the random numbers",
            Input::Phase => "Beginning of the traffic between two clock ticks",
            Input::Setting(_) | Input::Steps => parameter(self.id()).map_or("", |row| row.label.as_str()),
        }
    }

    pub fn id(self) -> &'static str {
        match self {
            Input::Setting(path) => path,
            Input::Seeds => "seeds",
            Input::Phase => START_PATH,
            Input::Steps => VARIATION_PATH,
        }
    }

    /// The step whose cost the input is.
    pub fn step(self) -> Option<Step> {
        STEPS.iter().map(|row| row.step).find(|step| step.path() == self.id())
    }

    /// The levels at which the input is varied alone, each with its name.
    pub fn levels(self) -> &'static [(f64, &'static str)] {
        match self {
            Input::Setting(_) => &[(-1.0, "-10 %"), (1.0, "+10 %")],
            Input::Seeds => &[(-0.5, "other seeds"), (0.5, "other seeds again")],
            Input::Phase => &[(-0.5, "11 ms later"), (0.5, "32 ms later")],
            Input::Steps => &[(-0.6, "1 %"), (0.2, "3 %"), (1.0, "5 %")],
        }
    }

    /// Whether the input changes this scenario.
    pub fn concerns(self, scenario: &Scenario) -> bool {
        self.levels().iter().any(|(level, _)| vary(scenario, &[(self, *level)], &[]) != *scenario)
    }

    /// The input's new value on this machine; `None` if it is no setting, has no effect, or stays the same.
    fn change(self, values: &Values, level: f64) -> Option<(&'static str, Value)> {
        let share = (level + 1.0) / 2.0;
        match self {
            Input::Setting(path) => {
                let factor = 1.0 + REACH * level;
                changed(values, path, |number| (number as f64 * factor).round() as i64)
            }
            Input::Phase => changed(values, START_PATH, |start| start + (share * PHASES).round() as i64),
            Input::Steps => changed(values, VARIATION_PATH, |_| (share * STEPS_VARY_MAX).round() as i64),
            Input::Seeds => None,
        }
    }
}

/// The scenario with these inputs at these levels. Settings in `fixed` are the experiment's own and stay.
pub fn vary(scenario: &Scenario, levels: &[(Input, f64)], fixed: &[&str]) -> Scenario {
    let values = scenario.values();
    let free = levels.iter().filter(|(input, _)| !fixed.contains(&input.id()));
    let changes: Vec<(&str, Value)> = free.filter_map(|(input, level)| input.change(&values, *level)).collect();
    let mut varied = if changes.is_empty() {
        scenario.clone()
    } else {
        scenario.with(&changes).unwrap_or_else(|errors| panic!("a varied scenario: {errors}"))
    };
    if let Some((_, level)) = levels.iter().find(|(input, _)| *input == Input::Seeds) {
        let group = ((level + 1.0) / 2.0 * SEED_GROUPS).round() as u64;
        varied.seed = varied.seed.wrapping_add(group * SEEDS_EACH);
    }
    varied
}

/// Another number in the setting's range; `None` if the setting has no effect on this machine, is no number, or stays the same.
fn changed(values: &Values, path: &'static str, change: impl Fn(i64) -> i64) -> Option<(&'static str, Value)> {
    let row = values.profile().parameter(path)?;
    match (&row.kind, values.get(path)) {
        (Kind::Integer { min, max, .. }, Value::Integer(number)) if values.meet(row.when) => {
            let changed = change(*number).clamp(*min, *max);
            (changed != *number).then_some((path, Value::Integer(changed)))
        }
        _ => None,
    }
}
