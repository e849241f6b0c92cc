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
use crate::kernel::{Blueprint, CodeLine, Kernel, Shape};
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
    pub start: fn(&Rc<Kernel>, &Blueprint) -> RunningDesign,
    pub code: fn(&Settings) -> Vec<CodeLine>,
    /// Adds the design's gates.
    pub gates: fn(&mut Topology, &Settings),
}

/// Returns a design of M that this build contains.
pub fn of(design: Design) -> &'static KernelDesign {
    match design {
        #[cfg(feature = "router")]
        Design::Polling => &polling::DESIGN,
        #[cfg(feature = "router")]
        Design::Bsd => &bsd::DESIGN,
        #[cfg(feature = "router")]
        Design::HighIpl => &high_ipl::DESIGN,
        #[cfg(feature = "others")]
        Design::Monitor => &monitor::DESIGN,
        #[cfg(feature = "others")]
        Design::Ultrix => &ultrix::DESIGN,
        #[cfg(feature = "others")]
        Design::Clocked => &clocked::DESIGN,
        #[cfg(feature = "others")]
        Design::Calaveras => &calaveras::DESIGN,
        other => panic!("this build has no M kernel called {}", other.id()),
    }
}
