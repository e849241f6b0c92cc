//! The Linux router of S (S 3, 4.1). It has two or more Fast Ethernet interfaces; a packet comes in on one and leaves
//! by the next. The driver has six variants. It receives packets in one of two ways: by interrupt and backlog, or by
//! NAPI. The interface reports sent packets in one of three ways: after each packet, once in 128 packets, or not at all.
//!
//! ```text
//! linux_irq:   ring -> ISR: netif_rx -> [backlog] -> softirq: ip_rcv ... dev_queue_xmit -> [output queue] -> ring
//! linux_napi:  ring -> softirq: poll, ip_rcv ... dev_queue_xmit -> [output queue] -> ring      (the ISR only asks for it)
//! ```
//!
//! plan.rs numbers contexts, lines and places; build.rs puts devices around the host; the other files are the kernel.

mod backlog;
mod build;
mod code;
mod forward;
mod interrupts;
mod kernel;
mod napi;
mod plan;
mod softirqs;
#[cfg(test)]
mod tests;

use crate::family::Family;
use plan::MachinePlan;

pub const FAMILY: Family =
    Family { id: "linux_router", plan: |settings, topology| Box::new(MachinePlan::new(settings, topology)) };
