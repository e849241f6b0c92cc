//! Parses random texts as scenarios: mutations of the ready-made scenarios and of the fuzzer's corpus. The test calls the function
//! that libFuzzer calls (core/fuzz), without coverage guidance, so that it runs with every compiler. FUZZ_INPUTS sets the number.

#[path = "../fuzz/mutation.rs"]
mod mutation;
#[path = "../fuzz/scenario.rs"]
mod target;

use mutation::{Random, inputs, mutated};
use std::ops::Range;
use std::path::Path;
use target::any_text_is_a_scenario_or_is_refused;

const INPUTS: u64 = 4_000;
/// Words that mutations insert: edge cases of grammars and ranges.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "1e400",
    "99999999999999999999",
    "\"infinity\"",
    "true",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "=",
    "\n",
    ".",
    "settings",
    "\u{0}é",
];

fn corpus() -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["scenarios", "fuzz/corpus/scenario"]
        .into_iter()
        .flat_map(|folder| std::fs::read_dir(here.join(folder)).expect("a folder of scenarios"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).expect("text")).collect()
}

/// A scenario of the corpus with some changes: a word inserted, or the tail of another one.
fn mutated_scenario(corpus: &[String], random: &mut Random) -> String {
    let text = corpus[random.below(corpus.len())].chars().collect();
    let change = |text: &mut Vec<char>, part: Range<usize>, kind: usize, random: &mut Random| {
        if kind == 0 {
            let word = WORDS[random.below(WORDS.len())];
            text.splice(part, word.chars());
        } else {
            let other: Vec<char> = corpus[random.below(corpus.len())].chars().collect();
            let at = random.below(other.len() + 1);
            text.truncate(part.start);
            text.extend(&other[at..]);
        }
    };
    mutated(text, random, 24, 2, change).into_iter().collect()
}

#[test]
fn any_text_is_accepted_or_refused_with_an_error() {
    let corpus = corpus();
    let read = corpus.iter().filter(|text| any_text_is_a_scenario_or_is_refused(text)).count();
    assert!(read > 10, "the corpus contains valid scenarios");
    let inputs = inputs(INPUTS);
    let mut random = Random::new(1);
    let mut accepted = 0_u64;
    for _ in 0..inputs {
        accepted += u64::from(any_text_is_a_scenario_or_is_refused(&mutated_scenario(&corpus, &mut random)));
    }
    assert!(
        accepted > inputs / 50 && accepted < inputs,
        "mutations give valid and invalid texts: {accepted} of {inputs} are valid"
    );
}
