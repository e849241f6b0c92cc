//! The programs that run on the machine.

mod compute;
mod datalink;
mod nfsd;
mod screend;
mod tcpdump;

pub use compute::compute;
pub use datalink::datalink;
pub use nfsd::{disk_interrupt, nfsd};
pub use screend::screend;
pub use tcpdump::tcpdump;
