//! The hardware, as explicit state machines: traffic sources, network interfaces, timers, a disk. They use the host, which calls
//! them at scheduled times and takes their interrupt lines. They know no kernel.
//!
//! ```text
//! Source --arrive--> Receiver (ring) ==line==> software ... software --put--> Transmitter (ring) --> wire
//! ```

mod arrivals;
mod clients;
mod disk;
mod fifo;
mod receiver;
mod replay;
mod source;
mod timers;
mod transmitter;

#[cfg(test)]
pub mod small_machine;
#[cfg(test)]
mod trap_tests;

pub use clients::Clients;
pub use disk::Disk;
pub use fifo::Fifo;
pub use receiver::{Causes, PacketSink, Receiver};
pub use source::{Source, SourceParts};
pub use timers::{Clock, IntervalTimer, ReenableTimer};
pub use transmitter::{Listener, Transmitter, TransmitterParts};
