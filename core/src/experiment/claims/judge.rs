//! Compares a measurement with the claim.

use super::claim::{Basis, Claim, Kind, Role, marks_text, table_text};
use serde::Serialize;
use serde_json::{Value as Json, json};

/// The result of a claim's function.
#[derive(Clone, Debug, PartialEq)]
pub enum Measurement {
    /// A number in the claim's unit, to compare with its value or range.
    Number { measured: f64, detail: String },
    /// Times in microseconds, named like the claim's marks; `also` is a further condition, if any.
    Marks { measured: Vec<(String, f64)>, also: Option<(bool, String)>, detail: String },
    /// Numbers named like the rows of the claim's table; `also` is a further condition, if any.
    Table { measured: Vec<(String, f64)>, also: Option<(bool, String)> },
    /// For comparisons and shapes: whether they hold, and what was observed.
    Observed { holds: bool, text: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Pass,
    Fail,
    /// Not simulated yet.
    Missing,
}

/// A claim with its measurement and verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub id: String,
    pub role: Role,
    /// A number, or words.
    pub stated: Json,
    /// A number, words, or null when missing.
    pub measured: Json,
    pub unit: String,
    pub verdict: Verdict,
    /// Why it failed or is missing, what else was observed, and a model choice made by somebody who knew the claim.
    pub reason: String,
    /// Whether somebody who knew this claim made a model choice for it. Then it is not an independent prediction.
    pub decided_with_choice: bool,
    #[serde(rename = "where")]
    pub place: String,
    pub says: String,
    /// The source of the number or threshold.
    pub basis: Basis,
    /// The claim's note.
    pub note: String,
    /// Whether it is counted in totals: it does not follow from another claim.
    pub independent: bool,
}

impl Outcome {
    pub fn of(claim: &Claim, measurement: Measurement) -> Outcome {
        let (measured, holds, reason) = match measurement {
            Measurement::Number { measured, detail } => {
                let (holds, why) = compare(claim, measured);
                let rounded = (measured * 1_000.0).round() / 1_000.0;
                (json!(rounded), holds, join(&[&why, &detail], "; "))
            }
            Measurement::Marks { measured, also, detail } => {
                let mut why = compare_marks(claim, &measured);
                if let Some((false, text)) = also {
                    why.push(text);
                }
                (json!(marks_text(&measured)), why.is_empty(), join(&[&why.join(", "), &detail], "; "))
            }
            Measurement::Table { measured, also } => {
                let mut why = compare_table(claim, &measured);
                if let Some((false, text)) = also {
                    why.push(text);
                }
                (json!(table_text(&measured)), why.is_empty(), why.join(", "))
            }
            Measurement::Observed { holds, text } => {
                let why = if holds { "" } else { "core/MODEL.md, section 5, says what is missing" };
                (json!(text), holds, why.to_string())
            }
        };
        let verdict = if holds { Verdict::Pass } else { Verdict::Fail };
        Outcome::new(claim, measured, verdict, reason)
    }

    pub fn missing(claim: &Claim) -> Outcome {
        Outcome::new(claim, Json::Null, Verdict::Missing, "not simulated yet".into())
    }

    fn new(claim: &Claim, measured: Json, verdict: Verdict, reason: String) -> Outcome {
        let choice = claim
            .choice
            .as_ref()
            .map(|choice| format!("a model choice was made by somebody who knew this claim: {choice}"));
        Outcome {
            id: claim.id.clone(),
            role: claim.role,
            stated: claim.value.as_ref().and_then(toml::Value::as_float).map_or_else(
                || claim.value.as_ref().and_then(toml::Value::as_integer).map_or(json!(claim.stated()), Json::from),
                Json::from,
            ),
            measured,
            unit: claim.unit.clone(),
            verdict,
            reason: join(&[&reason, choice.as_deref().unwrap_or_default(), dependence(claim)], "; "),
            decided_with_choice: choice.is_some(),
            place: claim.place.clone(),
            says: claim.says.clone(),
            basis: claim.basis,
            note: claim.note.clone().unwrap_or_default(),
            independent: claim.is_independent(),
        }
    }

    /// The measured value as words.
    pub fn measured_text(&self) -> String {
        match &self.measured {
            Json::Null => "-".to_string(),
            Json::String(text) => text.clone(),
            number => number.to_string(),
        }
    }

    /// The stated value as words.
    pub fn stated_text(&self) -> String {
        match &self.stated {
            Json::String(text) => text.clone(),
            number => number.to_string(),
        }
    }
}

/// The claim's note, if it says that the claim is about the same measurements as a calibration claim.
fn dependence(claim: &Claim) -> &str {
    claim.note.as_deref().filter(|note| note.contains("not independent")).unwrap_or_default()
}

fn join(parts: &[&str], between: &str) -> String {
    let filled: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    filled.join(between)
}

/// How far a measurement is from the stated value, in units of the tolerance: 0 is exact, 1 just meets the claim. Within a
/// range the deviation is 0. A claim with several times gives several numbers, scaled so that their squares add to the mean
/// square.
pub fn deviations(claim: &Claim, measurement: &Measurement) -> Vec<f64> {
    match measurement {
        Measurement::Number { measured, .. } if claim.kind == Kind::Range => {
            let (low, high) = (claim.low.unwrap_or(f64::NEG_INFINITY), claim.high.unwrap_or(f64::INFINITY));
            let outside = measured - measured.clamp(low, high);
            vec![if outside == 0.0 { 0.0 } else { outside.signum() + outside / low.abs().max(1.0) }]
        }
        Measurement::Number { measured, .. } => {
            let (stated, allowed, _) = stated_and_allowed(claim);
            vec![(measured - stated) / allowed]
        }
        Measurement::Marks { measured, .. } => {
            let share = (claim.marks.len() as f64).sqrt();
            let deviation = |(name, stated): &(String, f64)| {
                let measurement = measured.iter().find(|(measured, _)| measured == name);
                measurement.map_or(f64::INFINITY, |(_, time)| (time - stated) / allowed_at(claim, *stated) / share)
            };
            claim.marks.iter().map(deviation).collect()
        }
        Measurement::Table { measured, .. } => {
            let share = (claim.table.len() as f64).sqrt();
            let off = |(name, stated): &(String, f64)| {
                let measurement = measured.iter().find(|(measured, _)| measured == name);
                measurement.map_or(f64::INFINITY, |(_, value)| (value - stated) / allowed_at(claim, *stated) / share)
            };
            claim.table.iter().map(off).collect()
        }
        Measurement::Observed { holds, .. } => vec![f64::from(u8::from(!holds))],
    }
}

/// Whether a measured number meets the claim; if it does not, by how much it misses.
fn compare(claim: &Claim, measured: f64) -> (bool, String) {
    if measured.is_nan() {
        return (false, "the stated event does not happen".to_string());
    }
    if claim.kind == Kind::Range {
        let (low, high) = (claim.low.unwrap_or(f64::NEG_INFINITY), claim.high.unwrap_or(f64::INFINITY));
        let holds = (low..=high).contains(&measured);
        return (holds, if holds { String::new() } else { format!("not within {low} to {high}") });
    }
    let (stated, allowed, tolerance) = stated_and_allowed(claim);
    let missed = (measured - stated).abs();
    let holds = missed <= allowed * (1.0 + 1e-9);
    let why = format!("differs by {:.1} %, allowed: {tolerance}", missed / stated.abs() * 100.0);
    (holds, if holds { String::new() } else { why })
}

/// A claim's number, the allowed difference, and the tolerance in words.
fn stated_and_allowed(claim: &Claim) -> (f64, f64, &str) {
    let stated = claim.value.as_ref().and_then(|value| value.as_float().or(value.as_integer().map(|n| n as f64)));
    let (Some(stated), Some(tolerance)) = (stated, &claim.tolerance) else {
        panic!("{} is measured as a number but claims.toml states none, or no tolerance", claim.id);
    };
    let allowed = allowance(tolerance, stated)
        .unwrap_or_else(|| panic!("{}: the tolerance {tolerance:?} is not a number with a unit", claim.id));
    (stated, allowed, tolerance)
}

/// The allowed difference of a mark at this time: the largest of those that the tolerance lists.
fn allowed_at(claim: &Claim, stated: f64) -> f64 {
    let tolerance = claim.tolerance.as_deref().unwrap_or_else(|| panic!("{} has marks and no tolerance", claim.id));
    let allowances = tolerance.split(" or ").map(|part| allowance(part, stated));
    let allowed = allowances.map(|part| part.unwrap_or_else(|| panic!("{}: tolerance {tolerance:?}", claim.id)));
    allowed.fold(0.0, f64::max)
}

/// Lists the marks that miss their time or their order.
fn compare_marks(claim: &Claim, measured: &[(String, f64)]) -> Vec<String> {
    let mut why = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for (name, stated) in &claim.marks {
        let Some((_, time)) = measured.iter().find(|(measured, _)| measured == name) else {
            why.push(format!("{name} never happens"));
            continue;
        };
        if (time - stated).abs() > allowed_at(claim, *stated) {
            why.push(format!("{name} at {time:.0} instead of {stated:.0}"));
        }
        if *time < last {
            why.push(format!("{name} out of order"));
        }
        last = *time;
    }
    why
}

/// Lists the numbers of a table that are too far from the stated ones.
fn compare_table(claim: &Claim, measured: &[(String, f64)]) -> Vec<String> {
    assert!(!claim.table.is_empty(), "{} is measured as a table but claims.toml has none", claim.id);
    let mut why = Vec::new();
    for (name, stated) in &claim.table {
        let Some((_, value)) = measured.iter().find(|(measured, _)| measured == name) else {
            why.push(format!("{name} is not measured"));
            continue;
        };
        if (value - stated).abs() > allowed_at(claim, *stated) * (1.0 + 1e-9) {
            let percent = (value - stated) / stated.abs() * 100.0;
            why.push(format!("{name} differs by {percent:+.1} %"));
        }
    }
    why
}

/// The allowed difference: "5 %" of the stated value, or "5 us", "1 point".
fn allowance(tolerance: &str, stated: f64) -> Option<f64> {
    let (number, unit) = tolerance.split_once(' ').unwrap_or((tolerance, ""));
    let number: f64 = number.parse().ok()?;
    Some(if unit.starts_with('%') { stated.abs() * number / 100.0 } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(text: &str) -> Claim {
        let text =
            format!("id = \"X\"\nwhere = \"\"\nsays = \"\"\nunit = \"packets/s\"\nrole = \"calibration\"\n{text}");
        toml::from_str(&text).expect("a claim")
    }

    fn verdict(text: &str, measured: f64) -> Verdict {
        Outcome::of(&claim(text), Measurement::Number { measured, detail: String::new() }).verdict
    }

    #[test]
    fn a_tolerance_is_a_share_or_an_amount() {
        assert_eq!(verdict("value = 4700\ntolerance = \"5 %\"", 4_935.0), Verdict::Pass);
        assert_eq!(verdict("value = 4700\ntolerance = \"5 %\"", 4_936.0), Verdict::Fail);
        assert_eq!(verdict("value = 94\ntolerance = \"1 point\"", 93.0), Verdict::Pass);
        assert_eq!(verdict("value = 94\ntolerance = \"1 point\"", 92.9), Verdict::Fail);
        assert_eq!(verdict("value = 10\ntolerance = \"0\"", 10.0), Verdict::Pass);
    }

    #[test]
    fn a_range_includes_its_ends() {
        let range = "kind = \"range\"\nlow = 2\nhigh = 8";
        assert_eq!([2.0, 8.0, 8.1].map(|measured| verdict(range, measured) == Verdict::Pass), [true, true, false]);
    }

    #[test]
    fn marks_must_meet_time_and_order() {
        let claim = claim("marks = [[\"a\", 100], [\"b\", 104]]\ntolerance = \"5 % or 8 us\"");
        let outcome = |a: f64, b: f64| {
            let measured = vec![("a".to_string(), a), ("b".to_string(), b)];
            Outcome::of(&claim, Measurement::Marks { measured, also: None, detail: String::new() })
        };
        assert_eq!(outcome(92.0, 112.0).verdict, Verdict::Pass);
        assert_eq!(outcome(108.5, 110.0).reason, "a at 108 instead of 100");
        assert_eq!(outcome(106.0, 105.0).reason, "b out of order");
    }

    #[test]
    fn every_number_of_a_table_must_be_met() {
        let claim = claim("table = [[\"a\", 100], [\"b\", 50]]\ntolerance = \"10 % in every cell\"");
        let outcome = |measured: &[(&str, f64)]| {
            let measured = measured.iter().map(|(name, value)| (name.to_string(), *value)).collect();
            Outcome::of(&claim, Measurement::Table { measured, also: None })
        };
        assert_eq!(outcome(&[("b", 55.0), ("a", 90.0)]).verdict, Verdict::Pass);
        assert_eq!(outcome(&[("b", 56.0), ("a", 90.0)]).reason, "b differs by +12.0 %");
        assert_eq!(outcome(&[("a", 100.0)]).reason, "b is not measured");
    }

    #[test]
    fn a_deviation_is_in_units_of_the_tolerance() {
        let off =
            |text: &str, measured| deviations(&claim(text), &Measurement::Number { measured, detail: String::new() });
        assert_eq!(off("value = 100\ntolerance = \"5 %\"", 110.0), [2.0]);
        let range = "kind = \"range\"\nlow = 2\nhigh = 8";
        assert_eq!([2.0, 8.0, 9.0, 1.0].map(|measured| off(range, measured)[0]), [0.0, 0.0, 1.5, -1.5]);
        let marks = claim("marks = [[\"a\", 100], [\"b\", 200]]\ntolerance = \"10 %\"");
        let measured = vec![("a".to_string(), 110.0), ("b".to_string(), 180.0)];
        let off = deviations(&marks, &Measurement::Marks { measured, also: None, detail: String::new() });
        assert_eq!((off.len(), off[0] > 0.0, off[1] < 0.0), (2, true, true));
        assert!((off.iter().map(|part| part * part).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(
            deviations(&marks, &Measurement::Marks { measured: vec![], also: None, detail: String::new() }),
            [f64::INFINITY; 2]
        );
    }

    #[test]
    fn a_failure_says_by_how_much() {
        let outcome = Outcome::of(
            &claim("value = 100\ntolerance = \"5 %\""),
            Measurement::Number { measured: 110.0, detail: "at 5 seeds".to_string() },
        );
        assert_eq!(outcome.reason, "differs by 10.0 %, allowed: 5 %; at 5 seeds");
    }
}
