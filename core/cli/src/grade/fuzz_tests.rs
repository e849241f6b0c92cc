//! Any bytes as a report: they are read or refused, and the others' rows do not change. FUZZ_INPUTS sets the number of inputs.

use super::*;
use crate::arguments::JobsArgs;
use indicatif::ProgressBar;
use livelock_core::random::RandomStream;

const INPUTS: u64 = 3_000;
/// Texts that mutations insert: limits of numbers, values of other types, and attempts of a hostile report.
const TEXTS: [&str; 16] = [
    "null",
    "true",
    "[]",
    "{}",
    "-1",
    "1e400",
    "1e308",
    "18446744073709551616",
    "0.1",
    "\"infinity\"",
    "\"\\ud800\"",
    "\"\"",
    "\"=1+1\"",
    "[[[[",
    "\"trial.packets\": 10000000, ",
    "\"polling.quota\"",
];

/// A report that the page has made (web/lesson/lesson-report.test.ts).
pub fn sample() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports/ada.json");
    std::fs::read_to_string(file).expect("the stored report")
}

/// One to four changes: a text inserted, a byte, a part removed or doubled.
fn mutated(sample: &[u8], random: &mut dyn FnMut(u64) -> usize) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..=random(4) {
        let from = random(bytes.len() as u64 + 1);
        let to = (from + random(60)).min(bytes.len());
        match random(5) {
            0 => drop(bytes.drain(from..to)),
            1 => {
                let part = bytes[from..to].to_vec();
                bytes.splice(to..to, part);
            }
            2 if from < bytes.len() => bytes[from] = random(256) as u8,
            3 => {
                // in place of a value
                let text = TEXTS[random(TEXTS.len() as u64)];
                let colon = bytes[from..].iter().position(|byte| *byte == b':').map_or(from, |at| from + at + 1);
                let end = bytes[colon..].iter().position(|byte| b",\n}]".contains(byte)).map_or(colon, |at| colon + at);
                bytes.splice(colon..end, text.bytes());
            }
            _ => bytes.truncate(from.max(bytes.len() / 2)),
        }
    }
    bytes
}

#[test]
fn any_bytes_cost_only_their_own_row() {
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(INPUTS);
    let keys = AnswerKey::all();
    let sample = sample();
    let honest = LessonReport::parse(sample.as_bytes()).expect("a report");
    let key = keys.iter().find(|key| key.id == honest.lesson.id).expect("its lesson");
    let stream = RandomStream::new(21, 0);
    let mut index = 0;
    let mut random = |below: u64| {
        index += 1;
        stream.below(index, below) as usize
    };
    let rubric = Rubric::default();
    let mut trials = Trials::default();
    score::plan(key, &honest, &mut trials);
    let needed = trials.count();
    let mut hostile = Vec::new();
    for _ in 0..inputs {
        match LessonReport::parse(&mutated(sample.as_bytes(), &mut random)) {
            Ok(report) => {
                // none of them needs more trials than an honest report
                let mut own = Trials::default();
                score::plan(key, &report, &mut own);
                assert!(own.count() <= needed, "{} trials", own.count());
                hostile.push(report);
            }
            Err(Refusal::Unreadable(why) | Refusal::Version(why)) => {
                assert!(!why.is_empty() && why.chars().count() < 400, "{why}");
            }
        }
    }
    let read = hostile.len() as u64;
    println!("{read} of {inputs} were reports");
    assert!(read > inputs / 100 && read < inputs, "some inputs are read, some are refused: {read} of {inputs}");
    hostile.truncate(40);
    let plans: Vec<_> = hostile.iter().map(|report| score::plan(key, report, &mut trials)).collect();
    let plan = score::plan(key, &honest, &mut trials);
    trials.run(&ParallelRunner::new(JobsArgs { jobs: None }, ProgressBar::hidden()).expect("threads"));
    for (plan, report) in plans.iter().zip(&hostile) {
        let (tasks, _) = score::score(plan, report, &rubric, &trials);
        let within = tasks.iter().all(|task| (0.0..=task.maximum).contains(&task.points));
        assert!(within, "no report gets more points than there are");
    }
    let (tasks, flags) = score::score(&plan, &honest, &rubric, &trials);
    assert_eq!(flags, []);
    assert!(tasks.iter().all(|task| task.maximum == 0.0 || task.points > 0.0), "the honest report keeps its points");
}
