//! Jittered arrivals on one wire, the same as the simulator's: the k-th packet is up to one mean gap late, and frames are
//! never closer than the wire carries them.

use livelock_core::random::Stream;
use livelock_core::scenario::Settings;

/// The simulator's number of the first source's random stream (its slot among the hardware events).
const STREAM: u64 = 2;

pub struct Arrivals {
    random: Stream,
    clock: u64,
    rate: u64,
    gap: u64,
    frame_time: u64,
    k: u64,
}

impl Arrivals {
    pub fn new(settings: &Settings, seed: u64) -> Arrivals {
        let (traffic, machine) = (&settings.traffic, &settings.machine);
        Arrivals {
            random: Stream::new(seed, STREAM),
            clock: machine.clock.0,
            rate: traffic.rate,
            gap: machine.clock.0 / traffic.rate,
            frame_time: machine.link.frame_time(traffic.packet_bytes, machine.clock).0,
            k: 0,
        }
    }

    /// When the first packet comes; the wire cannot make it earlier than one frame.
    pub fn first(&self) -> u64 {
        self.wanted().max(self.frame_time)
    }

    /// When the packet after the one that came at `last` comes.
    pub fn after(&mut self, last: u64) -> u64 {
        self.k += 1;
        self.wanted().max(last + self.frame_time)
    }

    pub fn frame_time(&self) -> u64 {
        self.frame_time
    }

    fn wanted(&self) -> u64 {
        let late = u128::from(self.random.below(self.k, 1 << 32)) * u128::from(self.gap);
        self.k * self.clock / self.rate + (late >> 32) as u64
    }
}
