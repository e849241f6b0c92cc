//! Who has the CPU when no interrupt does.

mod round_robin;

pub use round_robin::{Class, RoundRobin};
