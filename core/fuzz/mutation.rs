//! What the tests called `fuzzed.rs` share: the number of inputs, random numbers, and mutations. Removing and doubling a part
//! suits every format; each test adds changes of its own format.

use livelock_core::random::RandomStream;
use std::ops::Range;

/// Random numbers below a limit, the same in every run.
pub struct Random {
    stream: RandomStream,
    drawn: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { stream: RandomStream::new(seed, 0), drawn: 0 }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.drawn += 1;
        self.stream.below(self.drawn, limit as u64) as usize
    }
}

/// The value of FUZZ_INPUTS, or else the usual number.
pub fn inputs(usual: u64) -> u64 {
    std::env::var("FUZZ_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Makes one to four changes of parts shorter than `part_max`: removes a part, doubles it, or calls `change` with the part and
/// the number of one of the format's own `kinds` of changes.
pub fn mutated<T: Clone>(
    mut input: Vec<T>,
    random: &mut Random,
    part_max: usize,
    kinds: usize,
    change: impl Fn(&mut Vec<T>, Range<usize>, usize, &mut Random),
) -> Vec<T> {
    for _ in 0..=random.below(4) {
        let from = random.below(input.len() + 1);
        let to = (from + random.below(part_max)).min(input.len());
        match random.below(kinds + 2) {
            0 => drop(input.drain(from..to)),
            1 => {
                let part = input[from..to].to_vec();
                input.splice(to..to, part);
            }
            kind => change(&mut input, from..to, kind - 2, random),
        }
    }
    input
}
