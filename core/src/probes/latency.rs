//! Percentiles of the time that packets spend inside: exact when every latency was kept, otherwise as fine as the counters'
//! buckets.

use crate::trace::{Count, Row};
use crate::trace::{LATENCY_BUCKETS, latency_bucket_range};
use crate::units::Hertz;
use serde::{Deserialize, Serialize};

/// Time from the last bit in to the last bit out of delivered packets, in microseconds; `None` when no packet was
/// delivered, or when a time is longer than the buckets reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Latency {
    pub p50: Option<f64>,
    pub p90: Option<f64>,
    pub p99: Option<f64>,
    pub p999: Option<f64>,
    pub max: Option<f64>,
    pub mean: Option<f64>,
    /// Whether percentiles come from the latencies of single packets. If not, a percentile is the upper end of a bucket
    /// (four buckets for each factor of two).
    pub exact: bool,
}

impl Latency {
    /// Computes percentiles from each packet's own latency, in cycles.
    pub fn exact(mut cycles: Vec<u64>, clock: Hertz) -> Latency {
        if cycles.is_empty() {
            return Latency { exact: true, ..Latency::default() };
        }
        let microseconds = |cycles: f64| Some(cycles * 1e6 / clock.0 as f64);
        let count = cycles.len();
        let mut ranked = 0;
        // ranks are asked for in ascending order, so each search looks only behind the previous rank
        let mut rank = |thousandths: usize| {
            let index = (count * thousandths).div_ceil(1_000).max(1) - 1;
            if index >= ranked {
                cycles[ranked..].select_nth_unstable(index - ranked);
                ranked = index + 1;
            }
            microseconds(cycles[index] as f64)
        };
        let (p50, p90, p99, p999, max) = (rank(500), rank(900), rank(990), rank(999), rank(1_000));
        let sum: u64 = cycles.iter().sum();
        Latency { p50, p90, p99, p999, max, mean: microseconds(sum as f64 / cycles.len() as f64), exact: true }
    }

    /// Computes percentiles from the buckets of a window.
    pub fn bucketed(window: &Row, clock: Hertz) -> Latency {
        let delivered = window.count(Count::Delivered);
        if delivered == 0 {
            return Latency::default();
        }
        let rank = |thousandths: u64| {
            let rank = (delivered * thousandths).div_ceil(1_000).max(1);
            let mut seen = 0;
            (0..LATENCY_BUCKETS)
                .find(|bucket| {
                    seen += window.latency(*bucket);
                    seen >= rank
                })
                .and_then(|bucket| latency_bucket_range(bucket).1)
                .map(|high| high as f64)
        };
        Latency {
            p50: rank(500),
            p90: rank(900),
            p99: rank(990),
            p999: rank(999),
            max: rank(1_000),
            mean: Some(window.count(Count::LatencySum) as f64 / delivered as f64 * 1e6 / clock.0 as f64),
            exact: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Counters;
    use crate::trace::topology::{ContextKind, PlaceKind, PlaceRow, Topology};
    use crate::units::Cycles;

    #[test]
    fn percentiles_are_observed_latencies() {
        let clock = Hertz(1_000_000); // a cycle is a microsecond
        let latency = Latency::exact((1..=1_000).rev().collect(), clock);
        assert_eq!((latency.p50, latency.p90, latency.p99), (Some(500.0), Some(900.0), Some(990.0)));
        assert_eq!((latency.p999, latency.max, latency.mean), (Some(999.0), Some(1_000.0), Some(500.5)));
        let single = Latency::exact(vec![7], clock);
        assert_eq!((single.p50, single.p999), (Some(7.0), Some(7.0)));
    }

    #[test]
    fn a_latency_beyond_the_buckets_has_no_number() {
        let clock = Hertz(10_000_000);
        let mut topology = Topology::new("test", "test", clock.0);
        topology.add_context(ContextKind::Idle, "idle", "", "", "");
        topology.places.push(PlaceRow::new(PlaceKind::WireOut, "wire_out", "wire", "", 0, 0, 0));
        for (microseconds, p50) in [(3_000_000, Some(3_145_728.0)), (5_000_000, None)] {
            let counters = Counters::new(&topology, &[0]);
            counters.arrived(Cycles::ZERO);
            let now = Cycles(microseconds * 10);
            counters.delivered(now, 0, now, Cycles::ZERO);
            let latency = Latency::bucketed(&counters.row(now), clock);
            assert_eq!((latency.p50, latency.max, latency.mean), (p50, p50, Some(microseconds as f64)));
        }
    }

    #[test]
    fn without_deliveries_there_is_no_latency() {
        assert_eq!(Latency::exact(Vec::new(), Hertz(1)).p50, None);
    }
}
