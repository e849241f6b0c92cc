//! Livelock Lab's simulator: a CPU with interrupt priority levels, network interfaces and a kernel that drowns, or not.
pub mod random;
pub mod scenario;
pub mod units;
