//! "Expected next": after a knob change the diagnosis says what will happen. Time goes on, and it has to happen.

use crate::runs::{diagnosed, measure_between};
use livelock_core::ordered::ordered_map;
use livelock_core::scenario::{Intervention, Scenario, Value, parameter};

/// The change comes here, the diagnosis 20 ms later. The effect is measured when the machine has settled.
const CHANGE_MS: u64 = 100;
const EFFECT_MS: (u64, u64) = (CHANGE_MS + 60, CHANGE_MS + 260);

const SWITCHES: [&str; 4] = ["polling.enabled", "feedback.enabled", "limit.enabled", "breaker.enabled"];

/// Turns each switch of each scenario, and returns the expectations that did not come true.
pub fn wrong_expectations(scenarios: &[Scenario]) -> Vec<String> {
    let turned = scenarios.iter().flat_map(|scenario| SWITCHES.iter().map(move |path| (scenario, *path)));
    turned.filter_map(|(scenario, path)| wrong_expectation(scenario, path)).collect()
}

fn wrong_expectation(scenario: &Scenario, path: &str) -> Option<String> {
    let values = scenario.values();
    // a switch without effect is hidden, but a link or an instructor can turn it
    if values.design().row().family != "routers" && !values.meet(parameter(path)?.when) {
        return None;
    }
    let on = values.get(path).switch();
    let at = scenario.profile().clock.cycles_in_milliseconds(CHANGE_MS).0;
    let set = ordered_map([(path.to_string(), Value::Switch(!on))]);
    let changed = Scenario { interventions: vec![Intervention { at, set }], ..scenario.clone() }.validated().ok()?;
    let (found, _) = diagnosed(&changed, CHANGE_MS + 20);
    let says = found.sentence();
    let (_, expected) = says.split_once("Expected next: ")?;
    let run = measure_between(&changed, EFFECT_MS.0, EFFECT_MS.1);
    let unchanged = || measure_between(scenario, EFFECT_MS.0, EFFECT_MS.1);
    let comes = match expected {
        it if it.starts_with("the handler pauses") => run.gate("breaker") > 0.0 || run.lost_share() == 0.0,
        it if it.starts_with("input stops when packets have used up") => run.gate("limit") > 0.0 || run.spare() > 0.1,
        it if it.starts_with("input stops while an output queue") => {
            run.gate("feedback_output") > 0.0 || run.lost_share() == 0.0
        }
        it if it.starts_with("input stops while the queue") => run.gate("feedback") > 0.0 || run.lost_share() == 0.0,
        it if it.starts_with("excess packets are refused") => run.wasted_share() < 0.02,
        it if it.starts_with("packets interrupt the CPU again") => {
            run.interrupts_each() >= unchanged().interrupts_each()
        }
        it if it.starts_with("nothing changes") => run.delivered() == unchanged().delivered(),
        _ => true,
    };
    (!comes).then(|| format!("{}, {path} turned: {expected}", scenario.id))
}
