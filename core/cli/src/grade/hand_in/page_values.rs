//! Values of a report as the page reads them (web/lesson/report/lesson-report.ts): what the page refuses is refused here.
//! `judge-cases.json` has cases that both read.

use crate::grade::answer_key::Set;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde_json::Value as Json;
use std::fmt;
use toml::value::Datetime;

/// The largest whole number that JavaScript can count.
const WHOLE_MAX: u64 = (1 << 53) - 1;

/// A whole number from 0. JavaScript writes and reads 3 and 3.0 as the same number.
#[derive(Deserialize)]
#[serde(transparent)]
struct Whole(#[serde(deserialize_with = "whole")] u64);

pub fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    struct Reader;

    impl Visitor<'_> for Reader {
        type Value = u64;

        fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
            write!(out, "a whole number from 0 to {WHOLE_MAX}")
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
            let wrong = || E::invalid_value(Unexpected::Unsigned(value), &self);
            (value <= WHOLE_MAX).then_some(value).ok_or_else(wrong)
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<u64, E> {
            Err(E::invalid_value(Unexpected::Signed(value), &self))
        }

        fn visit_f64<E: Error>(self, value: f64) -> Result<u64, E> {
            let is_whole = (0.0..=WHOLE_MAX as f64).contains(&value) && (value as u64) as f64 == value;
            let wrong = || E::invalid_value(Unexpected::Float(value), &self);
            is_whole.then_some(value as u64).ok_or_else(wrong)
        }
    }

    from.deserialize_any(Reader)
}

pub fn whole_list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u64>, D::Error> {
    Ok(Vec::<Whole>::deserialize(from)?.into_iter().map(|Whole(number)| number).collect())
}

/// The seed of a learner, or null.
pub fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    const SEED_MAX: u64 = 999_999;
    match Option::<Whole>::deserialize(from)? {
        Some(Whole(seed)) if !(1..=SEED_MAX).contains(&seed) => Err(D::Error::custom(format!(
            "invalid value: integer `{seed}`, expected a whole number from 1 to {SEED_MAX}"
        ))),
        seed => Ok(seed.map(|Whole(seed)| seed)),
    }
}

/// A field that may be null, but has to be there.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}

/// A time in UTC, as TOML writes it too: "2026-11-24T14:03:00Z". Days have no leap seconds.
pub fn time<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    let is_utc = text.contains('T') && text.ends_with('Z');
    let has_time = |of: Datetime| of.date.is_some() && of.time.is_some_and(|time| time.second < 60);
    if is_utc && text.parse().is_ok_and(has_time) {
        return Ok(text);
    }
    Err(D::Error::custom(format!("invalid value: {text:?}, expected a time such as 2026-11-24T14:03:00Z")))
}

/// Settings by path.
pub fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<Set, D::Error> {
    let set = Set::deserialize(from)?;
    match set.iter().find(|(_, value)| !is_plain(value) && !value.is_boolean()) {
        None => Ok(set),
        Some((path, value)) => Err(D::Error::custom(format!(
            "invalid value of {path:?}: {value}, expected a number, true, false or a text"
        ))),
    }
}

/// Values on an axis.
pub fn axis_values<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Json>, D::Error> {
    let values = Vec::deserialize(from)?;
    match values.iter().find(|value| !is_plain(value)) {
        None => Ok(values),
        Some(value) => Err(D::Error::custom(format!("invalid value: {value}, expected a number or a text"))),
    }
}

fn is_plain(value: &Json) -> bool {
    value.is_number() || value.is_string()
}
