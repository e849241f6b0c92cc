//! What is told as the same, and what is not.

use super::*;
use livelock_core::program::mutants;
use livelock_core::program::shipped::SHIPPED;
use livelock_judge::{Folder, find};

fn challenge(name: &str) -> &'static Folder {
    find(name).expect("a challenge").1
}

fn given(folder: &Folder) -> Given {
    Given::of(SHIPPED.iter().map(|one| one.source).chain([folder.skeleton]))
}

/// The share that the two programs have in common, if it is told.
fn share(folder: &Folder, one: &str, other: &str) -> Option<Same> {
    let given = given(folder);
    same_tokens(&[Tokens::of(one, &given), Tokens::of(other, &given)], |_, _| false).remove(0).pop()
}

/// A solution as somebody who wants to hide its origin would hand it in.
fn disguised(text: &str) -> String {
    let names =
        [("receive", "take_one"), ("transmit", "push_out"), ("quota", "how_many"), ("taken", "i"), ("ticks", "n")];
    let renamed = names.iter().fold(text.to_string(), |text, (name, other)| text.replace(name, other));
    let shifted = renamed.replace("32", "31").replace("/*", "/* my own idea:").replace(";\n", "; // so\n\n");
    // functions in another order: the last one first
    let mut parts: Vec<&str> = shifted.split_inclusive("\n}\n").collect();
    parts.reverse();
    parts.concat()
}

#[test]
fn other_names_numbers_comments_and_places_of_functions_are_the_same_tokens() {
    let folder = challenge("12");
    let same = share(folder, folder.reference, &disguised(folder.reference)).expect("it is told");
    assert!(same.share > 0.95, "{same:?}");
}

#[test]
fn both_places_are_those_of_the_longest_part_in_common() {
    let folder = challenge("12");
    let moved = format!("/* one\n * two\n */\n\n\n{}", folder.reference);
    let given = given(folder);
    let [one, other] = [folder.reference, &moved].map(|text| Tokens::of(text, &given));
    let (here, there) = longest_common(&one, &other);
    assert_eq!((here.start() + 5, here.end() + 5), (*there.start(), *there.end()));
    assert!(here.end() - here.start() > 60, "{here:?}");
}

/// A second solution of challenge 12, which gets silver, by another way: a software interrupt, and a limit that the clock renews.
const OTHER_SOLUTION: &str = include_str!("../../../tests/programs/another-kernel.c");

#[test]
fn two_honest_solutions_are_not_told() {
    let folder = challenge("12");
    assert_eq!(share(folder, folder.reference, OTHER_SOLUTION), None);
    for shipped in SHIPPED {
        assert_eq!(share(folder, shipped.source, folder.reference), None, "{}", shipped.id);
        assert_eq!(share(folder, shipped.source, shipped.source), None, "{}: nobody's own", shipped.id);
    }
}

#[test]
fn a_short_program_is_never_told() {
    let folder = challenge("1");
    assert_eq!(share(folder, folder.reference, folder.reference), None);
}

/// Measured over all small changes of the one solution that has 150 tokens of its own: that of challenge 12.
#[test]
fn small_changes_of_a_program_are_told() {
    let folder = challenge("12");
    let given = given(folder);
    let changes = mutants(folder.reference);
    let texts = std::iter::once(folder.reference).chain(changes.iter().map(|change| change.source.as_str()));
    let programs: Vec<Tokens> = texts.map(|text| Tokens::of(text, &given)).collect();
    let same = &same_tokens(&programs, |_, _| false)[0];
    assert!(changes.len() > 50 && same.len() == changes.len(), "{} of {}", same.len(), changes.len());
}

/// The wrong programs that ship are by one author, who changed the solution. Only the one that is a part of it is told.
#[test]
fn wrong_programs_with_other_ideas_are_not_told() {
    let folder = challenge("12");
    let (given, solution) = (given(folder), ("the solution", folder.reference));
    let named: Vec<(&str, &str)> = folder.fails.iter().copied().chain([solution]).collect();
    let programs: Vec<Tokens> = named.iter().map(|(_, text)| Tokens::of(text, &given)).collect();
    let same = same_tokens(&programs, |one, other| one > other);
    let told = same.iter().zip(&named).flat_map(|(same, (one, _))| same.iter().map(|same| (*one, named[same.other].0)));
    assert_eq!(told.collect::<Vec<_>>(), [("feedback-only", "the solution")]);
}

#[test]
fn any_text_has_tokens_or_none() {
    let given = Given::default();
    for text in ["", "\u{0}", "((((", "}}}}", "\"", "/*", &"{".repeat(300_000), "ü = 1;", "#include \"livelock.h\""] {
        let tokens = Tokens::of(text, &given);
        assert!(!tokens.is_long(), "{}", &text[..text.len().min(10)]);
    }
}
