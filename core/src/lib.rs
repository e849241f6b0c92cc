//! Livelock Lab's simulator: a CPU with interrupt priority levels, network interfaces, and the kernels of five papers on receive
//! livelock. A run is a pure function of its [`scenario::Scenario`]. This example runs one trial of the unmodified kernel at
//! 12,000 packets per second, far beyond the rate that it can forward:
//!
//! ```
//! use livelock_core::experiment::run_trial;
//! use livelock_core::scenario::{Value, presets};
//!
//! let scenario = presets::find("figure-6-1").expect("a ready-made scenario");
//! let flooded = scenario.with(&[("traffic.rate", Value::from_text("12000"))]).expect("a valid rate");
//! let report = run_trial(&flooded).expect("a valid scenario");
//! println!("{:.0} of {:.0} packets per second are delivered", report.delivered_pps, report.offered_pps);
//! assert!(report.delivered_pps < 0.2 * report.offered_pps, "receive livelock");
//! ```
//!
//! A module may import only modules to its left (`npm test -- rules` checks this):
//!
//! ```text
//! units, ordered, random, scenario, trace  <-  cpu  <-  hardware  <-  family, kernel, program, schedulers
//! <-  families  <-  machine  <-  probes, session, experiment  <-  frame  <-  catalogue
//! ```
//!
//! The project's ARCHITECTURE.md describes the modules. core/MODEL.md describes what is modelled and what is left out.

pub mod catalogue;
pub mod cpu;
pub mod experiment;
pub mod families;
pub mod family;
pub mod frame;
pub mod hardware;
pub mod kernel;
pub mod machine;
pub mod ordered;
pub mod probes;
pub mod program;
pub mod random;
pub mod scenario;
pub mod schedulers;
pub mod session;
pub mod trace;
pub mod units;

pub use livelock_text::message;
pub use livelock_text::msg;
