//! The list of all families of kernels. (CONTRIBUTING.md says what a new family needs.) The command line has all families. The
//! browser loads a WebAssembly module with one family, so that no page waits for code that it does not run: `core/wasm` names
//! that family, and the linker leaves out the others.

use crate::scenario::{DESIGNS, DesignRow, Scenario, ScenarioError, Settings};
use crate::system::{Family, Plan};
use crate::trace::topology::Topology;
use crate::{linux, router, srp, today};

/// Families that a program contains.
pub type Families = &'static [&'static Family];

pub const ALL: Families = &[
    &router::FAMILY,
    &router::OTHERS,
    &linux::forwarder::FAMILY,
    &linux::receive::FAMILY,
    &srp::FAMILY,
    &today::FAMILY,
];

/// Ids of families, each with the ids of its designs.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    ALL.iter().map(|family| (family.id, designs_of(&[family]).map(|row| row.id).collect()))
}

/// Makes the plan of the machine for these settings. Fails when its family is not one of `families`.
pub fn plan(families: Families, scenario: &Scenario, settings: &Settings) -> Result<Box<dyn Plan>, ScenarioError> {
    let DesignRow { id: design, family, .. } = *settings.kernel.design.row();
    let Some(family) = families.iter().find(|row| row.id == family) else {
        let listed: Vec<&str> = designs_of(families).map(|row| row.id).collect();
        let problem = "this build of the simulator does not have this design";
        return Err(ScenarioError::new("kernel.design", design, problem, listed.join(", ")));
    };
    let topology = Topology::new(&scenario.id, design, settings.machine.clock.0);
    Ok((family.plan)(settings, topology))
}

/// The designs of these families, in the order in which they are listed.
fn designs_of(families: &[&Family]) -> impl Iterator<Item = &'static DesignRow> {
    DESIGNS.iter().filter(move |row| families.iter().any(|family| family.id == row.family))
}
