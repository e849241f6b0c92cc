//! Generates `web/generated/record.json`, the data of the page of figures: the scenarios of each figure, the papers'
//! claims, the recorded verdicts (held.toml), and how far they can be trusted (sensitivity.json). So the compiled core need
//! not carry them. This test fails when the file differs; `UPDATE_TYPES=1 cargo test -p livelock_wasm` (or `npm run fix`)
//! writes it anew.

mod committed;

use committed::{holds, tables};
use livelock_core::experiment::claims::{Claim, Record, Role, check_of, claims};
use livelock_core::experiment::figures::figures;
use livelock_core::experiment::sensitivity::{Trust, TrustRecord, input, proof_of};
use livelock_core::scenario::presets;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

fn claim(claim: &Claim, record: &Record, varied: &TrustRecord) -> Json {
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
        "trust": varied.of(&claim.id).map(trust),
    })
}

/// How far the verdict can be trusted: its kind, the share of variations in which it stays, and the inputs that matter.
fn trust(trust: &Trust) -> Json {
    let label = |id: &str| input(id).map(|input| input.label());
    let inputs = trust.inputs.iter().map(|one| {
        json!({ "id": one.input, "label": label(&one.input), "level": one.level, "turns": one.turns, "measured": one.measured })
    });
    let turned_by = trust.turned_by.iter().map(|name| {
        let (id, level) = name.split_once(' ').expect("an input and its level");
        json!({ "id": id, "label": label(id), "level": level })
    });
    json!({
        "kind": trust.kind,
        "share": trust.share(),
        "variations": trust.variations,
        "inputs": inputs.collect::<Vec<_>>(),
        "turned_by": turned_by.collect::<Vec<_>>(),
        "proof": proof_of(&trust.id).map_or(&[][..], |proof| proof.sentences),
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
    let (record, varied) = (Record::committed(), TrustRecord::committed());
    let claims: Vec<Json> = claims().iter().map(|one| claim(one, &record, &varied)).collect();
    holds("record.json", &tables(&json!({ "model": record.model, "figures": figures(), "claims": claims })));
    let influences: Vec<String> =
        influences(&claims).iter().map(|(machine, of)| format!("{}:{}", json!(machine), json!(of))).collect();
    holds("influences.json", &format!("{{\n{}\n}}\n", influences.join(",\n")));
}

/// By machine and input: the claims that the input turns, or for which it is one of the two that matter most. The knobs read this
/// small file at once, and record.json only when somebody wants to know more.
fn influences(claims: &[Json]) -> BTreeMap<String, BTreeMap<&str, Vec<&str>>> {
    let mut influences: BTreeMap<String, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for claim in claims {
        let id = claim["id"].as_str().expect("an id");
        let inputs: BTreeSet<&str> = ["inputs", "turned_by"]
            .iter()
            .filter_map(|list| claim["trust"][list].as_array())
            .flatten()
            .filter_map(|input| input["id"].as_str())
            .collect();
        for input in inputs {
            let of_machine = influences.entry(machine(id)).or_default();
            of_machine.entry(input).or_default().push(id);
        }
    }
    influences
}

/// The machine of a claim is that of the first figure that shows it. A claim that no figure shows has the machine of the claim
/// whose id begins most like its own: "M7.5-active" that of "M7.4-...".
fn machine(id: &str) -> String {
    let alike = |other: &str| id.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let shown = figures().into_iter().flat_map(|figure| {
        let scenario = figure.scenarios.first().cloned().expect("a figure has a scenario");
        figure.claims.into_iter().map(move |claim| (claim, scenario.clone()))
    });
    let (_, scenario) = shown.rev().max_by_key(|(claim, _)| (*claim == id, alike(claim))).expect("figures show claims");
    let scenario = presets::find(&scenario).expect("a ready-made scenario");
    scenario.values().profile().id.to_string()
}
