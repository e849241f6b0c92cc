//! Livelock Lab's simulator: a CPU with interrupt priority levels, network interfaces, and a kernel that drowns in packets
//! or does not. The map, in the order in which rooms may use each other (never the other way):
//!
//!   units, ordered, random, scenario, trace  <-  cpu  <-  hardware  <-  kernel, system  <-  designs, schedulers, apps  <-  router,
//!   linux, srp, today  <-  systems  <-  machine  <-  probes, session, experiment  <-  frame  <-  catalogue
//!
//! The rooms are told in the project's ARCHITECTURE.md; what is modelled and what is left out in core/MODEL.md.

pub mod apps;
pub mod catalogue;
pub mod cpu;
pub mod designs;
pub mod experiment;
pub mod frame;
pub mod hardware;
pub mod kernel;
pub mod linux;
pub mod machine;
pub mod ordered;
pub mod probes;
pub mod random;
pub mod router;
pub mod scenario;
pub mod schedulers;
pub mod session;
pub mod srp;
pub mod system;
pub mod systems;
pub mod today;
pub mod trace;
pub mod units;
