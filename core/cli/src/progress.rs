//! A line on standard error that says how far long work is; only on a terminal, so that pipes and logs stay clean.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const BAR_CELLS: usize = 24;
const REDRAW_EVERY: Duration = Duration::from_millis(80);

pub struct Progress {
    shown: bool,
    state: Mutex<State>,
}

struct State {
    label: String,
    share: f64,
    trials: u64,
    drawn: Option<Instant>,
}

impl Progress {
    pub fn new(label: &str) -> Progress {
        let state = State { label: label.to_string(), share: 0.0, trials: 0, drawn: None };
        Progress { shown: stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// One more trial is done; `share` of all work, 0 to 1, when that is known.
    pub fn trial_done(&self, share: Option<f64>) {
        self.change(|state| {
            state.trials += 1;
            state.share = share.unwrap_or(state.share);
        });
    }

    pub fn set(&self, label: &str, share: f64) {
        self.change(|state| {
            state.label = label.to_string();
            state.share = share;
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        if !self.shown {
            return;
        }
        let Ok(mut state) = self.state.lock() else { return };
        change(&mut state);
        if state.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW_EVERY) {
            state.drawn = Some(Instant::now());
            eprint!("\r\x1b[K{}", state.line());
            let _ = stderr().flush(); // a progress line that cannot be drawn is not worth a word
        }
    }
}

impl State {
    fn line(&self) -> String {
        let filled = (self.share.clamp(0.0, 1.0) * BAR_CELLS as f64) as usize;
        let bar = format!("{}{}", "#".repeat(filled), ".".repeat(BAR_CELLS - filled));
        format!("[{bar}] {:3.0} %  {}  {} trials", self.share * 100.0, self.label, self.trials)
    }
}

/// Takes the line away again.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(shown: bool) -> Progress {
        let mut progress = Progress::new("figure");
        progress.shown = shown;
        progress
    }

    #[test]
    fn the_bar_follows_the_trials() {
        let progress = progress(true);
        progress.trial_done(Some(0.25));
        progress.trial_done(Some(0.5));
        let line = progress.state.lock().expect("no other thread").line();
        assert_eq!(line, "[############............]  50 %  figure  2 trials");
    }

    #[test]
    fn in_a_pipe_nothing_is_counted_or_drawn() {
        let progress = progress(false);
        progress.trial_done(Some(0.5));
        let state = progress.state.lock().expect("no other thread");
        assert_eq!((state.trials, state.drawn), (0, None));
    }
}
