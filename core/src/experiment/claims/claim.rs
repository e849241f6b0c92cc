//! One statement of a paper, as `claims.toml` has it.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Whether the model may be fitted to the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Cost tables are fitted to it.
    Calibration,
    /// A prediction: compared, never fitted to.
    Validation,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A number, met within the tolerance.
    #[default]
    Value,
    /// A number between `low` and `high`.
    Range,
    /// A comparison.
    Order,
    /// A described curve or sequence.
    Shape,
}

/// The source of the number or threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    #[default]
    Paper,
    /// Computed or proposed by us.
    Derived,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub id: String,
    /// Paper, section, figure.
    #[serde(rename = "where")]
    pub place: String,
    pub says: String,
    #[serde(default)]
    pub kind: Kind,
    pub value: Option<toml::Value>,
    #[serde(default)]
    pub unit: String,
    pub tolerance: Option<String>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The times named in `says`, in microseconds and in their order.
    #[serde(default)]
    pub marks: Vec<(String, f64)>,
    /// Named numbers, in the claim's unit and in any order; the tolerance holds for each.
    #[serde(default)]
    pub table: Vec<(String, f64)>,
    /// What is checked, in words.
    pub check: Option<String>,
    pub role: Role,
    #[serde(default)]
    pub basis: Basis,
    pub note: Option<String>,
    /// A model choice that was made by somebody who knew this claim, if any. Such a claim is not an independent prediction.
    pub choice: Option<String>,
}

#[derive(Deserialize)]
struct File {
    claim: Vec<Claim>,
}

/// All claims, in the order of the file.
pub fn claims() -> &'static [Claim] {
    static CLAIMS: LazyLock<Vec<Claim>> = LazyLock::new(|| {
        let file: File =
            toml::from_str(include_str!("../claims.toml")).unwrap_or_else(|error| panic!("claims.toml: {error}"));
        file.claim
    });
    &CLAIMS
}

impl Claim {
    /// Whether it is counted in totals. A claim that follows from another one (its note says so) is shown but not counted.
    pub fn is_independent(&self) -> bool {
        !self.note.as_ref().is_some_and(|note| note.contains("not independent"))
    }

    /// The stated value, in a few words.
    pub fn stated(&self) -> String {
        let number = |value: f64| value.to_string();
        match (&self.value, self.low, self.high) {
            (Some(toml::Value::String(text)), ..) => text.clone(),
            (Some(value), ..) => value.to_string(),
            (None, Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
            _ if !self.marks.is_empty() => marks_text(&self.marks),
            _ if !self.table.is_empty() => table_text(&self.table),
            _ => self.check.clone().unwrap_or_else(|| self.says.clone()),
        }
    }
}

/// "lnrint 19, lnread 29".
pub fn marks_text(marks: &[(String, f64)]) -> String {
    let words: Vec<String> = marks.iter().map(|(name, time)| format!("{name} {time:.0}")).collect();
    words.join(", ")
}

/// "ORIGINAL 25.8, TX-128 24.5".
pub fn table_text(table: &[(String, f64)]) -> String {
    let words: Vec<String> = table.iter().map(|(name, value)| format!("{name} {}", rounded(*value))).collect();
    words.join(", ")
}

/// Four digits, or all digits before the decimal point.
fn rounded(value: f64) -> String {
    let places = (3 - value.abs().max(1.0).log10().floor() as i32).clamp(0, 3) as usize;
    format!("{value:.places$}")
}
