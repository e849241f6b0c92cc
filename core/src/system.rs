//! The interface between the machine and the families of kernels. A family first makes a plan in which everything is
//! numbered. Then, once there is a host, it builds devices and software around it. Each family is a module of its own
//! (`router`, which runs the `designs` of M, for instance) and is listed in `systems.rs`. The machine knows no family.
//!
//! ```text
//! settings -> Plan (contexts, places, lines, activities) -> host -> Built (devices, software, scheduler, knobs)
//! ```

use crate::cpu::{Device, Host, HostBuilder, Scheduler, Software};
use crate::scenario::{Settings, Value};
use crate::trace::VisibleState;
use crate::trace::topology::Topology;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Kernel designs that are built from the same parts.
pub struct Family {
    /// The designs' rows (`scenario/design.rs`) name it.
    pub id: &'static str,
    /// Makes the plan. The topology has its name and clock already, and nothing else.
    pub plan: fn(&Settings, Topology) -> Box<dyn Plan>,
}

/// A machine in which everything is numbered and nothing runs.
pub trait Plan {
    /// Hands over contexts, lines and activities. Called once, before `build`.
    fn take_builder(&mut self) -> HostBuilder;

    /// Builds devices and software around the host, which was made from the builder.
    fn build(self: Box<Self>, site: Site<'_>) -> Built;
}

/// The surroundings in which a machine is built.
pub struct Site<'a> {
    pub host: &'a Rc<Host>,
    pub topology: &'a Topology,
    pub settings: &'a Settings,
    pub seed: u64,
    /// Hardware slot of the first device. Of events in the same cycle, the one with the lower slot comes first.
    pub first_slot: usize,
}

/// A machine that is ready to run.
pub struct Built {
    /// In the order of their hardware slots, from `first_slot` on.
    pub devices: Vec<Rc<dyn Device>>,
    /// The code of each activity.
    pub software: Vec<(usize, Software)>,
    /// The scheduler of each CPU.
    pub schedulers: Vec<Box<dyn Scheduler>>,
    pub live: Box<dyn Live>,
}

/// The parts of a running machine that knob changes and views reach.
pub trait Live {
    /// Applies new settings; `changes` has those that differ.
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>);

    /// Writes the contents of every place, read from the machine itself.
    fn fill_visible_state(&self, state: &mut VisibleState);

    /// Counts that belong to no place, by name.
    fn numbers(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}
