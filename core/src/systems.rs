//! The list of all families of kernels. A new family is a row here, a module and a feature. The browser loads a build with
//! one family, so that no page waits for code that it does not run. The command line has all.

#[cfg(any(feature = "linux", feature = "linux_receive"))]
use crate::linux;
#[cfg(any(feature = "router", feature = "others"))]
use crate::router;
use crate::scenario::{Scenario, ScenarioError, Settings};
#[cfg(feature = "srp")]
use crate::srp;
use crate::system::{About, Family, Plan};
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

/// All designs, in the order in which they are listed.
pub fn designs() -> Vec<About> {
    FAMILIES.iter().flat_map(|family| (family.designs)()).collect()
}

/// Ids of families, each with the ids of its designs.
pub fn families() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    FAMILIES.iter().map(|family| (family.id, (family.designs)().iter().map(|about| about.id).collect()))
}

/// Makes the plan of the machine for these settings. Fails when this build does not contain its family.
pub fn plan(scenario: &Scenario, settings: &Settings) -> Result<Box<dyn Plan>, ScenarioError> {
    let design = settings.kernel.design.id();
    let family = FAMILIES.iter().find(|family| (family.designs)().iter().any(|about| about.id == design));
    let Some(family) = family else {
        let listed: Vec<String> = designs().iter().map(|about| about.id.to_string()).collect();
        let problem = "this build of the simulator does not have it";
        return Err(ScenarioError::new("kernel.design", design, problem, listed.join(", ")));
    };
    let topology = Topology::new(&scenario.id, design, settings.machine.clock.0);
    Ok((family.plan)(settings, topology))
}
