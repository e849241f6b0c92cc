//! The families of kernels, each a folder. All have the same files: `plan.rs` numbers the parts of the machine, `build.rs` builds
//! them, `kernel.rs` is the state that the kernel's code shares, `code.rs` its pseudo-code (M's stands beside the procedures), and
//! `options.rs` reads the family's own settings. A family never uses another one. CONTRIBUTING.md says what a new family needs.

pub mod linux_receiver;
pub mod linux_router;
pub mod linux_today;
pub mod routers;
pub mod srp;

use crate::family::{Family, Plan};
use crate::scenario::{DesignRow, Scenario, ScenarioErrors, Settings};
use crate::trace::topology::Topology;

pub const ALL: &[&Family] =
    &[&routers::FAMILY, &linux_router::FAMILY, &linux_receiver::FAMILY, &srp::FAMILY, &linux_today::FAMILY];

pub use routers::program_target;

/// Makes the plan of the machine for these settings, or for the program that takes the place of their kernel. Fails when the
/// program does not compile.
pub fn plan(scenario: &Scenario, settings: &Settings) -> Result<Box<dyn Plan>, ScenarioErrors> {
    let DesignRow { id: design, family, .. } = *settings.kernel.design.row();
    let topology = |design| Topology::new(&scenario.id, design, settings.machine.clock.0);
    if let Some(program) = &scenario.program {
        return routers::plan_program(scenario, program, settings, topology("program"));
    }
    let family = ALL.iter().find(|row| row.id == family).expect("the row of a design names a family of this list");
    Ok((family.plan)(settings, topology(design)))
}
