//! The kernel that somebody has written in kernel C, as a scenario has it: the text, so that a run stays a function of its
//! scenario, and what a C file cannot say. It takes the place of the kernel design that the settings name. `families` compiles it.

use super::error::{ScenarioError, ScenarioErrors};
use super::parse::{Reader, unknown, written};
use super::{Intervention, KNOBS_PATH, Scenario, Settings, Value};
use crate::message;
use livelock_compiler::Program;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    pub statement: u64,
    /// Values of its knobs that differ from those in the text.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub knobs: BTreeMap<String, i32>,
    /// The program itself; empty until somebody has read the file.
    pub text: String,
    /// Its code, if another module has compiled it.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub compiled: Option<Arc<Program>>,
}

impl KernelProgram {
    /// The error of a program that nobody has read or compiled.
    pub fn is_not_open(&self) -> ScenarioError {
        let allowed = message!("a file with a program (--kernel FILE.c)");
        ScenarioError::new("program.file", &self.file, message!("this program is not open"), allowed)
    }

    /// The error of code that this build of the compiler has not made.
    pub fn is_of_other_build(&self) -> ScenarioError {
        let allowed = message!("code of the same version: load the page again");
        ScenarioError::new(
            "program.file",
            &self.file,
            message!("the code of this program is not of this version"),
            allowed,
        )
    }
}

/// A knob that a program declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KnobRow {
    pub name: String,
    /// Its value at the start, and its range.
    pub value: i32,
    pub least: i32,
    pub most: i32,
    pub label: String,
    /// The line that declares it.
    pub line: u32,
}

impl KnobRow {
    /// Checks the value of a knob, as a scenario has it. The program, once it is compiled, knows its range.
    pub fn check(path: &str, value: Value) -> Result<Value, ScenarioError> {
        match value {
            Value::Integer(_) => Ok(value),
            _ => Err(ScenarioError::new(path, &value, message!("not a whole number"), message!("a whole number"))),
        }
    }

    /// What is wrong with a value for the knob with this name. `field` names it in the error.
    pub fn error(rows: &[KnobRow], field: &str, name: &str, value: i64) -> Option<ScenarioError> {
        let (problem, allowed) = match rows.iter().find(|row| row.name == name) {
            Some(row) if (i64::from(row.least)..=i64::from(row.most)).contains(&value) => return None,
            Some(row) => {
                let (min, max) = (row.least.to_string(), row.most.to_string());
                (message!("out of range"), message!("a whole number from {min} to {max}", min, max))
            }
            None if rows.is_empty() => {
                let allowed = message!("none, because no program of this scenario declares a knob");
                (message!("the program has no such knob"), allowed)
            }
            None => {
                let names = rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>().join(", ");
                let allowed = message!("a knob that the program declares: {names}", names);
                (message!("the program has no such knob"), allowed)
            }
        };
        Some(ScenarioError::new(field, value, problem, allowed))
    }
}

impl Intervention {
    /// The knobs of the program that it turns: paths, names and values.
    pub fn knobs(set: &BTreeMap<String, Value>) -> impl Iterator<Item = (&str, &str, i64)> {
        set.iter().filter_map(|(path, value)| match value {
            Value::Integer(number) => Some((path.as_str(), path.strip_prefix(KNOBS_PATH)?, *number)),
            _ => None,
        })
    }
}

impl Scenario {
    /// Returns an error for each knob of the scenario and of its interventions that the program does not declare so.
    pub fn check_knobs(&self, rows: &[KnobRow]) -> Result<(), ScenarioErrors> {
        let set = self.program.iter().flat_map(|program| &program.knobs);
        let of_program = set
            .filter_map(|(name, value)| KnobRow::error(rows, &format!("{KNOBS_PATH}{name}"), name, i64::from(*value)));
        let turned = self.interventions.iter().enumerate().flat_map(|(index, intervention)| {
            Intervention::knobs(&intervention.set).filter_map(move |(path, name, value)| {
                KnobRow::error(rows, &format!("interventions[{index}].{path}"), name, value)
            })
        });
        let errors: Vec<ScenarioError> = of_program.chain(turned).collect();
        if errors.is_empty() { Ok(()) } else { Err(ScenarioErrors { errors }) }
    }

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
        let Some(program) = &self.program else { return self.check_knobs(&[]) };
        let refuse = |field: &str, value: String, problem, allowed| {
            Err(ScenarioErrors::from(ScenarioError::new(field, value, problem, allowed)))
        };
        if program.text.is_empty() {
            return Err(program.is_not_open().into());
        }
        if !program.digest.is_empty() && program.digest != fingerprint(&program.text) {
            let allowed = message!("{digest}, the fingerprint of the text", digest = fingerprint(&program.text));
            let problem = message!("is not the fingerprint of this program");
            return refuse("program.digest", program.digest.clone(), problem, allowed);
        }
        if !settings.kernel.runs_program(settings) {
            let problem = message!("this machine cannot run a program");
            let allowed = message!(
                "a router with one CPU, whose packets no process gets but the firewall process: `kernel.design` = bsd, polling, high_ipl or clocked"
            );
            return refuse("program.file", program.file.clone(), problem, allowed);
        }
        Ok(())
    }
}

impl Reader {
    /// Settings are the machine's; a program has its knobs.
    pub fn refuse_knobs(&mut self, settings: &BTreeMap<String, Value>) {
        for (path, value) in settings.iter().filter(|(path, _)| path.starts_with(KNOBS_PATH)) {
            let problem = message!("a knob of the program, but inside of `settings`");
            let allowed = message!("{path} beside `settings`", path = path.clone());
            self.errors.push(ScenarioError::new(path, value, problem, allowed));
        }
    }

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
            compiled: None,
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
