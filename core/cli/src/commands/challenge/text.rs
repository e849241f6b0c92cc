//! Verdicts as text: for each load the bounds, and the numbers beside the reference's.

use crate::output::{COLUMNS, table, thousands, wrapped};
use livelock_judge::{
    Bound, BoundResult, Challenge, GOLD_LINES, INVARIANTS, LoadResult, Medal, Metric, RunFault, Sweep, Verdict,
};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};

pub fn medal(medal: Medal) -> &'static str {
    match medal {
        Medal::None => "no medal",
        Medal::Bronze => "bronze",
        Medal::Silver => "silver",
        Medal::Gold => "gold",
    }
}

/// A bound that a program misses or a rule that it breaks, and the run that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Miss {
    /// The load's title.
    pub load: String,
    pub text: String,
    pub seed: u64,
    /// Packets a second.
    pub rate: u64,
}

impl Display for Miss {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        write!(to, "{} (seed {}, {} packets/s)", self.text, self.seed, self.rate)
    }
}

/// Why a load is missed. A program that breaks a rule has no numbers.
pub fn misses(load: &LoadResult) -> Vec<Miss> {
    let miss = |text: String, seed: u64, rate: u64| Miss { load: load.title.clone(), text, seed, rate };
    if let Some(fault) = &load.fault {
        return vec![miss(fault.text.clone(), fault.seed, fault.rate)];
    }
    let missed = load.bounds.iter().filter(|bound| !bound.met);
    let told = missed.map(|result| {
        let metric = result.bound.metric;
        let (value, limit) = (with_unit(metric, result.value), limit(result.bound));
        miss(format!("{}: {value}, not {limit}", metric.row().label), result.seed, result.rate)
    });
    let rule = load.told.iter().map(|told| miss(told.text.clone(), told.seed, told.rate));
    told.chain(rule).collect()
}

/// What a silver program needs for gold.
pub fn short_of_gold(verdict: &Verdict) -> Vec<String> {
    if verdict.medal != Medal::Silver {
        return Vec::new();
    }
    let far = verdict.loads.iter().flat_map(|load| {
        let numbers = load.numbers.iter().filter(|number| number.near == Some(false));
        numbers.map(|number| {
            let value = |value| with_unit(number.metric, value);
            let (median, reference) = (value(number.median), value(number.reference));
            format!("{}: {}: {median}, the shipped solution {reference}", load.title, number.metric.row().label)
        })
    });
    let too_long = (verdict.lines as f64 > GOLD_LINES * verdict.reference_lines as f64)
        .then(|| format!("{} lines of code, the shipped solution has {}", verdict.lines, verdict.reference_lines));
    far.chain(too_long).collect()
}

/// One line for each challenge, and its task.
pub fn list(all: &[&Challenge]) -> String {
    let mut text = String::new();
    for Challenge { number, id, title, task, read, .. } in all {
        text += &format!("{number:>2}  {id}: {title} ({read})\n");
        for line in wrapped(task, COLUMNS - 4) {
            text += &format!("    {line}\n");
        }
    }
    text
}

pub fn verdict(verdict: &Verdict) -> String {
    let Verdict { number, title, lines, reference_lines, .. } = verdict;
    let mut text = format!(
        "Challenge {number}, {title}: {}\n{lines} lines of code; the shipped solution has {reference_lines}\n",
        medal(verdict.medal)
    );
    for load in &verdict.loads {
        text += &format!("\n{}: {}\n", load.title, if load.met { "met" } else { "MISSED" });
        text += &details(load);
    }
    text
}

fn broken_rule(RunFault { text, seed, rate, .. }: &RunFault) -> String {
    let lines: String = wrapped(text, COLUMNS - 4).iter().map(|line| format!("    {line}\n")).collect();
    format!("{lines}    (seed {seed}, {rate} packets/s)\n")
}

fn details(load: &LoadResult) -> String {
    let mut text = String::new();
    if let Some(fault) = &load.fault {
        return broken_rule(fault);
    }
    // nobody needs to read that no packet is stuck
    let told = load.bounds.iter().filter(|result| !result.met || !INVARIANTS.contains(&result.bound));
    let rows: Vec<Vec<String>> = told.map(bound_row).collect();
    text += &indented(&table(&rows));
    text += &load.told.as_ref().map(broken_rule).unwrap_or_default();
    if let Some(sweep) = &load.sweep {
        text += &indented(&strip(sweep));
    }
    let numbers = load.numbers.iter().filter(|number| number.median.is_some() || number.reference.is_some());
    let rows: Vec<Vec<String>> = numbers
        .map(|number| {
            let row = number.metric.row();
            let gold = if number.near == Some(false) { "too far away for gold" } else { "" };
            let value = |value| with_unit(number.metric, value);
            let reference = format!("shipped solution {}", value(number.reference));
            vec![format!("median: {}", row.label), value(number.median), reference, gold.to_string()]
        })
        .collect();
    text + &indented(&table(&rows))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

fn bound_row(result: &BoundResult) -> Vec<String> {
    let Bound { metric, .. } = result.bound;
    let run = format!("(seed {}, {} packets/s)", result.seed, result.rate);
    vec![
        metric.row().label.to_string(),
        with_unit(metric, result.value),
        limit(result.bound),
        if result.met { String::new() } else { format!("MISSED {run}") },
    ]
}

/// "at least 99.9 %".
fn limit(bound: Bound) -> String {
    let limit = |words: &str, limit: Option<f64>| {
        limit.map(|limit| format!("{words} {}", with_unit(bound.metric, Some(limit))))
    };
    [limit("at least", bound.at_least), limit("at most", bound.at_most)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

fn with_unit(metric: Metric, value: Option<f64>) -> String {
    let Some(value) = value else { return "none".to_string() };
    let number = match value {
        value if value >= 1_000.0 => thousands(value),
        value if value == value.trunc() => format!("{value}"),
        value if value < 10.0 => format!("{value:.2}"),
        value => format!("{value:.1}"),
    };
    format!("{number} {}", metric.row().unit).trim_end().to_string()
}

/// The window in a line of the terminal: a sign for each part, `#` if a packet is stranded somewhere in it.
fn strip(sweep: &Sweep) -> String {
    let (Some(first), Some(last)) = (sweep.points.first(), sweep.points.last()) else {
        return "the CPU never sleeps after a packet, so there is no window\n".to_string();
    };
    let columns = (COLUMNS - 8).min(sweep.points.len());
    let parts = sweep.points.chunks(sweep.points.len().div_ceil(columns));
    let signs: String = parts.map(|part| if part.iter().any(|point| point.stranded) { '#' } else { '.' }).collect();
    let stranded: Vec<i64> = sweep.points.iter().filter(|point| point.stranded).map(|point| point.cycle).collect();
    let told = match (stranded.first(), stranded.last()) {
        (Some(from), Some(to)) => format!("; left waiting from cycle {from} to {to} after the last look"),
        _ => String::new(),
    };
    format!("{signs}\ncycles {} to {}: . served, # left waiting{told}\n", first.cycle, last.cycle)
}
