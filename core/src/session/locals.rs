//! Local variables at a moment of the past. The trace does not have them, so the run is replayed: another machine of the same
//! scenario runs to the moment, without a trace, and logs the locals of the last simulated second. It is kept, so that steps from
//! there, forward and back, are there at once.

use super::Session;
use crate::machine::{Machine, Tracing};
use crate::trace::LocalsLog;
use crate::units::Cycles;
use std::rc::Rc;

/// How long before a moment the replay begins to log.
const LOGGED_MILLISECONDS: u64 = 1_000;

impl Session {
    /// Replays the run towards a moment, for at most this many iterations of the machine. Returns whether the locals of the moment
    /// are known; if not, call it again.
    #[cold]
    pub fn replay_locals(&mut self, moment: Cycles, iterations: u64) -> bool {
        let moment = moment.min(self.head());
        let begin = moment.saturating_sub(self.clock().cycles_in_milliseconds(LOGGED_MILLISECONDS));
        if self.replay.as_ref().is_some_and(|replay| is_too_late(replay, moment)) {
            self.replay = None;
        }
        if self.replay.is_none() {
            // The scenario of a machine has no errors, whose words would be a kilobyte.
            self.replay = Machine::new(self.machine.scenario(), Tracing::Off).ok().map(Box::new);
        }
        let Some(replay) = &mut self.replay else { return true };
        let Some(log) = replay.locals().cloned() else { return true };
        if log.is_on() && replay.now() < begin {
            log.stop();
        }
        let mut left = iterations;
        // A kernel that has stopped stands still there.
        let mut runs = true;
        while runs && left > 0 && replay.now() <= moment {
            if !log.is_on() && replay.now() >= begin {
                log.start(replay.now());
            }
            let until = if log.is_on() { Cycles(moment.0 + 1) } else { begin };
            let part = left.min(1_024);
            runs = replay.run_iterations(until, part).is_ok();
            left -= part;
        }
        !runs || replay.now() > moment
    }

    /// The log, which knows the moment of `replay_locals`.
    pub fn locals(&self) -> Option<&Rc<LocalsLog>> {
        self.replay.as_ref()?.locals()
    }
}

/// Whether a replay has passed a moment without its locals.
fn is_too_late(replay: &Machine, moment: Cycles) -> bool {
    replay.locals().is_none_or(|log| if log.is_on() { !log.has(moment) } else { replay.now() > moment })
}
