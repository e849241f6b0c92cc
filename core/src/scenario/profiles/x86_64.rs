//! A modern server, for one number of Karp's lecture (K): about 3 us pass from a device's interrupt to the start of its service
//! routine. Everything else is ours: a clock and costs of the right order of magnitude, a tenth of the MPC8250's costs.

use super::{Profile, Wire};
use crate::units::{Bytes, Hertz, Link};

pub const PROFILE: Profile = Profile {
    id: "x86-64",
    label: "A modern server (x86-64, 3 GHz) on Gigabit Ethernet",
    source: "K, slide Interrupts",
    // ours
    clock: Hertz(3_000_000_000),
    wire: Wire {
        name: "Gigabit Ethernet",
        adapter: "Gigabit Ethernet controller",
        interface: "eth",
        shortest: Bytes(64),
        overhead: Link::ETHERNET_OVERHEAD,
    },
    settings: &[
        ("machine.link_mbps", 1_000),
        ("machine.clock_hz", 1_000),
        ("traffic.rate", 100_000),
        ("traffic.ramp_to", 1_000_000),
        ("queues.receive_ring", 256),
        ("queues.transmit_ring", 256),
        ("queues.ifqueue", 1_000),
        // fit: K-irq-latency
        ("costs.interrupt_entry", 3_000),
        ("costs.interrupt_return", 300),
        ("costs.driver_isr", 100),
        ("costs.driver_receive", 330),
        ("costs.ip_rcv", 180),
        ("costs.linux_forward", 160),
        ("costs.dev_queue_xmit", 80),
        ("costs.hard_start_xmit", 120),
        ("costs.transmit_reclaim", 120),
        ("costs.free_buffer", 180),
        ("costs.driver_copy", 500),
        ("costs.netif_rx", 290),
        ("costs.process_backlog", 290),
        ("costs.free_buffer_irq", 610),
        ("costs.backlog_full", 180),
        ("costs.qdisc_full", 180),
        ("costs.netif_rx_schedule", 40),
        ("costs.do_softirq", 30),
        ("costs.net_rx_action", 30),
        ("costs.driver_poll", 20),
        ("costs.netif_rx_complete", 40),
        ("costs.net_tx_action", 40),
        ("costs.ksoftirqd_turn", 40),
        ("costs.hardclock", 2_000),
        ("costs.thread_run", 1_500),
        ("trial.packets", 100_000),
        ("trial.from", 20_000),
        ("trial.to", 1_488_000),
    ],
    ranges: &[
        ("machine.link_mbps", 1, 1_000),
        ("traffic.rate", 0, 1_488_095),
        ("traffic.ramp_to", 0, 1_488_095),
        ("traffic.reverse", 0, 1_488_095),
        ("trial.from", 0, 1_488_095),
        ("trial.to", 1, 1_488_095),
    ],
};
