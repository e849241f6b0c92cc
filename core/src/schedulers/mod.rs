//! Schedulers: they choose the thread that runs when no interrupt is in service.

mod fair;
mod move_to_rear;
mod o1;
mod processes;
mod round_robin;
mod time_sharing;

pub use fair::{Fair, InterruptTime};
pub use move_to_rear::{MoveToRear, Shares};
pub use o1::{NICE, O1, time_slice_ms};
pub use processes::ProcessThreads;
pub use round_robin::{Class, RoundRobin};
pub use time_sharing::TimeSharing;
