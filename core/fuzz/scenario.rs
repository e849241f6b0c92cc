//! The fuzzing target for scenarios: any text is either read or refused with an error; what was read reads back the same,
//! and its machine runs for a moment. The fuzzer (`src`) and core/tests/fuzzed.rs, which needs no nightly compiler, share
//! it.

use livelock_core::machine::{Machine, Tracing};
use livelock_core::scenario::Scenario;
use livelock_core::units::Cycles;

/// About a millisecond of the fastest machine.
const MOMENT: Cycles = Cycles(150_000);

/// Returns whether the text was a scenario.
pub fn any_text_is_a_scenario_or_is_refused(text: &str) -> bool {
    match Scenario::parse(text) {
        Ok(scenario) => {
            let again = Scenario::parse(&scenario.canonical()).expect("what was read reads back");
            assert_eq!(again, scenario, "canonical text is the same scenario");
            let mut machine = match Machine::new(&scenario, Tracing::Off) {
                Ok(machine) => machine,
                Err(refused) => {
                    let field = refused.errors[0].field.to_string();
                    assert!(
                        ["capture.file", "traffic.pattern"].contains(&field.as_str()),
                        "a scenario is refused only if its capture is missing: {refused}"
                    );
                    return true;
                }
            };
            machine.run_until(MOMENT).unwrap_or_else(|trap| panic!("{trap}\n{}", scenario.canonical()));
            true
        }
        Err(refused) => {
            assert!(!refused.errors.is_empty(), "a refusal has a reason");
            for error in &refused.errors {
                assert!(!error.field.to_string().is_empty() || !error.problem.text.is_empty(), "{error}");
                assert!(error.value.to_string().chars().count() <= 83, "a message never quotes a whole file");
            }
            false
        }
    }
}
