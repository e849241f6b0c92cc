//! What the ready-made scenarios' texts state about their machines is run, like a lesson's statements. Every number in
//! such a text is a setting's, or in a statement here, or told to be somebody else's fact.

mod stated;

use livelock_core::scenario::presets;
use stated::{FACTS, Source, Stated, statements};

fn text_of(id: &str) -> String {
    let scenario = presets::find(id).unwrap_or_else(|| panic!("there is no scenario {id}"));
    scenario.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_texts_state_is_what_machines_do() {
    let mut wrong = Vec::new();
    for statement in statements() {
        let measured = (statement.measure)(&Stated::of(statement.scenario));
        if !statement.holds_in.contains(&measured) {
            wrong.push(format!("{statement}: measured {measured}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn statements_and_facts_are_words_of_the_texts() {
    for statement in statements() {
        assert!(text_of(statement.scenario).contains(statement.words), "{statement}");
    }
    for fact in FACTS {
        assert!(text_of(fact.scenario).contains(fact.words), "{}: {}", fact.scenario, fact.words);
    }
}

#[test]
fn every_text_states_something_that_is_run() {
    let silent = |id: &str| statements().all(|statement| statement.scenario != id);
    let silent: Vec<String> = presets::all().into_iter().map(|scenario| scenario.id).filter(|id| silent(id)).collect();
    assert!(silent.is_empty(), "no statement of these texts is run: {}", silent.join(", "));
}

#[test]
fn settings_that_texts_name_are_set_so() {
    for fact in FACTS {
        match fact.source {
            Source::Setting(path, value) => {
                assert_eq!(Stated::of(fact.scenario).value(path), value, "{}: {path}", fact.scenario);
            }
            Source::Told(by) => assert!(!by.is_empty(), "{}: who says {}?", fact.scenario, fact.words),
        }
    }
}

/// Numbers in digits, without the commas of thousands; parts of words ("4.2BSD", "ln0", "512-byte" is none) and of citations
/// ("figure 7-4", "M 10.4") are left out.
fn numbers_of(text: &str) -> Vec<String> {
    let words = text.split([' ', '/']).collect::<Vec<_>>();
    let mut numbers = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let cited = at > 0 && matches!(words[at - 1], "figure" | "M" | "CPU" | "Linux" | "from");
        let number = word.trim_matches(|sign: char| !sign.is_ascii_digit()).replace(',', "");
        let whole = word.trim_matches(|sign: char| !sign.is_alphanumeric()).replace(',', "") == number;
        if whole && !cited && number.parse::<f64>().is_ok() {
            numbers.push(number);
        }
    }
    numbers
}

#[test]
fn every_number_in_a_text_is_accounted_for() {
    let mut loose = Vec::new();
    for scenario in presets::all() {
        let mut rest = text_of(&scenario.id);
        let stated =
            statements().filter(|statement| statement.scenario == scenario.id).map(|statement| statement.words);
        let facts = FACTS.iter().filter(|fact| fact.scenario == scenario.id).map(|fact| fact.words);
        for words in stated.chain(facts) {
            rest = rest.replace(words, "...");
        }
        let set: Vec<String> = scenario.settings.values().map(ToString::to_string).collect();
        let numbers = numbers_of(&rest).into_iter().filter(|number| !set.contains(number));
        loose.extend(numbers.map(|number| format!("{}: {number}", scenario.id)));
    }
    assert!(loose.is_empty(), "nobody vouches for these numbers:\n{}", loose.join("\n"));
}
