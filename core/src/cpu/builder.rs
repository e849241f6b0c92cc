//! Collects a machine's contexts, lines and activities, and numbers them, before there is a host.

use super::activity::{Activity, Level, ThreadId};
use super::host::{Host, HostParts};
use super::line::{Bits, Line, Lines};
use crate::trace::topology::Topology;
use crate::trace::{ContextId, LineId, Recorder};
use crate::units::Cycles;

/// Collects contexts, lines and activities while a machine is put together.
pub struct HostBuilder {
    pub topology: Topology,
    activities: Vec<Activity>,
    lines: Vec<Line>,
    enabled: Bits,
}

impl HostBuilder {
    pub fn new(topology: Topology) -> HostBuilder {
        HostBuilder { topology, activities: Vec::new(), lines: Vec::new(), enabled: 0 }
    }

    /// An interrupt handler; returns the activity that its code must be given to.
    pub fn add_handler(&mut self, context: ContextId, level: Level) -> usize {
        self.add_activity(context, level, false)
    }

    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// A line that `handler` serves. The topology must have the line already, in the same order: highest level first, and of
    /// one level the line that is to be taken first.
    pub fn add_line(&mut self, handler: usize, latched: bool, enabled: bool) -> LineId {
        let Activity { context, level, .. } = self.activities[handler];
        self.enabled |= Bits::from(enabled) << self.lines.len();
        self.lines.push(Line { level, context, handler, latched });
        (self.lines.len() - 1) as LineId
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        self.activities.push(Activity::new(context, level, is_thread));
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
        self.add_activity(idle, Level::ZERO, false);
        let recorder = recorder(&self.topology);
        let lines = Lines::new(self.lines, self.enabled);
        let parts = HostParts { activities: self.activities, lines, costs, hardware, idle, recorder };
        (Host::new(parts, &self.topology), self.topology)
    }
}
