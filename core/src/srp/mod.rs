//! Paper R: a host whose processes receive from sockets, or a gateway, with FreeBSD's, LRP's or SRP's receiver processing.
//! The designs are `freebsd`, `lrp` and `signaled` (SRP); the rest is what they share.
//!
//!   settings -> blueprint (numbers) -> kernel, apps, peer (the machine that runs) ; `assembly` puts it together

mod alarms;
mod apps;
mod assembly;
mod blueprint;
mod code;
mod freebsd;
mod gateway;
mod kernel;
mod lrp;
mod peer;
mod protocol;
mod settings;
mod signaled;
mod socket;

use crate::scenario::Settings;
use crate::system::{About, Family, Plan};
use crate::trace::topology::Topology;
use settings::SrpSettings;

pub const FAMILY: Family = Family { designs, plan };

fn designs() -> Vec<About> {
    vec![freebsd::ABOUT, lrp::ABOUT, signaled::ABOUT]
}

fn plan(settings: &Settings, mut topology: Topology) -> Box<dyn Plan> {
    topology.add_code(&code::code(&SrpSettings::from(settings)));
    Box::new(blueprint::Blueprint::new(settings, topology))
}

#[cfg(test)]
mod tests;
