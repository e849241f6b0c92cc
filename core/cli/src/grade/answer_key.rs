//! The answer keys of the lessons. The web's parser of lessons writes answer-keys.json (web/lesson/check/answer-key.test.ts), so
//! that nothing here reads a lesson's text, and who has only Rust can build the command. A step may have variants with other
//! numbers; a learner's seed chooses one.

use super::digest::digest;
use super::hand_in::page_values::{settings, whole};
use super::metric::Metric;
use super::program::QUESTIONS;
use super::rules::variant_of;
use livelock_core::scenario::{KernelProgram, MODEL};
use livelock_judge::{Challenge, Medal};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The keys of all lessons, in the order of the course.
const KEYS: &str = include_str!("answer-keys.json");

/// The version of the form of the keys.
const SCHEMA: u64 = 1;

/// The task of a challenge.
pub const PROGRAM: &str = "program";

/// Digits of the hash that names a version of a lesson's tasks.
const VERSION_DIGITS: usize = 16;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerKey {
    schema: u64,
    /// Earlier versions of the tasks whose answers mean the same here (web/lesson/check/earlier-versions.json).
    earlier: Vec<String>,
    /// The lesson's name.
    pub id: String,
    /// Its place in the course.
    pub number: u64,
    pub title: String,
    pub steps: Vec<StepKey>,
    /// Identifies the version of the tasks; a report names the one that the learner saw.
    #[serde(skip)]
    pub version: String,
    /// It is a challenge, not a lesson.
    #[serde(skip)]
    pub is_challenge: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepKey {
    id: String,
    pub title: String,
    /// The tasks, once for each variant of the step.
    variants: Vec<Vec<TaskKey>>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct TaskKey {
    pub id: String,
    /// The question as plain text.
    pub question: String,
    #[serde(flatten)]
    pub ask: Ask,
    /// A question about the program of the task above, which is answered in the room: the trace has the question and the answer.
    #[serde(skip)]
    pub is_about_program: bool,
}

impl TaskKey {
    /// The task; behind a program, the questions about it.
    fn with_questions(self) -> impl Iterator<Item = TaskKey> {
        let count = if matches!(self.ask, Ask::Program { .. }) { QUESTIONS } else { 0 };
        let question = |number: usize| TaskKey {
            id: format!("{}-question-{number}", self.id),
            question: "a question about the program's own trace, to be answered in the room".to_string(),
            ask: Ask::Text { model: String::new() },
            is_about_program: true,
        };
        let questions: Vec<TaskKey> = (1..=count).map(question).collect();
        std::iter::once(self).chain(questions)
    }
}

/// What a task asks for, and what is right.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ask {
    Choice {
        options: Vec<ChoiceOption>,
    },
    Number {
        answer: f64,
        within: f64,
        unit: String,
    },
    Text {
        model: String,
    },
    Prediction {
        metric: Metric,
        axis: String,
        values: Vec<Json>,
        machine: Machine,
        seeds: Vec<u64>,
    },
    Goal(Goal),
    /// A kernel that a challenge judges, and the medal that is asked for.
    Program {
        challenge: String,
        medal: Medal,
    },
}

#[derive(Clone, Debug, Deserialize)]
pub struct Goal {
    pub machine: Machine,
    /// The knobs that the step unlocks.
    pub free: Vec<String>,
    pub requirements: Vec<Requirement>,
    /// Points for measured values; most goals have none.
    #[serde(default)]
    pub scores: Vec<Score>,
    /// The sum of points that reaches the goal.
    #[serde(default, rename = "scoreNeeded")]
    pub score_needed: f64,
    pub seeds: Vec<u64>,
    pub solutions: Vec<Set>,
    /// The share of its bound by which a measured value may miss it.
    pub tolerance: f64,
}

/// Points for the mean of a metric over the seeds: none at `from`, all at `to`, in proportion between them. `to` may be
/// the lower one.
#[derive(Clone, Debug, Deserialize)]
pub struct Score {
    pub metric: Metric,
    pub set: Set,
    pub from: f64,
    pub to: f64,
    pub points: f64,
}

#[derive(Clone, Debug, Deserialize)]
pub struct ChoiceOption {
    pub text: String,
    pub right: bool,
}

/// Settings by path.
pub type Set = Map<String, Json>;

/// A scenario without its seed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    pub id: String,
    #[serde(deserialize_with = "settings")]
    pub settings: Set,
}

/// A kernel of the learner's own, with which a goal was judged.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalProgram {
    pub file: String,
    pub text: String,
    #[serde(deserialize_with = "whole")]
    statement: u64,
    knobs: BTreeMap<String, i32>,
}

impl GoalProgram {
    pub fn kernel(&self) -> KernelProgram {
        let GoalProgram { file, text, statement, knobs } = self.clone();
        KernelProgram { file, text, statement, knobs, ..KernelProgram::default() }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    pub metric: Metric,
    pub op: String,
    pub value: f64,
    /// The load, on top of the learner's settings.
    pub set: Set,
}

impl AnswerKey {
    /// The keys of all lessons, in the order of the course.
    pub fn all() -> Vec<AnswerKey> {
        let keys: Vec<Json> = serde_json::from_str(KEYS).expect("the answer keys are a list");
        keys.into_iter().map(AnswerKey::read).collect()
    }

    /// Reads one key.
    pub fn read(json: Json) -> AnswerKey {
        let mut tasks = json.clone();
        tasks.as_object_mut().expect("an answer key has fields").remove("earlier");
        let mut version = digest(&tasks);
        version.truncate(VERSION_DIGITS);
        let mut key: AnswerKey = serde_json::from_value(json).expect("an answer key has all its fields");
        assert_eq!(key.schema, SCHEMA, "the answer key of {} is of this version", key.id);
        for tasks in key.steps.iter_mut().flat_map(|step| &mut step.variants) {
            *tasks = std::mem::take(tasks).into_iter().flat_map(TaskKey::with_questions).collect();
        }
        AnswerKey { version, ..key }
    }

    /// The key of a challenge: one task, whose answer is a program.
    pub fn of_challenge(challenge: &Challenge) -> AnswerKey {
        let Challenge { id, number, title, task, .. } = challenge;
        let ask = Ask::Program { challenge: id.clone(), medal: Medal::Gold };
        let program = TaskKey { id: PROGRAM.to_string(), question: task.clone(), ask, is_about_program: false };
        AnswerKey {
            schema: SCHEMA,
            earlier: Vec::new(),
            id: id.clone(),
            number: u64::from(*number),
            title: title.clone(),
            steps: vec![StepKey {
                id: PROGRAM.to_string(),
                title: title.clone(),
                variants: vec![program.with_questions().collect()],
            }],
            version: MODEL.to_string(),
            is_challenge: true,
        }
    }

    /// "7 Polling with quotas", "Challenge 12: One kernel, four loads".
    pub fn heading(&self) -> String {
        let AnswerKey { number, title, .. } = self;
        if self.is_challenge { format!("Challenge {number}: {title}") } else { format!("{number} {title}") }
    }

    pub fn has_programs(&self) -> bool {
        self.tasks(None).any(|(_, task)| matches!(task.ask, Ask::Program { .. }))
    }

    /// Whether reports of this version of the tasks can be graded.
    pub fn knows(&self, version: &str) -> bool {
        version == self.version || self.earlier.iter().any(|earlier| earlier == version)
    }

    /// The steps' titles and tasks with the numbers that a learner saw.
    pub fn tasks(&self, seed: Option<u64>) -> impl Iterator<Item = (&str, &TaskKey)> {
        self.steps.iter().flat_map(move |step| {
            let variant = variant_of(seed, &self.id, &step.id, step.variants.len());
            step.variants[variant].iter().map(|task| (step.title.as_str(), task))
        })
    }

    /// The ids of all tasks.
    pub fn task_ids(&self) -> Vec<&str> {
        self.tasks(None).map(|(_, task)| task.id.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_can_be_graded() {
        let keys = AnswerKey::all();
        assert!(keys.len() >= 3, "the course has lessons");
        for key in &keys {
            assert!(key.steps.iter().all(|step| !step.variants.is_empty()), "{}", key.id);
            for (step, task) in key.tasks(None) {
                if let Ask::Goal(Goal { requirements, scores, seeds, free, .. }) = &task.ask {
                    assert!(!requirements.is_empty() && !seeds.is_empty(), "{}: {step}", key.id);
                    assert!(
                        (requirements.len() + scores.len()) * seeds.len() <= 100,
                        "{}: {step}: grading stays short",
                        key.id
                    );
                    // these would let a report decide how long its trials take
                    assert!(free.iter().all(|path| !path.starts_with("trial.")), "{}: {step}", key.id);
                }
            }
        }
    }
}
