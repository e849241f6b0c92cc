//! Collects and numbers the contexts, lines and activities of a machine that is being built, then makes its host.

use super::activity::{Activity, Level, ThreadId};
use super::cpus::CPUS_MAX;
use super::host::{Host, HostParts};
use super::interrupt_lines::{Line, LineBits, Lines};
use crate::trace::topology::Topology;
use crate::trace::{ContextId, LineId, Recorder};
use crate::units::Cycles;

/// Builds a `Host`.
#[derive(Default)]
pub struct HostBuilder {
    pub topology: Topology,
    activities: Vec<Activity>,
    lines: Vec<Line>,
    enabled: LineBits,
    ipi_lines: [Option<LineId>; CPUS_MAX],
}

impl HostBuilder {
    pub fn new(topology: Topology) -> HostBuilder {
        HostBuilder { topology, ..HostBuilder::default() }
    }

    /// Adds an interrupt handler and returns its activity, which the caller has to give the handler's code. Like a thread it
    /// runs on the CPU that the topology gives its context, and its lines are routed there.
    pub fn add_handler(&mut self, context: ContextId, level: Level) -> usize {
        self.add_activity(context, level, false)
    }

    /// Adds a thread.
    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// Adds a line that `handler` serves. The topology must already have the line. Lines are added in the topology's order:
    /// highest level first, and within a level the line that is taken first.
    pub fn add_line(&mut self, handler: usize, latched: bool, enabled: bool) -> LineId {
        let Activity { context, level, cpu, .. } = self.activities[handler];
        self.enabled |= LineBits::from(enabled) << self.lines.len();
        self.lines.push(Line { level, context, handler, cpu, latched });
        (self.lines.len() - 1) as LineId
    }

    /// Makes a latched line the interprocessor interrupt (IPI) of the CPU that it is routed to. Other CPUs assert it when they
    /// have made one of that CPU's threads ready. Its handler ends with `Host::request_reschedule`.
    pub fn set_ipi_line(&mut self, line: LineId) {
        self.ipi_lines[self.lines[usize::from(line)].cpu] = Some(line);
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        let cpu = self.topology.contexts[usize::from(context)].cpu;
        self.activities.push(Activity::new(context, level, cpu, is_thread));
        self.activities.len() - 1
    }

    /// Makes the host. `hardware` is the context of the hardware in the topology.
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
        let (activities, ipi_lines) = (self.activities, self.ipi_lines);
        let parts = HostParts { activities, lines, ipi_lines, costs, hardware, idle, recorder };
        (Host::new(parts, &self.topology), self.topology)
    }
}
