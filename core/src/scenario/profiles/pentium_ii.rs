//! A host or gateway of R 6: a 266 MHz Pentium II with FreeBSD or Eclipse/BSD, on Fast Ethernet. One measurement fixes the sum
//! of its costs: 36.3 % of the CPU at 69.35 Mb/s of TCP (table 1), which is 61 us for a segment with its acknowledgement. How
//! the sum is divided among the steps is ours.

use super::{FAST_ETHERNET, Profile};
use crate::units::Hertz;

pub const PROFILE: Profile = Profile {
    id: "pentium-ii",
    label: "Pentium II (266 MHz) on Fast Ethernet",
    source: "R 6, tables 1 and 2, figures 4 and 6",
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
        // fit: R-t1-absolute, 61 us a segment with its acknowledgement; how it is divided is ours
        ("costs.thread_wakeup", 1_000),
        ("costs.thread_run", 5_000),
        ("costs.ipintr", 500),
        ("costs.ip_dequeue", 500),
        ("costs.ipinput", 2_000),
        ("costs.udp_input", 3_000),
        ("costs.tcp_input", 9_000),
        ("costs.input_bytes", 4_000),
        ("costs.pcb_lookup", 1_000),
        ("costs.demultiplex_verify", 500),
        ("costs.socket_append", 1_000),
        ("costs.tcp_acknowledge", 12_000),
        ("costs.socket_receive", 5_000),
        ("costs.socket_copy", 6_500),
        ("costs.application", 1_500),
        ("costs.signal_handler", 1_000),
        ("costs.signal_catch", 4_000),
        ("costs.socket_send", 6_000),
        ("costs.fxp_start", 3_000),
        // ours, so that a gateway needs 28 to 55 % of its CPU (figure 6)
        ("costs.ip_forward", 17_000),
        ("costs.ip_output", 2_000),
        ("costs.ether_output", 1_500),
        ("costs.firewall", 4_000),
        // fit: R-t2-averages
        ("costs.cache_miss", 23_300),
        // the tasks' times in table 2 with ignored SIGUIQ
        ("costs.task_averages", 64_200),
        ("costs.task_products", 37_000),
        ("costs.task_select", 66_100),
    ],
    ranges: &[
        ("traffic.rate", 0, 148_800),
        ("traffic.ramp_to", 0, 148_800),
        ("traffic.reverse", 0, 148_800),
        ("trial.from", 0, 148_800),
        ("trial.to", 1, 148_800),
    ],
};
