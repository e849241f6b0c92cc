//! Collects and numbers the contexts, lines and activities of a machine that is being built, then makes its host.

use super::activity::{Activity, Level, ThreadId};
use super::cpus::CPUS_MAX;
use super::host::{Host, HostParts};
use super::interrupt_lines::{Line, LineBits, Lines};
use super::step_costs::{Part, StepCosts};
use super::variation::{StepVariation, Variation};
use crate::scenario::PartCosts;
use crate::trace::topology::{LineRow, Topology};
use crate::trace::{ContextId, LineId, Recorder};

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

    /// Adds a thread, which runs on the CPU of its context.
    pub fn add_thread(&mut self, context: ContextId) -> ThreadId {
        self.add_activity(context, Level::ZERO, true)
    }

    /// Adds an enabled line to the host and to the topology, and the handler that serves it. Lines are added highest level
    /// first, and within a level the line that is taken first. Returns the line, and the handler's activity, which the caller
    /// has to give the handler's code. The handler runs on the CPU of its context, and the line is routed there.
    pub fn add_line(&mut self, row: LineRow, level: Level, latched: bool) -> (LineId, usize) {
        let context = row.context;
        let handler = self.add_activity(context, level, false);
        let line = self.topology.add_line(row);
        self.enabled |= 1 << line;
        self.lines.push(Line { level, context, handler, cpu: self.activities[handler].cpu, latched });
        (line, handler)
    }

    /// Disables a line. The machine starts with the line disabled.
    pub fn disable_line(&mut self, line: LineId) {
        self.enabled &= !(1 << line);
    }

    /// Makes a latched line the interprocessor interrupt (IPI) of the CPU that it is routed to. Other CPUs assert it when they
    /// have made one of that CPU's threads ready. Its handler ends with `Host::request_reschedule`.
    pub fn set_ipi_line(&mut self, line: LineId) {
        self.ipi_lines[self.lines[usize::from(line)].cpu] = Some(line);
    }

    fn add_activity(&mut self, context: ContextId, level: Level, is_thread: bool) -> usize {
        let row = &self.topology.contexts[usize::from(context)];
        self.activities.push(Activity::new(context, level, row.cpu, is_thread, Part::of(row.kind)));
        self.activities.len() - 1
    }

    /// Makes the host.
    pub fn build(
        mut self,
        costs: &PartCosts,
        variation: StepVariation,
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
        let variation = Variation::new(variation);
        let costs = StepCosts::new(costs, variation);
        let parts = HostParts { activities, lines, ipi_lines, costs, idle, recorder };
        (Host::new(parts, &self.topology), self.topology)
    }
}
