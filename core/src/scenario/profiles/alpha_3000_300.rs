//! The router of M 6 and 7, and the monitor of M 8.2: a DECstation 3000/300 on 10 Mb/s Ethernet, Digital UNIX V3.2. What it
//! costs and how long its queues are is the parameter table's default.

use super::{ETHERNET, Profile};
use crate::units::Hertz;

pub const PROFILE: Profile = Profile {
    id: "alpha-3000-300",
    label: "DECstation 3000/300 (Alpha, 150 MHz)",
    source: "M 6.1",
    // ours: M gives SPECint92 66.2
    clock: Hertz(150_000_000),
    wire: ETHERNET,
    settings: &[],
    ranges: &[],
};
