//! Trials on all cores: the threads that `livelock_core` does not have. Reports come back in the order of their scenarios,
//! so the result does not depend on how many threads there were.

use crate::arguments::Jobs;
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
    pub fn new(jobs: Jobs, progress: &'a Progress, is_all: bool) -> Pool<'a> {
        Pool { threads: jobs.threads(), progress, is_all }
    }
}

/// Does the work for each item on at most so many threads, in the items' order.
pub fn on_threads<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    let take_in_turn = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return };
            let result = work(item);
            results.lock().expect("no thread panics while it holds the results").push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(take_in_turn);
        }
    });
    let mut results = results.into_inner().expect("all threads have ended well");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

impl Runner for Pool<'_> {
    fn run(&self, scenarios: &[Scenario]) -> Result<Vec<Report>, TrialError> {
        let (done, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let results = on_threads(self.threads, scenarios, |scenario| {
            if failed.load(Ordering::Relaxed) {
                return None;
            }
            let result = run_trial(scenario);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.progress.trial_done(self.is_all.then(|| done as f64 / scenarios.len() as f64));
            Some(result)
        });
        results.into_iter().flatten().collect()
    }
}
