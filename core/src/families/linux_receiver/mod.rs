//! The receive path of Linux 2.6.12 on W's Pentium II (W 2 and 4): NAPI, sockets with quotas in bytes, the receiving
//! process, processes that compete with it, and the memory that all packets take.
//!
//! ```text
//! wire -> ring -> softirq (net_rx_action, ip_rcv) -> udp_rcv ---------------> receive queue -> process
//!                    |                            -> tcp_v4_rcv -> backlog ----^   (socket locked by its process)
//!                    refill may fail                            -> prequeue ---^   (its process waits)
//! ```
//!
//! The TCP sender (`network`) is modelled as hardware. Section 11 of core/MODEL.md lists what is left out.

mod background;
mod build;
mod code;
mod interrupts;
mod kernel;
mod memory;
mod network;
mod options;
mod plan;
mod queue;
mod reclaim;
mod sender;
mod socket;
mod tcp;
mod udp;

use crate::family::{Family, Plan};
use crate::scenario::Settings;
use crate::trace::topology::Topology;

pub const FAMILY: Family = Family { id: "linux_receiver", plan };

fn plan(settings: &Settings, topology: Topology) -> Box<dyn Plan> {
    Box::new(plan::MachinePlan::new(settings, topology))
}
