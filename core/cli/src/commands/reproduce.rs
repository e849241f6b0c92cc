//! `livelock reproduce`: checks the papers' claims. It fails if a calibration claim does not hold, or if a prediction that
//! was recorded as holding no longer does. Output is text, or JSON, which the page Figures opens: that page draws the figures.

use super::sensitivity::{influences, kind, proof};
use crate::arguments::{JobsArgs, ReproduceArgs, ReproduceFormat};
use crate::error::CommandError;
use crate::output::{Output, table, tell, with_column};
use crate::output_file;
use crate::parallel::{ParallelRunner, bar};
use indicatif::ProgressBar;
use livelock_core::experiment::TrialError;
use livelock_core::experiment::claims::{self, Outcome, Record, Regression, Role, Verdict, claims};
use livelock_core::experiment::sensitivity::{STAYS_MIN, TrustRecord, VerdictKind};
use livelock_core::scenario::MODEL;
use rayon::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub fn reproduce(options: &ReproduceArgs) -> Result<(), CommandError> {
    let prefix = &options.only;
    let ids = ids_of(prefix)?;
    let output = Output::to(options.output.as_deref())?;
    let outcomes = check_claims(&ids, prefix, options.jobs)?;
    match options.format {
        ReproduceFormat::Json => output.write_json(&file(&outcomes))?,
        ReproduceFormat::Table => output.write(&text(&outcomes))?,
    }
    let mut record = Record::committed();
    if let Some(file) = &options.record {
        record = record.updated(&outcomes);
        write_record(&record_file(file.as_deref(), "src/experiment/held.toml"), &record.text())?;
    }
    let regressions: Vec<String> = record.regressions(&outcomes).iter().map(describe).collect();
    if regressions.is_empty() { Ok(()) } else { Err(CommandError::Claims(regressions.join("\n"))) }
}

/// The claims whose id begins so.
pub fn ids_of(prefix: &str) -> Result<Vec<&'static str>, CommandError> {
    let ids: Vec<&str> = claims().iter().map(|claim| claim.id.as_str()).filter(|id| id.starts_with(prefix)).collect();
    if ids.is_empty() {
        let text = format!("no claim's id starts with {prefix:?}; use --only with e.g. M6, M7.3 or W");
        return Err(CommandError::Input(text));
    }
    Ok(ids)
}

/// Checks the claims. The papers run in parallel, because a claim that needs one long trial keeps only one core busy.
fn check_claims(ids: &[&str], prefix: &str, jobs: JobsArgs) -> Result<Vec<Outcome>, CommandError> {
    let papers: BTreeSet<&str> = ids.iter().map(|id| &id[..prefix.len().max(1)]).collect();
    let checked = bar("claims", ids.len(), "claims");
    let runner = ParallelRunner::new(jobs, ProgressBar::hidden())?;
    let check = |paper: &&str| claims::reproduce(paper, &runner, |_, _, _| checked.inc(1));
    let outcomes = runner.threads.install(|| papers.par_iter().map(check).collect::<Result<Vec<_>, TrialError>>());
    let mut outcomes = outcomes?.concat();
    outcomes.sort_by_key(|outcome| ids.iter().position(|id| *id == outcome.id));
    Ok(outcomes)
}

/// The file of a record: the one that was named, or else the committed one.
pub fn record_file(named: Option<&Path>, committed: &str) -> PathBuf {
    named.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(committed), Path::to_path_buf)
}

pub fn write_record(path: &Path, text: &str) -> Result<(), CommandError> {
    output_file::write(path, text.as_bytes())?;
    tell(format!("wrote {}", path.display()));
    Ok(())
}

fn describe(regression: &Regression) -> String {
    match regression {
        Regression::Calibration(id) => format!("{id} is a calibration claim and does not hold"),
        Regression::Prediction(id) => {
            format!("{id} held when it was recorded (held.toml), but does not hold now; --record accepts the change")
        }
    }
}

/// The file that the page Figures opens (`web/cards/figure/results-file.ts`).
fn file(outcomes: &[Outcome]) -> Json {
    json!({ "kind": "livelock-lab claims", "model": MODEL, "claims": outcomes })
}

fn text(outcomes: &[Outcome]) -> String {
    let varied = TrustRecord::committed();
    let (simulated, missing): (Vec<&Outcome>, Vec<&Outcome>) =
        outcomes.iter().partition(|outcome| outcome.verdict != Verdict::Missing);
    let mut rows = vec![["CLAIM", "ROLE", "VERDICT"].map(String::from).to_vec()];
    rows.extend(
        simulated
            .iter()
            .map(|outcome| vec![outcome.id.clone(), role(outcome).to_string(), verdict(outcome.verdict).to_string()]),
    );
    let aligned = table(&rows);
    let mut lines = aligned.lines();
    let mut text = format!("{}\n", lines.next().unwrap_or_default());
    for (line, outcome) in lines.zip(simulated) {
        text.push_str(&format!("{line}\n"));
        text += &with_column("    stated", 14, &with_unit(outcome.stated_text(), outcome));
        text += &with_column("    measured", 14, &with_unit(outcome.measured_text(), outcome));
        if !outcome.reason.is_empty() {
            text += &with_column("", 14, &outcome.reason);
        }
        if let Some(trust) = varied.of(&outcome.id) {
            let stays =
                format!("{}: stays in {} % of {} variations", kind(trust.kind), trust.share(), trust.variations);
            text += &with_column("    varied", 14, &stays);
            text += &influences(trust);
            text += &proof(&outcome.id);
        }
    }
    if !missing.is_empty() {
        let ids: Vec<&str> = missing.iter().map(|outcome| outcome.id.as_str()).collect();
        text += &format!("\n{}", with_column("", 0, &format!("not simulated yet: {}", ids.join(", "))));
    }
    text + "\n" + &with_column("", 0, &totals(outcomes)) + &with_column("", 0, &totals_of_kinds(outcomes, &varied))
}

/// "63 of 76 predictions hold; when what the papers leave open is varied, 58 hold, 7 fail, 9 are undecided, 2 are contradicted".
fn totals_of_kinds(outcomes: &[Outcome], varied: &TrustRecord) -> String {
    let predictions: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.role == Role::Validation).collect();
    let held = predictions.iter().filter(|outcome| outcome.verdict == Verdict::Pass).count();
    let of_kind =
        |kind| predictions.iter().filter(|one| varied.of(&one.id).is_some_and(|trust| trust.kind == kind)).count();
    format!(
        "{held} of {} predictions hold; when what the papers leave open is varied, {} hold, {} fail, {} are undecided (the verdict stays in less than {STAYS_MIN} % of the variations), {} are contradicted by other numbers of the paper",
        predictions.len(),
        of_kind(VerdictKind::Holds),
        of_kind(VerdictKind::Fails),
        of_kind(VerdictKind::Undecided),
        of_kind(VerdictKind::Contradicted)
    )
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::Missing => "missing",
    }
}

fn role(outcome: &Outcome) -> &'static str {
    match (outcome.role, outcome.decided_with_choice) {
        (Role::Calibration, _) => "calibration",
        (Role::Validation, false) => "prediction",
        (Role::Validation, true) => "informed choice",
    }
}

fn with_unit(text: String, outcome: &Outcome) -> String {
    if outcome.unit.is_empty() || text == "-" { text } else { format!("{text} {}", outcome.unit) }
}

/// "48 hold, 7 do not, 30 not simulated yet; 2 more follow from others and are not counted".
fn totals(outcomes: &[Outcome]) -> String {
    let (counted, dependent): (Vec<&Outcome>, Vec<&Outcome>) = outcomes.iter().partition(|outcome| outcome.independent);
    let [held, failed, missing] = [Verdict::Pass, Verdict::Fail, Verdict::Missing]
        .map(|verdict| counted.iter().filter(|outcome| outcome.verdict == verdict).count());
    let more = match dependent.len() {
        0 => String::new(),
        count => format!("; {count} more follow from others and are not counted"),
    };
    format!("{held} hold, {failed} do not, {missing} not simulated yet{more}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::experiment::claims::Basis;

    fn outcome(verdict: Verdict, independent: bool) -> Outcome {
        Outcome {
            id: String::new(),
            role: Role::Validation,
            stated: Json::from(1),
            measured: Json::from(1),
            unit: String::new(),
            verdict,
            reason: String::new(),
            decided_with_choice: false,
            place: String::new(),
            says: String::new(),
            basis: Basis::Paper,
            note: String::new(),
            independent,
        }
    }

    #[test]
    fn dependent_claims_are_not_counted() {
        let outcomes = [
            outcome(Verdict::Pass, true),
            outcome(Verdict::Fail, true),
            outcome(Verdict::Pass, false),
            outcome(Verdict::Missing, true),
            outcome(Verdict::Fail, false),
        ];
        assert_eq!(
            totals(&outcomes),
            "1 hold, 1 do not, 1 not simulated yet; 2 more follow from others and are not counted"
        );
    }
}
