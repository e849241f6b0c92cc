//! The interface between the machine and the families of kernels. A family first makes a plan in which everything is
//! numbered. Then, once there is a host, it builds devices and software around it (`builder`). The families are in
//! `families/`. The machine knows none of them.
//!
//! ```text
//! settings -> Plan (contexts, places, lines, activities) -> host -> Built (devices, software, schedulers, what follows knobs)
//! ```

mod builder;
mod interface_places;
mod plan_builder;

pub use builder::{Changes, MachineBuilder, Numbers, OpenLoop, Parts, Shown, Wire, only_source};
pub use interface_places::InterfacePlaces;
pub use plan_builder::{ContextAdder, PlanBuilder};

use crate::cpu::{Device, HostBuilder, Scheduler, Software};
use crate::scenario::Settings;
use crate::trace::topology::Topology;
use std::rc::Rc;

/// Kernel designs that are built from the same parts.
pub struct Family {
    /// The designs' rows (`scenario/design.rs`) name it.
    pub id: &'static str,
    /// Makes the plan. The topology has its name, its clock and the hardware already.
    pub plan: fn(&Settings, Topology) -> Box<dyn Plan>,
}

/// A machine in which everything is numbered and nothing runs.
pub trait Plan {
    /// Hands over contexts, lines and activities. Called once, before `build`.
    fn take_builder(&mut self) -> HostBuilder;

    /// Builds devices and software around the host, which was made from the builder.
    fn build(self: Box<Self>, machine: MachineBuilder<'_>) -> Built;
}

/// A machine that is ready to run.
pub struct Built {
    /// In the order of their hardware slots.
    pub devices: Vec<Rc<dyn Device>>,
    /// The code of each activity.
    pub software: Vec<(usize, Software)>,
    /// The scheduler of each CPU.
    pub schedulers: Vec<Box<dyn Scheduler>>,
    pub parts: Parts,
}
