//! The Linux router of S: two or more Fast Ethernet interfaces, packets that come in on one and leave by the next, and a
//! driver in six variants: received packets by interrupt and backlog or by NAPI, and sent ones reported after each frame, once
//! in 128, or not at all (S 3, 4.1).
//!
//!   linux_irq:   ring -> ISR: netif_rx -> [backlog] -> softirq: ip_rcv ... dev_queue_xmit -> [output queue] -> ring
//!   linux_napi:  ring -> softirq: poll, ip_rcv ... dev_queue_xmit -> [output queue] -> ring      (the ISR only asks for it)
//!
//! plan.rs numbers contexts, lines and places; build.rs puts devices around the host; the other files are the kernel.

mod backlog;
mod build;
mod code;
mod forward;
mod interrupt;
mod kernel;
mod napi;
mod plan;
mod softirqs;
#[cfg(test)]
mod tests;

use crate::system::Family;
use plan::ForwarderPlan;

pub const FAMILY: Family =
    Family { id: "linux", plan: |settings, topology| Box::new(ForwarderPlan::new(settings, topology)) };
