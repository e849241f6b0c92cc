//! `livelock mlfrr`: the maximum loss-free receive rate, by bisection as in RFC 2544.

use crate::arguments::{MlfrrArgs, TextOrJson};
use crate::error::CommandError;
use crate::output::{table, thousands, write, write_json};
use crate::parallel::{ParallelRunner, counter};
use crate::scenario::load_with_rate;
use livelock_core::experiment::{Mlfrr, Search};

pub fn mlfrr(options: &MlfrrArgs) -> Result<(), CommandError> {
    let scenario = load_with_rate(&options.scenario)?;
    let search = Search { loss_tolerance: options.loss, resolution: options.resolution, seeds: options.seeds };
    let mlfrr = search.run(&scenario, &ParallelRunner::new(options.jobs, counter(&scenario.id))?)?;
    match options.format {
        TextOrJson::Json => write_json(&mlfrr),
        TextOrJson::Text => write(&text(&mlfrr)),
    }
}

fn text(found: &Mlfrr) -> String {
    let mut rows = vec![["RATE (packets/s)", "LOST", ""].map(String::from).to_vec()];
    rows.extend(found.tried.iter().map(|attempt| {
        let verdict = if attempt.passed { "passes" } else { "fails" };
        vec![thousands(attempt.rate as f64), format!("{:.3} %", attempt.loss * 100.0), verdict.to_string()]
    }));
    let search = &found.search;
    let at_wire_rate = if found.at_wire_rate { "; the wire carries no more" } else { "" };
    format!(
        "{}\n{} packets/s is the highest rate with a loss of at most {} % over {} seeds{at_wire_rate}\n",
        table(&rows),
        thousands(found.rate as f64),
        search.loss_tolerance * 100.0,
        search.seeds
    )
}
