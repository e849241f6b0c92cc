//! Tests of the claims as data, and that every claim has its function.

use super::*;
use std::collections::BTreeSet;

#[test]
fn every_claim_has_a_function() {
    for claim in claims() {
        assert!(check_of(&claim.id).is_some(), "no function measures {}: {}", claim.id, claim.says);
    }
}

#[test]
fn every_function_measures_a_claim() {
    for (id, _) in checks::CHECKS {
        assert!(claims().iter().any(|claim| claim.id == *id), "claims.toml has no {id}");
    }
}

#[test]
fn claims_have_unique_ids() {
    let ids: BTreeSet<&str> = claims().iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids.len(), claims().len());
}

#[test]
fn a_claim_without_a_function_is_missing() {
    let outcome = Outcome::missing(&claims()[0]);
    assert_eq!(outcome.verdict, Verdict::Missing);
    assert!(!outcome.reason.is_empty());
    assert!(Record::committed().regressions(&[outcome]).is_empty());
}

#[test]
fn a_record_reads_back_unchanged() {
    let record = Record::committed();
    assert_eq!(toml::from_str::<Record>(&record.text()).expect("TOML"), record);
}

#[test]
fn a_prediction_that_held_must_hold() {
    let claim = claims().iter().find(|claim| claim.id == "M6.5-flat").expect("a validation claim");
    let outcome = |holds| Outcome::of(claim, Measurement::Observed { holds, text: "observed".to_string() });
    let empty = Record {
        model: String::new(),
        held: Default::default(),
        did_not_hold: Default::default(),
        fitted: Default::default(),
    };
    assert_eq!(empty.regressions(&[outcome(false)]), []);
    let record = empty.updated(&[outcome(true)]);
    assert_eq!(record.regressions(&[outcome(true)]), []);
    assert_eq!(record.regressions(&[outcome(false)]), [Regression::Prediction("M6.5-flat".to_string())]);
}

#[test]
fn a_prediction_that_fails_is_explained_in_the_model_s_document() {
    let document = include_str!("../../../MODEL.md");
    for id in Record::committed().did_not_hold.keys() {
        assert!(document.contains(&format!("**{id}**")), "MODEL.md has no paragraph on {id}");
    }
}
