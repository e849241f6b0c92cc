//! The kernel that somebody has written in kernel C, as a scenario has it: the text, so that a run stays a function of its
//! scenario, and what a C file cannot say. It takes the place of the kernel design that the settings name. `families` compiles it.

use super::error::{ScenarioError, ScenarioErrors};
use super::parse::{Reader, unknown, written};
use super::{Scenario, Settings};
use crate::message;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The largest number of cycles that a statement may cost.
pub const STATEMENT_CYCLES_MAX: u64 = 10_000;
/// The smallest number besides 0. A statement of fewer cycles would fill the trace faster than anybody can look at it.
pub const STATEMENT_CYCLES_MIN: u64 = 10;
/// The longest text, as in kernel C.
pub const PROGRAM_BYTES_MAX: usize = 256 << 10;

/// A program of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KernelProgram {
    /// The file's name; on the command line its path, relative to the folder of the scenario file.
    pub file: String,
    /// Fingerprint of the text, 16 hexadecimal digits; empty means any text.
    pub digest: String,
    /// Cycles of each statement. With 0, a program costs what its calls cost, as the built-in kernels do.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub statement: u64,
    /// Values of its knobs that differ from those in the text.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub knobs: BTreeMap<String, i32>,
    /// The program itself; empty until somebody has read the file.
    pub text: String,
}

impl Scenario {
    /// Returns the scenario with the text of its program, or an error when it is another program.
    pub fn with_program_text(mut self, text: &str) -> Result<Scenario, ScenarioErrors> {
        let Some(program) = &mut self.program else { return Ok(self) };
        let digest = fingerprint(text);
        if !program.digest.is_empty() && program.digest != digest {
            let problem = message!("this program is not the one that the scenario was made with");
            let allowed = message!("the file with fingerprint {digest}", digest = program.digest.clone());
            return Err(ScenarioError::new("program.digest", digest, problem, allowed).into());
        }
        (program.digest, program.text) = (digest, text.to_string());
        Ok(self)
    }

    /// Returns an error when the scenario has a program that this machine cannot run.
    pub fn check_program(&self, settings: &Settings) -> Result<(), ScenarioErrors> {
        let Some(program) = &self.program else { return Ok(()) };
        let refuse = |field: &str, value: String, problem, allowed| {
            Err(ScenarioErrors::from(ScenarioError::new(field, value, problem, allowed)))
        };
        if program.text.is_empty() {
            let allowed = message!("a file with a program (--kernel FILE.c)");
            return refuse("program.file", program.file.clone(), message!("this program is not open"), allowed);
        }
        if !program.digest.is_empty() && program.digest != fingerprint(&program.text) {
            let allowed = message!("{digest}, the fingerprint of the text", digest = fingerprint(&program.text));
            let problem = message!("is not the fingerprint of this program");
            return refuse("program.digest", program.digest.clone(), problem, allowed);
        }
        if !settings.kernel.runs_program(settings) {
            let problem = message!("this machine cannot run a program");
            let allowed = message!(
                "a router with one CPU, one input and no process but the firewall process: `kernel.design` = bsd, polling or high_ipl"
            );
            return refuse("program.file", program.file.clone(), problem, allowed);
        }
        Ok(())
    }
}

impl Reader {
    /// Reads `"kernel.c"`, or a table of file, digest, statement, knobs and text.
    pub fn program(&mut self, json: &Json) -> KernelProgram {
        const NAMES: [&str; 5] = ["file", "digest", "statement", "knobs", "text"];
        let mut named = Map::new();
        let fields = match json {
            Json::Object(fields) => fields,
            other => {
                named.insert("file".to_string(), other.clone());
                &named
            }
        };
        for (name, value) in fields.iter().filter(|(name, _)| !NAMES.contains(&name.as_str())) {
            let field = format!("program.{name}");
            self.errors.push(unknown(&field, &written(value), message!("unknown field"), &mut NAMES.into_iter()));
        }
        let range = (0, STATEMENT_CYCLES_MAX);
        let statement = self.number("program.statement", fields.get("statement"), 0, range);
        if (1..STATEMENT_CYCLES_MIN).contains(&statement) {
            let least = STATEMENT_CYCLES_MIN.to_string();
            let (problem, allowed) = (message!("out of range"), message!("0, or at least {least} cycles", least));
            self.errors.push(ScenarioError::new("program.statement", statement, problem, allowed));
        }
        let mut knobs = BTreeMap::new();
        let none = Map::new();
        for (name, value) in fields.get("knobs").and_then(Json::as_object).unwrap_or(&none) {
            match value.as_i64().and_then(|number| i32::try_from(number).ok()) {
                Some(number) => drop(knobs.insert(name.clone(), number)),
                None => {
                    let (problem, allowed) = (message!("not a number"), message!("a whole number"));
                    self.errors.push(ScenarioError::new(
                        &format!("program.knobs.{name}"),
                        written(value),
                        problem,
                        allowed,
                    ));
                }
            }
        }
        KernelProgram {
            file: self.text(fields, "program.file", "", 200),
            digest: self.text(fields, "program.digest", "", 16),
            statement,
            knobs,
            text: self.text(fields, "program.text", "", PROGRAM_BYTES_MAX),
        }
    }
}

/// The fingerprint of a text.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(7)
    });
    format!("{hash:016x}")
}
