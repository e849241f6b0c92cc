//! Who has the CPU when no interrupt does.

mod o1;
mod round_robin;

pub use o1::{NICE, O1, time_slice_ms};
pub use round_robin::{Class, RoundRobin};
