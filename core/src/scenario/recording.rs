//! A recording: the times and lengths of captured packets, with a fingerprint of them. The crate core/capture reads capture files.

/// The most packets of a recording: a router gets fewer in a run of ten minutes. They take 16 MB of memory.
pub const PACKETS_MAX: usize = 1_000_000;
/// The longest recording. Up to this number JavaScript represents whole nanoseconds exactly.
pub const NANOSECONDS_MAX: u64 = 1 << 53;

/// One packet of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Time since the first packet.
    pub nanoseconds: u64,
    /// Length of the Ethernet frame, check sequence included.
    pub bytes: u32,
}

/// Captured packets, in order of time.
#[derive(Debug, PartialEq, Eq)]
pub struct Recording {
    arrivals: Box<[Arrival]>,
    digest: String,
}

impl Recording {
    /// Makes a recording of at least one packet, in order of time, the first at 0. Returns nothing for any other list.
    pub fn new(arrivals: Vec<Arrival>) -> Option<Recording> {
        let first = arrivals.first()?;
        let in_order = arrivals.is_sorted_by_key(|arrival| arrival.nanoseconds);
        let last = arrivals[arrivals.len() - 1].nanoseconds;
        if first.nanoseconds != 0 || !in_order || last > NANOSECONDS_MAX || arrivals.len() > PACKETS_MAX {
            return None;
        }
        let digest = format!("{:016x}", fingerprint(&arrivals));
        Some(Recording { arrivals: arrivals.into(), digest })
    }

    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the time from the first packet to the last, in nanoseconds.
    pub fn span(&self) -> u64 {
        self.arrivals[self.arrivals.len() - 1].nanoseconds
    }
}

/// Hashes the times and lengths; their order and number matter.
fn fingerprint(arrivals: &[Arrival]) -> u64 {
    arrivals.iter().fold(0, |hash: u64, arrival| {
        let hash = (hash ^ arrival.nanoseconds).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        (hash ^ u64::from(arrival.bytes)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29)
    })
}
