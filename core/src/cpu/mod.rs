//! The simulator's executor: simulated time, CPUs with their interrupt priority levels, interrupt lines, threads, and the
//! operations that software may use.
//!
//! ```text
//! hardware event -> line asserted -> taken when its level exceeds the CPU's -> handler runs, may be preempted -> returns
//!                                                                |
//!                   a thread is woken -> runs when no interrupt is in service and the scheduler picks it
//! ```
//!
//! Software consists of `async fn`s that pause in exactly two ways: `work` spends cycles, `sleep` waits for a channel (handlers
//! wait for their next interrupt). Between two pauses code is atomic and takes no time.

mod activity;
mod builder;
mod cpus;
mod dispatcher;
mod event_queue;
mod executor;
mod host;
mod interrupt_lines;
mod packet_events;
mod packet_table;
mod run_loop;
mod step_costs;
mod steps;
mod trap;
mod variation;
mod work;

pub use activity::{Channel, Device, Level, Scheduler, Software, ThreadId};
pub use builder::HostBuilder;
pub use cpus::CPUS_MAX;
pub use executor::Executor;
pub use host::{Host, PLACE_ROOM};
pub use packet_table::{Packet, PacketHeader};
pub use trap::{Fault, Since, Verdict};
pub use trap::{Trap, TrapCause};
pub use variation::StepVariation;
pub use work::{Procedure, Work};

#[cfg(test)]
mod cpus_tests;
