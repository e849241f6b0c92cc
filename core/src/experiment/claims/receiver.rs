//! W: the receive path of Linux 2.6 on a Pentium II.

use super::router::seen;
use super::{Finding, Laboratory};
use crate::experiment::TrialError;
use crate::schedulers::time_slice_ms;

type Found = Result<Finding, TrialError>;

/// W table 4.
pub fn time_slices(_: &Laboratory) -> Found {
    const TABLE: [(i64, u64); 5] = [(19, 5), (0, 100), (-10, 600), (-15, 700), (-20, 800)];
    let words: Vec<String> = TABLE.iter().map(|(nice, _)| format!("{nice:+} {} ms", time_slice_ms(*nice))).collect();
    seen(TABLE.iter().all(|(nice, slice)| time_slice_ms(*nice) == *slice), words.join(", "))
}
