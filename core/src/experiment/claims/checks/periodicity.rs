//! The period of a curve, from its autocorrelation. The level of the curve may drift.

/// The autocorrelation has to rise again by this share of the variance; otherwise the curve has no period.
const LEAST_RISE: f64 = 0.2;
/// A peak counts if it rises by at least this share of the highest rise. At multiples of a period, the autocorrelation rises
/// about as much as at the period itself.
const SHARE_OF_HIGHEST_RISE: f64 = 0.8;

/// The lag of the first important peak of the autocorrelation, in samples and up to `longest`. A peak is important when it
/// rises from the lowest point before it about as much as the highest rise of all.
pub fn period(samples: &[f64], longest: usize) -> Option<usize> {
    let longest = longest.min(samples.len().checked_sub(2)?);
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    let autocorrelation = |lag: usize| {
        let pairs = samples.iter().zip(&samples[lag..]);
        pairs.map(|(one, other)| (one - mean) * (other - mean)).sum::<f64>() / (samples.len() - lag) as f64
    };
    let curve: Vec<f64> = (0..longest + 2).map(autocorrelation).collect();
    let mut lowest = f64::INFINITY;
    let mut rises = Vec::new();
    for lag in 1..=longest {
        lowest = lowest.min(curve[lag]);
        if curve[lag] >= curve[lag - 1].max(curve[lag + 1]) {
            rises.push((lag, curve[lag] - lowest));
        }
    }
    let most = rises.iter().map(|(_, rise)| *rise).fold(0.0, f64::max);
    let repeats = most > LEAST_RISE * curve[0];
    rises.into_iter().find(|(_, rise)| repeats && *rise >= SHARE_OF_HIGHEST_RISE * most).map(|(lag, _)| lag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::RandomStream;

    fn curve(shape: impl Fn(usize) -> f64) -> Vec<f64> {
        (0..2_000).map(shape).collect()
    }

    fn noise(sample: usize) -> f64 {
        RandomStream::new(7, 1).below(sample as u64, 1_000) as f64 / 1_000.0
    }

    #[test]
    fn short_dips_are_periodic_under_a_drifting_level() {
        let dips = |sample: usize| if sample % 110 < 4 { -20.0 } else { 0.0 };
        let level = |sample: usize| 8.0 * noise(sample / 110) + 6.0 * (sample as f64 / 700.0).sin();
        assert_eq!(period(&curve(|sample| dips(sample) + level(sample)), 300), Some(110));
        assert_eq!(period(&curve(dips), 300), Some(110));
    }

    #[test]
    fn alternating_dips_have_a_period_of_two_rounds() {
        let deep = |sample: usize| if sample % 220 < 30 { -20.0 } else { 0.0 };
        let flat = |sample: usize| if (sample + 110) % 220 < 30 { -3.0 } else { 0.0 };
        assert_eq!(period(&curve(|sample| deep(sample) + flat(sample)), 300), Some(220));
    }

    #[test]
    fn a_wave_has_its_wavelength_as_period() {
        let wave = |sample: usize| (sample as f64 * std::f64::consts::TAU / 90.0).cos() + 0.3 * noise(sample);
        assert_eq!(period(&curve(wave), 300), Some(90));
    }

    #[test]
    fn noise_and_a_straight_line_have_no_period() {
        assert_eq!(period(&curve(noise), 300), None);
        assert_eq!(period(&curve(|sample| sample as f64), 300), None);
        assert_eq!(period(&curve(|_| 1.0), 300), None);
        assert_eq!(period(&[], 300), None);
    }
}
