//! Experiments: one trial at one rate, and results of many trials. Nothing here has threads: the command line and the
//! browser's workers spread trials over cores.

#[cfg(feature = "toml")]
pub mod claims;
#[cfg(feature = "toml")]
pub mod figures;
mod mlfrr;
mod runner;
#[cfg(feature = "toml")]
pub mod sensitivity;
mod sweep;
mod trial;

pub use mlfrr::{Attempt, Mlfrr, Search};
pub use runner::{Runner, Sequential, TrialError, run_trial};
pub use sweep::{Curve, Point, Sweep, at_rate, seeds_of};
pub use trial::Trial;
