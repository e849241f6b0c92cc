//! Trials on all cores: the threads that `livelock_core` does not have. Reports come back in the order of their scenarios,
//! so the result does not depend on how many threads there were.

use crate::progress::Progress;
use livelock_core::experiment::{Runner, TrialError, run_trial};
use livelock_core::probes::Report;
use livelock_core::scenario::Scenario;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub struct Pool<'a> {
    threads: usize,
    progress: &'a Progress,
    /// These trials are all the work there is: the progress bar follows them.
    is_all: bool,
}

impl<'a> Pool<'a> {
    pub fn new(jobs: Option<u16>, progress: &'a Progress, is_all: bool) -> Pool<'a> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Pool { threads: jobs.map_or_else(cores, usize::from), progress, is_all }
    }
}

impl Runner for Pool<'_> {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let results: Mutex<Vec<(usize, Result<Report, TrialError>)>> = Mutex::new(Vec::with_capacity(scenarios.len()));
        let work = || {
            while !failed.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(scenario) = scenarios.get(number) else { return };
                let result = run_trial(scenario);
                failed.fetch_or(result.is_err(), Ordering::Relaxed);
                let mut results = results.lock().expect("no thread panics while it holds the results");
                results.push((number, result));
                self.progress.trial_done(self.is_all.then(|| results.len() as f64 / scenarios.len() as f64));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(scenarios.len()) {
                scope.spawn(work);
            }
        });
        let mut results = results.into_inner().expect("all threads have ended well");
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }
}
