//! Feeds mutated lesson reports to the reader. It calls the function that libFuzzer calls (core/fuzz), but needs no coverage,
//! so it runs with every compiler. FUZZ_INPUTS sets the number of inputs.

mod common;
#[path = "../../fuzz/mutation.rs"]
mod mutation;
#[path = "../../fuzz/report.rs"]
mod target;

use common::{folder, livelock};
use mutation::{Random, inputs, mutated};
use serde_json::Value as Json;
use std::path::Path;
use target::any_bytes_are_a_report_or_are_refused;

const INPUTS: u64 = 3_000;
/// Mutated reports that are graded beside an honest one.
const GRADED: usize = 40;
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

/// A report that the page has made (web/lesson/report/lesson-report.test.ts).
fn sample() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/ada.json")).expect("the stored report")
}

/// The report with some changes: a byte, a text in the place of a value, or its end cut off.
fn mutated_report(sample: &[u8], random: &mut Random) -> Vec<u8> {
    mutated(sample.to_vec(), random, 60, 3, |bytes: &mut Vec<u8>, part, kind, random| {
        let from = part.start;
        match kind {
            0 if from < bytes.len() => bytes[from] = random.below(256) as u8,
            1 => {
                let text = TEXTS[random.below(TEXTS.len())];
                let colon = bytes[from..].iter().position(|byte| *byte == b':').map_or(from, |at| from + at + 1);
                let end = bytes[colon..].iter().position(|byte| b",\n}]".contains(byte)).map_or(colon, |at| colon + at);
                bytes.splice(colon..end, text.bytes());
            }
            _ => bytes.truncate(from.max(bytes.len() / 2)),
        }
    })
}

#[test]
fn any_bytes_cost_only_their_own_row() {
    let inputs = inputs(INPUTS);
    let sample = sample();
    assert!(any_bytes_are_a_report_or_are_refused(&sample));
    let mut random = Random::new(21);
    let mut accepted = Vec::new();
    for _ in 0..inputs {
        let bytes = mutated_report(&sample, &mut random);
        if any_bytes_are_a_report_or_are_refused(&bytes) {
            accepted.push(bytes);
        }
    }
    let read = accepted.len() as u64;
    println!("{read} of {inputs} were reports");
    assert!(read > inputs / 100 && read < inputs, "some inputs are read, some are refused: {read} of {inputs}");

    let folder = folder("grade-fuzzed");
    std::fs::write(folder.join("honest.json"), &sample).expect("a file");
    for (index, bytes) in accepted.iter().take(GRADED).enumerate() {
        std::fs::write(folder.join(format!("mutated-{index}.json")), bytes).expect("a file");
    }
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let [alone, among] = [&stored, &folder].map(|folder| grades(folder));
    assert_eq!(among.len(), GRADED + 1);
    let honest = among.iter().find(|row| row["file"] == "honest.json").expect("its row");
    assert_eq!(honest["tasks"], alone[0]["tasks"], "the honest report keeps its points");
    for row in &among {
        let points = row["score"].as_f64().expect("points");
        assert!((0.0..=row["maximum"].as_f64().expect("a maximum")).contains(&points), "{row}");
    }
}

/// The rows of lesson 7's reports in a folder.
fn grades(folder: &Path) -> Vec<Json> {
    let output = livelock(&["grade", &folder.display().to_string(), "--lesson", "7", "--format", "json"]);
    let grades: Json = serde_json::from_slice(&output.stdout).expect("grades as JSON");
    grades["reports"].as_array().expect("rows").clone()
}
