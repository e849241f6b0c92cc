//! `livelock list --settings`: everything that can be set, or what counts for one scenario.

use serde_json::Value as Json;
use std::process::{Command, Output};

fn livelock(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_livelock")).args(arguments).output().expect("the command starts")
}

fn text(arguments: &[&str]) -> String {
    let output = livelock(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The rows, each an object.
fn rows(arguments: &[&str]) -> Vec<Json> {
    let json = text(&[&["list", "--settings", "--format", "json"][..], arguments].concat());
    let json: Json = serde_json::from_str(&json).expect("the output is JSON");
    json["settings"].as_array().expect("a list").clone()
}

fn row<'a>(rows: &'a [Json], path: &str) -> &'a Json {
    rows.iter().find(|row| row["path"] == path).unwrap_or_else(|| panic!("{path} is not listed"))
}

#[test]
fn every_setting_is_listed_with_all_that_is_known_of_it() {
    let rows = rows(&[]);
    assert_eq!(rows.len(), livelock_core::scenario::parameters().len());
    for row in &rows {
        let (path, integer) = (row["path"].as_str().expect("a path"), row["kind"]["type"] == "integer");
        assert!(row["source"].as_str().is_some_and(|source| !source.is_empty()), "{path}");
        assert!(row["one_line"].as_str().is_some_and(|line| !line.is_empty()), "{path}");
        assert!(["now", "next_period", "restart"].iter().any(|effect| row["effect"] == *effect), "{path}");
        assert!(!integer || (row["kind"]["min"].is_i64() && row["kind"]["max"].is_i64()), "{path}");
        assert!(row["unit"].is_string() && !row["default"].is_null() && row.get("value").is_none(), "{path}");
    }
    let text = text(&["list", "--settings"]);
    for row in &rows {
        let path = row["path"].as_str().expect("a path");
        assert!(text.lines().any(|line| line.trim_start().starts_with(&format!("{path} "))), "{path}");
    }
}

#[test]
fn a_scenario_lists_what_counts_for_it_with_its_values() {
    let lab = rows(&["lab"]);
    let rate = row(&lab, "traffic.rate");
    assert_eq!(
        (&rate["value"], &rate["kind"]["max"], &rate["unit"]),
        (&2_000.into(), &14_880.into(), &"packets/s".into())
    );
    assert!(lab.iter().all(|row| !row["path"].as_str().is_some_and(|path| path.starts_with("today."))));
    assert!(!lab.iter().any(|row| row["path"] == "polling.quota"), "the lab's kernel does not poll");
    let polls = rows(&["lab", "--set", "polling.enabled=true"]);
    assert_eq!(row(&polls, "polling.quota")["default"], 5);
    assert_eq!(row(&polls, "polling.enabled")["value"], true);
}

#[test]
fn ranges_and_defaults_are_those_of_the_scenarios_machine() {
    let (wu, lab) = (rows(&["wu-udp-400"]), rows(&["lab"]));
    let range = |rows: &[Json], path: &str| row(rows, path)["kind"]["max"].as_i64().expect("a number");
    assert!(range(&wu, "traffic.rate") > range(&lab, "traffic.rate"));
    let link = row(&wu, "machine.link_mbps");
    assert_eq!((&link["default"], &link["value"]), (&1_000.into(), &1_000.into()));
    let machine = row(&wu, "machine.profile");
    assert_ne!(machine["default"], machine["value"]);
}

#[test]
fn the_table_fits_into_a_hundred_columns_by_group() {
    for arguments in [&["list", "--settings"][..], &["list", "--settings", "section-10-4-shares"]] {
        let text = text(arguments);
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(wide.is_empty(), "{wide:?}");
    }
    let lab = text(&["list", "--settings", "lab"]);
    let places: Vec<usize> = ["\nTraffic. What arrives", "\nPrograms. ", "\nQueues and rings. ", "\nMeasurement. "]
        .iter()
        .map(|heading| lab.find(heading).unwrap_or_else(|| panic!("{heading:?} is not in {lab}")))
        .collect();
    assert!(places.is_sorted());
    let column = |line: &str, word: &str| line.find(word).unwrap_or_else(|| panic!("{word} is not in {line}"));
    let lines: Vec<&str> = lab.lines().collect();
    let rate = lines.iter().position(|line| line.contains("traffic.rate")).expect("the rate");
    assert_eq!(column(lines[rate - 1], "ALLOWED"), column(lines[rate], "0 to 14880 packets/s"));
    assert_eq!(column(lines[rate - 1], "EFFECT"), column(lines[rate], "next period"));
}

#[test]
fn a_word_finds_settings_by_path_and_name() {
    let quotas = rows(&["--only", "QUOTA"]);
    assert!(quotas.iter().any(|row| row["path"] == "polling.quota"));
    assert!(quotas.iter().any(|row| row["path"] == "clocked.quota") && quotas.len() < 20);
    for scenario in [&["lab"][..], &[]] {
        let nothing = livelock(&[&["list", "--settings", "--only", "quotta"], scenario].concat());
        assert_eq!(nothing.status.code(), Some(2));
        let said = String::from_utf8_lossy(&nothing.stderr).into_owned();
        assert!(said.contains(r#"no setting has "quotta""#) && said.contains("`livelock list --settings`"), "{said}");
    }
}

#[test]
fn one_scenario_can_be_listed_alone() {
    let text = text(&["list", "lab", "--topology"]);
    assert!(text.contains("A router under load") && text.contains("ipintrq"), "{text}");
    assert!(!text.contains("figure-6-1") && !text.contains("DESIGN"), "{text}");
}

#[test]
fn what_is_looked_for_and_has_no_effect_here_is_named_with_what_it_needs() {
    let quota = text(&["list", "--settings", "lab", "--only", "polling.quota"]);
    assert!(quota.contains("polling.quota: counts with kernel.design=polling, and polling.enabled=true"), "{quota}");
    let json: Json =
        serde_json::from_str(&text(&["list", "--settings", "lab", "--only", "polling.quota", "--format", "json"]))
            .expect("the output is JSON");
    assert_eq!(
        (&json["without_effect"], &json["settings"]),
        (&serde_json::json!(["polling.quota"]), &serde_json::json!([]))
    );
    assert!(!text(&["list", "--settings", "lab"]).contains("Of no effect"), "most of the table has none");
}
