//! Hardware as explicit state machines: traffic sources, network interfaces, the clock. They know the host (to be called at
//! a time, to assert a line) and no kernel.
//!
//!   Source --arrive--> Receiver (ring) ==line==> software ... software --put--> Transmitter (ring) --> wire

mod arrivals;
mod clients;
mod clock;
mod disk;
mod fifo;
mod interval;
mod receiver;
mod replay;
mod source;
mod timer;
mod transmitter;

pub use clients::Clients;
pub use clock::Clock;
pub use disk::Disk;
pub use fifo::Fifo;
pub use interval::Interval;
pub use receiver::{Intake, Receiver};
pub use source::{Source, SourceParts};
pub use timer::Timer;
pub use transmitter::{Listener, Transmitter, TransmitterParts};
