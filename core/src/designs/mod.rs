//! Mogul and Ramakrishnan's kernels: one file or folder per design, each reading like the paper's description of it.
//! Designs never import each other; what two share is in `kernel`.

pub mod bsd;
pub mod calaveras;
pub mod clocked;
pub mod high_ipl;
pub mod monitor;
pub mod polling;
pub mod ultrix;

use crate::cpu::Software;
use crate::kernel::{Blueprint, CodeLine, Kernel, Shape};
use crate::scenario::Settings;
use crate::system::About;
use crate::trace::topology::Topology;
use std::rc::Rc;

/// A design's running part: its code, by activity, and what it does when a knob has moved.
pub struct Running {
    pub software: Vec<(usize, Software)>,
    /// Called after new settings are in place.
    pub changed: Box<dyn Fn()>,
}

/// How a design shapes its machine, what it runs, and its pseudo-code.
pub struct KernelDesign {
    pub about: About,
    pub shape: fn(&Settings) -> Shape,
    pub start: fn(&Rc<Kernel>, &Blueprint) -> Running,
    pub code: fn(&Settings) -> Vec<CodeLine>,
    /// Adds what can be seen of its inside.
    pub gates: fn(&mut Topology, &Settings),
}

/// The kernels of M's routers, in the order in which they are listed.
pub const ROUTERS: &[&KernelDesign] = &[
    #[cfg(feature = "router")]
    &polling::DESIGN,
    #[cfg(feature = "router")]
    &bsd::DESIGN,
    #[cfg(feature = "router")]
    &high_ipl::DESIGN,
];

/// M's other kernels: what it compares with, and what became of it.
pub const OTHERS: &[&KernelDesign] = &[
    #[cfg(feature = "others")]
    &monitor::DESIGN,
    #[cfg(feature = "others")]
    &ultrix::DESIGN,
    #[cfg(feature = "others")]
    &clocked::DESIGN,
    #[cfg(feature = "others")]
    &calaveras::DESIGN,
];

/// The one that the settings ask for.
pub fn of(settings: &Settings) -> &'static KernelDesign {
    let id = settings.kernel.design.id();
    ROUTERS
        .iter()
        .chain(OTHERS)
        .find(|design| design.about.id == id)
        .expect("the family was asked for one of its designs")
}
