//! The receiver of W: a 350 MHz Pentium II with 256 MB and a gigabit interface, Linux 2.6.12, iperf. The step
//! table has the costs of the steps that only its kernel has; this profile has the costs of the steps that all machines
//! share.

use super::{Profile, Wire};
use crate::units::{Bytes, Hertz, Link};

pub const PROFILE: Profile = Profile {
    id: "pentium-ii-350",
    label: "Pentium II (350 MHz) on gigabit Ethernet",
    source: "W 4, table 1",
    clock: Hertz(350_000_000),
    wire: Wire {
        name: "Gigabit Ethernet",
        adapter: "SysKonnect",
        interface: "eth",
        shortest: Bytes(64),
        overhead: Link::ETHERNET_OVERHEAD,
    },
    settings: &[
        ("machine.link_mbps", 1_000),
        // ours: Linux 2.6 on i386
        ("machine.clock_hz", 1_000),
        // W 4.1
        ("queues.receive_ring", 384),
        // 200 Mb/s of iperf's packets of 1,470 bytes (W 4.2)
        ("traffic.rate", 17_007),
        ("traffic.bytes", 1_516),
        ("traffic.ramp_to", 34_014),
        // ours
        ("costs.interrupt_entry", 2_000),
        ("costs.thread_wakeup", 1_000),
        ("costs.thread_run", 2_000),
        ("costs.hardclock", 5_000),
        ("trial.packets", 100_000),
        ("trial.from", 5_000),
        ("trial.to", 81_274),
    ],
    ranges: &[
        ("machine.link_mbps", 1, 10_000),
        ("queues.receive_ring", 1, 1_024),
        ("traffic.rate", 0, 1_488_095),
        ("traffic.ramp_to", 0, 1_488_095),
        ("traffic.reverse", 0, 1_488_095),
        ("traffic.bytes", 64, 9_018),
        ("trial.from", 0, 1_488_095),
        ("trial.to", 1, 1_488_095),
    ],
};
