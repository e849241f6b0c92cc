//! The programs that run on the machine.

mod compute;
mod screend;

pub use compute::compute;
pub use screend::screend;
