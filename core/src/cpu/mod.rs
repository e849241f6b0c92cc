//! The only executor: simulated time, CPUs with their interrupt priority levels, lines, threads, and what software may do.
//!
//!   hardware event -> line asserted -> taken when its level exceeds the CPU's -> handler runs, may be preempted -> returns
//!                                                                  |
//!                            a thread is woken -> runs when no interrupt does and the scheduler picks it
//!
//! Software is `async fn`s that pause in exactly two ways: `work` (spend cycles) and `sleep` (wait for a channel; handlers
//! wait for their next interrupt). Between pauses code is atomic and free.

mod activity;
mod agenda;
mod builder;
mod cpus;
mod doing;
mod executor;
mod host;
mod line;
mod packets;
mod processor;
mod steps;
mod traffic;
mod work;

pub use activity::{Channel, Level, ThreadId, ThreadPicker};
pub use builder::HostBuilder;
pub use cpus::CPUS_MAX;
pub use executor::{Device, Executor, Software, Stuck};
pub use host::{Host, PLACE_ROOM};
pub use packets::{Frame, Packet};
pub use work::{Procedure, Work};

#[cfg(test)]
mod cpus_tests;
