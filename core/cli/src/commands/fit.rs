//! `livelock fit`: prints the cost table that is nearest to the calibration claims. It changes nothing; the committed costs
//! are in `core/src/scenario/costs.rs`.

use crate::arguments::JobsArgs;
use crate::error::CommandError;
use crate::output::{table, tell, write};
use crate::parallel::{ParallelRunner, counter};
use livelock_core::experiment::claims::{self, Fit, PRIOR};

pub fn fit(jobs: JobsArgs) -> Result<(), CommandError> {
    let trials = counter("fitting");
    let print_better = |fit: &Fit| trials.suspend(|| tell(format!("{:.4} {:?}", fit.objective, fit.costs)));
    let fit = claims::fit(&ParallelRunner::new(jobs, trials.clone())?, print_better)?;
    trials.finish_and_clear();
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
    format!(
        "{}\nsum of squared deviations: {squares:.3}; with the penalty for the distance from the prior costs: {objective:.3}\n",
        table(&rows)
    )
}
