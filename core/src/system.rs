//! What a machine is made of, from whichever family of kernels: first a plan in which everything has its number, then, once
//! there is a host, the devices and the software around it. A family lives in a room of its own (`router`, which runs the
//! `designs` of M) and is listed in `systems.rs`; the machine knows none of them.
//!
//!   settings -> Plan (contexts, places, lines, activities) -> host -> Built (devices, software, scheduler, knobs)

use crate::cpu::{Device, Host, HostBuilder, Software, ThreadPicker};
use crate::scenario::{Settings, Value};
use crate::trace::VisibleState;
use crate::trace::topology::Topology;
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the catalogue tells of a design.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "DesignRow"))]
pub struct About {
    /// What `kernel.design` calls it.
    pub id: &'static str,
    pub name: &'static str,
    pub source: &'static str,
    pub one_line: &'static str,
}

/// Kernel designs that are built of the same parts.
pub struct Family {
    /// The browser has a build of the simulator for each.
    pub id: &'static str,
    pub designs: fn() -> Vec<About>,
    /// The topology has its name and its clock already, and nothing else.
    pub plan: fn(&Settings, Topology) -> Box<dyn Plan>,
}

/// A machine in which everything is numbered and nothing runs.
pub trait Plan {
    /// Contexts, lines and activities; taken once, before `build`.
    fn take_builder(&mut self) -> HostBuilder;

    /// Puts devices and software around the host that the builder has become.
    fn build(self: Box<Self>, site: Site<'_>) -> Built;
}

/// Where a machine is built.
pub struct Site<'a> {
    pub host: &'a Rc<Host>,
    pub topology: &'a Topology,
    pub settings: &'a Settings,
    pub seed: u64,
    /// The hardware slot of the first device; at one cycle the lower slot goes first.
    pub first_slot: usize,
}

/// A machine that is ready to run.
pub struct Built {
    /// From the first slot on.
    pub devices: Vec<Rc<dyn Device>>,
    /// The code of each activity.
    pub software: Vec<(usize, Software)>,
    /// The scheduler of each CPU.
    pub pickers: Vec<Box<dyn ThreadPicker>>,
    pub live: Box<dyn Live>,
}

/// What knobs and views reach of a running machine.
pub trait Live {
    /// New settings hold from now on; `changes` are the knobs that moved.
    fn apply(&self, settings: &Settings, changes: &BTreeMap<String, Value>);

    /// What every place holds, read from the machine itself.
    fn show(&self, state: &mut VisibleState);

    /// What can be counted and is in no place, by name.
    fn numbers(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}
