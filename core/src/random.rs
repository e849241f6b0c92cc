//! Random numbers as a function: the k-th number of a stream depends only on the stream's seed and on k. So two machines with
//! the same stream have the same arrivals, whatever else they do, and a replay needs no saved state.
//! The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).

use crate::units::{Cycles, mul_fraction};

/// A stream of random numbers, independent of all other streams.
#[derive(Clone, Copy, Debug)]
pub struct RandomStream {
    key: u64,
}

impl RandomStream {
    /// Makes a stream. `purpose` distinguishes the streams of one seed (arrivals of interface 0, of interface 1, ...).
    pub fn new(seed: u64, purpose: u64) -> RandomStream {
        RandomStream { key: mix(mix(seed).wrapping_add(purpose.wrapping_mul(GOLDEN))) }
    }

    /// Returns 64 uniform bits.
    pub fn bits(self, index: u64) -> u64 {
        mix(self.key.wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN)))
    }

    /// Returns a uniform number in `0..limit`, or 0 when the limit is 0.
    pub fn below(self, index: u64, limit: u64) -> u64 {
        mul_fraction(limit, self.bits(index))
    }

    /// Returns an exponentially distributed duration with this mean, rounded to whole cycles. No other code lets floating point
    /// decide the time of an event. `libm` gives the same bits natively and in WebAssembly.
    pub fn exponential(self, index: u64, mean: Cycles) -> Cycles {
        let uniform = ((self.bits(index) >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        Cycles(libm::round(-libm::log(uniform) * mean.0 as f64) as u64)
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_index_give_the_same_number() {
        assert_eq!(RandomStream::new(1, 0).bits(7), RandomStream::new(1, 0).bits(7));
        assert_ne!(RandomStream::new(1, 0).bits(7), RandomStream::new(2, 0).bits(7));
        assert_ne!(RandomStream::new(1, 0).bits(7), RandomStream::new(1, 1).bits(7));
    }

    #[test]
    fn exponential_numbers_have_their_mean() {
        let stream = RandomStream::new(42, 0);
        let sum: u64 = (0..100_000).map(|k| stream.exponential(k, Cycles(10_000)).0).sum();
        let mean = sum / 100_000;
        assert!((9_850..10_150).contains(&mean), "mean {mean}");
    }

    #[test]
    fn below_stays_below() {
        let stream = RandomStream::new(3, 9);
        assert!((0..10_000).all(|k| stream.below(k, 17) < 17));
        assert_eq!(stream.below(0, 0), 0);
    }
}
