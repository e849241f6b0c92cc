//! The parts of a machine, in words and numbers. Views, drop counts, JSON keys and lessons take their names from here. The
//! family and the kernel design fill it in while the machine is built, so no view needs to know the design.

use super::step_places::always_runs_in;
use super::{ContextId, GateId, LineId, PlaceId};
use crate::scenario::KnobRow;
use crate::scenario::Step;
use serde::Serialize;
use std::borrow::Cow;

/// The kind of a context. All kinds but hardware spend CPU time.
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

/// The context of the hardware: the first of every machine.
pub const HARDWARE: ContextId = 0;

/// A context, which is a lane in the pictures: hardware, an interrupt handler, a thread, a process, or idle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContextRow {
    pub id: String,
    /// In plain words.
    pub name: String,
    /// The name in the papers.
    pub paper_name: String,
    pub kind: ContextKind,
    /// The interrupt priority level, as the papers name it.
    pub ipl: String,
    /// The CPU that it runs on. Hardware has 0.
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

/// A place where packets can be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceRow {
    pub id: String,
    pub name: String,
    pub paper_name: String,
    pub kind: PlaceKind,
    /// The context that empties it. The place is drawn in the lane of this context.
    pub context: ContextId,
    /// How many packets fit at the start; 0 for wires and processes. When a setting changes the limit, the frame has
    /// the new one.
    pub capacity: u32,
    /// The column along a packet's path.
    pub stage: u8,
    /// The interface that it belongs to, or -1.
    pub interface: i8,
    /// The name of a drop here; empty if packets are never dropped here.
    pub drop: String,
}

impl PlaceRow {
    /// A place of no interface, which drops no packets.
    pub fn new(
        kind: PlaceKind,
        id: &str,
        name: &str,
        paper_name: &str,
        context: ContextId,
        capacity: usize,
        stage: u8,
    ) -> PlaceRow {
        let text = |words: &str| words.to_string();
        let (id, name, paper_name, drop) = (text(id), text(name), text(paper_name), String::new());
        PlaceRow { id, name, paper_name, kind, context, capacity: capacity as u32, stage, interface: -1, drop }
    }

    pub fn of_interface(self, number: usize) -> PlaceRow {
        PlaceRow { interface: number as i8, ..self }
    }

    /// Packets are dropped here; `drop` is the name of such a drop.
    pub fn dropping(self, drop: &str) -> PlaceRow {
        PlaceRow { drop: drop.to_string(), ..self }
    }

    /// Packets are dropped here when the place is full.
    pub fn dropping_when_full(self) -> PlaceRow {
        PlaceRow { drop: format!("{} full", self.name), ..self }
    }
}

/// An edge: packets move along it from one place to the next.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EdgeRow {
    pub id: String,
    pub from: PlaceId,
    pub to: PlaceId,
    /// The context that moves the packet. Hardware takes no CPU time.
    pub context: ContextId,
    /// The steps that move the packet, in order.
    pub steps: Vec<u16>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineRow {
    pub id: String,
    pub name: String,
    pub paper_name: String,
    /// The context of its handler.
    pub context: ContextId,
    /// The interface that it belongs to, or -1.
    pub interface: i8,
}

impl LineRow {
    pub fn new(id: &str, name: &str, paper_name: &str, context: ContextId, interface: i8) -> LineRow {
        LineRow { id: id.to_string(), name: name.to_string(), paper_name: paper_name.to_string(), context, interface }
    }
}

/// A gate: a condition inside the kernel that is on or off and is shown, such as "input is inhibited".
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GateRow {
    pub id: String,
    pub name: String,
    /// What is shown when it is on, and when it is off.
    pub on: String,
    pub off: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepRow {
    pub id: Words,
    pub procedure: Words,
    pub label: Words,
    /// The line of `code` that the step executes, or -1.
    pub code: i32,
    /// The kinds of contexts that run it on this machine. Empty if it may run in any: a thread switch, for example.
    pub runs_in: Vec<ContextKind>,
}

/// One line of the pseudo-code of the kernel's packet path, or of the program that runs in place of a kernel design.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CodeRow {
    pub procedure: Words,
    pub text: Words,
    pub indent: u8,
    /// The number of the step that executes it, or -1 if it costs no cycles.
    pub step: i32,
    /// The number of the line in the program's file; 0: pseudo-code.
    pub line: u32,
}

/// A variable of a program: one outside functions, an element of an array, or a chart, which `trace` draws.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariableRow {
    /// As the program writes it, `count[2]` for instance.
    pub name: String,
    /// Its type, as C writes it.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The line that declares it; 0 for a chart.
    pub line: u32,
    /// Its value at the start, as a 32-bit pattern.
    pub initial: u32,
}

impl VariableRow {
    /// A value as C prints it: a packet is its number.
    pub fn number(&self, bits: u32) -> i64 {
        let is_signed = self.type_name == "int";
        if is_signed { i64::from(bits as i32) } else { i64::from(bits) }
    }
}

/// A local variable of a program's function, a parameter, or an element of an array in a function.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocalRow {
    pub name: String,
    /// Its type, as C writes it.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The line that declares it.
    pub line: u32,
    pub is_parameter: bool,
}

impl LocalRow {
    /// A value as C prints it. `None`: NULL.
    pub fn number(&self, bits: u64) -> Option<i64> {
        let is_null = bits == 0 && self.type_name.ends_with('*');
        let is_signed = self.type_name == "int";
        (!is_null).then(|| if is_signed { i64::from(bits as i32) } else { i64::from(bits as u32) })
    }
}

/// A line of a program.
pub struct ProgramLine {
    pub number: u32,
    /// The function, or the file for what is outside of functions.
    pub procedure: String,
    pub indent: u8,
    pub text: String,
    /// Whether a statement begins in it.
    pub is_step: bool,
}

/// Names and texts of steps and code. Those of a program are known only when it is compiled.
pub type Words = Cow<'static, str>;

/// The largest number of a step.
const PROGRAM_STEP_MAX: u16 = (1 << 10) - 1;

/// The description of a machine.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Topology {
    pub model: String,
    pub scenario: String,
    pub design: String,
    pub clock_hz: u64,
    /// How many CPUs there are. Each context has the number of its CPU, from 0.
    pub cpus: u8,
    /// Highest priority first.
    pub contexts: Vec<ContextRow>,
    pub places: Vec<PlaceRow>,
    pub edges: Vec<EdgeRow>,
    pub lines: Vec<LineRow>,
    pub gates: Vec<GateRow>,
    /// Only a program has variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<VariableRow>>"))]
    pub variables: Vec<VariableRow>,
    /// Only a program has functions: the local variables of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Vec<LocalRow>>>"))]
    pub locals: Vec<Vec<LocalRow>>,
    /// Only a program declares knobs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<KnobRow>>"))]
    pub knobs: Vec<KnobRow>,
    pub steps: Vec<StepRow>,
    pub code: Vec<CodeRow>,
    /// The places of the queues that a program declares, in its order.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub program_queues: Vec<PlaceId>,
}

impl Topology {
    /// A machine that has only its hardware.
    pub fn new(scenario: &str, design: &str, clock_hz: u64) -> Topology {
        let steps = crate::scenario::costs::STEPS
            .iter()
            .map(|row| StepRow {
                id: row.id.into(),
                procedure: row.procedure.into(),
                label: row.label.into(),
                code: -1,
                runs_in: always_runs_in(row.step).into_iter().collect(),
            })
            .collect();
        let mut topology = Topology {
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
            variables: Vec::new(),
            locals: Vec::new(),
            knobs: Vec::new(),
            steps,
            code: Vec::new(),
            program_queues: Vec::new(),
        };
        topology.add_context(ContextKind::Hardware, "hardware", "Hardware", "no CPU spent", "");
        topology
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

    /// Sets the CPU of a context. Without this call a context belongs to CPU 0.
    pub fn on_cpu(&mut self, cpu: u8, context: ContextId) -> ContextId {
        assert!(cpu < self.cpus, "CPU {cpu} of {}", self.cpus);
        self.contexts[usize::from(context)].cpu = cpu;
        context
    }

    /// Returns the idle context of each CPU.
    pub fn idle_contexts(&self) -> Vec<ContextId> {
        let is_idle = |cpu: u8| {
            let mut contexts = self.contexts.iter();
            contexts.position(|context| context.kind == ContextKind::Idle && context.cpu == cpu)
        };
        (0..self.cpus).map(|cpu| is_idle(cpu).expect("every CPU has an idle context") as ContextId).collect()
    }

    pub fn add_place(&mut self, place: PlaceRow) -> PlaceId {
        assert!(self.places.len() < 256, "a trace record holds eight bits of place");
        self.places.push(place);
        (self.places.len() - 1) as PlaceId
    }

    pub fn add_edge(&mut self, from: PlaceId, to: PlaceId, context: ContextId, steps: &[Step]) {
        let id = format!("{}-to-{}", self.places[usize::from(from)].id, self.places[usize::from(to)].id);
        let kind = self.contexts[usize::from(context)].kind;
        for step in steps {
            let runs_in = &mut self.steps[*step as usize].runs_in;
            if !runs_in.contains(&kind) {
                runs_in.push(kind);
            }
        }
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

    /// Appends the lines of a program. Each with a statement gets a step, which is numbered behind those of all machines. Returns
    /// the number of the first.
    pub fn add_program(&mut self, lines: Vec<ProgramLine>, kinds: &[ContextKind]) -> u16 {
        let first = self.steps.len();
        for ProgramLine { number: line, procedure, indent, text, is_step } in lines {
            let (number, code) = (self.steps.len(), self.code.len() as i32);
            let (procedure, text): (Words, Words) = (procedure.into(), text.into());
            if is_step {
                assert!(number <= usize::from(PROGRAM_STEP_MAX), "a trace record holds ten bits of step");
                let id = format!("program_{}", number - first).into();
                let (procedure, label) = (procedure.clone(), text.clone());
                self.steps.push(StepRow { id, procedure, label, code, runs_in: kinds.to_vec() });
            }
            let step = if is_step { number as i32 } else { -1 };
            self.code.push(CodeRow { procedure, text, indent, step, line });
        }
        first as u16
    }

    /// Appends a design's pseudo-code, and gives each step its line.
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
            self.code.push(CodeRow { procedure: procedure.into(), text: text.into(), indent, step, line: 0 });
        }
    }
}
