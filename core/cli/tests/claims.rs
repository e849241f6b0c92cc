//! The papers' claims, run as a reader would run them: everything that has to hold holds.

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
fn calibration_claims_hold_and_so_does_what_is_recorded() {
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
    assert_eq!(follows, ["S-t1", "S-mlffr", "S-t2"], "these say again what others say");
}

#[test]
fn a_prefix_that_no_claim_has_is_refused() {
    let (output, _) = reproduce(&["--only", "Q"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("\"Q\""));
}
