//! The compiler of kernel C for the page: a text becomes problems, or code for the simulator's module (`keep_program`).

use livelock_compiler::{Problem, Target, compile, compile_for, condition};
use livelock_text::message::Message;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// JSON `ProgramProblem[]`: what is wrong with a program.
#[wasm_bindgen]
pub fn check_program(text: &str) -> String {
    json(&compile(text).err().unwrap_or_default())
}

/// JSON: what is wrong with the condition of a breakpoint in a program that has no problem, as `ProgramProblem[]`; or the condition
/// as the simulator's `neighbour` wants it, as a text.
#[wasm_bindgen]
pub fn check_condition(text: &str, written: &str) -> String {
    condition(text, written).map_or_else(|problems| json(&problems), |condition| json(&condition.to_text()))
}

/// The code of a program. Throws its problems as the simulator does, as an `Error` whose message is
/// `{"errors": [{field, value, problem, allowed}]}`. `file` is the program's name in them. `target` is the simulator's
/// `program_target`.
#[wasm_bindgen]
pub fn compile_program(file: &str, text: &str, target: &[u32]) -> Result<Vec<u8>, JsError> {
    let [units, hz, mhz, free] = *target else { return Err(JsError::new("a target is four numbers")) };
    let refused = |problems: Vec<Problem>| {
        let errors = problems.iter().map(|problem| Refusal {
            field: problem.field(file),
            value: "",
            problem: problem.sentences(),
            allowed: Message::of(""),
        });
        JsError::new(&json(&Refusals { errors: errors.collect() }))
    };
    compile_for(text, Target { units, hz, mhz, statements_are_free: free != 0 })
        .map(|program| program.to_bytes())
        .map_err(refused)
}

/// As `ScenarioErrors` of the simulator.
#[derive(Serialize)]
struct Refusals {
    errors: Vec<Refusal>,
}

#[derive(Serialize)]
struct Refusal {
    field: String,
    value: &'static str,
    problem: Message,
    allowed: Message,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}
