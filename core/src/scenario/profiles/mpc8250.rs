//! The router of S: Freescale's MPC8250 (PowerPC, 200 MHz) with two Fast Ethernet interfaces and Linux 2.6.9, compiled
//! without preemption (S 4.1). MODEL.md section 8 tells how its costs came about.

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
        // ours: the generator keeps its gaps; a little jitter keeps the two wires from beating
        ("traffic.jitter", 10),
        // S 4.1
        ("queues.receive_ring", 256),
        ("queues.transmit_ring", 256),
        // Linux 2.6: the interface's txqueuelen
        ("queues.ifqueue", 1_000),
        ("costs.interrupt_entry", 800),
        ("costs.interrupt_return", 500),
        ("costs.driver_isr", 200),
        ("costs.driver_receive", 3_300),
        ("costs.driver_copy", 20_480),
        ("costs.netif_rx", 2_400),
        ("costs.backlog_full", 2_400),
        ("costs.netif_rx_schedule", 400),
        ("costs.do_softirq", 300),
        ("costs.net_rx_action", 300),
        ("costs.process_backlog", 2_400),
        ("costs.driver_poll", 200),
        ("costs.netif_rx_complete", 400),
        ("costs.ip_rcv", 1_800),
        ("costs.linux_forward", 1_600),
        ("costs.dev_queue_xmit", 800),
        ("costs.qdisc_full", 1_800),
        ("costs.hard_start_xmit", 1_200),
        ("costs.transmit_reclaim", 1_200),
        ("costs.free_buffer_irq", 4_800),
        ("costs.net_tx_action", 400),
        ("costs.free_buffer", 1_800),
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
