//! Buckets of the latency histogram: four for each factor of two, from 4 us on, because a process of today gets its packet after
//! 2 to 8 us. They reach 3.1 s: a packet waits about two seconds behind 1,000 others in a firewall's queue. The last bucket has
//! every longer latency and no upper bound.

pub const LATENCY_BUCKETS: usize = 80;
const LATENCY_BUCKET_FIRST_US: u64 = 4;

/// Returns the bucket of a latency, given in whole microseconds.
#[inline]
pub(super) fn latency_bucket(microseconds: u64) -> usize {
    if microseconds < LATENCY_BUCKET_FIRST_US {
        return 0;
    }
    let octave = (microseconds / LATENCY_BUCKET_FIRST_US).ilog2() as usize;
    let quarter = (microseconds >> octave) as usize & 3;
    (1 + octave * 4 + quarter).min(LATENCY_BUCKETS - 1)
}

/// Returns the bounds of a bucket, in microseconds. The last bucket has no upper bound.
pub fn latency_bucket_range(bucket: usize) -> (u64, Option<u64>) {
    let low = |bucket: usize| {
        let (octave, quarter) = ((bucket - 1) / 4, (bucket - 1) % 4);
        ((LATENCY_BUCKET_FIRST_US * (4 + quarter as u64)) << octave) / 4
    };
    match bucket {
        0 => (0, Some(LATENCY_BUCKET_FIRST_US)),
        _ if bucket + 1 == LATENCY_BUCKETS => (low(bucket), None),
        _ => (low(bucket), Some(low(bucket + 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_latency_is_within_the_bounds_of_its_bucket() {
        for microseconds in (0..100).chain((100..200_000).step_by(7)).chain((200_000..9_000_000).step_by(70_007)) {
            let (low, high) = latency_bucket_range(latency_bucket(microseconds));
            let is_below = high.is_none_or(|high| microseconds < high);
            assert!(low <= microseconds && is_below, "{microseconds} not in {low}..{high:?}");
        }
    }

    #[test]
    fn latencies_of_two_five_and_eight_microseconds_are_in_different_buckets() {
        let ranges = [2, 5, 8].map(latency_bucket).map(latency_bucket_range);
        assert_eq!(ranges, [(0, Some(4)), (5, Some(6)), (8, Some(10))]);
    }
}
