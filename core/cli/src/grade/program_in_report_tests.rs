//! A program in a lesson's report is judged again: its points, its questions, and what the report says about it.

use super::tests::forged;
use super::*;
use serde_json::{Value as Json, json};

/// The key of a lesson with one program task, as web/lesson/check/answer-key.ts writes it.
fn key_with_program(medal: &str) -> AnswerKey {
    AnswerKey::read(json!({
        "schema": 1, "earlier": [], "id": "write-the-driver", "number": 15, "title": "Write the driver",
        "steps": [{ "id": "ring", "title": "Off the ring", "variants": [[
            { "id": "driver", "question": "Write it.", "kind": "program", "challenge": "off-the-ring", "medal": medal },
        ]] }],
    }))
}

/// The tasks and flags of a report whose program has this text, and the medal that the page gave.
fn graded_program(key: &AnswerKey, program: Json) -> (Vec<TaskGrade>, Vec<Flag>) {
    let text = forged(|report| {
        report["lesson"] = json!({ "id": key.id, "number": 15, "title": key.title, "version": key.version });
        report["tasks"] = json!([{ "kind": "program", "id": "driver" }]);
        if !program.is_null() {
            report["tasks"][0]["program"] = program;
        }
    });
    let report = LessonReport::parse(text.as_bytes()).expect("a report");
    let (mut trials, mut programs) = (Trials::default(), Programs::new("test"));
    let plan = plan(key, &report, &mut trials, &mut programs);
    let runner = ParallelRunner::new(crate::arguments::JobsArgs { jobs: None }, indicatif::ProgressBar::hidden());
    programs.run(&runner.expect("threads"));
    score(&plan, &report, &Rubric::default(), &trials, &programs)
}

#[test]
fn a_program_in_a_report_is_judged_again() {
    let (_, folder) = challenge::find("off-the-ring").expect("a challenge");
    let program = |text: &str, medal: &str| json!({ "file": "kernel.c", "text": text, "medal": medal });
    let loses = folder.fail("forgets-the-packet").expect("a wrong program");
    let too_long = folder.reference.to_string() + &(0..60).map(|at| format!("int more_{at};\n")).collect::<String>();
    for (needed, program, points, comment, flags) in [
        ("silver", program(folder.reference, "gold"), 3.0, "gold, ", 0),
        ("gold", program(folder.reference, "none"), 3.0, "gold, ", 0),
        ("gold", program(&too_long, "silver"), 2.0, "silver, ", 0),
        ("silver", program(&too_long, "silver"), 3.0, "silver, ", 0),
        ("silver", program(folder.skeleton, "none"), 0.0, "it is what one begins with, unchanged; missed: ", 0),
        ("silver", program(loses, "silver"), 0.0, "no medal, ", 1),
        ("silver", program("int x", "none"), 0.0, "it does not compile: line 1: ", 0),
        ("silver", Json::Null, 0.0, "no program was handed in", 0),
    ] {
        let (tasks, found) = graded_program(&key_with_program(needed), program);
        assert_eq!((tasks.len(), tasks[0].points, found.len()), (3, points, flags), "{}", tasks[0].comment);
        assert!(tasks[0].comment.contains(comment), "{comment}: {}", tasks[0].comment);
        let asked = tasks[1..].iter().filter(|task| task.is_asked_in_the_room()).count();
        assert_eq!(asked, if tasks[0].program.is_some() { 2 } else { 0 }, "{comment}");
    }
    let (_, found) = graded_program(&key_with_program("silver"), program(loses, "silver"));
    assert_eq!(found[0].text, "driver: the report says silver; with the seeds of this grading it is no medal");
}
