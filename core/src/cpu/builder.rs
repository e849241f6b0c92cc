//! Puts a host together: contexts are numbered by the topology, handlers and threads here.

use super::activity::{Activity, Level, ThreadId};
use super::host::Host;
use super::line::{Line, Lines};
use super::packets::Packets;
use crate::trace::topology::Topology;
use crate::trace::{ContextId, Counters, LineId, Recorder};
use crate::units::Cycles;
use std::cell::{Cell, OnceCell, RefCell};

/// Collects contexts, lines and activities while a machine is put together.
pub struct HostBuilder {
    pub topology: Topology,
    activities: Vec<Activity>,
    lines: Vec<Line>,
}

impl HostBuilder {
    pub fn new(topology: Topology) -> HostBuilder {
        HostBuilder { topology, activities: Vec::new(), lines: Vec::new() }
    }

    /// An interrupt handler; returns the activity that its code must be given to.
    pub fn add_handler(&mut self, context: ContextId, level: Level) -> usize {
        self.add_activity(context, level, false)
    }

    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// A line that `handler` serves. The topology must have the line already, in the same order.
    pub fn add_line(&mut self, handler: usize, latched: bool, enabled: bool) -> LineId {
        let Activity { context, level, .. } = self.activities[handler];
        let (asserted, enabled, in_service) = (Cell::new(false), Cell::new(enabled), Cell::new(false));
        self.lines.push(Line { level, context, handler, latched, asserted, enabled, in_service });
        (self.lines.len() - 1) as LineId
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        self.activities.push(Activity {
            context,
            level,
            raised: Cell::new(Level::ZERO),
            is_thread,
            active: Cell::new(false),
            waits_for: Cell::new(None),
            remaining: Cell::new(Cycles::ZERO),
            depth: Cell::new(0),
            taken_from: Cell::new(0),
        });
        self.activities.len() - 1
    }

    /// The finished host. `hardware` and `idle` are contexts of the topology.
    pub fn build(
        mut self,
        hardware: ContextId,
        idle: ContextId,
        costs: Vec<Cycles>,
        recorder: impl FnOnce(&Topology) -> Recorder,
    ) -> (Host, Topology) {
        assert_eq!(self.lines.len(), self.topology.lines.len(), "every line of the topology has a handler");
        let idle_activity = self.add_activity(idle, Level::ZERO, false);
        let host = Host {
            now: Cell::new(Cycles::ZERO),
            horizon: Cell::new(Cycles::ZERO),
            events: std::array::from_fn(|_| Cell::new(Cycles::NEVER)),
            earliest: Cell::new(Cycles::NEVER),
            current: Cell::new(idle_activity),
            activities: self.activities,
            lines: Lines::new(self.lines),
            picker: OnceCell::new(),
            on_idle: RefCell::new(None),
            packets: Packets::default(),
            step_last: Cell::new(0),
            free_steps: Cell::new(0),
            costs,
            idle_context: idle,
            hardware_context: hardware,
            counters: Counters::new(&self.topology),
            recorder: recorder(&self.topology),
        };
        (host, self.topology)
    }
}
