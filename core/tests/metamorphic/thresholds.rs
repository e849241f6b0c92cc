//! Where a relation does not hold, and why: real thresholds of the machines, each with its mechanism. MODEL.md section 15 tells
//! them at length.

use super::relations::Finding;

/// A threshold: scenarios whose ids begin so, the findings that it explains there, and why it is real.
struct Threshold {
    scenarios: &'static str,
    explains: fn(&Finding) -> bool,
    mechanism: &'static str,
}

const THRESHOLDS: &[Threshold] = &[
    Threshold {
        scenarios: "today-ksoftirqd",
        explains: |finding| finding.changed < 0.1 * finding.base.0,
        mechanism: "softirqs empty the ring within their limits, so nobody wakes ksoftirqd and the receiver starves",
    },
    Threshold { scenarios: "today-ksoftirqd", explains: is_a_turn_more_or_less, mechanism: TURNS },
    Threshold { scenarios: "today-threaded", explains: is_a_turn_more_or_less, mechanism: TURNS },
];

const TURNS: &str =
    "a long turn of the polling process ends at a clock tick, three to four milliseconds after it began";

/// The receiver has 42 to 50 % of the CPU, and a trial of 50 ms has about four long turns.
fn is_a_turn_more_or_less(finding: &Finding) -> bool {
    (0.82..1.18).contains(&(finding.changed / finding.base.0))
}

/// Returns the mechanism that explains a finding.
pub fn explanation(finding: &Finding) -> Option<&'static str> {
    let row = THRESHOLDS.iter().find(|row| finding.scenario.starts_with(row.scenarios) && (row.explains)(finding));
    row.map(|row| row.mechanism)
}
