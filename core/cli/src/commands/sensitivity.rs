//! `livelock reproduce --sensitivity`: varies the inputs that no paper states, and says how often each claim's verdict stays.
//! A log keeps what is done: a line for each variation, written when it ends. So a run that was stopped goes on, and the logs of
//! several parts, one after the other in one file, are the log of the whole.

use super::reproduce::{ids_of, record_file, write_record};
use crate::arguments::{ReproduceArgs, ReproduceFormat, SensitivityArgs};
use crate::error::CommandError;
use crate::output::{Output, table, tell, with_column};
use crate::output_file;
use crate::parallel::{ParallelRunner, bar};
use crate::text_file;
use indicatif::ProgressBar;
use livelock_core::experiment::sensitivity::{self, Task, TaskResult, Trust, TrustRecord, VerdictKind};
use livelock_core::scenario::MODEL;
use rayon::prelude::*;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

pub fn sensitivity(options: &ReproduceArgs) -> Result<(), CommandError> {
    let SensitivityArgs { log, shard, samples, .. } = &options.sensitivity;
    ids_of(&options.only)?;
    let output = Output::to(options.output.as_deref())?;
    let record = options.record.as_ref().map(|named| record_file(named.as_deref(), "src/experiment/sensitivity.json"));
    let record = record.map(|path| Ok::<_, CommandError>((record_before(&path)?, path))).transpose()?;
    let runner = ParallelRunner::new(options.jobs, ProgressBar::hidden())?;
    let mut log = log.as_deref().map(Log::open).transpose()?;
    tell("finding the inputs of each claim");
    let plan = runner.threads.install(|| sensitivity::plan(&options.only, *samples))?;
    let tasks = &plan.tasks;
    let known = log.as_mut().map(|log| std::mem::take(&mut log.results)).unwrap_or_default();
    let waiting: Vec<&Task> = tasks.iter().filter(|task| !sensitivity::is_done(task, &known)).collect();
    let in_log = tasks.len() - waiting.len();
    let waiting = shard.map_or(waiting.clone(), |shard| shard.select(waiting));
    tell(format!("{in_log} of {} variations are in the log, {} are run now", tasks.len(), waiting.len()));
    let ended = bar("variations", waiting.len(), "variations");
    let log = log.map(Mutex::new);
    let run = |task: &&Task| {
        let result = plan.run(task)?;
        if let Some(log) = &log {
            log.lock().expect("no thread has panicked").append(&result)?;
        }
        ended.inc(1);
        Ok(result)
    };
    let results = runner.threads.install(|| waiting.par_iter().map(run).collect::<Result<Vec<_>, CommandError>>())?;
    if shard.is_some() {
        tell(
            "this part is done; put the logs of all parts into one file, and run the command with that log and without --shard",
        );
        return Ok(());
    }
    let trust = sensitivity::trust(tasks, &[known, results].concat());
    match options.format {
        ReproduceFormat::Json => output.write_json(&json!({ "model": MODEL, "samples": samples, "claims": trust }))?,
        ReproduceFormat::Table => output.write(&text(&trust))?,
    }
    if let Some((before, path)) = record {
        write_record(&path, &before.updated(trust).text())?;
    }
    Ok(())
}

/// What the file of a record has already. A new file begins with the committed record.
fn record_before(path: &Path) -> Result<TrustRecord, CommandError> {
    if !path.exists() {
        return Ok(TrustRecord::committed());
    }
    let wrong = |problem: String| CommandError::Input(format!("{}: {problem}", path.display()));
    let text = text_file::read(path, MEBIBYTES_MAX).map_err(|problem| wrong(problem.to_string()))?;
    TrustRecord::parse(&text)
        .map_err(|error| wrong(format!("is no record of a run ({error}); name another file, which is then made")))
}

fn text(trust: &[Trust]) -> String {
    let mut rows = vec![["CLAIM", "VERDICT", "STAYS", "OF"].map(String::from).to_vec()];
    rows.extend(trust.iter().map(|one| {
        let variations = format!("{} variations", one.variations);
        vec![one.id.clone(), kind(one.kind).to_string(), format!("{} %", one.share()), variations]
    }));
    let aligned = table(&rows);
    let mut lines = aligned.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (line, one) in lines.zip(trust) {
        text.push_str(&format!("{line}\n"));
        if !one.turned_by.is_empty() {
            text += &with_column("    turned by", 14, &one.turned_by.join(", "));
        }
        text += &influences(one);
        text += &proof(&one.id);
    }
    text
}

/// The word for a kind of verdict.
pub fn kind(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Holds => "holds",
        VerdictKind::Fails => "fails",
        VerdictKind::Undecided => "undecided",
        VerdictKind::Contradicted => "contradicted",
    }
}

/// The inputs that matter most, one in a line, with what is measured then.
pub fn influences(trust: &Trust) -> String {
    let mut text = String::new();
    for one in &trust.inputs {
        let turns = if one.turns { " turns it" } else { "" };
        text += &with_column("    input", 14, &format!("{} {}{turns}: {}", one.input, one.level, one.measured));
    }
    text
}

/// Why the paper's other numbers exclude the claim, if they do.
pub fn proof(id: &str) -> String {
    sensitivity::proof_of(id)
        .map_or_else(String::new, |proof| with_column("    because", 14, &proof.sentences.join(" ")))
}

/// Far more than the log of a whole run.
const MEBIBYTES_MAX: u64 = 64;

/// The first line of a log.
const HEADER: &str = "livelock sensitivity, model ";

/// A log that is open for more lines, and the results that it had.
struct Log {
    file: File,
    name: String,
    results: Vec<TaskResult>,
}

impl Log {
    /// Opens or begins a log. Drops a last line that was cut off. A log may hold several logs, one after the other.
    fn open(path: &Path) -> Result<Log, CommandError> {
        let name = path.display().to_string();
        let wrong = |text: String| CommandError::Input(format!("{name}: {text}"));
        output_file::check(path)?;
        let text = match path.exists() {
            true => text_file::read(path, MEBIBYTES_MAX).map_err(|problem| wrong(problem.to_string()))?,
            false => String::new(),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let header = format!("{HEADER}{MODEL}");
        let mut results = Vec::new();
        for (number, line) in whole.lines().enumerate() {
            if line == header || (number > 0 && line.is_empty()) {
                continue;
            }
            let result = serde_json::from_str(line).ok().filter(|_| number > 0).ok_or_else(|| {
                wrong(format!(
                    "line {} is not a line of a log of model {MODEL}; name another file, which is then made",
                    number + 1
                ))
            })?;
            results.push(result);
        }
        if whole.len() < text.len() || text.is_empty() {
            let begun = if whole.is_empty() { format!("{header}\n") } else { whole.to_string() };
            output_file::write(path, begun.as_bytes())?;
        }
        Ok(Log { file: output_file::open_to_append(path)?, name, results })
    }

    fn append(&mut self, result: &TaskResult) -> Result<(), CommandError> {
        let line = serde_json::to_string(result).expect("a result is plain data") + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| CommandError::Input(format!("{}: cannot be written: {error}", self.name)))
    }
}
