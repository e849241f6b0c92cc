//! `livelock reproduce`: runs the papers' claims and says which hold. Fails when a claim that costs are fitted to does not
//! hold, or when a recorded prediction no longer does.

use crate::arguments::{Reproduce as Options, TableOrJson};
use crate::output::{table, write, write_json};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::progress::Progress;
use livelock_core::experiment::claims::{self, Outcome, Record, Regression, Role, Verdict, claims};
use serde_json::json;
use std::path::{Path, PathBuf};

pub fn reproduce(options: &Options, jobs: Option<u16>) -> Result<(), Problem> {
    if !claims().iter().any(|claim| claim.id.starts_with(&options.only)) {
        let prefix = &options.only;
        return Err(Problem::Input(format!("no claim's id begins with {prefix:?}; take e.g. M6, M7.3 or W")));
    }
    let outcomes = {
        let progress = Progress::new("claims");
        let pool = Pool::new(jobs, &progress, false);
        let done = |outcome: &Outcome, number: usize, of: usize| {
            progress.set(&format!("{} done", outcome.id), number as f64 / of as f64);
        };
        claims::reproduce(&options.only, &pool, done)?
    };
    match options.format {
        TableOrJson::Json => write_json(&json!({ "claims": outcomes }))?,
        TableOrJson::Table => write(&text(&outcomes))?,
    }
    let mut record = Record::committed();
    if let Some(file) = &options.record {
        record = record.updated(&outcomes);
        write_record(file.as_deref(), &record)?;
    }
    let regressions = record.regressions(&outcomes);
    if regressions.is_empty() { Ok(()) } else { Err(Problem::Claims(told(&regressions))) }
}

fn write_record(file: Option<&Path>, record: &Record) -> Result<(), Problem> {
    let own = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/experiment/held.toml"));
    let path = file.map_or_else(own, Path::to_path_buf);
    std::fs::write(&path, record.text())
        .map_err(|error| Problem::Input(format!("cannot write the record to {}: {error}", path.display())))?;
    eprintln!("wrote {}", path.display());
    Ok(())
}

fn told(regressions: &[Regression]) -> String {
    let lines: Vec<String> = regressions
        .iter()
        .map(|regression| match regression {
            Regression::Calibration(id) => format!("{id} does not hold, and costs are fitted to it"),
            Regression::Prediction(id) => {
                format!("{id} held when it was recorded (held.toml) and no longer does; --record accepts that")
            }
        })
        .collect();
    lines.join("\n")
}

fn text(outcomes: &[Outcome]) -> String {
    let mut rows = vec![["CLAIM", "ROLE", "VERDICT", "STATED", "MEASURED"].map(String::from).to_vec()];
    for outcome in outcomes.iter().filter(|outcome| outcome.verdict != Verdict::Missing) {
        let with_unit = |text: String| if outcome.unit.is_empty() { text } else { format!("{text} {}", outcome.unit) };
        let long = |text: String| shortened(&text, STATED_WIDTH);
        rows.push(vec![
            outcome.id.clone(),
            role(outcome),
            verdict(outcome.verdict).to_string(),
            long(with_unit(outcome.stated_text())),
            with_unit(outcome.measured_text()),
        ]);
        if !outcome.reason.is_empty() {
            rows.push(vec![String::new(), String::new(), String::new(), String::new(), format!("  {}", outcome.reason)]);
        }
    }
    let count = |wanted: Verdict| outcomes.iter().filter(|outcome| outcome.verdict == wanted).count();
    let missing: Vec<&str> =
        outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Missing).map(|row| row.id.as_str()).collect();
    let mut text = table(&rows);
    if !missing.is_empty() {
        text.push_str(&format!("\nnot simulated yet: {}\n", missing.join(", ")));
    }
    let (held, failed) = (count(Verdict::Pass), count(Verdict::Fail));
    text + &format!("\n{held} hold, {failed} do not, {} not simulated yet\n", missing.len())
}

/// The column of what is stated; the whole text is in claims.toml and in the JSON.
const STATED_WIDTH: usize = 60;

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width - 3).chain("...".chars()).collect()
}

fn role(outcome: &Outcome) -> String {
    match (outcome.role, outcome.decided_with_choice) {
        (Role::Calibration, _) => "calibration",
        (Role::Validation, false) => "prediction",
        (Role::Validation, true) => "choice in view",
    }
    .to_string()
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::Missing => "missing",
    }
}
