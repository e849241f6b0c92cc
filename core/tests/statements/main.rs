//! Runs the statements of the ready-made scenarios' texts, like a lesson's statements. Every number in a text must be a setting's
//! value, a part of a statement here, or a fact with a source.

mod stated;

use livelock_core::scenario::presets;
use stated::{FACTS, Source, Stated, statements};

fn text_of(id: &str) -> String {
    let scenario = presets::find(id).unwrap_or_else(|| panic!("there is no scenario {id}"));
    scenario.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn statements_of_texts_hold_on_their_machines() {
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
fn texts_contain_the_words_of_statements_and_facts() {
    for statement in statements() {
        assert!(text_of(statement.scenario).contains(statement.words), "{statement}");
    }
    for fact in FACTS {
        assert!(text_of(fact.scenario).contains(fact.words), "{}: {}", fact.scenario, fact.words);
    }
}

#[test]
fn every_text_has_a_statement_that_is_run() {
    let has_none = |id: &str| statements().all(|statement| statement.scenario != id);
    let without: Vec<String> =
        presets::all().into_iter().map(|scenario| scenario.id).filter(|id| has_none(id)).collect();
    assert!(without.is_empty(), "add a statement of these texts to tests/statements/stated/: {}", without.join(", "));
}

#[test]
fn scenarios_have_the_settings_that_their_texts_name() {
    for fact in FACTS {
        match fact.source {
            Source::Setting(path, value) => {
                assert_eq!(Stated::of(fact.scenario).value(path), value, "{}: {path}", fact.scenario);
            }
            Source::Cited(source) => assert!(!source.is_empty(), "{}: {} has no source", fact.scenario, fact.words),
        }
    }
}

/// Returns the numbers in digits, without thousands separators. Leaves out numbers in words ("4.2BSD", "ln0", "512-byte") and in
/// citations ("figure 7-4", "M 10.4").
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
fn every_number_in_a_text_has_a_source() {
    let mut unsupported = Vec::new();
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
        unsupported.extend(numbers.map(|number| format!("{}: {number}", scenario.id)));
    }
    assert!(unsupported.is_empty(), "these numbers have no source:\n{}", unsupported.join("\n"));
}
