//! Collects a machine's contexts, lines and activities, and numbers them, before there is a host.

use super::activity::{Activity, Level, ThreadId};
use super::cpus::CPUS_MAX;
use super::host::{Host, HostParts};
use super::line::{Bits, Line, Lines};
use crate::trace::topology::Topology;
use crate::trace::{ContextId, LineId, Recorder};
use crate::units::Cycles;

/// Collects contexts, lines and activities while a machine is put together.
#[derive(Default)]
pub struct HostBuilder {
    pub topology: Topology,
    /// A switch goes on after an interrupt that comes into it; else the one who had the CPU before has it still, and a switch
    /// begins again unless it is not needed any more.
    pub finishes_switches: bool,
    activities: Vec<Activity>,
    lines: Vec<Line>,
    enabled: Bits,
    calls: [Option<LineId>; CPUS_MAX],
}

impl HostBuilder {
    pub fn new(topology: Topology) -> HostBuilder {
        HostBuilder { topology, ..HostBuilder::default() }
    }

    /// An interrupt handler; returns the activity that its code must be given to. Like a thread it runs on the CPU that the
    /// topology gives its context, and its lines are routed there.
    pub fn add_handler(&mut self, context: ContextId, level: Level) -> usize {
        self.add_activity(context, level, false)
    }

    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// A line that `handler` serves. The topology must have the line already, in the same order: highest level first, and of
    /// one level the line that is to be taken first.
    pub fn add_line(&mut self, handler: usize, latched: bool, enabled: bool) -> LineId {
        let Activity { context, level, cpu, .. } = self.activities[handler];
        self.enabled |= Bits::from(enabled) << self.lines.len();
        self.lines.push(Line { level, context, handler, cpu, latched });
        (self.lines.len() - 1) as LineId
    }

    /// A latched line by which other CPUs call the one it is routed to, when they have made one of its threads ready. Its
    /// handler ends with `Host::choose_again`.
    pub fn set_call_line(&mut self, line: LineId) {
        self.calls[self.lines[usize::from(line)].cpu] = Some(line);
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        let cpu = self.topology.contexts[usize::from(context)].cpu;
        self.activities.push(Activity::new(context, level, cpu, is_thread));
        self.activities.len() - 1
    }

    /// The finished host. `hardware` is a context of the topology.
    pub fn build(
        mut self,
        hardware: ContextId,
        costs: Vec<Cycles>,
        recorder: impl FnOnce(&Topology) -> Recorder,
    ) -> (Host, Topology) {
        assert_eq!(self.lines.len(), self.topology.lines.len(), "every line of the topology has a handler");
        let idle = self.topology.idle_contexts();
        for context in &idle {
            self.add_activity(*context, Level::ZERO, false);
        }
        let recorder = recorder(&self.topology);
        let lines = Lines::new(self.lines, self.enabled, idle.len());
        let (activities, calls) = (self.activities, self.calls);
        let finishes_switches = self.finishes_switches;
        let parts = HostParts { activities, lines, calls, costs, finishes_switches, hardware, idle, recorder };
        (Host::new(parts, &self.topology), self.topology)
    }
}
