//! `livelock fit`: the cost table that comes nearest to the claims that costs may be fitted to. It changes nothing; the
//! table is in `core/src/scenario/costs.rs`.

use crate::arguments::Jobs;
use crate::output::{table, write};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::progress::Progress;
use livelock_core::experiment::claims::{self, Fit, PRIOR};

pub fn fit(jobs: Jobs) -> Result<(), Problem> {
    let fit = {
        let progress = Progress::new("fitting");
        let pool = Pool::new(jobs, &progress, false);
        let better = |fit: &Fit| eprintln!("{:.4} {:?}", fit.objective, fit.costs);
        claims::fit(&pool, better)?
    };
    write(&text(&fit))
}

fn text(fit: &Fit) -> String {
    let mut rows = vec![["STEP", "PRIOR us", "FITTED us", "COMMITTED us"].map(String::from).to_vec()];
    let microseconds = |cost: f64| format!("{cost:.1}");
    rows.extend(fit.costs.iter().zip(PRIOR).map(|(fitted, (step, prior))| {
        let committed = f64::from(step.row().nanoseconds) / 1e3;
        vec![step.row().id.to_string(), microseconds(*prior), microseconds(*fitted), microseconds(committed)]
    }));
    let squares: f64 = fit.deviations.iter().map(|deviation| deviation * deviation).sum();
    let objective = fit.objective;
    format!("{}\nsum of squared deviations {squares:.3}, with the prior's part {objective:.3}\n", table(&rows))
}
