//! The three DECstations of M: the 3000/300 (router of M 6 and 7, monitor of M 8.2), the 3000/500 (FDDI monitor of M 8.1) and
//! the 3100 (burst experiment of M 4.3).

use super::{ETHERNET, Profile, Wire};
use crate::units::{Bytes, Hertz};

/// Alpha, 10 Mb/s Ethernet, Digital UNIX V3.2. Its costs and queue lengths are the defaults of the parameter table.
pub const DECSTATION_3000_300: Profile = Profile {
    id: "alpha-3000-300",
    label: "DECstation 3000/300 (Alpha, 150 MHz)",
    source: "M 6.1",
    // ours: M gives SPECint92 66.2
    clock: Hertz(150_000_000),
    wire: ETHERNET,
    settings: &[],
    ranges: &[],
};

/// Alpha, DEC OSF/1 V3.0, 12 % faster than the 3000/300 (SPECint92 74.3 against 66.2). Its interface needs little time per
/// interrupt, and the packet filter runs at interrupt level, so nearly all of a packet's cost is there.
///
/// FDDI: M 8 gives 4.4 us for the shortest FDDI frame. That is the time of 55 bytes at 100 Mb/s: preamble 8, delimiters and status
/// 3, and 44 bytes for the packet itself. The time that the token takes to come round is left out.
pub const DECSTATION_3000_500: Profile = Profile {
    id: "alpha-3000-500",
    label: "DECstation 3000/500 (Alpha, 150 MHz) on FDDI",
    source: "M 8.1",
    // ours
    clock: Hertz(150_000_000),
    wire: Wire {
        name: "FDDI ring",
        adapter: "FDDI adapter",
        interface: "fddi",
        shortest: Bytes(44),
        overhead: Bytes(11),
    },
    settings: &[
        ("machine.link_mbps", 100),
        ("traffic.rate", 10_000),
        ("traffic.ramp_to", 60_000),
        // M 8.1
        ("traffic.bytes", 80),
        // ours: short-term rates of M's generator vary, here half as much as on the slower machine
        ("traffic.jitter", 50),
        // ours: room for the packets that come while the circuit breaker is open
        ("queues.receive_ring", 128),
        // fit: M8.1-breaker-plateau allows about 150 to 1,000
        ("queues.delivery", 256),
        // fit: M8.1-livelock, with M8.1-breaker-mlfrr: 5 us an interrupt
        ("costs.interrupt_entry", 2_000),
        ("costs.fddi_interrupt", 2_000),
        // fit: M8.1-livelock: 40 us a packet with filter_queue or filter_full
        ("costs.fddi_receive", 24_000),
        ("costs.packet_filter", 13_000),
        ("costs.filter_full", 3_000),
        // fit: M8.1-breaker-plateau: 6.5 us a packet, several in one system call
        ("costs.filter_read", 3_000),
        ("costs.tcpdump", 3_500),
        // as on the 3000/300, which is 12 % slower
        ("costs.thread_wakeup", 3_600),
        ("costs.thread_run", 16_000),
        ("costs.hardclock", 50_000),
        ("trial.packets", 30_000),
        ("trial.from", 1_000),
        ("trial.to", 60_000),
    ],
    ranges: &[
        ("traffic.rate", 0, 227_000),
        ("traffic.ramp_to", 0, 227_000),
        ("traffic.reverse", 0, 227_000),
        ("traffic.bytes", 44, 4_500),
        ("trial.from", 0, 227_000),
        ("trial.to", 1, 227_000),
    ],
};

/// MIPS R2000, "approximately 11.3 SPECmarks", ULTRIX 3.0, Ethernet. M states only sums: the first packet's latency is
/// 0.98 ms, plus 0.253 ms for each packet of the burst.
pub const DECSTATION_3100: Profile = Profile {
    id: "decstation-3100",
    label: "DECstation 3100 (R2000, 16.67 MHz)",
    source: "M 4.3",
    // ours: M does not state it
    clock: Hertz(16_670_000),
    wire: ETHERNET,
    settings: &[
        // ours: ULTRIX
        ("machine.clock_hz", 256),
        // M 4.3: 108 us, the shortest gap of the generator
        ("traffic.spacing_us", 108),
        // M 4.3
        ("queues.delivery", 10),
        ("queues.delivery_bytes", 4_096),
        // fit: M4.3-burst-1 and M4.3-burst-16; ours: how the sums are divided, after figure 4-1
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
