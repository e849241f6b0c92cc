//! All families of kernels. A new one is a row here and a room of its own.

use crate::scenario::Settings;
use crate::system::{About, Family, Plan};
use crate::trace::topology::Topology;
use crate::{linux, router, srp};

const FAMILIES: &[&Family] = &[&router::FAMILY, &linux::forwarder::FAMILY, &linux::receive::FAMILY, &srp::FAMILY];

/// All designs, in the order in which they are listed.
pub fn designs() -> Vec<About> {
    FAMILIES.iter().flat_map(|family| (family.designs)()).collect()
}

/// The machine that the settings ask for, numbered.
pub fn plan(scenario: &str, settings: &Settings) -> Box<dyn Plan> {
    let design = settings.kernel.design.id();
    let family = FAMILIES.iter().find(|family| (family.designs)().iter().any(|about| about.id == design));
    let topology = Topology::new(scenario, design, settings.machine.clock.0);
    (family.expect("every design of the parameter table belongs to a family").plan)(settings, topology)
}
