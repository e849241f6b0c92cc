//! The receiving host of R's figure 5: a 266 MHz Pentium Pro. A packet of 10 bytes costs 178 us on it. That is three times the
//! cost of 1,460 bytes of TCP on the machine of table 1, so the two machines cannot have one cost table; R does not say why.
//! At interrupt level both have the same costs here, because both are P6 cores of one clock rate. All other costs are the
//! Pentium II's costs times one factor.

use super::{FAST_ETHERNET, Profile};
use crate::units::Hertz;

pub const PROFILE: Profile = Profile {
    id: "pentium-pro",
    label: "Pentium Pro (266 MHz) on Fast Ethernet",
    source: "R 6, figure 5",
    // R 6
    clock: Hertz(266_000_000),
    wire: FAST_ETHERNET,
    settings: &[
        ("machine.link_mbps", 100),
        // FreeBSD's; R does not say
        ("machine.clock_hz", 100),
        // 4.4BSD's
        ("programs.quantum_ms", 100),
        ("queues.receive_ring", 64),
        ("queues.transmit_ring", 128),
        // an interrupt and the code at its level: ours, for a 266 MHz CPU; the same on both machines
        ("costs.interrupt_entry", 1_000),
        ("costs.interrupt_return", 500),
        ("costs.fxp_intr", 1_500),
        ("costs.ether_input", 500),
        ("costs.netisr_input", 500),
        ("costs.ipintrq_full", 500),
        ("costs.hardclock", 5_000),
        // fit: R-f5-knee; 12.1 times the Pentium II's costs
        ("costs.thread_wakeup", 12_100),
        ("costs.thread_run", 60_500),
        ("costs.ipintr", 6_000),
        ("costs.ip_dequeue", 6_000),
        ("costs.ipinput", 24_200),
        ("costs.udp_input", 36_300),
        ("costs.tcp_input", 108_900),
        ("costs.input_bytes", 48_400),
        ("costs.pcb_lookup", 12_100),
        ("costs.demultiplex_verify", 6_000),
        ("costs.socket_append", 12_100),
        ("costs.socket_full", 6_000),
        ("costs.tcp_acknowledge", 145_200),
        ("costs.socket_receive", 60_500),
        ("costs.socket_copy", 78_600),
        ("costs.application", 18_200),
        ("costs.signal_handler", 12_100),
        ("costs.signal_catch", 48_400),
        ("costs.socket_send", 72_600),
        ("costs.fxp_start", 36_300),
        ("costs.ip_forward", 205_700),
        ("costs.ip_output", 24_200),
        ("costs.ether_output", 18_200),
        ("costs.firewall", 48_400),
        ("costs.translate", 60_500),
    ],
    ranges: &[
        ("traffic.rate", 0, 148_800),
        ("traffic.ramp_to", 0, 148_800),
        ("traffic.reverse", 0, 148_800),
        ("trial.from", 0, 148_800),
        ("trial.to", 1, 148_800),
    ],
};
