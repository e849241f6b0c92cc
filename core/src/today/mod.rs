//! Linux today, beyond the papers: how a packet comes to a UDP receiver with NAPI, its budgets and ksoftirqd, threaded NAPI,
//! busy polling, and an interface with several queues that coalesces its interrupts.
//!
//!   wire -RSS-> ring of a queue -> softirq, ksoftirqd, a thread of NAPI, or the receive call itself -> socket -> process
//!
//! What is per CPU (softirqs, ksoftirqd, the poll list, the scheduler) is in `Cpu`; procedures bear the kernel's names.
//! What is left out: core/MODEL.md, section 13.

mod build;
mod busy_poll;
mod code;
mod contexts;
mod frames;
mod interface;
mod interrupt;
mod kernel;
mod layout;
mod napi;
mod options;
mod places;
mod receiver;
mod selective;
mod shares;
mod softirq;

use crate::scenario::Settings;
use crate::system::{About, Family, Plan};
use crate::trace::topology::Topology;

pub const FAMILY: Family = Family { id: "today", designs, plan };

fn designs() -> Vec<About> {
    vec![About {
        id: "linux_today",
        name: "Linux today",
        source: "beyond the papers",
        one_line: "Queues are polled by software interrupts, ksoftirqd, threads of their own, or the receiver itself.",
    }]
}

fn plan(settings: &Settings, topology: Topology) -> Box<dyn Plan> {
    Box::new(layout::Layout::new(settings, topology))
}
