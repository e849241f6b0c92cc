//! The kernel designs of Mogul and Ramakrishnan, with a file or folder for each. Designs never import each other; `kernel` has
//! the parts that several designs share.

pub mod bsd;
pub mod calaveras;
pub mod clocked;
pub mod high_ipl;
pub mod monitor;
pub mod polling;
pub mod ultrix;

use crate::cpu::Software;
use crate::kernel::{CodeLine, Kernel, MachinePlan, Shape};
use crate::scenario::{Design, Settings};
use crate::trace::topology::Topology;
use std::rc::Rc;

/// A design's code by activity, and its reaction to new settings.
pub struct RunningDesign {
    pub software: Vec<(usize, Software)>,
    /// Called after new settings are in place.
    pub settings_changed: Box<dyn Fn()>,
}

/// A design: the shape of its machine, its code, and its pseudo-code.
pub struct KernelDesign {
    pub shape: fn(&Settings) -> Shape,
    pub start: fn(&Rc<Kernel>, &MachinePlan) -> RunningDesign,
    pub code: fn(&Settings) -> Vec<CodeLine>,
    /// Adds the design's gates.
    pub gates: fn(&mut Topology, &Settings),
}

/// Designs with their code.
pub type DesignTable = &'static [(Design, &'static KernelDesign)];

/// The designs of the family `router`.
pub const ROUTER: DesignTable =
    &[(Design::Polling, &polling::DESIGN), (Design::Bsd, &bsd::DESIGN), (Design::HighIpl, &high_ipl::DESIGN)];

/// The designs of the family `others`.
pub const OTHERS: DesignTable = &[
    (Design::Monitor, &monitor::DESIGN),
    (Design::Ultrix, &ultrix::DESIGN),
    (Design::Clocked, &clocked::DESIGN),
    (Design::Calaveras, &calaveras::DESIGN),
];

/// Returns the code of a design that is in the table.
pub fn find(table: DesignTable, design: Design) -> &'static KernelDesign {
    let found = table.iter().find(|(listed, _)| *listed == design);
    found.expect("the rows of the designs name the family that has them").1
}
