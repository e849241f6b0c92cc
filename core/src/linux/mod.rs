//! Linux 2.6: what its kernels share, and the two families of machines that run it.
//!
//! ```text
//! device interrupt -> softirq (before the CPU goes back to processes; ksoftirqd when it takes too long) -> process
//! ```
//!
//! `forwarder` is the router of S with its six drivers. `receive` is the path from the interface to a process (W).

pub mod forwarder;
pub mod receive;
mod softirq;

pub use softirq::{Softirq, Softirqs};
