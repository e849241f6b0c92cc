//! The machines of R: a host whose processes receive from sockets, or a gateway, with the receiver processing of FreeBSD, LRP or
//! SRP. The designs are in `freebsd`, `lrp` and `signaled` (SRP); the other files are shared.
//!
//! ```text
//! settings -> plan (numbers) -> build (builds the machine) -> kernel, interrupts, protocol, apps, peer
//! ```

mod apps;
mod build;
mod code;
mod freebsd;
mod gateway;
mod interrupts;
mod kernel;
mod lrp;
mod options;
mod peer;
mod plan;
mod protocol;
mod signaled;
mod socket;

use crate::family::{Family, Plan};
use crate::kernel::{CLOCK, COMPUTING};
use crate::scenario::Settings;
use crate::trace::topology::Topology;
use options::Options;

pub const FAMILY: Family = Family { id: "srp", plan };

fn plan(settings: &Settings, mut topology: Topology) -> Box<dyn Plan> {
    topology.add_code(&code::lines(&Options::of(settings)));
    topology.add_code(CLOCK);
    topology.add_code(COMPUTING);
    Box::new(plan::MachinePlan::new(settings, topology))
}

#[cfg(test)]
mod tests;
