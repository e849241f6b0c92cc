//! Parses random texts as scenarios: mutations of the ready-made scenarios and of the fuzzer's corpus. The test calls the function
//! that libFuzzer calls (core/fuzz), without coverage guidance, so that it runs with every compiler. FUZZ_INPUTS sets the number.

#[path = "../fuzz/scenario.rs"]
mod target;

use livelock_core::random::RandomStream;
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

/// Makes one to four changes: cut, double, insert a word, or continue with another text.
fn mutated(corpus: &[String], random: &mut dyn FnMut(u64) -> usize) -> String {
    let mut text: Vec<char> = corpus[random(corpus.len() as u64)].chars().collect();
    for _ in 0..=random(4) {
        let from = random(text.len() as u64 + 1);
        let to = (from + random(24)).min(text.len());
        match random(4) {
            0 => drop(text.drain(from..to)),
            1 => {
                let part = text[from..to].to_vec();
                text.splice(to..to, part);
            }
            2 => {
                let word = WORDS[random(WORDS.len() as u64)];
                text.splice(from..to, word.chars());
            }
            _ => {
                let other: Vec<char> = corpus[random(corpus.len() as u64)].chars().collect();
                let at = random(other.len() as u64 + 1);
                text.truncate(from);
                text.extend(&other[at..]);
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn any_text_is_accepted_or_refused_with_an_error() {
    let corpus = corpus();
    let read = corpus.iter().filter(|text| any_text_is_a_scenario_or_is_refused(text)).count();
    assert!(read > 10, "the corpus contains valid scenarios");
    let inputs = std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(INPUTS);
    let stream = RandomStream::new(1, 0);
    let mut index = 0;
    let mut random = |below: u64| {
        index += 1;
        stream.below(index, below) as usize
    };
    let mut accepted = 0_u64;
    for _ in 0..inputs {
        accepted += u64::from(any_text_is_a_scenario_or_is_refused(&mutated(&corpus, &mut random)));
    }
    assert!(
        accepted > inputs / 50 && accepted < inputs,
        "mutations give valid and invalid texts: {accepted} of {inputs} are valid"
    );
}
