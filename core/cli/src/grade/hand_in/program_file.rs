//! A file that is a program: C source, or a run that the page saved, which has the program's text. Any bytes are either a program's
//! text or refused with a reason; whether the text compiles is the judge's question.

use super::lesson_report::{LessonReport, Refusal};
use super::submitters::own_stem;
use crate::error::CommandError;
use crate::grade::answer_key::AnswerKey;
use crate::saved_run;
use crate::strange_text::file_name;
use crate::text_file;
use livelock_core::program::BYTES_MAX;
use livelock_core::scenario::Scenario;
use livelock_judge::{Challenge, all};
use std::path::Path;

/// Why a file of the folder is no hand-in for this challenge, by its name: its ending, or that it is named after another one.
pub fn check_name(path: &Path, ending: &str, key: &AnswerKey) -> Result<(), String> {
    if !matches!(ending, "c" | "json") {
        return Err("it is not a program; a program ends in .c, a saved run in .json".to_string());
    }
    match named_challenge(path) {
        Some(other) if other.id != key.id => Err(format!("by its name it is for challenge {}", other.number)),
        _ => Ok(()),
    }
}

/// The challenge that a file is named after, as `livelock challenge --kernel FOLDER` knows it: 1.c, 01.c, off-the-ring.c.
fn named_challenge(path: &Path) -> Option<&'static Challenge> {
    let name = own_stem(path)?;
    let is_named = |challenge: &&Challenge| {
        let Challenge { number, id, .. } = challenge;
        name == id
            || [format!("{number}"), format!("{number:02}"), format!("{number:02}-{id}")].contains(&name.to_string())
    };
    all().iter().map(|(challenge, _)| challenge).find(is_named)
}

pub fn is_named_after_a_challenge(path: &Path) -> bool {
    named_challenge(path).is_some()
}

/// Reads a program.
pub fn parse(bytes: &[u8], path: &Path, key: &AnswerKey) -> Result<LessonReport, Refusal> {
    let refused = |why: String| Refusal::Unreadable(why);
    let file = file_name(path);
    let text = text_file::decode(bytes.to_vec())
        .map_err(|why| refused(format!("it {why}; hand in C source, saved as UTF-8")))?;
    let text = if file.to_lowercase().ends_with(".json") { text_of_run(&text).map_err(refused)? } else { text };
    if text.trim().is_empty() {
        return Err(refused("it is empty".to_string()));
    }
    if text.len() > BYTES_MAX {
        let [size, most] = [text.len(), BYTES_MAX].map(|bytes| bytes.div_ceil(1024));
        return Err(refused(format!("it has {size} kB; a program has at most {most} kB")));
    }
    Ok(LessonReport::of_program(key, file, text))
}

/// The program of a saved run.
fn text_of_run(text: &str) -> Result<String, String> {
    let remedy = "hand in the .c file, or a run saved while the program ran";
    let run = saved_run::read("it", text).map_err(|error| match error {
        CommandError::Input(text) => text,
        other => format!("it cannot be read ({other:?})"),
    })?;
    let run = run.ok_or_else(|| match LessonReport::parse(text.as_bytes()) {
        Ok(_) => format!("it is the report of a lesson, which is graded without --challenge; {remedy}"),
        Err(_) => format!("it is not a saved run; {remedy}"),
    })?;
    let scenario = Scenario::parse(&run.scenario).map_err(|errors| format!("its scenario is not valid ({errors})"))?;
    scenario.program.map(|program| program.text).ok_or_else(|| format!("the run has no program; {remedy}"))
}
