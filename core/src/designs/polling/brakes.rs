//! When input is inhibited, and when it goes on: queue-state feedback (M 6.6.1) and the CPU cycle limit (M 7), which holds for
//! each CPU or for all together (M 10.2 leaves that open). Neither ever stops output.

use super::facility::{Limit, Polling};
use crate::units::Cycles;

impl Polling {
    /// Once a clock tick of each CPU: the first one's counts feedback's time-out, and a limit's first one its period.
    /// Transmitters that do not interrupt get their poll: by choice (M 7.5), or because a brake keeps them from it.
    pub fn tick(&self) {
        let cpu = self.kernel.host.cpu();
        if self.sees_sent_by_clock() && self.has_sent(cpu) || self.holds_output_back(cpu) {
            self.want(cpu);
        }
        if cpu == 0 {
            self.feedback_tick();
        }
        let limit = self.limit_of(cpu);
        if limit.cpus.start == cpu {
            self.limit_tick(limit);
        }
    }

    /// Looks at the queue before the process; from its high mark on input is inhibited.
    pub fn queue_is_too_full(&self) -> bool {
        let Some(queue) = self.kernel.process_queue() else { return false };
        let (enabled, high) = self.settings(|polling| (polling.feedback, polling.high));
        if enabled && !self.feedback.on.get() && queue.length() as u64 * 100 >= high * queue.limit() as u64 {
            self.feedback_ticks.set(0);
            self.progress.set(true);
            self.set(&self.feedback, true);
        }
        self.feedback.on.get()
    }

    pub fn queue_taken(&self) {
        self.progress.set(true);
        let (mark, low) = self.settings(|polling| (polling.mark, polling.low));
        if let Some(queue) = self.kernel.process_queue()
            && mark
            && queue.length() as u64 * 100 <= low * queue.limit() as u64
        {
            self.release_feedback();
        }
    }

    /// In case the process hangs, input goes on after a while (M 6.6.1, 8.2).
    fn feedback_tick(&self) {
        let watches = self.settings(|polling| polling.timeout_watches_progress);
        let goes_on = self.progress.replace(false) && watches;
        self.feedback_ticks.set(if goes_on { 0 } else { self.feedback_ticks.get() + 1 });
        if self.feedback_ticks.get() >= self.settings(|polling| polling.timeout_ticks) {
            self.release_feedback();
        }
    }

    /// Polling begins: the moment from which its cycles are counted. After idle a new period begins with it.
    pub fn begin(&self) -> Cycles {
        let limit = self.limit_of(self.kernel.host.cpu());
        if limit.fresh.replace(false) {
            limit.period_ticks.set(0);
            self.new_period(limit);
        }
        self.kernel.host.now()
    }

    /// Adds what has been used since `begin`; above the limit input is inhibited for the rest of the period. Returns the
    /// moment from which to count on.
    pub fn account(&self, begin: Cycles) -> Cycles {
        let now = self.kernel.host.now();
        let limit = self.limit_of(self.kernel.host.cpu());
        limit.used.set(limit.used.get() + (now - begin));
        let (enabled, share, period) =
            self.settings(|polling| (polling.limit, polling.limit_share, polling.limit_period));
        let available = u128::from(period.0) * limit.cpus.len() as u128;
        if enabled && u128::from(limit.used.get().0) * 100 > available * u128::from(share) {
            self.set(&limit.brake, true);
        }
        now
    }

    fn limit_tick(&self, limit: &Limit) {
        limit.period_ticks.set(limit.period_ticks.get() + 1);
        let (clock, ticks_per_second) = {
            let settings = self.kernel.settings.borrow();
            (settings.machine.clock, settings.machine.ticks_per_second)
        };
        let period = self.settings(|polling| polling.limit_period);
        let ticks = (period.0 * ticks_per_second + clock.0 / 2) / clock.0;
        if limit.period_ticks.get() >= ticks.max(1) {
            limit.period_ticks.set(0);
            self.new_period(limit);
        }
    }

    fn new_period(&self, limit: &Limit) {
        limit.used.set(Cycles::ZERO);
        self.release_limit(limit);
    }

    /// The idle thread runs: nobody else wants the CPU, so the limit need not hold (M 7). The next period begins when
    /// polling does, so that a burst after idle has one limit before it, not the rest of one and then another (a model
    /// choice, with M 7.4.1 in view).
    ///
    /// A limit for all CPUs is lifted when all are idle: as long as one is not, somebody may want it.
    pub fn idle(&self) {
        let host = &self.kernel.host;
        let limit = self.limit_of(host.cpu());
        if limit.cpus.clone().all(|cpu| host.is_idle(cpu)) {
            limit.fresh.set(true);
            self.new_period(limit);
        }
    }
}
