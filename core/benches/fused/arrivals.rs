//! Jittered arrivals on one wire, equal to the simulator's: the k-th packet is up to one mean gap late, and packets are never
//! closer together than the wire allows.

use livelock_core::random::RandomStream;
use livelock_core::scenario::Settings;

/// The number of the first source's random stream in the simulator (its slot in the event queue).
const STREAM: u64 = 2;

pub struct Arrivals {
    random: RandomStream,
    clock: u64,
    rate: u64,
    gap: u64,
    wire_time: u64,
    k: u64,
}

impl Arrivals {
    pub fn new(settings: &Settings, seed: u64) -> Arrivals {
        let (traffic, machine) = (&settings.traffic, &settings.machine);
        Arrivals {
            random: RandomStream::new(seed, STREAM),
            clock: machine.clock.0,
            rate: traffic.rate,
            gap: machine.clock.0 / traffic.rate,
            wire_time: machine.link.wire_time(traffic.packet_bytes, machine.clock).0,
            k: 0,
        }
    }

    /// The arrival time of the first packet, at the earliest after its time on the wire.
    pub fn first(&self) -> u64 {
        self.unlimited().max(self.wire_time)
    }

    /// The arrival time of the packet after the one that arrived at `last`.
    pub fn after(&mut self, last: u64) -> u64 {
        self.k += 1;
        self.unlimited().max(last + self.wire_time)
    }

    pub fn wire_time(&self) -> u64 {
        self.wire_time
    }

    /// The arrival time of the k-th packet on a wire of unlimited speed.
    fn unlimited(&self) -> u64 {
        let late = u128::from(self.random.below(self.k, 1 << 32)) * u128::from(self.gap);
        self.k * self.clock / self.rate + (late >> 32) as u64
    }
}
