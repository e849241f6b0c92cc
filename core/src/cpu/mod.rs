//! The only executor: simulated time, the CPU with its interrupt priority levels, lines, threads, and what software may do.
//!
//!   hardware event -> line asserted -> taken when its level exceeds the CPU's -> handler runs, may be preempted -> returns
//!                                                                  |
//!                            a thread is woken -> runs when no interrupt does and the scheduler picks it
//!
//! Software is `async fn`s that pause in exactly two ways: `work` (spend cycles) and `sleep` (wait for a channel; handlers
//! wait for their next interrupt). Between pauses code is atomic and free.

mod executor;
mod host;
mod line;
mod packets;
mod work;

pub use executor::{Device, Executor, Software, Stuck};
pub use host::{Activity, Channel, Host, HostBuilder, Level, ThreadId, ThreadPicker};
pub use packets::{Packet, PacketFacts};
pub use work::Procedure;
