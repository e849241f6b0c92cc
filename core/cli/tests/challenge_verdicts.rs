//! The page and `livelock challenge` give the same verdict for the same program and seeds: medals, bounds, numbers and windows.
//! `challenge-verdicts.json` has what the page's own build says; `web/desk/challenges/verdicts.test.ts` writes it.

mod common;

use common::livelock;
use serde_json::Value as Json;

#[test]
fn the_page_judges_as_the_command_line_does() {
    let rows: Vec<Json> = serde_json::from_str(include_str!("challenge-verdicts.json")).expect("a list of verdicts");
    assert!(rows.len() >= 4);
    for row in rows {
        let text = |name: &str| row[name].as_str().expect("a text");
        let kernel = format!("{}/../challenges/{}", env!("CARGO_MANIFEST_DIR"), text("program"));
        let arguments =
            ["challenge", text("challenge"), "--kernel", &kernel, "--seed-key", text("key"), "--format", "json"];
        let output = livelock(&arguments);
        let mut verdicts: Vec<Json> = serde_json::from_slice(&output.stdout).expect("JSON");
        let native = comparable(verdicts.remove(0));
        assert!(native == comparable(row["verdict"].clone()), "{kernel}: {native}");
    }
}

/// Without scenarios, which have the name of the file. JavaScript writes 100.0 as 100.
fn comparable(json: Json) -> Json {
    match json {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| name != "scenario");
            Json::Object(fields.map(|(name, value)| (name, comparable(value))).collect())
        }
        Json::Array(list) => list.into_iter().map(comparable).collect(),
        Json::Number(number) => number.as_f64().into(),
        other => other,
    }
}
