//! `livelock reproduce`: runs the papers' claims and says which hold. Fails when a claim that costs are fitted to does not
//! hold, or when a recorded prediction no longer does. As text, as JSON, or as one page with every figure (`report`).

use crate::arguments::{Jobs, Reproduce as Options, ReproduceFormat};
use crate::output::{Output, table};
use crate::pool::{Pool, on_threads};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::report;
use crate::report::claims::{Totals, measured, role, stated};
use livelock_core::experiment::TrialError;
use livelock_core::experiment::claims::{self, Outcome, Record, Regression, Verdict, claims};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn reproduce(options: &Options) -> Result<(), Problem> {
    if !claims().iter().any(|claim| claim.id.starts_with(&options.only)) {
        let prefix = &options.only;
        return Err(Problem::Input(format!("no claim's id begins with {prefix:?}; take e.g. M6, M7.3 or W")));
    }
    let outcomes = run_claims(&options.only, options.jobs)?;
    let output = Output::to(options.output.as_deref());
    match options.format {
        ReproduceFormat::Json => output.write_json(&json!({ "claims": outcomes }))?,
        ReproduceFormat::Table => output.write(&text(&outcomes))?,
        ReproduceFormat::Html => {
            let progress = Progress::new("figures");
            let pool = Pool::new(options.jobs, &progress, false);
            let done = |number, of| progress.set("figures", number as f64 / of as f64);
            let page = report::page(&options.only, &outcomes, &pool, done)?;
            drop(progress);
            output.write(&page)?;
        }
    }
    let mut record = Record::committed();
    if let Some(file) = &options.record {
        record = record.updated(&outcomes);
        write_record(file.as_deref(), &record)?;
    }
    let regressions = record.regressions(&outcomes);
    if regressions.is_empty() { Ok(()) } else { Err(Problem::Claims(told(&regressions))) }
}

/// Runs the claims whose id begins so, those of each paper for themselves: many a claim is one long run, which leaves the
/// other cores free.
fn run_claims(prefix: &str, jobs: Jobs) -> Result<Vec<Outcome>, TrialError> {
    let chosen = claims().iter().map(|claim| claim.id.as_str()).filter(|id| id.starts_with(prefix));
    let ids: Vec<&str> = chosen.collect();
    let papers: BTreeSet<&str> = ids.iter().map(|id| &id[..prefix.len().max(1)]).collect();
    let papers: Vec<&str> = papers.into_iter().rev().collect(); // W and S wait longest for single runs
    let (of, number) = (ids.len() as f64, AtomicUsize::new(0));
    let progress = Progress::new("claims");
    let pool = Pool::new(jobs, &progress, false);
    let results = on_threads(jobs.threads(), &papers, |paper| {
        claims::reproduce(paper, &pool, |outcome, _, _| {
            let number = number.fetch_add(1, Ordering::Relaxed) + 1;
            progress.set(&format!("{} done", outcome.id), number as f64 / of);
        })
    });
    let mut outcomes = results.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    outcomes.sort_by_key(|outcome| ids.iter().position(|id| *id == outcome.id));
    Ok(outcomes)
}

fn write_record(file: Option<&Path>, record: &Record) -> Result<(), Problem> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("src/experiment/held.toml");
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
    let (simulated, missing): (Vec<&Outcome>, Vec<&Outcome>) =
        outcomes.iter().partition(|outcome| outcome.verdict != Verdict::Missing);
    let mut rows = vec![["CLAIM", "ROLE", "VERDICT", "STATED", "MEASURED"].map(String::from).to_vec()];
    rows.extend(simulated.iter().map(|outcome| {
        let stated = shortened(&stated(outcome), STATED_WIDTH);
        let verdict = verdict(outcome.verdict).to_string();
        vec![outcome.id.clone(), role(outcome).to_string(), verdict, stated, measured(outcome)]
    }));
    let aligned = table(&rows);
    let reasons = [""].into_iter().chain(simulated.iter().map(|outcome| outcome.reason.as_str()));
    let mut text = String::new();
    for (line, reason) in aligned.lines().zip(reasons) {
        text.push_str(&format!("{line}\n"));
        if !reason.is_empty() {
            text.push_str(&format!("    {reason}\n"));
        }
    }
    if !missing.is_empty() {
        let ids: Vec<&str> = missing.iter().map(|outcome| outcome.id.as_str()).collect();
        text.push_str(&format!("\nnot simulated yet: {}\n", ids.join(", ")));
    }
    text + &format!("\n{}\n", Totals::of(outcomes).words())
}

/// The column of what is stated; the whole text is in claims.toml and in the JSON.
const STATED_WIDTH: usize = 60;

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width - 3).chain("...".chars()).collect()
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::Missing => "missing",
    }
}
