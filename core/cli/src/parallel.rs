//! Runs trials on several cores, with a progress bar on standard error. The core has no threads. Reports come in the order
//! of their scenarios, so that a result does not depend on the number of threads.

use crate::arguments::JobsArgs;
use crate::error::CommandError;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use livelock_core::experiment::{Runner, TrialError, run_trial};
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::time::Duration;

/// Runs trials on a pool of threads and counts them on a progress bar.
pub struct ParallelRunner {
    pub threads: ThreadPool,
    trials: ProgressBar,
}

impl ParallelRunner {
    pub fn new(jobs: JobsArgs, trials: ProgressBar) -> Result<ParallelRunner, CommandError> {
        let threads = jobs.jobs.map_or(0, |jobs| jobs as usize); // rayon takes 0 as one per core
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let threads = threads.map_err(|error| CommandError::Input(format!("cannot start threads: {error}")))?;
        Ok(ParallelRunner { threads, trials })
    }

    /// Counts a finished trial.
    pub fn count(&self) {
        self.trials.inc(1);
    }
}

impl Runner for ParallelRunner {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        self.threads.install(|| {
            let run = |scenario| {
                let report = run_trial(scenario)?;
                self.count();
                Ok(report)
            };
            scenarios.par_iter().map(run).collect()
        })
    }
}

/// Returns a bar for a known number of `unit`s. indicatif draws it only on a terminal.
pub fn bar(label: impl Into<String>, total: usize, unit: &str) -> ProgressBar {
    let template = format!("{{msg}} [{{bar:24}}] {{percent:>3}} %  {{pos}} of {{len}} {unit}  {{eta}} left");
    styled(ProgressBar::new(total as u64), label, &template)
}

/// Returns a counter of trials for a search whose end is unknown.
pub fn counter(label: impl Into<String>) -> ProgressBar {
    styled(ProgressBar::no_length(), label, "{msg} {spinner} {pos} trials  {elapsed}")
}

/// The bar disappears when it is dropped. A steady tick moves the bar while a long trial runs.
fn styled(bar: ProgressBar, label: impl Into<String>, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template").progress_chars("#>.");
    let bar = bar.with_style(style).with_message(label.into()).with_finish(ProgressFinish::AndClear);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use livelock_core::scenario::presets;

    #[test]
    fn every_trial_advances_the_bar_and_reports_keep_their_order() {
        let mut lab = presets::find("lab").expect("a preset");
        lab.settings.insert("trial.packets".to_string(), livelock_core::scenario::Value::Integer(20));
        let scenarios: Vec<Scenario> = (0..4).map(|seed| Scenario { seed, ..lab.clone() }).collect();
        let trials = ProgressBar::hidden();
        let runner = ParallelRunner::new(JobsArgs { jobs: Some(3) }, trials.clone()).expect("threads");
        let reports = runner.run(&scenarios).expect("reports");
        assert_eq!(trials.position(), 4);
        let alone: Vec<Report> = scenarios.iter().map(|one| run_trial(one).expect("a report")).collect();
        assert!(reports == alone);
    }
}
