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

/// No stable compiler reads the programs of libFuzzer (core/fuzz/src/bin). They are a few lines: this reads that each is a target of
/// the manifest, and that the functions that it calls are those that a test `fuzzed.rs` calls, too.
#[test]
fn programs_of_the_fuzzer_call_what_tests_call() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(here.join(path)).expect(path);
    let tests =
        ["tests", "tests/programs", "capture/tests", "cli/tests"].map(|folder| read(&format!("{folder}/fuzzed.rs")));
    let manifest = read("fuzz/Cargo.toml");
    let bins = std::fs::read_dir(here.join("fuzz/src/bin")).expect("the programs");
    let names: Vec<String> =
        bins.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    assert!(names.len() >= 5);
    for name in names {
        assert!(manifest.contains(&format!("path = \"src/bin/{name}\"")), "{name} is in the manifest");
        let bin = read(&format!("fuzz/src/bin/{name}"));
        let called: Vec<&str> = ["target::", "machine::"]
            .iter()
            .flat_map(|module| bin.split(module).skip(1))
            .map(|rest| rest.split('(').next().unwrap_or(""))
            .collect();
        assert!(!called.is_empty(), "{name} calls a shared function");
        for function in called {
            let is_called = tests.iter().any(|test| test.contains(&format!("{function}(")));
            assert!(is_called, "{name} calls {function}, and no test does");
        }
    }
}
