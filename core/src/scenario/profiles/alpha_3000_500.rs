//! The FDDI monitor of M 8.1: a DECstation 3000/500 with DEC OSF/1 V3.0, a 12 % faster machine than the 3000/300 (SPECint92
//! 74.3 against 66.2). Its interface needs little per interrupt, and the packet filter runs at interrupt level, so nearly all
//! of a packet's cost is there.
//!
//! FDDI: M 8 gives 4.4 us for the shortest frame, 55 bytes' time at 100 Mb/s: preamble 8, delimiters and status 3, so 44
//! bytes of frame. Time for the token to come round is left out.

use super::{Profile, Wire};
use crate::units::{Bytes, Hertz};

pub const PROFILE: Profile = Profile {
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
        // ours: short-term rates of M's generator vary; half of what the slower one's do
        ("traffic.jitter", 50),
        // ours: room for what comes while the circuit breaker is open
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
        // as the 3000/300, a machine 12 % slower
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
