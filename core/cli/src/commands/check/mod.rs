//! `livelock check`: what is wrong with programs in kernel C, where, and what to write instead. As text for people, as JSON, or
//! as SARIF, which editors and the pages of code hosts show beside the lines.

mod arguments;
mod sarif;

pub use arguments::{CheckArgs, CheckFormat};

use crate::error::CommandError;
use crate::faults::{named, rules_json, rules_text};
use crate::output::{to_json, write, write_json};
use crate::strange_text::{file_name, visible};
use crate::text_file;
use livelock_core::program::calls::header;
use livelock_core::program::{Problem, Program, compile, rule_refused_as};
use serde_json::{Value as Json, json};
use std::path::Path;

/// No program is nearly as large; the compiler says how large it may be.
const MEBIBYTES_MAX: u64 = 4;

/// A program that was read.
struct Checked {
    /// As messages name it.
    name: String,
    source: String,
    result: Result<Program, Vec<Problem>>,
}

impl Checked {
    fn problems(&self) -> &[Problem] {
        self.result.as_ref().err().map_or(&[], Vec::as_slice)
    }
}

pub fn check(options: &CheckArgs) -> Result<(), CommandError> {
    if options.header {
        return write(&header());
    }
    if options.rules {
        return match options.format {
            CheckFormat::Text => write(&rules_text()),
            _ => write_json(&rules_json()),
        };
    }
    let checked = options.files.iter().map(|file| read(file)).collect::<Result<Vec<Checked>, CommandError>>()?;
    match options.format {
        CheckFormat::Text => write(&checked.iter().map(text).collect::<String>())?,
        CheckFormat::Json => write_json(&json!({ "files": rows(&checked)? }))?,
        CheckFormat::Sarif => write_json(&sarif::log(&checked))?,
    }
    let count: usize = checked.iter().map(|one| one.problems().len()).sum();
    let files = checked.iter().filter(|one| !one.problems().is_empty()).count();
    match (count, files) {
        (0, _) => Ok(()),
        (1, _) => Err(CommandError::Flagged("1 problem".to_string())),
        (count, 1) => Err(CommandError::Flagged(format!("{count} problems"))),
        (count, files) => Err(CommandError::Flagged(format!("{count} problems in {files} files"))),
    }
}

fn read(file: &Path) -> Result<Checked, CommandError> {
    let is_standard = file == Path::new("-");
    let name = if is_standard { "standard input".to_string() } else { file_name(file) };
    if file.is_dir() {
        return Err(CommandError::Input(format!("{name} is a folder; name the files of the programs in it")));
    }
    let text = match is_standard {
        true => text_file::read_from(std::io::stdin(), MEBIBYTES_MAX),
        false => text_file::read(file, MEBIBYTES_MAX),
    };
    let source = text.map_err(|problem| {
        CommandError::Input(format!("the program {name} {problem}; name a file of C source, saved as UTF-8"))
    })?;
    Ok(Checked { result: compile(&source), name, source })
}

fn text(Checked { name, source, result }: &Checked) -> String {
    match result {
        Ok(program) => format!("{name}: no problem. {}\n", summary(program)),
        Err(problems) => problems_told(name, source, problems),
    }
}

/// Problems as text, each with its line.
pub fn problems_told(name: &str, source: &str, problems: &[Problem]) -> String {
    problems.iter().map(|problem| told(name, source, problem)).collect()
}

/// What a program declares, in one line.
fn summary(program: &Program) -> String {
    let counted = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    };
    let parts = [
        counted(program.functions.len(), "function"),
        counted(program.threads().count(), "thread"),
        counted(program.queues.len(), "queue"),
        counted(program.knobs.len(), "knob"),
        counted(program.globals.len(), "variable"),
        counted(program.lines.len(), "line").map(|lines| format!("{lines} with statements")),
    ];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

/// A problem with its line and a mark below the place, then the remedy.
fn told(name: &str, source: &str, problem: &Problem) -> String {
    let Problem { from, end, problem: what, remedy, .. } = problem;
    let line = source.lines().nth(from.line as usize - 1).unwrap_or("");
    let line: String = visible(line).replace('\t', " ");
    let width = if end.line == from.line { end.column.saturating_sub(from.column).max(1) } else { 1 };
    // A long line has no place for marks that a terminal would wrap.
    let shown = line.chars().count() <= 200;
    let marked = format!("  {line}\n  {}{}\n", " ".repeat(from.column as usize - 1), "^".repeat(width as usize));
    let marked = if shown { marked.as_str() } else { "" };
    let (what, remedy) = (visible(&what.to_string()), visible(&remedy.to_string()));
    // What it would do in a run is told as a running program tells it.
    let breaks = rule_refused_as(problem.rule).map(|rule| format!("  {}: {}\n", named(rule), (rule.real)()));
    format!("{name}:{}:{}: {what}\n{marked}{}  {remedy}\n", from.line, from.column, breaks.unwrap_or_default())
}

/// Each file with its problems, and what its program declares.
fn rows(checked: &[Checked]) -> Result<Vec<Json>, CommandError> {
    let row = |one: &Checked| {
        let problems = one.problems().iter().map(|problem| {
            let mut row = to_json(problem)?;
            if let Some(rule) = rule_refused_as(problem.rule) {
                row["breaks"] = json!({ "rule": rule.number, "id": rule.id });
            }
            row["message"] = format!("{} {}", problem.problem, problem.remedy).into();
            Ok(row)
        });
        let problems = problems.collect::<Result<Vec<Json>, CommandError>>()?;
        Ok(json!({ "file": one.name, "problems": problems, "program": one.result.as_ref().ok().map(declared) }))
    };
    checked.iter().map(row).collect()
}

fn declared(program: &Program) -> Json {
    let functions = program.functions.iter().map(|one| {
        let contexts = one.contexts;
        json!({ "name": one.name, "line": one.line, "thread": one.is_thread, "contexts": contexts, "step": one.step })
    });
    let queues = program.queues.iter().map(|one| json!({ "name": one.name, "line": one.line, "limit": one.limit }));
    let knobs = program.knobs.iter().map(|one| {
        json!({ "name": one.name, "line": one.line, "value": one.value, "least": one.least, "most": one.most, "label": one.label })
    });
    json!({
        "functions": functions.collect::<Vec<Json>>(),
        "queues": queues.collect::<Vec<Json>>(),
        "knobs": knobs.collect::<Vec<Json>>(),
        "events": program.events,
        "statement_lines": program.lines.len(),
        "instructions": program.code.len(),
    })
}
