//! The list of all families of kernels. A new family needs a row here, a module and a Cargo feature. The browser loads a build
//! with one family, so that no page waits for code that it does not run. The command line has all families.

#[cfg(any(feature = "linux", feature = "linux_receive"))]
use crate::linux;
#[cfg(any(feature = "router", feature = "others"))]
use crate::router;
use crate::scenario::{DESIGNS, DesignRow, Scenario, ScenarioError, Settings};
#[cfg(feature = "srp")]
use crate::srp;
use crate::system::{Family, Plan};
#[cfg(feature = "today")]
use crate::today;
use crate::trace::topology::Topology;

const FAMILIES: &[&Family] = &[
    #[cfg(feature = "router")]
    &router::FAMILY,
    #[cfg(feature = "others")]
    &router::OTHERS,
    #[cfg(feature = "linux")]
    &linux::forwarder::FAMILY,
    #[cfg(feature = "linux_receive")]
    &linux::receive::FAMILY,
    #[cfg(feature = "srp")]
    &srp::FAMILY,
    #[cfg(feature = "today")]
    &today::FAMILY,
];

/// The designs that this build contains, in the order in which they are listed.
pub fn designs() -> Vec<DesignRow> {
    DESIGNS.iter().filter(|row| FAMILIES.iter().any(|family| family.id == row.family)).copied().collect()
}

/// Ids of families, each with the ids of its designs.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let designs = |family: &str| DESIGNS.iter().filter(|row| row.family == family).map(|row| row.id).collect();
    FAMILIES.iter().map(move |family| (family.id, designs(family.id)))
}

/// Makes the plan of the machine for these settings. Fails when this build does not contain its family.
pub fn plan(scenario: &Scenario, settings: &Settings) -> Result<Box<dyn Plan>, ScenarioError> {
    let DesignRow { id: design, family, .. } = *settings.kernel.design.row();
    let Some(family) = FAMILIES.iter().find(|row| row.id == family) else {
        let listed: Vec<&str> = designs().iter().map(|row| row.id).collect();
        let problem = "this build of the simulator does not have this design";
        return Err(ScenarioError::new("kernel.design", design, problem, listed.join(", ")));
    };
    let topology = Topology::new(&scenario.id, design, settings.machine.clock.0);
    Ok((family.plan)(settings, topology))
}
