//! Wrong programs and the messages that they give. The files in `wrong/` have the cases: a headline `//// name`, the program,
//! and a line `//= line:column: message` for each message, in order. `UPDATE_WRONG=1` writes the messages again; read them then.

use livelock_core::program::{compile, rules};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub struct Case {
    name: String,
    pub program: String,
    messages: Vec<String>,
}

pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/wrong");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of wrong programs")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}

pub fn cases(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("text");
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("//// ") {
            cases.push(Case { name: name.to_string(), program: String::new(), messages: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a file begins with a headline");
        match line.strip_prefix("//= ") {
            Some(message) => case.messages.push(message.to_string()),
            None => case.program += &format!("{line}\n"),
        }
    }
    cases
}

fn messages(program: &str) -> Vec<String> {
    compile(program).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn each_wrong_program_gives_its_messages() {
    let update = std::env::var_os("UPDATE_WRONG").is_some();
    let mut differ = Vec::new();
    for file in files() {
        let mut text = String::new();
        for Case { name, program, messages: expected } in cases(&file) {
            let found = messages(&program);
            if found != expected {
                differ.push(format!("{name}: {found:#?}"));
            }
            text += &format!("//// {name}\n{program}");
            found.iter().for_each(|message| text += &format!("//= {message}\n"));
        }
        if update {
            std::fs::write(&file, text).expect("written");
        }
    }
    assert!(update || differ.is_empty(), "other messages than the file's:\n{}", differ.join("\n"));
}

#[test]
fn each_wrong_program_is_refused_and_there_are_eighty() {
    let all: Vec<Case> = files().iter().flat_map(|file| cases(file)).collect();
    assert!(all.len() >= 80, "{} wrong programs", all.len());
    for case in &all {
        assert!(!case.messages.is_empty(), "{} has no message", case.name);
    }
    let names: BTreeSet<&str> = all.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), all.len(), "two cases have the same name");
}

/// Limits and what a running program does wrong have tests of their own.
#[test]
fn each_rule_has_a_wrong_program() {
    let elsewhere: BTreeSet<&str> = [
        "too_many_bytes",
        "too_many_lines",
        "too_many_tokens",
        "too_many",
        "too_many_statement_lines",
        "too_many_values",
        "too_long",
        "turned_text",
        "nul_character",
        "too_deep",
        "long_expression",
        "deep_calls",
        "divides_by_zero",
        "quotient_too_large",
        "shifts_too_far",
        "leaves_array",
        "reads_unset",
        "tears",
        // about the condition of a breakpoint, in the compiler's own tests
        "condition_sign",
        "condition_length",
        "condition_call",
        "condition_reads",
    ]
    .into();
    let told: BTreeSet<&str> = files()
        .iter()
        .flat_map(|file| cases(file))
        .flat_map(|case| compile(&case.program).err().unwrap_or_default())
        .map(|problem| problem.rule)
        .collect();
    let untested: Vec<&str> =
        rules().into_iter().filter(|rule| !told.contains(rule) && !elsewhere.contains(rule)).collect();
    assert!(untested.is_empty(), "no wrong program breaks {untested:?}");
}

/// The end of the file comes where nobody expects it. (A loop that skipped to the end of a line never ended there.)
#[test]
fn each_beginning_of_a_wrong_program_is_refused_or_compiled() {
    for case in files().iter().flat_map(|file| cases(file)) {
        let ends = case.program.char_indices().map(|(at, _)| at);
        ends.for_each(|end| assert!(messages(&case.program[..end]).len() <= 25, "{}", case.name));
    }
}

/// A reader has never met a parser. Each message is a sentence about the program and one about what to do.
#[test]
fn messages_are_plain_sentences() {
    let words = ["token", "unexpected", "expression", "lvalue", "identifier", "illegal", "invalid", "syntax", "parse"];
    for file in files() {
        for message in cases(&file).iter().flat_map(|case| &case.messages) {
            let lower = message.to_lowercase();
            assert!(!words.iter().any(|word| lower.contains(word)), "{message}");
            let sentence = message.split_once(": ").map_or("", |(_, sentence)| sentence);
            assert!(sentence.contains(". ") && message.len() < 320, "{message}");
        }
    }
}
