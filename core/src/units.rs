//! Quantities as integer newtypes, so that no bare number passes from one module to another.
//! Time is a whole number of cycles of the simulated CPU. Microseconds exist only in scenarios and reports.

use std::ops::{Add, AddAssign, Sub};

/// A duration, or a time counted from the start of the run, in cycles of the simulated CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cycles(pub u64);

impl Cycles {
    pub const ZERO: Cycles = Cycles(0);
    /// Later than the end of every run.
    pub const NEVER: Cycles = Cycles(u64::MAX);
    /// Longer than every run. Adding it to a time of a run does not overflow.
    pub const ENDLESS: Cycles = Cycles(1 << 62);

    pub fn saturating_add(self, other: Cycles) -> Cycles {
        Cycles(self.0.saturating_add(other.0))
    }

    pub fn saturating_sub(self, other: Cycles) -> Cycles {
        Cycles(self.0.saturating_sub(other.0))
    }
}

impl Add for Cycles {
    type Output = Cycles;
    fn add(self, other: Cycles) -> Cycles {
        Cycles(self.0 + other.0)
    }
}

impl AddAssign for Cycles {
    fn add_assign(&mut self, other: Cycles) {
        self.0 += other.0;
    }
}

impl Sub for Cycles {
    type Output = Cycles;
    fn sub(self, other: Cycles) -> Cycles {
        Cycles(self.0 - other.0)
    }
}

/// Returns `number * times / over`, rounded down. Uses 64 bits if the product fits, as in nearly every call: WebAssembly has
/// no instruction for a wider product.
#[inline]
pub fn mul_div(number: u64, times: u64, over: u64) -> u64 {
    if (number | times) >> 32 == 0 {
        return number * times / over;
    }
    (u128::from(number) * u128::from(times) / u128::from(over)) as u64
}

/// Returns `number * fraction / 2^64`, rounded down: the product with a fraction below one. For a number of at most 32 bits it
/// uses two products of 64 bits, because WebAssembly has no instruction for a wider product.
#[inline]
pub fn mul_fraction(number: u64, fraction: u64) -> u64 {
    let (high, low) = (fraction >> 32, fraction & u64::from(u32::MAX));
    if number >> 32 == 0 {
        return (number * high + ((number * low) >> 32)) >> 32;
    }
    ((u128::from(number) * u128::from(fraction)) >> 64) as u64
}

/// A clock rate: cycles per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hertz(pub u64);

impl Hertz {
    /// Rounded half up to whole cycles.
    pub fn cycles_in_nanoseconds(self, nanoseconds: u64) -> Cycles {
        let product = u128::from(nanoseconds) * u128::from(self.0);
        Cycles(((product + 500_000_000) / 1_000_000_000) as u64)
    }

    pub fn cycles_in_microseconds(self, microseconds: u64) -> Cycles {
        self.cycles_in_nanoseconds(microseconds * 1_000)
    }

    pub fn cycles_in_milliseconds(self, milliseconds: u64) -> Cycles {
        self.cycles_in_nanoseconds(milliseconds * 1_000_000)
    }

    pub fn cycles_in_seconds(self, seconds: u64) -> Cycles {
        Cycles(self.0 * seconds)
    }
}

/// The length of an Ethernet frame, from the destination address to the check sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u32);

/// A wire: its speed, and the bytes that each Ethernet frame occupies in addition to its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub bits_per_second: u64,
    /// What a frame occupies on the wire in addition to its own bytes. On Ethernet these are preamble and start delimiter (8 bytes)
    /// and the gap between two frames (12 bytes): 10 Mb/s carry 14,880 minimum-size frames a second (M 6.2).
    pub overhead: Bytes,
}

impl Link {
    /// The time for which one Ethernet frame occupies the wire.
    pub fn wire_time(self, length: Bytes, clock: Hertz) -> Cycles {
        let bits = (u64::from(length.0) + u64::from(self.overhead.0)) * 8;
        Cycles((bits * clock.0).div_ceil(self.bits_per_second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALPHA: Hertz = Hertz(150_000_000);

    #[test]
    fn a_microsecond_of_a_150_mhz_clock_is_150_cycles() {
        assert_eq!(ALPHA.cycles_in_microseconds(1), Cycles(150));
        assert_eq!(ALPHA.cycles_in_nanoseconds(10), Cycles(2)); // 1.5 rounds up
    }

    #[test]
    fn short_products_are_the_same_as_long_ones() {
        let numbers = [0, 1, 3, 999_999, (1 << 31) + 7, (1 << 32) - 1, 1 << 32, (1 << 40) + 123];
        let fractions = [0, 1, 1 << 31, (1 << 32) - 1, 1 << 32, u64::MAX / 3, u64::MAX - 1, u64::MAX];
        for number in numbers {
            for fraction in fractions {
                let product = u128::from(number) * u128::from(fraction);
                assert_eq!(mul_fraction(number, fraction), (product >> 64) as u64, "{number} of {fraction}");
                let times = fraction >> 20;
                let product = u128::from(number) * u128::from(times);
                assert_eq!(mul_div(number, times, 7_777_777), (product / 7_777_777) as u64, "{number} times {times}");
            }
        }
    }

    #[test]
    fn ten_megabits_carry_14_880_minimum_frames_a_second() {
        let link = Link { bits_per_second: 10_000_000, overhead: Bytes(20) };
        let time = link.wire_time(Bytes(64), ALPHA);
        assert_eq!(ALPHA.0 / time.0, 14_880);
    }
}
