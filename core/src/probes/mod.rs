//! What is read off a machine's counters: numbers for people, computed from two rows and the machine's description.
//! Floating point is at home here: nothing in this room decides an event.

pub mod diagnosis;
mod latency;
mod replayed;
mod report;
mod timeline;

pub use latency::Latency;
pub use replayed::{Replayed, replayed};
pub use report::{Conservation, CycleBalance, Little, PacketBalance, Report, Window, WindowFacts};
pub use timeline::{Call, Timeline};
