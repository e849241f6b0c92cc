//! When the k-th packet of an open-loop stream comes, by the stream's pattern. Times are computed from k, never
//! accumulated (but for Poisson gaps), so nothing drifts; randomness is a function of seed and k.

use super::replay::Replay;
use crate::random::Stream;
use crate::scenario::{Pattern, TrafficSettings};
use crate::units::{Bytes, Cycles, Hertz, Link, part};

/// The timetable of one stream from a moment on; a knob that moves begins a new timetable.
#[derive(Clone, Debug)]
pub struct Timetable {
    pattern: Pattern,
    base: Cycles,
    rate: u64,
    clock: Hertz,
    packets_max: u64,
    mean_gap: Cycles,
    /// How late a packet may be, in hundredths of a cycle.
    late_most: u64,
    burst: u64,
    spacing: Cycles,
    ramp_to: u64,
    ramp_time: Cycles,
    random: Stream,
    /// Poisson: the time reached by the gaps so far.
    reached: Cycles,
    replay: Option<Replay>,
}

impl Timetable {
    pub fn new(traffic: &TrafficSettings, rate: u64, base: Cycles, clock: Hertz, random: Stream) -> Timetable {
        let mean_gap = Cycles(clock.0.checked_div(rate).unwrap_or(0));
        Timetable {
            pattern: traffic.pattern,
            base,
            rate,
            clock,
            packets_max: u64::MAX / clock.0,
            mean_gap,
            late_most: mean_gap.0 * traffic.jitter,
            burst: traffic.burst,
            spacing: traffic.spacing,
            ramp_to: traffic.ramp_to,
            ramp_time: traffic.ramp_time,
            random,
            reached: base,
            replay: Replay::new(&traffic.recorded, rate, clock, 0).filter(|_| traffic.pattern == Pattern::Capture),
        }
    }

    /// The timetable that follows when `k` packets of this one have been sent: a recording goes on where it was.
    pub fn followed(&self, traffic: &TrafficSettings, rate: u64, base: Cycles, k: u64) -> Timetable {
        let sent = self.replay.as_ref().map_or(0, |replay| replay.sent(k));
        let mut next = Timetable::new(traffic, rate, base, self.clock, self.random);
        if next.replay.is_some() {
            next.replay = Replay::new(&traffic.recorded, rate, self.clock, sent);
        }
        next
    }

    /// A recording tells when packets had come: the first of them begins when the timetable does.
    pub fn on(mut self, link: Link) -> Timetable {
        if let Some(frame) = self.frame(0) {
            self.base += link.frame_time(frame, self.clock);
        }
        self
    }

    /// How long packet `k` of this timetable is, if the recording says so.
    pub fn frame(&self, k: u64) -> Option<Bytes> {
        self.replay.as_ref().map(|replay| replay.frame(k))
    }

    /// When packet `k` of this timetable wants to come (the wire may make it later); `index` counts the stream's packets since
    /// the start of the run and chooses the random number. Ask for each k in turn.
    #[inline]
    pub fn time(&mut self, k: u64, index: u64) -> Cycles {
        if self.pattern != Pattern::Jittered {
            return self.time_by_pattern(k, index);
        }
        let late = part(self.late_most, self.random.bits(index) >> 32 << 32) / 100;
        later(self.nominal(k), Cycles(late))
    }

    #[inline(never)]
    fn time_by_pattern(&mut self, k: u64, index: u64) -> Cycles {
        match self.pattern {
            Pattern::Constant | Pattern::Jittered => self.nominal(k),
            Pattern::Bursty => {
                let (group, within) = (k / self.burst, k % self.burst);
                let period = self.mean_gap.0.saturating_mul(self.burst);
                let late = self.random.below(index - within, period.max(1));
                later(later(self.nominal(group * self.burst), Cycles(late)), Cycles(within * self.spacing.0))
            }
            Pattern::Poisson => {
                if self.rate == 0 {
                    return Cycles::NEVER;
                }
                self.reached += self.random.exponential(index, self.mean_gap);
                self.reached
            }
            Pattern::Burst if k < self.burst => later(self.base, Cycles(k * self.spacing.0)),
            Pattern::Burst | Pattern::Rpc => Cycles::NEVER,
            Pattern::Ramp => self.ramp(k),
            Pattern::Capture => self.replay.as_ref().map_or(Cycles::NEVER, |replay| later(self.base, replay.time(k))),
        }
    }

    /// Evenly spaced.
    fn nominal(&self, k: u64) -> Cycles {
        assert!(k <= self.packets_max, "a run has far fewer than 2^64 / clock packets");
        (k * self.clock.0).checked_div(self.rate).map_or(Cycles::NEVER, |offset| later(self.base, Cycles(offset)))
    }

    /// The rate goes evenly from `rate` to `ramp_to` in `ramp_time`, then stays: packet k comes when the area under it is k.
    fn ramp(&self, k: u64) -> Cycles {
        let (from, to) = (i128::from(self.rate), i128::from(self.ramp_to));
        let (time, clock) = (i128::from(self.ramp_time.0), i128::from(self.clock.0));
        let in_ramp = (from + to) * time / (2 * clock);
        let k = i128::from(k);
        if k >= in_ramp {
            let rest = ((k - in_ramp) * clock).checked_div(to);
            return rest.map_or(Cycles::NEVER, |rest| later(self.base, Cycles((time + rest) as u64)));
        }
        // k = from t + (to - from) t^2 / (2 time), t in seconds; solved for t in the form without cancellation
        let root = ((from * from * time + 2 * (to - from) * k * clock) * time).max(0).isqrt();
        let below = from * time + root;
        if below == 0 {
            return self.base;
        }
        later(self.base, Cycles((2 * k * clock * time / below) as u64))
    }
}

fn later(time: Cycles, by: Cycles) -> Cycles {
    Cycles(time.0.saturating_add(by.0))
}

#[cfg(test)]
#[path = "arrivals_tests.rs"]
mod tests;
