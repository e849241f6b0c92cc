//! Steps that do not always take as long: caches, branches and memory make every run of a procedure on a real machine a
//! little faster or slower than the last. A machine whose rounds are all equal can fall into step with the clock by chance;
//! with this knob one sees what such a coincidence was worth.

use super::step_costs::PARTS;
use crate::random::RandomStream;
use crate::scenario::costs::STEPS;
use crate::units::Cycles;
use std::cell::Cell;

/// The purpose of this random stream: no other stream of the machine has it.
const PURPOSE: u64 = 0x5645_5259;

/// How much steps vary, and the seed that decides which ones.
#[derive(Clone, Copy, Debug)]
pub struct StepVariation {
    pub percent: u64,
    pub seed: u64,
    /// Counts the runs of each step, also if they do not vary.
    pub counts_runs: bool,
}

/// How long each run of a step takes: a function of the seed, the part of the kernel, the step, and how often the part has run it.
/// Every whole number of cycles from the cost less the share to the cost plus the share is equally likely, so the expected
/// cost is exactly that of the table.
pub(super) struct Variation {
    percent: u64,
    random: RandomStream,
    /// How often each part of the kernel has run each step: `STEPS` counts for each part.
    runs: Vec<Cell<u32>>,
}

impl Variation {
    /// `None` if steps do not vary and are not counted.
    pub fn new(StepVariation { percent, seed, counts_runs }: StepVariation) -> Option<Variation> {
        let random = RandomStream::new(seed, PURPOSE);
        (percent > 0 || counts_runs).then(|| Variation {
            percent,
            random,
            runs: vec![Cell::new(0); PARTS * STEPS.len()],
        })
    }

    /// The cycles of the part's next run of a step that costs `cycles` in the table.
    pub fn next(&self, part: usize, step: usize, cycles: Cycles) -> Cycles {
        let slot = part * STEPS.len() + step;
        let run = self.runs[slot].replace(self.runs[slot].get().wrapping_add(1));
        let most = cycles.0 * self.percent / 100;
        Cycles(cycles.0 - most + self.random.below((slot as u64) << 32 | u64::from(run), 2 * most + 1))
    }

    /// Whether any part of the kernel has run the step. What its first run takes is decided before it begins.
    pub fn has_run(&self, step: usize) -> bool {
        (0..PARTS).any(|part| self.runs[part * STEPS.len() + step].get() > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varied(percent: u64, part: usize, runs: usize) -> Vec<u64> {
        let variation = Variation::new(StepVariation { percent, seed: 1, counts_runs: false }).expect("steps vary");
        (0..runs).map(|_| variation.next(part, 7, Cycles(1_000)).0).collect()
    }

    #[test]
    fn runs_use_the_whole_share_on_both_sides_and_their_mean_is_the_cost() {
        for percent in [1, 3, 20] {
            let cycles = varied(percent, 1, 10_000);
            let (least, most) = (cycles.iter().min(), cycles.iter().max());
            assert_eq!((least, most), (Some(&(1_000 - 10 * percent)), Some(&(1_000 + 10 * percent))));
            // The deviation of the mean is 0.58 % of the share.
            let mean = cycles.iter().sum::<u64>() as f64 / 10_000.0;
            assert!((mean - 1_000.0).abs() < 0.02 * (10 * percent) as f64, "mean {mean} of {percent} %");
        }
    }

    #[test]
    fn parts_of_the_kernel_vary_apart_and_the_same_seed_varies_alike() {
        assert_eq!(varied(5, 1, 50), varied(5, 1, 50));
        assert_ne!(varied(5, 1, 50), varied(5, 2, 50));
        assert!(Variation::new(StepVariation { percent: 0, seed: 1, counts_runs: false }).is_none());
    }
}
