//! The kernel: its design, its queues, and who packets are for (the groups `queues`, `programs`, `nfs` and `breaker`).

use crate::scenario::design::Design;
use crate::scenario::value::Values;
use crate::units::{Cycles, Hertz};

/// Where packets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumer {
    /// Out by another interface.
    Wire,
    /// Past screend, then out.
    Screend,
    /// To a process, through the packet filter.
    Tcpdump,
    /// To a process, through a data-link socket.
    Datalink,
    /// To a file server's threads; what they answer goes back where the request came from.
    Nfs,
}

/// When finished transmissions are seen to, by a kernel that takes packets to completion at device level (M 4.4, 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completions {
    Between,
    Lower,
    After,
    Polled,
}

#[derive(Clone, Debug)]
pub struct KernelSettings {
    pub design: Design,
    pub ip_is_thread: bool,
    pub ipintrq: usize,
    pub ifqueue: usize,
    pub screen: usize,
    pub delivery: usize,
    pub delivery_bytes: u64,
    pub socket: usize,
    /// A file server's threads.
    pub servers: usize,
    pub consumer: Consumer,
    pub screend: bool,
    pub to_disk: bool,
    pub compute: bool,
    pub completions: Completions,
}

pub(super) fn kernel(values: &Values) -> KernelSettings {
    let number = |path: &str| values.get(path).integer() as usize;
    let design = Design::of(values);
    let consumer = consumer(values, design);
    KernelSettings {
        design,
        ip_is_thread: values.get("kernel.ip").choice() == "thread",
        ipintrq: number("queues.ipintrq"),
        ifqueue: number("queues.ifqueue"),
        screen: number("queues.screen"),
        delivery: number("queues.delivery"),
        delivery_bytes: values.get("queues.delivery_bytes").integer(),
        socket: number("nfs.queue"),
        servers: number("nfs.threads"),
        consumer,
        screend: consumer == Consumer::Screend,
        to_disk: values.get("programs.tcpdump_to").choice() == "disk",
        compute: values.get("programs.compute").switch(),
        completions: match values.get("transmit.completions").choice() {
            "between" => Completions::Between,
            "lower" => Completions::Lower,
            "after" => Completions::After,
            "polled" => Completions::Polled,
            other => panic!("the table lists {other} that nothing simulates"),
        },
    }
}

fn consumer(values: &Values, design: Design) -> Consumer {
    let is_on = |path: &str| values.get(path).switch();
    match design {
        Design::Monitor => Consumer::Tcpdump,
        Design::Ultrix => Consumer::Datalink,
        Design::LinuxIrq | Design::LinuxNapi => Consumer::Wire,
        Design::Polling if is_on("programs.tcpdump") => Consumer::Tcpdump,
        Design::Bsd | Design::Polling if is_on("programs.nfs") => Consumer::Nfs,
        _ if is_on("programs.screend") => Consumer::Screend,
        _ => Consumer::Wire,
    }
}

impl Consumer {
    /// Packets leave by another interface than they came.
    pub fn forwards(self) -> bool {
        matches!(self, Consumer::Wire | Consumer::Screend)
    }

    /// Packets stay: a process reads them, and no interface sends.
    pub fn is_process(self) -> bool {
        matches!(self, Consumer::Tcpdump | Consumer::Datalink)
    }
}

/// The network monitor's circuit breaker (M 8.1).
#[derive(Clone, Copy, Debug)]
pub struct BreakerSettings {
    pub enabled: bool,
    pub batch: u64,
    pub off: Cycles,
}

pub(super) fn breaker(values: &Values, clock: Hertz) -> BreakerSettings {
    BreakerSettings {
        enabled: values.get("breaker.enabled").switch(),
        batch: values.get("breaker.batch").integer(),
        off: clock.cycles_in_microseconds(values.get("breaker.off_us").integer()),
    }
}
