//! The kernel designs of Mogul and Ramakrishnan, with a file or folder for each. Designs never import each other; the
//! folder above has the parts that several designs share.

mod bsd;
mod calaveras;
mod clocked;
mod high_ipl;
mod monitor;
mod polling;
pub mod program;
mod ultrix;

use crate::families::routers::{CodeLine, Kernel, MachinePlan, Shape};
use crate::family::MachineBuilder;
use crate::scenario::{Design, Settings};
use crate::trace::topology::Topology;
use std::rc::Rc;

/// A design: the shape of its machine, its code, and its pseudo-code.
pub struct KernelDesign {
    pub shape: fn(&Settings) -> Shape,
    /// Gives the activities of the design their code, and ties its parts to their knobs.
    pub start: fn(&Rc<Kernel>, &MachinePlan, &mut MachineBuilder<'_>),
    pub code: fn(&Settings) -> Vec<CodeLine>,
    /// Adds the design's gates.
    pub gates: fn(&mut Topology, &Settings),
}

/// Returns the code of a design of M.
pub fn find(design: Design) -> &'static KernelDesign {
    match design {
        Design::Polling => &polling::DESIGN,
        Design::Bsd => &bsd::DESIGN,
        Design::HighIpl => &high_ipl::DESIGN,
        Design::Monitor => &monitor::DESIGN,
        Design::Ultrix => &ultrix::DESIGN,
        Design::Clocked => &clocked::DESIGN,
        Design::Calaveras => &calaveras::DESIGN,
        _ => panic!("the rows of the designs name the family that has them"),
    }
}
