//! Measurements of a machine: reports, latencies and diagnoses, computed from two rows of its counters and its topology.
//! Floating point is allowed here, because nothing in this module decides an event.

pub mod diagnosis;
mod latency;
mod replayed;
mod report;
mod timeline;
mod verdicts;

pub use latency::Latency;
pub use replayed::{Replayed, replayed};
pub use report::{Conservation, CycleBalance, Little, PacketBalance, Report, Window, WindowFacts};
pub use timeline::{Call, Timeline};
pub use verdicts::{Asleep, RingStarved, WireIdle, asleep_beside_work, ring_starved, wire_idle};
