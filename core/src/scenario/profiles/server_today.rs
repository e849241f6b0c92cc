//! A server of today, beyond the papers. Every cost is ours and has the order of magnitude of such machines: about 1 us in a
//! softirq for a packet, 1.5 us for a receive call, 1 us for an interrupt. The network is scaled down from 10 Gb/s and more,
//! so that a viewer can follow it. Even so, its shortest packets come faster than one CPU can take them.

use super::{Profile, Wire};
use crate::units::{Bytes, Hertz, Link};

pub const PROFILE: Profile = Profile {
    id: "server-today",
    label: "A server of today (x86-64, 3 GHz), network scaled down to 1 Gb/s",
    source: "our choice",
    clock: Hertz(3_000_000_000),
    wire: Wire {
        name: "Gigabit Ethernet",
        adapter: "controller with several receive queues",
        interface: "eth",
        shortest: Bytes(64),
        overhead: Link::ETHERNET_OVERHEAD,
    },
    settings: &[
        ("machine.link_mbps", 1_000),
        ("machine.clock_hz", 1_000),
        ("queues.receive_ring", 512),
        ("traffic.rate", 100_000),
        ("traffic.ramp_to", 1_400_000),
        ("costs.interrupt_entry", 600),
        ("costs.interrupt_return", 200),
        ("costs.thread_wakeup", 800),
        // here the switch is part of waking up (`schedule`): interrupts are off during it, so none can make it start again
        ("costs.thread_run", 0),
        ("costs.hardclock", 1_000),
        ("costs.do_softirq", 100),
        ("costs.net_rx_action", 50),
        ("costs.ip_rcv", 150),
        ("costs.copy_to_user", 100),
        ("costs.kfree_skb", 150),
        ("trial.packets", 100_000),
        ("trial.from", 20_000),
        ("trial.to", 1_488_000),
    ],
    ranges: &[
        ("machine.link_mbps", 1, 10_000),
        ("queues.receive_ring", 1, 1_024),
        ("traffic.rate", 0, 1_488_095),
        ("traffic.ramp_to", 0, 1_488_095),
        ("traffic.reverse", 0, 1_488_095),
        ("trial.from", 0, 1_488_095),
        ("trial.to", 1, 1_488_095),
    ],
};
