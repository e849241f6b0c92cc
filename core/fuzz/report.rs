//! The fuzzing target for lesson reports: any bytes are either read or refused with a reason. What was read is compared with
//! the answer key of its lesson, but no trial runs: a trial's machine is the lesson's, so its input is not the report's. The
//! fuzzer (`src`) and core/cli/tests/fuzzed.rs, which needs no nightly compiler, share it.

use livelock_cli::grade::{AnswerKey, Ask, Goal, LessonReport, Programs, Refusal, Rubric, Trials, plan, score};
use std::sync::LazyLock;

static KEYS: LazyLock<Vec<AnswerKey>> = LazyLock::new(AnswerKey::all);

/// Returns whether the bytes were a report.
pub fn any_bytes_are_a_report_or_are_refused(bytes: &[u8]) -> bool {
    let report = match LessonReport::parse(bytes) {
        Ok(report) => report,
        Err(Refusal::Unreadable(why) | Refusal::Version(why)) => {
            assert!(!why.is_empty() && why.chars().count() < 400, "a message never quotes a whole file: {why}");
            return false;
        }
    };
    let Some(key) = KEYS.iter().find(|key| key.id == report.lesson.id) else { return true };
    let mut trials = Trials::default();
    let mut programs = Programs::new("fuzz");
    let plan = plan(key, &report, &mut trials, &mut programs);
    let needed: usize = key.tasks(report.seed).map(|(_, task)| trials_of(&task.ask)).sum();
    assert!(trials.count() <= needed, "{} trials; the lesson needs {needed}", trials.count());
    let (tasks, _) = score(&plan, &report, &Rubric::default(), &trials, &programs);
    for task in &tasks {
        assert!((0.0..=task.maximum).contains(&task.points), "{} has {} points", task.id, task.points);
    }
    true
}

/// The number of trials that grade an honest answer.
fn trials_of(ask: &Ask) -> usize {
    match ask {
        Ask::Goal(Goal { requirements, scores, seeds, .. }) => (requirements.len() + scores.len()) * seeds.len(),
        Ask::Prediction { values, seeds, .. } => values.len() * seeds.len(),
        Ask::Choice { .. } | Ask::Number { .. } | Ask::Text { .. } | Ask::Program { .. } => 0,
    }
}
