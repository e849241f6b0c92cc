//! The result of grading: one row for each report, with points and a comment for each task, and flags for the teacher. A part
//! (`--shard`) has the same form, so that `livelock merge` only puts the rows together.

use crate::commands::{Miss, medal};
use crate::grade::answer_key::{Ask, TaskKey};
use crate::grade::files::FileWithoutRow;
use crate::grade::flags::{Flag, FlagKind};
use crate::grade::program::Judged;
use crate::grade::rubric::Rubric;
use crate::grade::rules::{Measured, distance};
use livelock_judge::Medal;
use serde::{Deserialize, Serialize};

/// The version of the JSON output.
pub const FORMAT: u64 = 1;

/// The comment of a task to which nobody gives points.
pub const NOT_GRADED: &str = "not graded";

/// The JSON output, and the file of a part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grades {
    pub livelock_grades: u64,
    /// The model version that ran the scenarios.
    pub model: String,
    /// The lesson that was graded.
    pub lesson: String,
    pub title: String,
    /// Which part of the reports this is; absent when it is all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<crate::shard::Shard>,
    /// Identifies what was graded and how: the names and contents of all files, and the rubric. Parts of the same folder
    /// have the same.
    pub input: String,
    /// The hand-ins are programs for a challenge.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_challenge: bool,
    /// The seeds of the programs' runs follow from this key; absent when there are no programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_key: Option<String>,
    /// The most points of a report, and how many of them a person gives.
    pub maximum: f64,
    pub by_hand: f64,
    pub reports: Vec<ReportGrade>,
    /// Files of the folder that were not graded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_row: Vec<FileWithoutRow>,
}

impl Grades {
    /// What the rows are.
    pub fn hand_ins(&self) -> &'static str {
        if self.is_challenge { "programs" } else { "reports" }
    }
}

/// The row of one report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportGrade {
    /// The file below the folder.
    pub file: String,
    /// Identifies the file: two names may show as the same text.
    pub file_key: String,
    /// Name or student number as typed, else the name in the path (hand_in/submitters.rs), else that of the file.
    pub id: String,
    pub score: f64,
    pub maximum: f64,
    /// Points for free texts that a person has yet to give.
    pub by_hand: f64,
    pub flags: Vec<Flag>,
    /// The lesson and the model that the report names.
    pub lesson: String,
    pub model: String,
    pub saved: String,
    /// For the learner, in one line.
    #[serde(default)]
    pub feedback: String,
    pub tasks: Vec<TaskGrade>,
}

/// What the trials of a requirement measured, and the requirement in words.
pub struct RequirementResult {
    pub measured: Measured,
    /// "delivered_pps >= 4600 at traffic.rate=6000"
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskGrade {
    pub id: String,
    pub step: String,
    pub question: String,
    pub answer: String,
    pub points: f64,
    pub maximum: f64,
    pub by_hand: f64,
    pub comment: String,
    /// What a person compares a free text with: the lesson's answer, and what the rubric asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rubric: Option<String>,
    /// What a program is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramGrade>,
    /// A question about the program of the task above.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_about_program: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What a program is worth, and why not more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramGrade {
    pub medal: Medal,
    /// Lines of code.
    pub lines: usize,
    pub missed: Vec<Miss>,
    pub short_of_gold: Vec<String>,
}

impl TaskGrade {
    /// A task without points.
    pub fn new(step: &str, key: &TaskKey, rubric: &Rubric) -> TaskGrade {
        let maximum = rubric.maximum(key);
        let model_answer = match &key.ask {
            Ask::Text { model } => Some(model.clone()),
            _ => None,
        };
        TaskGrade {
            id: key.id.clone(),
            step: step.to_string(),
            question: key.question.clone(),
            answer: String::new(),
            points: 0.0,
            maximum,
            by_hand: if model_answer.is_some() { maximum } else { 0.0 },
            comment: String::new(),
            model_answer,
            rubric: rubric.texts.get(&key.id).cloned(),
            program: None,
            is_about_program: key.is_about_program,
        }
    }

    pub fn judge(&mut self, is_right: bool, tries: u64, rubric: &Rubric) {
        self.points = if is_right { self.maximum * rubric.share_after(tries) } else { 0.0 };
        self.comment = format!("{}, {}", if is_right { "right" } else { "wrong" }, tries_text(tries));
    }

    /// Scores a prediction by the distance of its first line. The last line is only named.
    pub fn judge_prediction(
        &mut self,
        [first, last]: [&Vec<Option<f64>>; 2],
        real: &[f64],
        tries: u64,
        rubric: &Rubric,
    ) {
        let distance_of = |line: &Vec<Option<f64>>| {
            let line: Option<Vec<f64>> = line.iter().copied().collect();
            line.filter(|line| line.len() == real.len() && !real.is_empty()).map(|line| distance(&line, real))
        };
        let Some(distance) = distance_of(first) else {
            self.comment = "the prediction is not complete".to_string();
            return;
        };
        let percent = |distance: f64| format!("off by {:.0} %", (distance * 100.0).min(99_999.0));
        self.points = self.maximum * rubric.predictions.share(distance);
        self.comment = percent(distance);
        if let (true, Some(last)) = (tries > 1, distance_of(last)) {
            self.comment += &format!("; the last of {tries} predictions: {}", percent(last));
        }
    }

    pub fn judge_goal(&mut self, results: &[RequirementResult], tries: u64, rubric: &Rubric) {
        let met = results.iter().filter(|result| result.measured.met).count();
        let share = met as f64 / results.len().max(1) as f64;
        let reached = met == results.len();
        let earned = if reached || rubric.partial_goals { share } else { 0.0 };
        self.points = self.maximum * earned * rubric.share_after(tries);
        self.comment = if reached {
            format!("reached, {}", tries_text(tries))
        } else {
            let missed = results.iter().filter(|result| !result.measured.met).map(|result| {
                let range = match (result.measured.least, result.measured.most) {
                    (Some(least), Some(most)) if least == most => number(least),
                    (Some(least), Some(most)) => format!("{} to {}", number(least), number(most)),
                    _ => "nothing to measure".to_string(),
                };
                format!("{} (measured: {range})", result.text)
            });
            format!(
                "not reached, {met} of {} requirements met; missed: {}",
                results.len(),
                missed.collect::<Vec<_>>().join(", ")
            )
        };
    }
}

/// The answer to a question that is answered in the room, before the name of the run that it is about.
pub const IN_ROOM: &str = "in the room, about this run: ";

/// Misses that a comment names; the others are in the JSON.
const MISSES_MAX: usize = 8;

/// Each miss with its load and run. What is the same at several loads, such as a rule that is broken in the same line, is told once.
pub fn told(missed: &[Miss]) -> Vec<String> {
    let mut different: Vec<(&Miss, usize)> = Vec::new();
    for miss in missed {
        match different.iter_mut().find(|(known, _)| known.text == miss.text) {
            Some((_, more)) => *more += 1,
            None => different.push((miss, 0)),
        }
    }
    let line = |(miss, more): (&Miss, usize)| {
        let more = match more {
            0 => String::new(),
            1 => " and at 1 more load".to_string(),
            more => format!(" and at {more} more loads"),
        };
        format!("{}{more}: {miss}", miss.load)
    };
    different.into_iter().map(line).collect()
}

impl TaskGrade {
    /// Whether a person asks it in the room: a question about the learner's own program.
    pub fn is_asked_in_the_room(&self) -> bool {
        self.is_about_program && !self.answer.is_empty()
    }

    /// Scores a program by its medal. The comment says what is missed, each with its run.
    pub fn judge_program(&mut self, judged: &Judged, needed: Medal, rubric: &Rubric) {
        let Judged { lines, missed, short_of_gold, is_skeleton, .. } = judged;
        self.points = self.maximum * rubric.medals.share(judged.medal, needed);
        self.comment = format!("{}, {lines} lines of code", medal(judged.medal));
        if *is_skeleton {
            self.comment += "; it is what one begins with, unchanged";
        }
        let told = told(missed);
        if !told.is_empty() {
            let more = told.len().saturating_sub(MISSES_MAX);
            let named = told[..told.len() - more].join("; ");
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            self.comment += &format!("; missed: {named}{more}");
        }
        if needed == Medal::Gold && !short_of_gold.is_empty() {
            self.comment += &format!("; for gold: {}", short_of_gold.join("; "));
        }
        let (missed, short_of_gold) = (missed.clone(), short_of_gold.clone());
        self.program = Some(ProgramGrade { medal: judged.medal, lines: *lines, missed, short_of_gold });
    }
}

impl ReportGrade {
    /// Adds up the tasks, and says what they are worth.
    pub fn total(&mut self) {
        self.score = rounded(self.tasks.iter().map(|task| task.points).sum());
        self.maximum = rounded(self.tasks.iter().map(|task| task.maximum).sum());
        self.by_hand = rounded(self.tasks.iter().map(|task| task.by_hand).sum());
        self.feedback = self.feedback();
    }

    /// One line for the learner: the points and the comment of each task. The learner knows the titles of the steps. Only a
    /// step with several tasks needs their ids. A report that is not graded has the reason instead.
    pub fn feedback(&self) -> String {
        let kinds = [FlagKind::Unreadable, FlagKind::Version, FlagKind::Lesson];
        let reasons = self.flags.iter().filter(|flag| kinds.contains(&flag.kind)).map(|flag| flag.text.as_str());
        let reasons: Vec<&str> = reasons.collect();
        if !reasons.is_empty() && self.tasks.iter().all(|task| task.comment == NOT_GRADED) {
            return format!("{NOT_GRADED}: {}", reasons.join("; "));
        }
        let counted = self.tasks.iter().filter(|task| task.maximum > 0.0);
        let words = counted.map(|task| {
            let TaskGrade { id, step, points, maximum, comment, .. } = task;
            let is_named = |other: &&TaskGrade| other.maximum > 0.0 || !other.is_about_program;
            let is_only = self.tasks.iter().filter(is_named).filter(|other| other.step == *step).count() == 1;
            let name = if is_only { step.clone() } else { format!("{step} [{id}]") };
            format!("{name}: {} of {} ({comment})", number(*points), number(*maximum))
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// The medals of its programs.
    pub fn medals(&self) -> String {
        let programs = self.tasks.iter().filter_map(|task| task.program.as_ref());
        programs.map(|program| medal(program.medal)).collect::<Vec<_>>().join(", ")
    }

    pub fn flag_names(&self) -> String {
        let mut kinds: Vec<FlagKind> = self.flags.iter().map(|flag| flag.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().map(FlagKind::name).collect::<Vec<_>>().join(" ")
    }
}

/// Points have two decimals.
fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// A number with at most two decimals: "3", "1.75".
pub fn number(value: f64) -> String {
    rounded(value).to_string()
}

fn tries_text(tries: u64) -> String {
    if tries == 1 { "1 try".to_string() } else { format!("{tries} tries") }
}
