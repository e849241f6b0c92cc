//! Generates `web/generated/record.json`, the data of the page of figures: the scenarios of each figure, the papers'
//! claims, and the recorded verdicts (held.toml). So the compiled core need not carry them. This test fails when the file
//! differs; `UPDATE_TYPES=1 cargo test -p livelock_wasm` (or `npm run fix`) writes it anew.

mod committed;

use committed::{holds, tables};
use livelock_core::experiment::claims::{Claim, Record, Role, check_of, claims};
use livelock_core::experiment::figures::figures;
use serde_json::{Value as Json, json};

fn claim(claim: &Claim, record: &Record) -> Json {
    let lists = [("holds", &record.fitted), ("holds", &record.held), ("fails", &record.did_not_hold)];
    let found = lists.iter().find_map(|(verdict, list)| Some((*verdict, list.get(&claim.id)?)));
    // a calibration claim holds at any time: a test of the command runs all of them
    let unrecorded = match claim.role {
        _ if check_of(&claim.id).is_none() => "missing",
        Role::Calibration => "holds",
        Role::Validation => "unrecorded",
    };
    json!({
        "id": claim.id,
        "where": claim.place,
        "says": claim.says,
        "role": claim.role,
        "basis": claim.basis,
        "stated": claim.stated(),
        "unit": claim.unit,
        "holds_if": holds_if(claim),
        "verdict": found.map_or(unrecorded, |(verdict, _)| verdict),
        "measured": found.map(|(_, measured)| measured),
        "independent": claim.is_independent(),
        "choice": claim.choice,
        "note": claim.note,
    })
}

/// What is checked, in words.
fn holds_if(claim: &Claim) -> String {
    match (&claim.check, claim.tolerance.as_deref()) {
        (Some(check), _) => check.clone(),
        (None, Some("0")) => "exactly".to_string(),
        (None, Some(tolerance)) => format!("within {tolerance}"),
        (None, None) => claim.stated(),
    }
}

/// The papers' names in README.md: the letter, and authors, title and year.
#[test]
fn papers_have_the_same_names_in_both_documents() {
    let plain = |text: &str| text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let model = plain(include_str!("../../MODEL.md"));
    let cells = |line: &str| line.split('|').map(&plain).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = include_str!("../../../README.md").lines().map(cells).collect();
    let papers: Vec<&Vec<String>> = rows.iter().filter(|row| row.len() == 5 && row[1].len() == 1).collect();
    assert_eq!(papers.len(), 5);
    for row in papers {
        assert!(model.contains(&format!("{} = {}", row[1], row[2])), "{row:?}");
    }
}

#[test]
fn record_json_is_up_to_date() {
    let record = Record::committed();
    let claims: Vec<Json> = claims().iter().map(|one| claim(one, &record)).collect();
    holds("record.json", &tables(&json!({ "model": record.model, "figures": figures(), "claims": claims })));
}
