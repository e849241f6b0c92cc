//! `livelock list --settings`: all settings, or those with an effect in one scenario.

mod common;

use common::{error_message, json, text};
use serde_json::Value as Json;

/// Returns the rows of the listing.
fn rows(arguments: &[&str]) -> Vec<Json> {
    let json = json(&[&["list", "--settings", "--format", "json"][..], arguments].concat());
    json["settings"].as_array().expect("a list").clone()
}

fn row<'a>(rows: &'a [Json], path: &str) -> &'a Json {
    rows.iter().find(|row| row["path"] == path).unwrap_or_else(|| panic!("{path} is not listed"))
}

#[test]
fn every_setting_is_listed_with_range_unit_source_and_effect() {
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
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Needs kernel.design=polling, and polling.enabled=true. Described in M 6.6.2."), "{text}");
}

#[test]
fn a_scenario_lists_settings_with_an_effect_and_its_values() {
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
    assert_eq!(row(&wu, "costs.interrupt_entry")["source"], "Chosen by us: W gives no cost of single steps.");
    let range = |rows: &[Json], path: &str| row(rows, path)["kind"]["max"].as_i64().expect("a number");
    assert!(range(&wu, "traffic.rate") > range(&lab, "traffic.rate"));
    let link = row(&wu, "machine.link_mbps");
    assert_eq!((&link["default"], &link["value"]), (&1_000.into(), &1_000.into()));
    let machine = row(&wu, "machine.profile");
    assert_ne!(machine["default"], machine["value"]);
}

#[test]
fn the_table_fits_into_eighty_columns_by_group() {
    for arguments in [&["list", "--settings"][..], &["list", "--settings", "section-10-4-shares"]] {
        let text = text(arguments);
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
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
        let message = error_message(&[&["list", "--settings", "--only", "quotta"], scenario].concat());
        assert!(message.contains(r#"no setting has "quotta""#), "{message}");
        assert!(message.contains("`livelock list --settings`"), "{message}");
    }
}

#[test]
fn one_scenario_can_be_listed_alone() {
    let text = text(&["list", "lab", "--topology"]);
    assert!(text.contains("A router under load") && text.contains("ipintrq"), "{text}");
    assert!(!text.contains("figure-6-1") && !text.contains("DESIGN"), "{text}");
}

#[test]
fn settings_without_effect_are_found_with_what_they_need() {
    let search = ["list", "--settings", "lab", "--only", "polling.quota"];
    let quota = text(&search);
    assert!(quota.contains("polling.quota: needs kernel.design=polling, and polling.enabled=true"), "{quota}");
    let found = json(&[&search[..], &["--format", "json"]].concat());
    assert_eq!(
        (&found["without_effect"], &found["settings"]),
        (&serde_json::json!(["polling.quota"]), &serde_json::json!([]))
    );
    assert!(!text(&["list", "--settings", "lab"]).contains("Without effect"), "most of the table has none");
}
