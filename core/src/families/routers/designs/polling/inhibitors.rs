//! The rules that inhibit input and release it again: queue-state feedback (M 6.6.1) and the CPU cycle limit (M 7). The limit
//! holds for each CPU or for all CPUs together (M 10.2 leaves that open). Neither rule ever stops output.

use super::facility::{Feedback, Limit, Polling};
use crate::hardware::Fifo;
use crate::trace::PlaceId;
use crate::units::Cycles;

impl Polling {
    /// Runs at every clock tick of each CPU. The tick of CPU 0 counts feedback's time-out; the tick of a limit's first CPU counts
    /// its period.
    /// Transmitters that do not interrupt are polled: their interrupts are off by choice (M 7.5), or because of an inhibitor.
    pub fn tick(&self) {
        let cpu = self.kernel.host.cpu();
        for thread in (0..self.threads.len()).filter(|thread| self.threads[*thread].cpu == cpu) {
            if self.polls_sent_by_clock() && self.has_finished_transmissions(thread) || self.output_needs_poll(thread) {
                self.request_thread(thread);
            }
        }
        if cpu == 0 {
            self.feedbacks.iter().for_each(|feedback| self.feedback_tick(feedback));
        }
        let limit = self.limit_of(cpu);
        if limit.cpus.start == cpu {
            self.limit_tick(limit);
        }
    }

    /// Looks at the watched queues, and notes those that have reached the high mark. Returns whether feedback inhibits input.
    pub fn check_feedback(&self) -> bool {
        let (enabled, high) = self.settings(|polling| (polling.feedback, polling.high));
        for feedback in self.feedbacks.iter().filter(|feedback| enabled && !feedback.inhibitor.on.get()) {
            let is_nearly_full = |queue: &Fifo| queue.length() as u64 * 100 >= high * queue.limit() as u64;
            if self.queues_of(feedback).any(is_nearly_full) {
                feedback.ticks.set(0);
                feedback.took_packet.set(true);
                self.set(&feedback.inhibitor, true);
                self.update_feedback_gate();
            }
        }
        self.feedback_inhibits()
    }

    /// A packet has been taken off a queue: input continues when the watched queue has shrunk to the low mark.
    pub fn packet_dequeued(&self, from: PlaceId) {
        for feedback in &self.feedbacks {
            if !self.queues_of(feedback).any(|queue| queue.place == from) {
                continue;
            }
            feedback.took_packet.set(true);
            let (mark, low) = self.settings(|polling| (polling.mark, polling.low));
            if mark && self.queues_of(feedback).all(|queue| queue.length() as u64 * 100 <= low * queue.limit() as u64) {
                self.release_feedback(feedback);
            }
        }
    }

    /// Counts the time-out, after which input continues in case the process hangs (M 6.6.1, 8.2).
    fn feedback_tick(&self, feedback: &Feedback) {
        let watches_progress = self.settings(|polling| polling.timeout_watches_progress);
        let restarts = feedback.took_packet.replace(false) && watches_progress;
        feedback.ticks.set(if restarts { 0 } else { feedback.ticks.get() + 1 });
        if feedback.ticks.get() >= self.settings(|polling| polling.timeout_ticks) {
            self.release_feedback(feedback);
        }
    }

    /// Returns the time from which the cycles of polling are counted. After idle time, a new period begins here.
    pub fn start_counting(&self) -> Cycles {
        let limit = self.limit_of(self.kernel.host.cpu());
        if limit.restarts_with_polling.replace(false) {
            limit.period_ticks.set(0);
            self.new_period(limit);
        }
        self.kernel.host.now()
    }

    /// Adds the cycles used since `start`. Above the limit, input is inhibited for the rest of the period. Returns the time from
    /// which to count next.
    pub fn count_cycles(&self, start: Cycles) -> Cycles {
        let now = self.kernel.host.now();
        let limit = self.limit_of(self.kernel.host.cpu());
        limit.used.set(limit.used.get() + (now - start));
        let (enabled, share, period) =
            self.settings(|polling| (polling.limit, polling.limit_share, polling.limit_period));
        let available = u128::from(period.0) * limit.cpus.len() as u128;
        if enabled && u128::from(limit.used.get().0) * 100 > available * u128::from(share) {
            self.set(&limit.inhibitor, true);
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

    /// Releases the limit when the idle thread runs, because no process needs the CPU (M 7). The next period begins with the next
    /// polling, so that a burst after idle time starts with a whole period (a model choice, to agree with M 7.4.1).
    ///
    /// A limit for all CPUs is released only when all CPUs are idle; until then a process may need one of them.
    pub fn idle(&self) {
        let host = &self.kernel.host;
        let limit = self.limit_of(host.cpu());
        if limit.cpus.clone().all(|cpu| host.is_idle(cpu)) {
            limit.restarts_with_polling.set(true);
            self.new_period(limit);
        }
    }
}
