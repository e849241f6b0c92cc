//! Scores one report in two passes: `plan` collects the trials and programs that it needs, and `score` compares the answers with
//! the key, with what these trials measured, and with what the programs are worth.

use super::answer_key::{AnswerKey, Ask, Goal, GoalProgram, Machine, Requirement, Set, TaskKey};
use super::flags::{Flag, FlagKind};
use super::grades::{IN_ROOM, NOT_GRADED, RequirementResult, TaskGrade};
use super::lesson_report::{Answer, LessonReport, StatedResult, short};
use super::program::{Judged, Key, Programs, Question};
use super::rubric::Rubric;
use super::rules::{Measured, is_right_number, judge_requirement, mean, points_of, total_of};
use super::trials::{Measurement, Trials, scenario_of};
use crate::commands::medal;
use livelock_core::scenario::MODEL;
use serde_json::Value as Json;

/// The measurements of a report's tasks, in the order of the key's tasks.
pub struct Plan<'a> {
    tasks: Vec<PlannedTask<'a>>,
    /// The report is of this version of the lesson. Another version may have had other right answers.
    is_of_version: bool,
}

struct PlannedTask<'a> {
    step: &'a str,
    key: &'a TaskKey,
    answer: Option<&'a Answer>,
    /// One for each requirement of a goal, then one for each score; or one for each value of a prediction; or why there are
    /// none.
    measurements: Result<Vec<Measurement>, String>,
    /// The program of the answer. A question about a program has the one of the task above.
    program: Option<Key>,
}

const NO_PROGRAM: &str = "no program was handed in";

/// Collects the trials and programs of a report.
pub fn plan<'a>(
    key: &'a AnswerKey,
    report: &'a LessonReport,
    trials: &mut Trials,
    programs: &mut Programs,
) -> Plan<'a> {
    let mut program = None;
    let of_task = |(step, key): (&'a str, &'a TaskKey)| {
        let answer = report.tasks.iter().find(|answer| answer.id() == key.id);
        let measurements = answer.map_or(Ok(Vec::new()), |answer| measurements(key, answer, trials));
        program = match (&key.ask, answer) {
            _ if key.is_about_program => program.take(),
            (Ask::Program { challenge, .. }, Some(Answer::Program { program: Some(handed), .. })) => {
                Some(programs.plan(challenge, &handed.file, &handed.text))
            }
            _ => None,
        };
        PlannedTask { step, key, answer, measurements, program: program.clone() }
    };
    Plan { tasks: key.tasks(report.seed).map(of_task).collect(), is_of_version: report.lesson.version == key.version }
}

fn measurements(key: &TaskKey, answer: &Answer, trials: &mut Trials) -> Result<Vec<Measurement>, String> {
    match (&key.ask, answer) {
        (Ask::Goal(goal), Answer::Goal { set, scenario, program, seeds: stated, .. }) => {
            let Goal { machine, free, requirements, scores, seeds, .. } = goal;
            check_scenario(machine, free, set, scenario)?;
            check_seeds(seeds, stated)?;
            let required = requirements.iter().map(|one| (&one.metric, &one.set));
            let scored = scores.iter().map(|one| (&one.metric, &one.set));
            let kernel = program.as_ref().map(GoalProgram::kernel);
            let plan = |(metric, load)| trials.plan(metric, machine, &[set, load], seeds, kernel.as_ref());
            required.chain(scored).map(plan).collect::<Result<_, _>>().map_err(|errors| short(&errors.to_string()))
        }
        (
            Ask::Prediction { metric, axis, values, machine, seeds },
            Answer::Prediction {
                real: Some(_),
                scenario,
                seeds: stated_seeds,
                metric: stated_metric,
                axis: stated_axis,
                values: stated_values,
                ..
            },
        ) => {
            check_scenario(machine, &[], &Set::new(), scenario)?;
            check_seeds(seeds, stated_seeds)?;
            if (stated_metric, stated_axis, stated_values) != (&metric.to_string(), axis, values) {
                return Err("the prediction is about other values than those of the step".to_string());
            }
            let plan = |value: &Json| {
                let set = Set::from_iter([(axis.clone(), value.clone())]);
                trials.plan(metric, machine, &[&set], seeds, None)
            };
            values.iter().map(plan).collect::<Result<_, _>>().map_err(|errors| short(&errors.to_string()))
        }
        _ => Ok(Vec::new()),
    }
}

/// Checks that the stated scenario is the step's machine with knobs that the step unlocks.
fn check_scenario(machine: &Machine, free: &[String], set: &Set, stated: &Machine) -> Result<(), String> {
    let is_free = |path: &str| {
        let in_group = |group: &str| path.strip_prefix(group).is_some_and(|rest| rest.starts_with('.'));
        free.iter().any(|one| one == path || one.strip_suffix(".*").is_some_and(in_group))
    };
    if let Some(path) = set.keys().find(|path| !is_free(path)) {
        return Err(format!("it changes {}, which the step locks", short(path)));
    }
    let invalid = |errors: livelock_core::scenario::ScenarioErrors| short(&errors.to_string());
    let expected = scenario_of(machine, &[set]).map_err(invalid)?;
    let stated = scenario_of(stated, &[]).map_err(invalid)?;
    if stated.values() == expected.values() {
        return Ok(());
    }
    let paths = expected.settings.keys().chain(stated.settings.keys());
    let (ours, theirs) = (expected.values(), stated.values());
    let differs = paths.into_iter().find(|path| ours.get(path) != theirs.get(path));
    let path = differs.map_or("a setting", String::as_str);
    Err(format!("its scenario is not the step's machine with these knobs: {} differs", short(path)))
}

fn check_seeds(ours: &[u64], stated: &[u64]) -> Result<(), String> {
    if ours == stated { Ok(()) } else { Err("its trials have other seeds than those of the step".to_string()) }
}

/// Compares every answer with the key and with the trials. The flags say what does not fit.
pub fn score(
    plan: &Plan,
    report: &LessonReport,
    rubric: &Rubric,
    trials: &Trials,
    programs: &Programs,
) -> (Vec<TaskGrade>, Vec<Flag>) {
    let mut flags = Vec::new();
    let scorer =
        Scorer { rubric, trials, programs, is_of_version: plan.is_of_version, is_of_model: report.model == MODEL };
    let grades = plan.tasks.iter().map(|task| {
        let mut grade = TaskGrade::new(task.step, task.key, rubric);
        if let Some(flag) = scorer.score(task, &mut grade) {
            flags.push(Flag::new(flag.kind, format!("{}: {}", task.key.id, flag.text)));
        }
        grade
    });
    (grades.collect(), flags)
}

/// What the answers of one report are compared with.
struct Scorer<'a> {
    rubric: &'a Rubric,
    trials: &'a Trials,
    programs: &'a Programs,
    /// Stated verdicts can be compared, because the report is of this version of the lesson.
    is_of_version: bool,
    /// Stated results can be compared, because the page measured them with this version of the model.
    is_of_model: bool,
}

impl Scorer<'_> {
    /// Fills in answer, points and comment of a task. The flag says what does not fit.
    fn score(&self, task: &PlannedTask, grade: &mut TaskGrade) -> Option<Flag> {
        if task.key.is_about_program {
            self.ask(task, grade);
            return None;
        }
        let Some(answer) = task.answer else {
            grade.by_hand = 0.0;
            grade.comment = "not answered".to_string();
            return None;
        };
        match (&task.key.ask, answer) {
            (Ask::Choice { options }, Answer::Choice { given, text, right, tries, .. }) => {
                let option = usize::try_from(*given).ok().and_then(|given| options.get(given));
                grade.answer = option.map_or(text, |option| &option.text).clone();
                self.score_verdict(option.is_some_and(|option| option.right), *right, *tries, grade)
            }
            (Ask::Number { answer, within, unit }, Answer::Number { given, value, right, tries, .. }) => {
                let is_right = value.is_some_and(|value| is_right_number(value, *answer, *within));
                grade.answer = given.clone();
                let flag = self.score_verdict(is_right, *right, *tries, grade);
                if !is_right {
                    grade.comment += format!("; right: {answer} {unit}").trim_end();
                }
                flag
            }
            (Ask::Text { .. }, Answer::Text { given, .. }) => {
                grade.answer = given.clone();
                if given.trim().is_empty() {
                    grade.by_hand = 0.0;
                }
                let is_by_hand = grade.by_hand > 0.0;
                grade.comment = if is_by_hand { "a person grades this answer" } else { NOT_GRADED }.to_string();
                None
            }
            (Ask::Prediction { .. }, Answer::Prediction { real: None, .. }) => {
                grade.comment = "not compared with the machine".to_string();
                None
            }
            (Ask::Prediction { .. }, Answer::Prediction { first, guess, real: Some(stated), tries, .. }) => {
                let measured = match means(task, self.trials) {
                    Ok(measured) => measured,
                    Err(why) => return Some(no_points(grade, FlagKind::Scenario, &why)),
                };
                grade.judge_prediction([first, guess], &measured, *tries, self.rubric);
                let is_wrong = self.is_of_model && !is_same_line(stated, &measured);
                is_wrong.then(|| Flag::new(FlagKind::Results, "the stated curve does not come out of its scenario"))
            }
            (Ask::Goal(goal), Answer::Goal { met, tries, set, program, results, .. }) => {
                let own =
                    program.as_ref().map_or(String::new(), |program| format!("program {}; ", short(&program.file)));
                grade.answer = own + &settings_text(set);
                let measured = match results_of(task, goal, self.trials) {
                    Ok(measured) => measured,
                    Err(why) => return Some(no_points(grade, FlagKind::Scenario, &why)),
                };
                grade.judge_goal(&measured, *tries, self.rubric);
                let is_met = measured.iter().all(|result| result.measured.met);
                if let Some(solution) = goal.solutions.first().filter(|_| !is_met) {
                    grade.comment += &format!("; a solution: {}", settings_text(solution));
                }
                let required = &measured[..goal.requirements.len()];
                let is_stated = results.as_ref().is_none_or(|stated| is_same_result(stated, required));
                // An earlier version of the lesson may have measured other values, or had no tolerance.
                let is_comparable = self.is_of_model && self.is_of_version;
                let is_wrong = is_comparable && (is_met != *met || !is_stated);
                is_wrong.then(|| Flag::new(FlagKind::Results, "the stated results do not come out of the scenario"))
            }
            (Ask::Program { medal: needed, .. }, Answer::Program { program, .. }) => {
                let Some(handed) = program else {
                    grade.comment = NO_PROGRAM.to_string();
                    return None;
                };
                grade.answer = handed.file.clone();
                let judged = match self.judged(task) {
                    Ok(judged) => judged,
                    Err(why) => {
                        grade.comment = why;
                        return None;
                    }
                };
                grade.judge_program(judged, *needed, self.rubric);
                let [stated, found] = [handed.medal, judged.medal].map(medal);
                let text = || format!("the report says {stated}; with the seeds of this grading it is {found}");
                (self.is_of_model && handed.medal > judged.medal).then(|| Flag::new(FlagKind::Results, text()))
            }
            _ => {
                grade.by_hand = 0.0;
                Some(no_points(grade, FlagKind::Version, "the answer is of another kind than the task"))
            }
        }
    }

    fn judged(&self, task: &PlannedTask) -> Result<&Judged, String> {
        let none = || NO_PROGRAM.to_string();
        self.programs.judged(task.program.as_ref().ok_or_else(none)?)
    }

    /// A question about a program's trace: a person asks it in the room and gives the points.
    fn ask(&self, task: &PlannedTask, grade: &mut TaskGrade) {
        let number = grade.id.rsplit('-').next().and_then(|number| number.parse::<usize>().ok()).unwrap_or(1);
        let question = self.judged(task).ok().and_then(|judged| judged.questions.get(number - 1));
        let Some(Question { run, question, answer }) = question else {
            grade.by_hand = 0.0;
            grade.comment = "no question: the program has no run to ask about".to_string();
            return;
        };
        grade.question.clone_from(question);
        grade.answer = format!("{IN_ROOM}{run}");
        grade.model_answer = Some(answer.clone());
        if grade.by_hand > 0.0 {
            grade.comment = "a person asks this question".to_string();
        }
    }

    /// Scores an answer that is right or wrong. The flag says that the report states the other verdict.
    fn score_verdict(&self, is_right: bool, stated: bool, tries: u64, grade: &mut TaskGrade) -> Option<Flag> {
        grade.judge(is_right, tries, self.rubric);
        let (theirs, ours) = if stated { ("right", "wrong") } else { ("wrong", "right") };
        let text = || format!("the report calls the answer {theirs}; it is {ours}");
        (self.is_of_version && is_right != stated).then(|| Flag::new(FlagKind::Results, text()))
    }
}

/// The reason why a task has no points, as its comment and as a flag.
fn no_points(grade: &mut TaskGrade, kind: FlagKind, why: &str) -> Flag {
    grade.comment = why.to_string();
    Flag::new(kind, why)
}

/// The result of each requirement. If the goal has scores, their sum is the last result.
fn results_of(task: &PlannedTask, goal: &Goal, trials: &Trials) -> Result<Vec<RequirementResult>, String> {
    let values = values_of(task, trials)?;
    let (required, scored) = values.split_at(goal.requirements.len().min(values.len()));
    let judged = goal.requirements.iter().zip(required);
    let mut results: Vec<RequirementResult> = judged
        .map(|(requirement, values)| {
            let measured = judge_requirement(requirement, values, goal.tolerance);
            let Requirement { metric, op, value, set } = requirement;
            let load = if set.is_empty() { String::new() } else { format!(" at {}", settings_text(set)) };
            RequirementResult { measured, text: format!("{metric} {op} {value}{load}") }
        })
        .collect();
    if !goal.scores.is_empty() {
        let total = total_of(goal.scores.iter().zip(scored).map(|(score, values)| points_of(score, values)));
        let needed = goal.score_needed;
        let measured = Measured { least: Some(total), most: Some(total), met: total >= needed };
        results.push(RequirementResult { measured, text: format!("score >= {needed} points") });
    }
    Ok(results)
}

/// The measured line of a prediction: the mean over the seeds at each value, 0 where there was nothing to measure.
fn means(task: &PlannedTask, trials: &Trials) -> Result<Vec<f64>, String> {
    Ok(values_of(task, trials)?.iter().map(|values| mean(values).unwrap_or(0.0)).collect())
}

/// What the trials of each measurement measured, for each seed.
fn values_of(task: &PlannedTask, trials: &Trials) -> Result<Vec<Vec<Option<f64>>>, String> {
    let measurements = task.measurements.as_ref().map_err(String::clone)?;
    measurements.iter().map(|measurement| trials.values(measurement)).collect()
}

/// The page stores a measured line with six digits.
fn is_same_line(stated: &[f64], measured: &[f64]) -> bool {
    let is_same = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-5 * other.abs() + 1e-9;
    stated.len() == measured.len() && stated.iter().zip(measured).all(is_same)
}

fn is_same_result(stated: &[StatedResult], measured: &[RequirementResult]) -> bool {
    let is_close = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * other.abs() + 1e-12,
        (one, other) => one.is_none() && other.is_none(),
    };
    let is_same = |(stated, RequirementResult { measured, .. }): (&StatedResult, &RequirementResult)| {
        stated.met == measured.met && is_close(stated.least, measured.least) && is_close(stated.most, measured.most)
    };
    stated.len() == measured.len() && stated.iter().zip(measured).all(is_same)
}

/// "polling.quota=8"
fn settings_text(set: &Set) -> String {
    let value = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let words: Vec<String> = set.iter().map(|(path, one)| format!("{path}={}", value(one))).collect();
    short(&words.join(" "))
}
