//! Arrival times of the packets of an open-loop stream, for every traffic pattern. Times are computed from the packet's number
//! k and never accumulated (except Poisson gaps), so nothing drifts. Randomness is a function of the seed and k.

use super::replay::Replay;
use crate::random::RandomStream;
use crate::scenario::{Pattern, TrafficSettings};
use crate::units::{Bytes, Cycles, Hertz, Link, mul_fraction};

/// The arrival times of one stream from a start time on. A changed knob starts a new timetable.
#[derive(Clone, Debug)]
pub struct Timetable {
    pattern: Pattern,
    start: Cycles,
    rate: u64,
    clock: Hertz,
    packets_max: u64,
    mean_gap: Cycles,
    /// How late a packet may be, in hundredths of a cycle.
    lateness_max: u64,
    burst: u64,
    spacing: Cycles,
    ramp_to: u64,
    ramp_time: Cycles,
    random: RandomStream,
    /// Poisson: the sum of the start time and the gaps so far.
    poisson_time: Cycles,
    replay: Option<Replay>,
}

impl Timetable {
    pub fn new(traffic: &TrafficSettings, rate: u64, start: Cycles, clock: Hertz, random: RandomStream) -> Timetable {
        let mean_gap = Cycles(clock.0.checked_div(rate).unwrap_or(0));
        Timetable {
            pattern: traffic.pattern,
            start,
            rate,
            clock,
            packets_max: u64::MAX / clock.0,
            mean_gap,
            lateness_max: mean_gap.0 * traffic.jitter,
            burst: traffic.burst,
            spacing: traffic.spacing,
            ramp_to: traffic.ramp_to,
            ramp_time: traffic.ramp_time,
            random,
            poisson_time: start,
            replay: Replay::new(&traffic.replay, rate, clock, 0).filter(|_| traffic.pattern == Pattern::Capture),
        }
    }

    /// Returns a new timetable that follows this one after `k` of its packets. A recording continues with its next packet.
    pub fn continued(&self, traffic: &TrafficSettings, rate: u64, start: Cycles, k: u64) -> Timetable {
        let sent = self.replay.as_ref().map_or(0, |replay| replay.sent(k));
        let mut next = Timetable::new(traffic, rate, start, self.clock, self.random);
        if next.replay.is_some() {
            next.replay = Replay::new(&traffic.replay, rate, self.clock, sent);
        }
        next
    }

    /// Delays a recording by the time that its first packet takes on the wire. A recording has the times at which the last bits
    /// of packets had arrived. With the delay, the first bit of the first packet arrives when the timetable starts.
    pub fn delayed_by_first_packet(mut self, link: Link) -> Timetable {
        if let Some(bytes) = self.packet_bytes(0) {
            self.start += link.wire_time(bytes, self.clock);
        }
        self
    }

    /// Returns the length of packet `k` in a recording; other patterns have none.
    pub fn packet_bytes(&self, k: u64) -> Option<Bytes> {
        self.replay.as_ref().map(|replay| replay.packet_bytes(k))
    }

    /// Returns the time at which packet `k` should arrive; the wire may delay it. `index` counts the stream's packets since
    /// the start of the run and chooses the random number. Callers ask for each k in turn.
    #[inline]
    pub fn time(&mut self, k: u64, index: u64) -> Cycles {
        if self.pattern != Pattern::Jittered {
            return self.time_by_pattern(k, index);
        }
        let lateness = mul_fraction(self.lateness_max, self.random.bits(index) >> 32 << 32) / 100;
        self.evenly_spaced(k).saturating_add(Cycles(lateness))
    }

    #[inline(never)]
    fn time_by_pattern(&mut self, k: u64, index: u64) -> Cycles {
        match self.pattern {
            Pattern::Constant | Pattern::Jittered => self.evenly_spaced(k),
            Pattern::Bursty => {
                let (group, within) = (k / self.burst, k % self.burst);
                let period = self.mean_gap.0.saturating_mul(self.burst);
                let lateness = self.random.below(index - within, period.max(1));
                self.evenly_spaced(group * self.burst)
                    .saturating_add(Cycles(lateness))
                    .saturating_add(Cycles(within * self.spacing.0))
            }
            Pattern::Poisson => {
                if self.rate == 0 {
                    return Cycles::NEVER;
                }
                self.poisson_time += self.random.exponential(index, self.mean_gap);
                self.poisson_time
            }
            Pattern::Burst if k < self.burst => self.start.saturating_add(Cycles(k * self.spacing.0)),
            Pattern::Burst | Pattern::Rpc => Cycles::NEVER,
            Pattern::Ramp => self.ramp(k),
            Pattern::Capture => {
                self.replay.as_ref().map_or(Cycles::NEVER, |replay| self.start.saturating_add(replay.time(k)))
            }
        }
    }

    fn evenly_spaced(&self, k: u64) -> Cycles {
        assert!(k <= self.packets_max, "a run has far fewer than 2^64 / clock packets");
        (k * self.clock.0)
            .checked_div(self.rate)
            .map_or(Cycles::NEVER, |offset| self.start.saturating_add(Cycles(offset)))
    }

    /// The rate changes linearly from `rate` to `ramp_to` in `ramp_time`, then stays. Packet k arrives when the area under the
    /// rate's curve is k.
    fn ramp(&self, k: u64) -> Cycles {
        let (from, to) = (i128::from(self.rate), i128::from(self.ramp_to));
        let (time, clock) = (i128::from(self.ramp_time.0), i128::from(self.clock.0));
        let in_ramp = (from + to) * time / (2 * clock);
        let k = i128::from(k);
        if k >= in_ramp {
            let rest = ((k - in_ramp) * clock).checked_div(to);
            return rest.map_or(Cycles::NEVER, |rest| self.start.saturating_add(Cycles((time + rest) as u64)));
        }
        // solves k = from * t + (to - from) * t^2 / (2 * time) for t, in seconds, in a form that loses no digits
        let root = ((from * from * time + 2 * (to - from) * k * clock) * time).max(0).isqrt();
        let below = from * time + root;
        if below == 0 {
            return self.start;
        }
        self.start.saturating_add(Cycles((2 * k * clock * time / below) as u64))
    }
}

#[cfg(test)]
#[path = "arrivals_tests.rs"]
mod tests;
