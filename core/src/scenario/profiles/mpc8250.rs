//! The router of S: Freescale's MPC8250 (PowerPC, 200 MHz) with two Fast Ethernet interfaces and Linux 2.6.9, compiled
//! without preemption (S 4.1). MODEL.md section 9 explains its costs.

use super::{Profile, Wire};
use crate::units::{Bytes, Hertz, Link};

pub const PROFILE: Profile = Profile {
    id: "mpc8250",
    label: "MPC8250 (PowerPC, 200 MHz) on Fast Ethernet",
    source: "S 4.1",
    clock: Hertz(200_000_000),
    wire: Wire {
        name: "Fast Ethernet",
        adapter: "Fast Ethernet controller",
        interface: "eth",
        shortest: Bytes(64),
        overhead: Link::ETHERNET_OVERHEAD,
    },
    settings: &[
        ("machine.link_mbps", 100),
        // Linux 2.6
        ("machine.clock_hz", 1_000),
        ("traffic.rate", 10_000),
        ("traffic.ramp_to", 100_000),
        // S 4.1: both interfaces receive and send
        ("traffic.inputs", 2),
        // ours: the generator sends at constant gaps; a little jitter avoids a fixed pattern between the two wires
        ("traffic.jitter", 10),
        // S 4.1
        ("queues.receive_ring", 256),
        ("queues.transmit_ring", 256),
        // Linux 2.6: the interface's txqueuelen
        ("queues.ifqueue", 1_000),
        // fit: S-t4, an interrupt: 1.67 us
        ("costs.interrupt_entry", 920),
        ("costs.interrupt_return", 550),
        ("costs.driver_isr", 200),
        // fit: S-t4, 11.8 us a packet with every driver; how it is divided is ours
        ("costs.driver_receive", 3_330),
        ("costs.ip_rcv", 1_810),
        ("costs.linux_forward", 1_610),
        ("costs.dev_queue_xmit", 810),
        ("costs.hard_start_xmit", 1_210),
        ("costs.transmit_reclaim", 1_210),
        ("costs.free_buffer", 1_810),
        // S-t4: 0.02 us a byte
        ("costs.driver_copy", 20_480),
        // fit: S-t4, 5.74 us for the backlog: half to put a packet on it, half to take the packet off
        ("costs.netif_rx", 2_870),
        ("costs.process_backlog", 2_870),
        // fit: S-t4, 6.14 us more for freeing a buffer in a softirq
        ("costs.free_buffer_irq", 6_140),
        // the same as free_buffer
        ("costs.backlog_full", 1_810),
        ("costs.qdisc_full", 1_810),
        // ours: once for many packets under load
        ("costs.netif_rx_schedule", 400),
        ("costs.do_softirq", 300),
        ("costs.net_rx_action", 300),
        ("costs.driver_poll", 200),
        ("costs.netif_rx_complete", 400),
        ("costs.net_tx_action", 400),
        ("costs.ksoftirqd_turn", 400),
        ("costs.hardclock", 6_000),
        ("costs.thread_run", 5_000),
        ("trial.packets", 100_000),
        ("trial.from", 2_000),
        ("trial.to", 148_810),
    ],
    ranges: &[
        ("traffic.rate", 0, 148_810),
        ("traffic.ramp_to", 0, 148_810),
        ("traffic.reverse", 0, 148_810),
        ("trial.from", 0, 148_810),
        ("trial.to", 1, 148_810),
    ],
};
