//! Where a relation does not hold, and why: real thresholds of the machines, each with its mechanism. MODEL.md section 15
//! describes them in full.

use super::relations::{Finding, Relation};

/// A threshold: the beginning of the scenarios' ids, the findings that it explains there, and why it is real.
struct Threshold {
    scenarios: &'static str,
    explains: fn(&Finding) -> bool,
    mechanism: &'static str,
}

const THRESHOLDS: &[Threshold] = &[
    Threshold { scenarios: "today-ksoftirqd", explains: is_starved, mechanism: NOBODY_WAKES_KSOFTIRQD },
    Threshold { scenarios: "today-quick-driver", explains: is_starved, mechanism: NOBODY_WAKES_KSOFTIRQD },
    Threshold { scenarios: "today-quick-driver", explains: is_a_turn_more_or_less, mechanism: TURNS },
    Threshold { scenarios: "today-ksoftirqd", explains: is_a_turn_more_or_less, mechanism: TURNS },
    Threshold { scenarios: "today-threaded", explains: is_a_turn_more_or_less, mechanism: TURNS },
    Threshold {
        scenarios: "section-6-4-threads",
        explains: |finding| match finding.relation {
            Relation::Cheaper(path, _) => path == "costs.lnput" && finding.changed > 0.4 * finding.base.0,
            Relation::FasterCpu(_) => finding.changed > 0.55 * finding.base.0,
            _ => false,
        },
        mechanism: "the sending thread fills its ring sooner than the wire empties it, sleeps, and waits for a round of turns",
    },
    Threshold {
        scenarios: "section-6-6-chain",
        explains: |finding| {
            let of_screend = ["costs.screend_read", "costs.screend_decide", "costs.inspect_queue"];
            matches!(finding.relation, Relation::Cheaper(path, _) if of_screend.contains(&path))
                && finding.changed > 0.75 * finding.base.0
        },
        mechanism: "a quicker screend takes more packets in its turn than the inspector's queue holds",
    },
    Threshold {
        scenarios: "section-10-2-limit-all",
        explains: |finding| (0.87..0.93).contains(&(finding.changed / finding.base.0)),
        mechanism: "the limit is checked after a round: eight or nine rounds of five packets fit into a period",
    },
    Threshold {
        scenarios: "section-10-4-shares",
        explains: |finding| is_cheaper(finding) && (0.9..1.0).contains(&(finding.changed / finding.base.0)),
        mechanism: "a quicker softirq wakes the second receiver more often, for fewer packets each time",
    },
    Threshold {
        scenarios: "section-5-1-tick",
        explains: |finding| is_cheaper(finding) && (0.9..1.0).contains(&(finding.changed / finding.base.0)),
        mechanism: "a quick handler returns between packets, so clock ticks miss it and input stays on for longer",
    },
    Threshold {
        scenarios: "section-10-3-packets",
        explains: |finding| is_cheaper(finding) && (0.6..1.0).contains(&(finding.changed / finding.base.0)),
        mechanism: "with cheaper interrupts softirqs handle fewer packets at a time, so as many losses hit more video frames",
    },
    Threshold {
        scenarios: "section-10-3-frames",
        explains: |finding| is_cheaper(finding) && (0.9..1.0).contains(&(finding.changed / finding.base.0)),
        mechanism: "a quicker receiver lets in more frames, the ring overflows, and its losses break frames by chance",
    },
    Threshold {
        scenarios: "section-10-3-packets",
        explains: |finding| (0.9..1.1).contains(&(finding.changed / finding.base.0)),
        mechanism: "a trial delivers about 500 whole video frames, and which of them lose a packet is chance",
    },
    Threshold {
        scenarios: "srp-section-5-5",
        explains: |finding| (0.85..1.1).contains(&(finding.changed / finding.base.0)),
        mechanism: "ranks change only at ticks and decay once a second, and the trial lasts one second",
    },
];

const NOBODY_WAKES_KSOFTIRQD: &str =
    "softirqs empty the ring within their limits, so nobody wakes ksoftirqd and the receiver starves";

const TURNS: &str =
    "a long turn of the polling process ends at a clock tick, three to four milliseconds after it began";

fn is_cheaper(finding: &Finding) -> bool {
    matches!(finding.relation, Relation::Cheaper(..) | Relation::FasterCpu(_))
}

/// A faster CPU leaves the starving receiver up to half of what it had.
fn is_starved(finding: &Finding) -> bool {
    let is_faster = matches!(finding.relation, Relation::FasterCpu(_));
    finding.changed < if is_faster { 0.5 } else { 0.1 } * finding.base.0
}

/// The receiver has 42 to 50 % of the CPU, and a trial of 50 ms has about four long turns.
fn is_a_turn_more_or_less(finding: &Finding) -> bool {
    (0.82..1.18).contains(&(finding.changed / finding.base.0))
}

/// Returns the mechanism that explains a finding.
pub fn explanation(finding: &Finding) -> Option<&'static str> {
    let row = THRESHOLDS.iter().find(|row| finding.scenario.starts_with(row.scenarios) && (row.explains)(finding));
    row.map(|row| row.mechanism)
}
