//! Programs in kernel C that the page has compiled, with the compiler's module. A scenario has the text of its program; a run needs
//! the code.

use crate::convert::refused;
use livelock_core::families::program_target as program_target_of;
use livelock_core::program::{Program, Target};
use livelock_core::scenario::{Scenario, Settings};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// How many are kept, the newest ones: a person who writes a program compiles many.
const KEPT_MAX: usize = 16;

thread_local! {
    static PROGRAMS: RefCell<Vec<(String, Target, Arc<Program>)>> = const { RefCell::new(Vec::new()) };
}

/// The machine that a scenario's program is compiled for, as the compiler's `compile_program` wants it.
#[wasm_bindgen]
pub fn program_target(scenario: &str) -> Result<Vec<u32>, JsError> {
    let Target { units, hz, mhz, statements_are_free } = target(&Scenario::parse(scenario).map_err(refused)?);
    Ok(vec![units, hz, mhz, statements_are_free.into()])
}

/// Keeps a program: the scenario that has its text, and what `compile_program` has made of it.
#[wasm_bindgen]
pub fn keep_program(scenario: &str, code: &[u8]) -> Result<(), JsError> {
    let scenario = Scenario::parse(scenario).map_err(refused)?;
    let target = target(&scenario);
    let text = scenario.program.unwrap_or_default();
    let program = Program::from_bytes(code).ok_or_else(|| refused(text.is_of_other_build().into()))?;
    let text = text.text;
    PROGRAMS.with_borrow_mut(|kept| {
        kept.retain(|(known, of, _)| (known, *of) != (&text, target));
        kept.truncate(KEPT_MAX - 1);
        kept.insert(0, (text, target, Arc::new(program)));
    });
    Ok(())
}

fn target(scenario: &Scenario) -> Target {
    program_target_of(&scenario.program.clone().unwrap_or_default(), &Settings::from(&scenario.values()))
}

/// Attaches the code of the scenario's program, if it is here.
pub fn attach(mut scenario: Scenario) -> Scenario {
    if scenario.program.is_some() {
        let target = target(&scenario);
        if let Some(program) = &mut scenario.program {
            let is_it = |(text, of, _): &&(String, Target, _)| (text, *of) == (&program.text, target);
            program.compiled = PROGRAMS.with_borrow(|kept| kept.iter().find(is_it).map(|(_, _, code)| code.clone()));
        }
    }
    scenario
}
