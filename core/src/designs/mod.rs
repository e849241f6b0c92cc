//! One file per kernel design, each reading like the paper's description of it. Designs never import each other; what two
//! share is in `kernel`.

pub mod bsd;
pub mod high_ipl;
pub mod monitor;
pub mod polling;
pub mod ultrix;

use crate::cpu::Software;
use crate::kernel::{Blueprint, CodeLine, Kernel, Shape};
use crate::scenario::{self, Settings};
use crate::trace::topology::Topology;
use serde::Serialize;
use std::rc::Rc;

/// A design's running part: its code, by activity, and what it does when a knob has moved.
pub struct Running {
    pub software: Vec<(usize, Software)>,
    /// Called after new settings are in place.
    pub changed: Box<dyn Fn()>,
}

/// What the catalogue tells of a design.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "DesignRow"))]
pub struct About {
    pub id: &'static str,
    pub name: &'static str,
    pub source: &'static str,
    pub one_line: &'static str,
}

/// How a design shapes its machine, what it runs, and its pseudo-code.
pub struct Design {
    pub about: About,
    pub shape: fn(&Settings) -> Shape,
    pub start: fn(&Rc<Kernel>, &Blueprint) -> Running,
    pub code: fn(&Settings) -> Vec<CodeLine>,
    /// Adds what can be seen of its inside.
    pub gates: fn(&mut Topology),
}

/// All designs, in the order in which they are listed.
pub const ALL: &[&Design] = &[&polling::DESIGN, &bsd::DESIGN, &high_ipl::DESIGN, &monitor::DESIGN, &ultrix::DESIGN];

/// The one that the settings ask for.
pub fn of(settings: &Settings) -> &'static Design {
    match settings.kernel.design {
        scenario::Design::Bsd => &bsd::DESIGN,
        scenario::Design::Polling => &polling::DESIGN,
        scenario::Design::HighIpl => &high_ipl::DESIGN,
        scenario::Design::Monitor => &monitor::DESIGN,
        scenario::Design::Ultrix => &ultrix::DESIGN,
    }
}
