//! Linux today, beyond the papers: the path of a packet to a UDP receiver with NAPI, its budgets and ksoftirqd, with
//! threaded NAPI, with busy polling, and with an interface of several queues that coalesces its interrupts.
//!
//! ```text
//! wire -RSS-> ring of a queue -> softirq, ksoftirqd, a thread of NAPI, or the receive call itself -> socket -> process
//! ```
//!
//! `Cpu` is the state of one CPU (softirqs, ksoftirqd, the poll list, the scheduler). Procedures have the kernel's names. Section
//! 13 of core/MODEL.md lists what is left out.

mod build;
mod busy_poll;
mod code;
mod contexts;
mod interface;
mod interrupts;
mod kernel;
mod napi;
mod options;
mod places;
mod plan;
mod receiver;
mod selective;
mod shares;
mod softirqs;
mod video_frames;

use crate::family::{Family, Plan};
use crate::scenario::Settings;
use crate::trace::topology::Topology;

pub const FAMILY: Family = Family { id: "linux_today", plan };

fn plan(settings: &Settings, topology: Topology) -> Box<dyn Plan> {
    Box::new(plan::MachinePlan::new(settings, topology))
}
