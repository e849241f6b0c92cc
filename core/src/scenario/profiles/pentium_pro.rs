//! The receiving host of R's figure 5: a 266 MHz Pentium Pro. A packet of 10 bytes costs it 178 us, three times what table 1's
//! machine needs for 1,460 bytes of TCP, so the two cannot have one cost table. At interrupt level it is given the same
//! costs, because both are P6 cores of one clock rate; everything above is the other's times one factor.

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
        ("queues.receive_ring", 64),
        ("queues.transmit_ring", 128),
        // an interrupt and what runs at its level: ours, of a 266 MHz CPU; the same on both machines
        ("costs.interrupt_entry", 1_000),
        ("costs.interrupt_return", 500),
        ("costs.fxp_intr", 1_500),
        ("costs.ether_input", 500),
        ("costs.netisr_input", 500),
        ("costs.ipintrq_full", 500),
        ("costs.next_stage_submit", 1_000),
        ("costs.early_demultiplex", 1_000),
        ("costs.hardclock", 5_000),
        // fit: R-f5-knee; 7.4 times the Pentium II's
        ("costs.thread_wakeup", 7_400),
        ("costs.thread_run", 37_000),
        ("costs.ipintr", 3_700),
        ("costs.ip_dequeue", 3_700),
        ("costs.ipinput", 14_800),
        ("costs.udp_input", 22_200),
        ("costs.tcp_input", 51_800),
        ("costs.input_bytes", 29_600),
        ("costs.pcb_lookup", 7_400),
        ("costs.demultiplex_verify", 3_700),
        ("costs.socket_append", 7_400),
        ("costs.socket_full", 3_700),
        ("costs.tcp_acknowledge", 66_600),
        ("costs.socket_receive", 29_600),
        ("costs.socket_copy", 48_100),
        ("costs.application", 11_100),
        ("costs.signal_handler", 14_800),
        ("costs.signal_catch", 29_600),
        ("costs.socket_send", 44_400),
        ("costs.fxp_start", 22_200),
        ("costs.ip_forward", 22_200),
        ("costs.ip_output", 14_800),
        ("costs.ether_output", 11_100),
        ("costs.firewall", 29_600),
        ("costs.translate", 37_000),
    ],
    ranges: &[
        ("traffic.rate", 0, 148_800),
        ("traffic.ramp_to", 0, 148_800),
        ("traffic.reverse", 0, 148_800),
        ("trial.from", 0, 148_800),
        ("trial.to", 1, 148_800),
    ],
};
