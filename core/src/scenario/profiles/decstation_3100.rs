//! The burst experiment of M 4.3: a DECstation 3100 (MIPS R2000, "approximately 11.3 SPECmarks") with ULTRIX 3.0, on
//! Ethernet. Only sums are stated: the first packet's latency is 0.98 ms and 0.253 ms a packet of the burst.

use super::{ETHERNET, Profile};
use crate::units::Hertz;

pub const PROFILE: Profile = Profile {
    id: "decstation-3100",
    label: "DECstation 3100 (R2000, 16.67 MHz)",
    source: "M 4.3",
    // ours: M does not state it
    clock: Hertz(16_670_000),
    wire: ETHERNET,
    settings: &[
        // ours: ULTRIX
        ("machine.clock_hz", 256),
        // M 4.3: 108 us, as close as the generator could
        ("traffic.spacing_us", 108),
        // M 4.3
        ("queues.delivery", 10),
        ("queues.delivery_bytes", 4_096),
        // fit: M4.3-burst-1 and M4.3-burst-16; the split of the sums is ours, with figure 4-1 in view
        ("costs.interrupt_entry", 20_000),
        ("costs.interrupt_return", 10_000),
        ("costs.lnintr", 80_000),
        ("costs.lnrint", 150_000),
        ("costs.lnread", 60_000),
        ("costs.lnread_bytes", 32_000),
        ("costs.ether_input", 20_000),
        ("costs.netisr_input", 20_000),
        ("costs.lninitdesc", 18_000),
        ("costs.datalink_intr", 330_000),
        ("costs.datalink_dispatch", 98_000),
        ("costs.datalink_full", 10_000),
        ("costs.datalink_read", 140_000),
        ("costs.datalink_read_bytes", 16_000),
        ("costs.thread_wakeup", 60_000),
        ("costs.thread_run", 150_000),
        ("costs.hardclock", 60_000),
    ],
    ranges: &[],
};
