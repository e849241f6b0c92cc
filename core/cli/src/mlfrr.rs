//! `livelock mlfrr`: the maximum loss-free receive rate, by bisection as in RFC 2544.

use crate::arguments::{Mlfrr as Options, TextOrJson};
use crate::output::{table, thousands, write, write_json};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::scenario::load_to_vary_its_rate;
use livelock_core::experiment::{Mlfrr, Search};

pub fn mlfrr(options: &Options) -> Result<(), Problem> {
    let scenario = load_to_vary_its_rate(&options.which)?;
    let search = Search { loss_tolerance: options.loss, resolution: options.resolution, seeds: options.seeds };
    let found = {
        let progress = Progress::new(&scenario.id);
        search.run(&scenario, &Pool::new(options.jobs, &progress, false))?
    };
    match options.format {
        TextOrJson::Json => write_json(&found),
        TextOrJson::Text => write(&text(&found)),
    }
}

fn text(found: &Mlfrr) -> String {
    let mut rows = vec![["RATE", "LOST", ""].map(String::from).to_vec()];
    rows.extend(found.tried.iter().map(|attempt| {
        let verdict = if attempt.passed { "passes" } else { "fails" };
        vec![thousands(attempt.rate as f64), format!("{:.3} %", attempt.loss * 100.0), verdict.to_string()]
    }));
    let search = &found.search;
    let wire = if found.at_wire_rate { ", which is all that the wire carries" } else { "" };
    format!(
        "{}\n{} packets/s is the highest rate at which at most {} % of the packets of {} seeds are lost{wire}\n",
        table(&rows),
        thousands(found.rate as f64),
        search.loss_tolerance * 100.0,
        search.seeds
    )
}
