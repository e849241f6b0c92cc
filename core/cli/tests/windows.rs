//! Ranges of a run: `--window`, knobs that turn during the run, and runs that the page saved.

mod common;

use common::{error_message, folder, json, text};
use serde_json::{Value as Json, json};

const TURNED: [&str; 4] = ["--at", "30ms:polling.enabled=true,polling.quota=5", "--at", "45ms:traffic.rate=9000"];

fn report(arguments: &[&str]) -> Json {
    json(&[arguments, &["--format", "json"]].concat())
}

#[test]
fn a_window_is_reported_as_a_range_of_the_run() {
    let window = report(&["run", "figure-6-1", "--window", "20ms..60ms"]);
    assert_eq!((&window["window"]["from_us"], &window["window"]["to_us"]), (&json!(20_000.0), &json!(60_000.0)));
    assert_eq!(window["conservation"]["packets"]["holds"], json!(true));
    let later = report(&["run", "figure-6-1", "--window", "20ms..60ms", "--until", "70ms"]);
    assert_eq!(window["window"], later["window"]);
    assert_ne!(window["conservation"]["cycles"]["elapsed"], later["conservation"]["cycles"]["elapsed"]);
    assert!(text(&["run", "figure-6-1", "--window", "20ms..60ms"]).contains("0.040 s"));
}

#[test]
fn cycles_and_times_name_the_same_moments() {
    let times = report(&["run", "lab", "--window", "10ms..50ms"]);
    let hertz = times["conservation"]["cycles"]["elapsed"].as_u64().expect("cycles") * 20;
    let window = format!("{}cycles..{}cycles", hertz / 100, hertz / 20);
    assert_eq!(times, report(&["run", "lab", "--window", &window]));
}

#[test]
fn knobs_turn_during_the_run() {
    let turned =
        report(&[&["run", "lab", "--set", "traffic.rate=12000", "--window", "50ms..100ms"], &TURNED[..]].concat());
    let interventions = turned["scenario"]["interventions"].as_array().expect("a list");
    assert_eq!(interventions.len(), 2);
    assert_eq!(interventions[0]["set"], json!({ "polling.enabled": true, "polling.quota": 5 }));
    let unturned = report(&["run", "lab", "--set", "traffic.rate=12000", "--window", "50ms..100ms"]);
    let delivered = |report: &Json| report["delivered_pps"].as_f64().expect("a rate");
    assert!(delivered(&turned) > 2.0 * delivered(&unturned), "{} {}", delivered(&turned), delivered(&unturned));
}

#[test]
fn a_saved_run_gives_the_numbers_of_its_window() {
    let direct = report(&[&["run", "lab", "--window", "30ms..80ms", "--until", "81ms"], &TURNED[..]].concat());
    let hertz = direct["conservation"]["cycles"]["elapsed"].as_u64().expect("cycles") * 1_000 / 81;
    let shown = json!({ "from_cycles": hertz * 30 / 1_000, "to_cycles": hertz * 80 / 1_000, "head_cycles": hertz * 81 / 1_000 });
    let saved = json!({ "kind": "livelock-lab run", "version": 1, "model": direct["model"], "scenario": direct["scenario"],
        "shown": shown, "link": "#/lab?v=1" });
    let file = folder("saved-run").join("run.json");
    std::fs::write(&file, saved.to_string()).expect("a file");
    let file = file.display().to_string();
    assert_eq!(report(&["run", &file]), direct);
    // the other commands read its scenario
    assert!(text(&["trace", &file, "--until", "1ms"]).contains("procedure"));
}

#[test]
fn wrong_ranges_say_what_is_expected() {
    for (arguments, expected) in [
        (&["run", "lab", "--window", "20ms..10ms"][..], "expected FROM before TO"),
        (&["run", "lab", "--window", "10ms..20ms", "--until", "15ms"], "or a later time"),
        (&["run", "lab", "--window", "10..20"], "expected a time with its unit"),
        (
            &["run", "lab", "--at", "10ms:polling.quotas=5"],
            "unknown setting (got 5); allowed: one that exists, such as `polling.quota`",
        ),
        (&["run", "lab", "--at", "10ms:kernel.design=bsd"], "cannot change while the machine runs"),
        (&["trace", "lab", "--from", "2ms", "--until", "70cycles"], "expected a time before --until"),
    ] {
        let message = error_message(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}
