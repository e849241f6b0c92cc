//! The 34 mistakes of drivers that the research found in labs and in bug reports (workshop, section 2): which of them the machine
//! names, by which rule. `mistakes/` has a program for each that can be written.

use crate::told::{ProgramFile, files, marked};
use std::path::Path;

enum Named {
    /// The machine tells this rule, at the marked line since the marked earlier one.
    Rule(u8),
    /// A program makes it, and no rule names it: this is why.
    Not(&'static str),
    /// No program can make it here.
    Impossible(&'static str),
}
use Named::{Impossible, Not, Rule};

const MISTAKES: [Named; 34] = [
    Rule(13),
    Rule(13),
    Rule(13),
    Rule(11),
    Rule(11),
    Rule(13),
    Rule(13),
    Rule(19),
    Rule(15),
    Rule(4),
    Rule(6),
    Rule(1),
    Rule(6),
    Impossible("lnread copies: a program hands no buffer to the interface"),
    Rule(3),
    Rule(4),
    Rule(3),
    Rule(2),
    Rule(7),
    Rule(11),
    Rule(10),
    Rule(9),
    Rule(8),
    Rule(13),
    Rule(14),
    Not("livelock is no fault: the diagnosis and the user's share of the CPU show it"),
    Not("the same program as 26"),
    Impossible("threads have no priorities among each other"),
    Not("a slow poll is legal: the drops at the ring show it"),
    Rule(17),
    Impossible("there are no semaphores"),
    Rule(16),
    Not("less than 5 ms for each packet is legal: the drops at the ring show it"),
    Impossible("one CPU without a store buffer needs no barrier"),
];

fn programs() -> Vec<ProgramFile> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/mistakes"))
}

/// What is told about a mistake, against the table.
fn difference(number: usize, named: &Named, file: Option<&ProgramFile>) -> Option<String> {
    let told = file.map(|file| file.run().told).unwrap_or_default();
    let all = || told.iter().map(|one| format!("P{} at line {}", one.rule, one.line)).collect::<Vec<_>>().join(", ");
    match (named, file) {
        (Rule(rule), Some(file)) => {
            let expected = marked(&file.source, &format!("P{rule}"));
            let since = marked(&file.source, "since");
            let found = told.iter().find(|one| one.rule == *rule && Some(one.line) == expected);
            let fits = found.is_some_and(|one| {
                let told_since = one.fault.as_ref().map(|fault| fault.since.map(|since| since.line));
                told_since.is_none_or(|line| line == since)
            });
            (!fits).then(|| {
                format!("{}: P{rule} at line {expected:?} since {since:?}, but {}: {told:?}", file.name, all())
            })
        }
        (Not(_), Some(file)) => (!told.is_empty()).then(|| format!("{}: no rule, but {}", file.name, all())),
        (Not(reason), None) => (!reason.contains("same program")).then(|| format!("{number} has no program")),
        (Impossible(reason), None) => reason.is_empty().then(|| format!("{number} has no reason")),
        (Rule(_), None) | (Impossible(_), Some(_)) => Some(format!("{number} and its file do not fit")),
    }
}

#[test]
fn the_machine_names_these_mistakes() {
    let programs = programs();
    let numbered = |number: usize| programs.iter().find(|file| file.name.starts_with(&format!("{number:02}-")));
    let rows = MISTAKES.iter().zip(1..);
    let wrong: Vec<String> = rows.filter_map(|(named, number)| difference(number, named, numbered(number))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let by_rule = MISTAKES.iter().filter(|named| matches!(named, Rule(_))).count();
    assert_eq!(by_rule, 26, "of 34 are named");
}
