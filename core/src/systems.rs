//! The list of all families of kernels. CONTRIBUTING.md says what a new family needs.

use crate::scenario::{DESIGNS, DesignRow, Scenario, Settings};
use crate::system::{Family, Plan};
use crate::trace::topology::Topology;
use crate::{linux, router, srp, today};

pub const ALL: &[&Family] = &[
    &router::FAMILY,
    &router::OTHERS,
    &linux::forwarder::FAMILY,
    &linux::receive::FAMILY,
    &srp::FAMILY,
    &today::FAMILY,
];

/// Ids of families, each with the ids of its designs.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    ALL.iter().map(|family| {
        let designs = DESIGNS.iter().filter(|row| row.family == family.id);
        (family.id, designs.map(|row| row.id).collect())
    })
}

/// Makes the plan of the machine for these settings.
pub fn plan(scenario: &Scenario, settings: &Settings) -> Box<dyn Plan> {
    let DesignRow { id: design, family, .. } = *settings.kernel.design.row();
    let family = ALL.iter().find(|row| row.id == family).expect("the row of a design names a family of this list");
    (family.plan)(settings, Topology::new(&scenario.id, design, settings.machine.clock.0))
}
