//! The papers' claims: calibration claims and recorded predictions hold.

use livelock_core::scenario::MODEL;
use serde_json::Value as Json;
use std::process::{Command, Output};

fn reproduce(arguments: &[&str]) -> (Output, Vec<Json>) {
    let output = Command::new(env!("CARGO_BIN_EXE_livelock"))
        .args([&["reproduce", "--format", "json"][..], arguments].concat())
        .output()
        .expect("the command starts");
    let result: Json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let claims = result["claims"].as_array().cloned().unwrap_or_default();
    (output, claims)
}

#[test]
fn calibration_claims_and_recorded_predictions_hold() {
    let (output, claims) = reproduce(&[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let calibration = |claim: &&Json| claim["role"] == "calibration" && claim["verdict"] != "missing";
    assert!(claims.iter().filter(calibration).count() >= 9);
    for claim in claims.iter().filter(calibration) {
        assert_eq!(claim["verdict"], "pass", "{claim}");
    }
    for claim in claims.iter().filter(|claim| claim["verdict"] != "pass") {
        assert!(!claim["reason"].as_str().unwrap_or_default().is_empty(), "{claim}");
    }
    let follows: Vec<&Json> =
        claims.iter().filter(|claim| claim["independent"] == false).map(|claim| &claim["id"]).collect();
    assert_eq!(follows, ["S-t1", "S-mlffr", "S-t2"], "these claims follow from others");
}

/// The page Figures reads these fields (`web/cards/figure/results-file.ts`).
#[test]
fn the_file_of_outcomes_says_what_it_is() {
    let options = ["reproduce", "--only", "M4.3-burst-2", "--format", "json"];
    let output = Command::new(env!("CARGO_BIN_EXE_livelock")).args(options).output().expect("the command starts");
    let file: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&file["kind"], &file["model"]), (&Json::from("livelock-lab claims"), &Json::from(MODEL)));
    let claim = &file["claims"][0];
    assert_eq!((&claim["id"], &claim["verdict"]), (&Json::from("M4.3-burst-2"), &Json::from("pass")));
    assert!(claim["measured"].is_number(), "{claim}");
}

#[test]
fn a_prefix_without_claims_is_refused() {
    let (output, _) = reproduce(&["--only", "Q"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("\"Q\""));
}
