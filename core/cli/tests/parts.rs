//! Parts of a sweep: `sweep --shard` writes them, `merge` joins them and refuses parts that do not belong together.

mod common;

use common::{error_message, folder, livelock, stderr};
use serde_json::Value as Json;
use std::path::Path;

const SWEEP: [&str; 8] =
    ["sweep", "figure-6-1", "--rate", "1000..7000:2000", "--seeds", "3", "--set", "trial.packets=300"];

/// Writes a part and returns its file.
fn part(folder: &Path, name: &str, shard: &str, more: &[&str]) -> String {
    let file = folder.join(name).display().to_string();
    let output = livelock(&[&SWEEP[..], more, &["--shard", shard, "--output", &file]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "a pipe sees no progress bar");
    file
}

#[test]
fn merged_parts_equal_the_whole_sweep_bit_for_bit() {
    let folder = folder("parts-whole");
    let parts: Vec<String> =
        ["4/5", "1/5", "5/5", "3/5", "2/5"].map(|shard| part(&folder, &shard.replace('/', "-"), shard, &[])).to_vec();
    for format in ["csv", "json", "svg"] {
        let whole = livelock(&[&SWEEP[..], &["--format", format]].concat());
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let merged = livelock(&[&["merge", "--format", format][..], &parts].concat());
        assert!(merged.status.success(), "{}", stderr(&merged));
        assert!(whole.stdout == merged.stdout, "{format} differs");
    }
}

#[test]
fn parts_of_an_earlier_version_lack_rates_and_merge_all_the_same() {
    let folder = folder("parts-earlier");
    let file = part(&folder, "part", "1/1", &[]);
    let mut earlier: Json = serde_json::from_str(&std::fs::read_to_string(&file).expect("the part")).expect("JSON");
    for trial in earlier["trials"].as_array_mut().expect("reports") {
        let report = trial.as_object_mut().expect("a report");
        assert!(report.remove("dropped_pps").is_some() && report.remove("interrupts_per_second").is_some());
    }
    std::fs::write(&file, earlier.to_string()).expect("written");
    for format in ["csv", "json"] {
        let whole = livelock(&[&SWEEP[..], &["--format", format]].concat());
        assert!(whole.stdout == livelock(&["merge", "--format", format, &file]).stdout, "{format} differs");
    }
}

#[test]
fn more_parts_than_trials_are_empty_parts() {
    let folder = folder("parts-many");
    let names: Vec<String> = (1..=14).map(|n| part(&folder, &format!("{n}"), &format!("{n}/14"), &[])).collect();
    let merged = livelock(&[&["merge"][..], &names.iter().map(String::as_str).collect::<Vec<_>>()].concat());
    assert!(merged.stdout == livelock(&SWEEP).stdout);
}

/// Returns the error of `merge` for these files.
fn merge_error(files: &[&str]) -> String {
    error_message(&[&["merge"], files].concat())
}

#[test]
fn parts_of_different_sweeps_are_refused() {
    let folder = folder("parts-different");
    let first = part(&folder, "first", "1/2", &[]);
    let other = |name: &str, more: &[&str]| part(&folder, name, "2/2", more);
    let cases = [
        (
            other("setting", &["--set", "queues.ipintrq=77"]),
            "scenario's settings.queues.ipintrq is 77, but the default",
        ),
        (other("seed", &["--seed", "9"]), "scenario's seed is 9, but 1 in"),
        (part(&folder, "shard", "2/3", &[]), "its number of parts is 3, but 2 in"),
    ];
    for (file, words) in &cases {
        let message = merge_error(&[&first, file]);
        assert!(message.contains(words) && message.contains(file) && message.contains(&first), "{message}");
        assert!(message.contains("run this part again"), "{message}");
    }
    let rates = folder.join("rates").display().to_string();
    let mut other = SWEEP;
    other[3] = "1000";
    livelock(&[&other[..], &["--shard", "2/2", "--output", &rates]].concat());
    assert!(merge_error(&[&first, &rates]).contains("its rates are 1000, but 4 from 1000 to 7000"));
    other[3] = SWEEP[3];
    other[5] = "2";
    livelock(&[&other[..], &["--shard", "2/2", "--output", &rates]].concat());
    assert!(merge_error(&[&first, &rates]).contains("its number of seeds is 2, but 3"));
}

#[test]
fn a_part_of_another_model_is_refused() {
    let file = part(&folder("parts-model"), "part", "1/1", &[]);
    let text = std::fs::read_to_string(&file).expect("the part");
    let model = livelock_core::scenario::MODEL;
    std::fs::write(&file, text.replace(&format!("\"{model}\""), "\"1999.1\"")).expect("written");
    let message = merge_error(&[&file]);
    assert!(
        message.contains(&file) && message.contains("model 1999.1") && message.contains("--shard 1/1"),
        "{message}"
    );
}

#[test]
fn missing_and_repeated_parts_are_named() {
    let folder = folder("parts-incomplete");
    let (one, three) = (part(&folder, "one", "1/4", &[]), part(&folder, "three", "3/4", &[]));
    assert!(merge_error(&[&one, &three]).contains("missing: part 2/4, 4/4"));
    let message = merge_error(&[&one, &three, &one]);
    assert!(message.contains("is part 1 of 4, and so is") && message.contains("name each part once"), "{message}");
}

#[test]
fn files_that_are_no_parts_are_refused() {
    let folder = folder("parts-no-parts");
    let good = part(&folder, "good", "1/1", &[]);
    let text = std::fs::read_to_string(&good).expect("the part");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let cut = write("cut", &text[..text.len() / 2]);
    let few = write("few", &text.replace("\"rates\": [", "\"rates\": [\n    1,"));
    let cases = [
        (cut, "cut off"),
        (write("empty", ""), "cut off"),
        (write("curve", "{\"points\": []}"), "not a part of a sweep or a grading"),
        (write("format", "{\"livelock_part\": 99}"), "has format 99"),
        (write("damaged", "{\"livelock_part\": 1}"), "damaged"),
        (few, "12 trials, part 1 of 1 has 15"),
        (folder.join("nowhere").display().to_string(), "cannot be read"),
    ];
    for (file, words) in &cases {
        let message = merge_error(&[file]);
        assert!(message.contains(words) && message.contains(file.as_str()), "{message}");
    }
}
