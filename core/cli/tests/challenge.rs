//! `livelock challenge`: lists, writes skeletons, judges programs in three formats, and says what is wrong.

// cspell:ignore lnraed
mod common;

use common::{folder, json, livelock, livelock_in, stderr, text};
use serde_json::Value as Json;
use std::fs;
use std::path::PathBuf;

fn challenge_file(path: &str) -> String {
    format!("{}/../challenges/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn written(name: &str, source: &str) -> PathBuf {
    let folder = folder(&format!("challenge-{name}"));
    fs::write(folder.join("kernel.c"), source).expect("written");
    folder
}

#[test]
fn challenges_are_listed_and_a_skeleton_is_written() {
    let list = text(&["challenge", "list"]);
    assert!(list.contains(" 1  off-the-ring: Off the ring (M 4.1, 6.3)"), "{list}");
    let rows = json(&["challenge", "list", "--format", "json"]);
    assert_eq!(rows[1]["id"], "one-interrupt-many-packets");
    let skeleton = text(&["challenge", "1"]);
    assert_eq!(skeleton, fs::read_to_string(challenge_file("01-off-the-ring/skeleton.c")).expect("a file"));
    assert_eq!(text(&["challenge", "off-the-ring"]), skeleton);
}

#[test]
fn the_shipped_solution_gets_gold_with_any_seeds() {
    let told = text(&["challenge", "1", "--kernel", "reference", "--seed-key", "term 7", "--student", "Ada"]);
    assert!(told.starts_with("Challenge 1, Off the ring: gold\n"), "{told}");
}

/// The judge names bound, seed and rate, and the failing run opens as a scenario.
#[test]
fn a_program_that_fails_is_told_where_and_its_run_can_be_opened() {
    let folder = folder("challenge-failing");
    let kernel = challenge_file("02-one-interrupt-many-packets/fails/one-packet.c");
    let arguments = ["challenge", "2", "--kernel", &kernel, "--failing", "run.json"];
    let output = livelock_in(&folder, &arguments);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), "challenge 2 is not passed\n"));
    assert!(told.contains("MISSED (seed ") && told.contains("packets still inside"), "{told}");
    let run = livelock_in(&folder, &["run", "run.json", "--format", "json"]);
    // it also tells that the CPU sleeps beside the packets that wait
    assert_eq!(run.status.code(), Some(1), "{}", stderr(&run));
    let report: Json = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(report["scenario"]["id"], "challenge-2-groups-of-3");
    assert!(report["conservation"]["packets"]["inside"].as_u64() > Some(0), "{report}");
}

#[test]
fn json_has_the_window_and_junit_a_case_for_each_load() {
    let kernel = challenge_file("02-one-interrupt-many-packets/fails/acknowledges-last.c");
    let judged = |format: &str| livelock(&["challenge", "2", "--kernel", &kernel, "--format", format]);
    let verdicts: Json = serde_json::from_slice(&judged("json").stdout).expect("JSON");
    let loads = verdicts[0]["loads"].as_array().expect("loads");
    let points = loads.last().expect("a window")["sweep"]["points"].as_array().expect("points");
    assert!(
        points.iter().any(|point| point["stranded"] == true) && points.iter().any(|point| point["stranded"] == false)
    );
    let junit = String::from_utf8(judged("junit").stdout).expect("text");
    assert_eq!(junit.matches("<testcase ").count(), loads.len() + 1, "{junit}");
    assert!(junit.contains("<failure message=\"cycles at which"), "{junit}");
    assert!(junit.contains("</failure></testcase>"), "{junit}");
}

#[test]
fn a_fault_is_told_with_its_line() {
    let kernel = challenge_file("01-off-the-ring/fails/forgets-the-packet.c");
    let output = livelock(&["challenge", "1", "--kernel", &kernel]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("Challenge 1, Off the ring: no medal") && told.contains("is lost"), "{told}");
    assert_eq!(output.status.code(), Some(1));
}

/// A folder has a program for some challenges; those are judged.
#[test]
fn a_folder_is_judged_by_the_names_of_its_files() {
    let folder = folder("challenge-folder");
    fs::copy(challenge_file("01-off-the-ring/reference.c"), folder.join("1.c")).expect("copied");
    let told = String::from_utf8(livelock_in(&folder, &["challenge", "all", "--kernel", "."]).stdout).expect("text");
    assert!(told.starts_with("Challenge 1, ") && !told.contains("Challenge 2, "), "{told}");
}

#[test]
fn mistakes_name_the_field_and_the_remedy() {
    let wrong = written("wrong", "void lnintr(int unit)\n{\n    lnraed(unit);\n}\n");
    let empty = folder("challenge-empty");
    let cases: &[(&PathBuf, &[&str], &str)] = &[
        (&wrong, &["1", "--kernel", "kernel.c"], "kernel.c:3:5: lnraed is not declared."),
        (
            &wrong,
            &["of-the-ring", "--kernel", "kernel.c"],
            "no challenge is called \"of-the-ring\" (did you mean \"off-the-ring\"?)",
        ),
        (&wrong, &["99"], "`livelock challenge list` lists all"),
        (&wrong, &["1", "--kernel", "nowhere.c"], "nowhere.c cannot be read"),
        (&wrong, &["all"], "name one challenge for its skeleton"),
        (&wrong, &["1", "--kernel", "kernel.c", "--student", "Ada"], "--seed-key"),
        (&empty, &["all", "--kernel", "."], "name a file by the challenge, such as 1.c"),
        (&empty, &["1", "--kernel", "."], "has none of the files 1.c"),
    ];
    for (folder, arguments, words) in cases {
        let output = livelock_in(folder, &[&["challenge"], *arguments].concat());
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}
