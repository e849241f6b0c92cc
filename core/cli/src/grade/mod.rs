//! Grades the reports of a folder, or the programs.
//!
//!   folder -> files -> LessonReport -> plan -> Trials (all cores, each scenario once)  -> score -> Grades -> CSV, JSON, HTML
//!                                              Programs (all cores, each text once)
//!
//! A challenge is a key with one task, and a file with a program is a report with one answer. A hand-in is untrusted input: a bad
//! one affects only its own row.

mod answer_key;
mod arguments;
mod digest;
mod hand_in;
mod metric;
mod program;
mod result;
mod rubric;
mod rubric_fields;
mod rules;
mod score;
mod trials;

pub use answer_key::{AnswerKey, Ask, Goal};
pub use arguments::{GradeArgs, GradeFormat};
pub use lesson_report::{LessonReport, Refusal};
pub use part::{is_part, merge};
pub use program::Programs;
pub use result::grades::Grades;
pub use rubric::Rubric;
pub use score::{plan, score};
pub use trials::Trials;

use crate::error::CommandError;
use crate::output::{Output, tell};
use crate::parallel::{ParallelRunner, bar};
use crate::shard::Shard;
use crate::similar;
use files::{FileWithoutRow, HandIn};
use flags::{Flag, FlagKind, file_list, own_flags, shared_flags};
use grades::{FORMAT, NOT_GRADED, ReportGrade, TaskGrade};
use hand_in::{files, flags, lesson_report};
use livelock_core::scenario::MODEL;
use livelock_judge as challenge;
use marks::Marks;
use result::{grades, marks, page, part, questions, table};
use std::collections::BTreeMap;
use std::path::Path;

/// Grades a folder; the caller writes the result.
pub fn grade(options: &GradeArgs) -> Result<Grades, CommandError> {
    let rubric = options.rubric.as_deref().map(Rubric::read).transpose()?.unwrap_or_default();
    files::check_output(options)?;
    let challenge = options.challenge.as_deref().map(challenge_key).transpose()?;
    let files::Found { hand_ins, without_row, results } = files::find(options, challenge.as_ref())?;
    if !results.is_empty() {
        let names = file_list(results.iter().map(String::as_str));
        tell(format!("note: earlier results have no row: {names}"));
    }
    let keys = AnswerKey::all();
    let key = match &challenge {
        Some(key) => of_challenge(key, options, &rubric)?,
        None => lesson(options, &rubric, &keys, &hand_ins)?,
    };
    let seed_key = key.has_programs().then(|| seed_key(options)).transpose()?;
    let marks = options.marks.as_deref().map(|path| Marks::read(path, key, &rubric, &hand_ins)).transpose()?;
    let marks = marks.unwrap_or_default();
    note_unknown(&marks, &hand_ins);
    let shard = options.shard.unwrap_or(Shard { number: 1, of: 1 });
    let flags = shared_flags(&hand_ins, key);
    let input = input_hash(&hand_ins, &rubric, &marks, key, seed_key.as_deref());
    let ours: Vec<(HandIn, Vec<Flag>)> = shard.select(hand_ins.into_iter().zip(flags).collect());

    let mut trials = Trials::default();
    let mut programs = Programs::new(seed_key.as_deref().unwrap_or_default());
    let is_graded = |report: &LessonReport| report.lesson.id == key.id;
    let plans: Vec<_> = ours
        .iter()
        .map(|(hand_in, _)| {
            let report = hand_in.report.as_ref().ok().filter(|report| is_graded(report))?;
            Some(score::plan(key, report, &mut trials, &mut programs))
        })
        .collect();
    let (count, unit) = match (trials.count(), programs.count()) {
        (trials, 0) => (trials, "trials"),
        (0, programs) => (programs, "programs"),
        (trials, programs) => (trials + programs, "trials and programs"),
    };
    let runner = ParallelRunner::new(options.jobs, bar(&key.id, count, unit))?;
    trials.run(&runner);
    programs.run(&runner);

    let empty: Vec<TaskGrade> = key.tasks(None).map(|(step, task)| TaskGrade::new(step, task, &rubric)).collect();
    let (maximum, by_hand) = (total(&empty, |task| task.maximum), total(&empty, |task| task.by_hand));
    let reports = ours.iter().zip(&plans).map(|((hand_in, shared), plan)| {
        let mut row = empty_row(hand_in, &empty);
        row.flags.extend(own_flags(hand_in, key, &keys));
        if let (Ok(report), Some(plan)) = (&hand_in.report, plan) {
            let (tasks, flags) = score::score(plan, report, &rubric, &trials, &programs);
            row.tasks = tasks;
            row.flags.extend(flags);
        }
        for change in marks.apply(&mut row) {
            tell(format!("note: {}: {change} since it was marked; it has no mark", row.file));
        }
        row.flags.extend(shared.iter().cloned());
        row.total();
        row
    });
    Ok(Grades {
        livelock_grades: FORMAT,
        model: MODEL.to_string(),
        lesson: key.id.clone(),
        title: key.heading(),
        shard: options.shard,
        input,
        is_challenge: key.is_challenge,
        seed_key,
        maximum,
        by_hand,
        reports: reports.collect(),
        without_row,
    })
}

/// Writes grades. The result says whether a person has to look at a report, or at a file that has no row.
pub fn write(output: &Output, format: GradeFormat, grades: &Grades) -> Result<(), CommandError> {
    match format {
        GradeFormat::Csv => output.write(&table::csv(grades)?)?,
        GradeFormat::Json => output.write_json(grades)?,
        GradeFormat::Html => output.write(&page::page(grades))?,
        GradeFormat::Marks => output.write(&marks::sheet(grades)?)?,
        GradeFormat::Questions => output.write(&questions::page(grades)?)?,
    }
    let looks = [flagged(grades), without_row(grades)].into_iter().flatten().collect::<Vec<_>>();
    if looks.is_empty() { Ok(()) } else { Err(CommandError::Flagged(looks.join("\n"))) }
}

/// Says how many reports a person should look at, and why.
fn flagged(grades: &Grades) -> Option<String> {
    let flagged = grades.reports.iter().filter(|report| !report.flags.is_empty()).count();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in FlagKind::ALL {
        let count = grades.reports.iter().filter(|report| report.flags.iter().any(|flag| flag.kind == kind)).count();
        if count > 0 {
            counts.insert(kind.name(), count);
        }
    }
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let all = grades.reports.len();
    (flagged > 0).then(|| format!("{flagged} of {all} {} need a look: {}", grades.hand_ins(), counts.join(", ")))
}

/// Names the files that were not graded.
fn without_row(grades: &Grades) -> Option<String> {
    const NAMED_MAX: usize = 20;
    let files = &grades.without_row;
    let line = |FileWithoutRow { file, why }: &FileWithoutRow| format!("\n  {file}: {why}");
    let named: String = files.iter().take(NAMED_MAX).map(line).collect();
    let more = files.len().saturating_sub(NAMED_MAX);
    let more = if more > 0 { format!("\n  and {more} more; --format json names all") } else { String::new() };
    let (what, verb) = if files.len() == 1 { ("file", "has") } else { ("files", "have") };
    (!files.is_empty()).then(|| format!("{} {what} of the folder {verb} no row:{named}{more}", files.len()))
}

/// Names the files that have marks, but no row.
fn note_unknown(marks: &Marks, hand_ins: &[HandIn]) {
    let unknown = marks.unknown_files(hand_ins.iter().map(|hand_in| hand_in.file_key.as_str()));
    if !unknown.is_empty() {
        let names = file_list(unknown.iter().map(String::as_str));
        tell(format!("note: these files have marks, but are not in the folder: {names}"));
    }
}

/// The key of the challenge on the command line.
fn challenge_key(name: &str) -> Result<AnswerKey, CommandError> {
    let found = challenge::find(name).map(|(challenge, _)| AnswerKey::of_challenge(challenge));
    found.ok_or_else(|| {
        let hint = similar::hint(name, challenge::all().iter().map(|(challenge, _)| challenge.id.as_str()));
        let list = "`livelock challenge list` lists all";
        CommandError::Input(format!("--challenge: no challenge is called {name:?}{hint}; {list}"))
    })
}

/// A rubric of a lesson does not fit a challenge.
fn of_challenge<'a>(key: &'a AnswerKey, options: &GradeArgs, rubric: &Rubric) -> Result<&'a AnswerKey, CommandError> {
    let file = options.rubric.as_deref().unwrap_or(Path::new("")).display();
    let wrong = |text: String| CommandError::Input(format!("the rubric {file}: {text}"));
    match &rubric.lesson {
        Some(lesson) => Err(wrong(format!("lesson is {lesson:?}; leave it out to grade a challenge"))),
        None => rubric.check_ids(key).map_err(wrong).map(|()| key),
    }
}

/// The key from which the seeds of the programs' runs follow: that of the command line, or one that nobody knows before.
fn seed_key(options: &GradeArgs) -> Result<String, CommandError> {
    match (&options.seed_key, options.shard) {
        (Some(key), _) => Ok(key.clone()),
        (None, Some(_)) => {
            let why =
                "--shard: the programs of all parts need the same seeds; add --seed-key KEY, the same for each part";
            Err(CommandError::Input(why.to_string()))
        }
        (None, None) => {
            let key = program::fresh_key();
            tell(format!("note: the programs got fresh seeds; --seed-key {key} gives the same ones again"));
            Ok(key)
        }
    }
}

/// The lesson that is graded: of the command line, of the rubric, or of most reports. The rubric has to fit it.
fn lesson<'a>(
    options: &GradeArgs,
    rubric: &Rubric,
    keys: &'a [AnswerKey],
    hand_ins: &[HandIn],
) -> Result<&'a AnswerKey, CommandError> {
    let rubric_file = options.rubric.as_deref().unwrap_or(Path::new("")).display();
    let wrong = |text| CommandError::Input(format!("the rubric {rubric_file}: {text}"));
    let key = match (options.lesson.as_deref(), rubric.lesson.as_deref()) {
        (Some(name), _) => named_lesson(name, keys).map_err(|text| CommandError::Input(format!("--lesson: {text}")))?,
        (None, Some(name)) => named_lesson(name, keys).map_err(|text| wrong(format!("lesson: {text}")))?,
        (None, None) => lesson_of_most(keys, hand_ins)?,
    };
    rubric.check_ids(key).map_err(wrong)?;
    Ok(key)
}

fn total(tasks: &[TaskGrade], of: impl Fn(&TaskGrade) -> f64) -> f64 {
    tasks.iter().map(of).sum()
}

fn lesson_names(keys: &[AnswerKey]) -> String {
    keys.iter().map(|key| key.id.as_str()).collect::<Vec<_>>().join(", ")
}

fn named_lesson<'a>(name: &str, keys: &'a [AnswerKey]) -> Result<&'a AnswerKey, String> {
    let unknown = || {
        let hint = similar::hint(name, keys.iter().map(|key| key.id.as_str()));
        let (count, names) = (keys.len(), lesson_names(keys));
        format!("there is no lesson {name:?}{hint}; the lessons are 1 to {count}: {names}")
    };
    keys.iter().find(|key| key.id == name || key.number.to_string() == name).ok_or_else(unknown)
}

/// The lesson of most reports.
fn lesson_of_most<'a>(keys: &'a [AnswerKey], hand_ins: &[HandIn]) -> Result<&'a AnswerKey, CommandError> {
    let reports = || hand_ins.iter().filter_map(|hand_in| hand_in.report.as_ref().ok());
    let count = |key: &AnswerKey| reports().filter(|report| report.lesson.id == key.id).count();
    let most = keys.iter().rev().max_by_key(|key| count(key)).filter(|key| count(key) > 0);
    most.ok_or_else(|| {
        let names = lesson_names(keys);
        CommandError::Input(format!("no file is a report of a known lesson; name the lesson with --lesson: {names}"))
    })
}

/// A row without points.
fn empty_row(hand_in: &HandIn, empty: &[TaskGrade]) -> ReportGrade {
    let report = hand_in.report.as_ref().ok();
    let name = hand_in.file.rsplit_once('.').map_or(hand_in.file.as_str(), |(name, _)| name);
    let who = hand_in.who();
    let field = |of: fn(&LessonReport) -> &String| report.map(of).map(|text| lesson_report::short(&one_line(text)));
    let unanswered = |task: &TaskGrade| TaskGrade { by_hand: 0.0, comment: NOT_GRADED.to_string(), ..task.clone() };
    ReportGrade {
        file: hand_in.file.clone(),
        file_key: hand_in.file_key.clone(),
        id: if who.is_empty() { name.to_string() } else { who },
        score: 0.0,
        maximum: 0.0,
        by_hand: 0.0,
        flags: Vec::new(),
        lesson: field(|report| &report.lesson.id).unwrap_or_default(),
        model: field(|report| &report.model).unwrap_or_default(),
        saved: field(|report| &report.saved).unwrap_or_default(),
        feedback: String::new(),
        tasks: empty.iter().map(unanswered).collect(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Identifies the folder's content, the rubric, the marks, the key and the seeds.
fn input_hash(hand_ins: &[HandIn], rubric: &Rubric, marks: &Marks, key: &AnswerKey, seed_key: Option<&str>) -> String {
    let files: Vec<&str> = hand_ins.iter().map(|hand_in| hand_in.fingerprint.as_str()).collect();
    digest::digest(&serde_json::json!([files, format!("{rubric:?} {marks:?}"), key.id, key.version, seed_key]))
}

#[cfg(test)]
#[path = "grade_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "program_in_report_tests.rs"]
mod program_in_report_tests;
