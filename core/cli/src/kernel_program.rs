//! The program that runs instead of a scenario's kernel: `--kernel FILE.c`, or the file that a scenario names. It is read and
//! compiled before anything runs, so that its problems are told as `livelock check` tells them.

use crate::arguments::ScenarioArgs;
use crate::commands::problems_told;
use crate::error::CommandError;
use crate::strange_text::file_name;
use crate::text_file;
use livelock_core::program::compile;
use livelock_core::scenario::{KernelProgram, Scenario};
use std::path::Path;

/// No program is as large; the compiler says how large it may be.
const MEBIBYTES_MAX: u64 = 4;

/// `--kernel FILE.c --knob NAME=N --statement CYCLES`.
pub fn choose(scenario: &mut Scenario, options: &ScenarioArgs) {
    let Some(file) = &options.kernel else { return };
    scenario.program = Some(KernelProgram {
        file: file.to_string_lossy().into_owned(),
        statement: options.statement.unwrap_or(0),
        knobs: options.knob.iter().cloned().collect(),
        ..KernelProgram::default()
    });
}

/// Reads the program that the scenario names, if it has not been read; the path is relative to `folder`.
pub fn with_text(scenario: Scenario, folder: &Path) -> Result<Scenario, CommandError> {
    let Some(program) = &scenario.program else { return Ok(scenario) };
    let file = folder.join(&program.file);
    let text = match program.text.is_empty() {
        false => compiled(&file_name(Path::new(&program.file)), program.text.clone())?,
        true => read(&file)?,
    };
    Ok(scenario.with_program_text(&text)?)
}

/// Reads a program that compiles.
pub fn read(file: &Path) -> Result<String, CommandError> {
    let name = file_name(file);
    let text = text_file::read(file, MEBIBYTES_MAX).map_err(|problem| {
        CommandError::Input(format!("the program {name} {problem}; name a file of C source, saved as UTF-8"))
    })?;
    compiled(&name, text)
}

/// The text of a program, if it compiles.
fn compiled(name: &str, text: String) -> Result<String, CommandError> {
    if let Err(problems) = compile(&text) {
        let told = problems_told(name, &text, &problems);
        return Err(CommandError::Input(format!("the program {name} does not compile\n\n{}", told.trim_end())));
    }
    Ok(text)
}
