//! What a machine consists of, in words and numbers: every view, drop, JSON key and lesson takes its names from here.
//! A family and its design fill it in while the machine is laid out; no view needs to know which design it is.

use super::{ContextId, GateId, LineId, PlaceId};
use crate::scenario::Step;
use serde::Serialize;

/// Who spends CPU time (or, for hardware, does not).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ContextKind {
    Hardware,
    Clock,
    Device,
    Software,
    Thread,
    Process,
    Idle,
}

/// A lane: hardware, an interrupt level, a thread, a process, or idle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContextRow {
    pub id: String,
    /// Plain words.
    pub name: String,
    /// As the papers call it.
    pub paper_name: String,
    pub kind: ContextKind,
    /// Interrupt priority level in the papers' words.
    pub ipl: String,
    /// The CPU that it runs on; hardware's is 0.
    pub cpu: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PlaceKind {
    WireIn,
    ReceiveRing,
    Queue,
    TransmitRing,
    WireOut,
}

/// Where packets can be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceRow {
    pub id: String,
    pub name: String,
    pub paper_name: String,
    pub kind: PlaceKind,
    /// The lane it stands in: that of the context that empties it.
    pub context: ContextId,
    /// How many packets fit; 0 where that has no meaning. Limits that a knob moved are in the frame.
    pub capacity: u32,
    /// Column along the packet's path.
    pub stage: u8,
    /// Interface it belongs to; -1 for none.
    pub interface: i8,
    /// What a drop here is called; empty where none can be.
    pub drop: String,
}

/// A way from one place to the next.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EdgeRow {
    pub id: String,
    pub from: PlaceId,
    pub to: PlaceId,
    /// Who carries the packet; hardware costs no CPU time.
    pub context: ContextId,
    /// The steps on the way, in order.
    pub steps: Vec<u16>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineRow {
    pub id: String,
    pub name: String,
    pub paper_name: String,
    /// The handler's lane.
    pub context: ContextId,
    pub interface: i8,
}

/// A switch inside the kernel that can be seen, such as "input is inhibited".
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateRow {
    pub id: String,
    pub name: String,
    /// What it means when on, and when off.
    pub on: String,
    pub off: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepRow {
    pub id: &'static str,
    pub procedure: &'static str,
    pub label: &'static str,
    /// Line of `code` that it executes; -1 for none.
    pub code: i32,
}

/// One line of the kernel path in pseudo-code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CodeRow {
    pub procedure: &'static str,
    pub text: &'static str,
    pub indent: u8,
    /// The step that executes it, if it costs cycles: number in `steps`, else -1.
    pub step: i32,
}

/// The whole description.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Topology {
    pub model: String,
    pub scenario: String,
    pub design: String,
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub clock_hz: u64,
    /// Their numbers begin with 0; contexts bear them.
    pub cpus: u8,
    /// Highest priority first.
    pub contexts: Vec<ContextRow>,
    pub places: Vec<PlaceRow>,
    pub edges: Vec<EdgeRow>,
    pub lines: Vec<LineRow>,
    pub gates: Vec<GateRow>,
    pub steps: Vec<StepRow>,
    pub code: Vec<CodeRow>,
}

impl Topology {
    pub fn new(scenario: &str, design: &str, clock_hz: u64) -> Topology {
        let steps = crate::scenario::costs::STEPS
            .iter()
            .map(|row| StepRow { id: row.id, procedure: row.procedure, label: row.label, code: -1 })
            .collect();
        Topology {
            model: crate::scenario::MODEL.to_string(),
            scenario: scenario.to_string(),
            design: design.to_string(),
            clock_hz,
            cpus: 1,
            contexts: Vec::new(),
            places: Vec::new(),
            edges: Vec::new(),
            lines: Vec::new(),
            gates: Vec::new(),
            steps,
            code: Vec::new(),
        }
    }

    pub fn add_context(&mut self, kind: ContextKind, id: &str, name: &str, paper_name: &str, ipl: &str) -> ContextId {
        assert!(self.contexts.len() < 64, "a trace record holds six bits of context");
        self.contexts.push(ContextRow {
            id: id.to_string(),
            name: name.to_string(),
            paper_name: paper_name.to_string(),
            kind,
            ipl: ipl.to_string(),
            cpu: 0,
        });
        (self.contexts.len() - 1) as ContextId
    }

    /// What was just added is another CPU's than the first.
    pub fn on_cpu(&mut self, cpu: u8, context: ContextId) -> ContextId {
        assert!(cpu < self.cpus, "CPU {cpu} of {}", self.cpus);
        self.contexts[usize::from(context)].cpu = cpu;
        context
    }

    /// What each CPU is at when it has nothing to do, by CPU.
    pub fn idle_contexts(&self) -> Vec<ContextId> {
        let is_idle = |cpu: u8| {
            let mut contexts = self.contexts.iter();
            contexts.position(|context| context.kind == ContextKind::Idle && context.cpu == cpu)
        };
        (0..self.cpus).map(|cpu| is_idle(cpu).expect("a CPU may have nothing to do") as ContextId).collect()
    }

    pub fn add_place(&mut self, place: PlaceRow) -> PlaceId {
        assert!(self.places.len() < 256, "a trace record holds eight bits of place");
        self.places.push(place);
        (self.places.len() - 1) as PlaceId
    }

    pub fn add_edge(&mut self, from: PlaceId, to: PlaceId, context: ContextId, steps: &[Step]) {
        let id = format!("{}-to-{}", self.places[usize::from(from)].id, self.places[usize::from(to)].id);
        let steps = steps.iter().map(|step| *step as u16).collect();
        self.edges.push(EdgeRow { id, from, to, context, steps });
    }

    pub fn add_line(&mut self, line: LineRow) -> LineId {
        self.lines.push(line);
        (self.lines.len() - 1) as LineId
    }

    pub fn add_gate(&mut self, id: &str, name: &str, on: &str, off: &str) -> GateId {
        let text = |words: &str| words.to_string();
        self.gates.push(GateRow { id: text(id), name: text(name), on: text(on), off: text(off) });
        (self.gates.len() - 1) as GateId
    }

    /// Appends a design's pseudo-code; steps learn their line.
    pub fn add_code(&mut self, lines: &[(&'static str, u8, &'static str, Option<Step>)]) {
        for &(procedure, indent, text, step) in lines {
            let number = self.code.len() as i32;
            if let Some(step) = step {
                let row = &mut self.steps[step as usize];
                if row.code < 0 {
                    row.code = number;
                }
            }
            let step = step.map_or(-1, |step| step as i32);
            self.code.push(CodeRow { procedure, text, indent, step });
        }
    }
}
