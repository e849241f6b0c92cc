//! Makes code of a checked program. Each function has registers: its locals, and above them intermediate values,
//! which are used as a stack. The arguments of a call lie at the top, where the called function's registers begin, so that a
//! call copies nothing.

mod inline;
mod statements;
mod values;

use super::calls::Target;
use super::code::*;
use super::flow::Uncertain;
use super::loops::loops;
use super::problem::Problems;
use super::source::{Lines, Span};
use super::texts;
use super::tree::{self, Unit};
use super::types::Type;
use inline::inline;

/// Lines with statements: each is a step of its own, and a trace record has numbers for so many.
pub const STATEMENT_LINES_MAX: usize = 800;

pub fn generate(
    unit: &Unit,
    uncertain: &Uncertain,
    lines: &Lines<'_>,
    target: Target,
    problems: &mut Problems,
) -> Program {
    let line = |span: Span| lines.line(span.from);
    let mut program = Program {
        code: Vec::new(),
        code_lines: Vec::new(),
        code_inlined: Vec::new(),
        inlined: Vec::new(),
        functions: Vec::new(),
        lines: statement_lines(unit, lines),
        globals: unit.globals.iter().map(|one| global(one, line(one.span))).collect(),
        arrays: Vec::new(),
        knobs: unit.knobs.iter().map(|one| knob(one, line(one.span))).collect(),
        timer: unit.timer,
        queues: unit.queues.iter().map(|one| queue(one, line(one.span))).collect(),
        events: unit.events.clone(),
        texts: unit.texts.clone(),
        charts: unit.charts.clone(),
        elements: 0,
        own_elements: 0,
        loops: loops(unit, lines),
    };
    if program.lines.len() > STATEMENT_LINES_MAX {
        problems.tell(Span::default(), texts::too_many_statement_lines(STATEMENT_LINES_MAX));
    }
    place_arrays(unit, lines, &mut program);
    for (index, function) in unit.functions.iter().enumerate() {
        let uncertain = uncertain.iter().filter(|(of, _)| usize::from(*of) == index).map(|(_, slot)| *slot).collect();
        let locals = function.locals.len();
        let line_now = line(function.span);
        let mut generator = Generator {
            lines,
            function,
            uncertain,
            target,
            line_now,
            top: locals,
            most: locals,
            program,
            jumps: Vec::new(),
        };
        let begin = generator.here();
        let packet = function.parameters.iter().position(|ty| *ty == Type::Packet).map(register);
        if function.step.is_some() {
            let (has_packet, register) = (packet.is_some(), packet.unwrap_or(0));
            generator.emit(Instruction::Enter { function: index as u8, has_packet, from: register, to: register });
        }
        generator.statements(function.body.as_deref().unwrap_or_default());
        generator.emit(Instruction::ReturnNothing { leaves: function.step.is_some() });
        if function.step.is_some() {
            // It is entered at the line that comes first in it.
            generator.program.code_lines[begin as usize] = generator.program.code_lines[begin as usize + 1];
        }
        let (registers, length) = (generator.most, generator.here() - begin);
        program = generator.program;
        if registers > WINDOW {
            problems.tell(function.span, texts::too_many_values(&function.name, WINDOW));
        }
        program.functions.push(Function {
            number: index as u16,
            name: function.name.clone(),
            line: line(function.span),
            last_line: line(function.end),
            begin,
            length,
            parameters: function.parameters.clone(),
            result: function.result,
            is_thread: function.is_thread,
            step: function.step,
            contexts: function.contexts,
            takes_time: function.takes_time,
            registers: registers as u16,
            stack: 0,
            locals: function.locals.iter().map(|one| local(one, line(one.span))).collect(),
        });
    }
    measure_stacks(&mut program);
    inline(&mut program);
    program
}

fn global(one: &tree::Variable, line: u32) -> Global {
    Global { name: one.name.clone(), ty: one.ty, initial: one.initial, line }
}

fn local(one: &tree::Variable, line: u32) -> Local {
    Local { name: one.name.clone(), ty: one.ty, line }
}

fn queue(one: &tree::Queue, line: u32) -> Queue {
    Queue { name: one.name.clone(), limit: one.limit, is_used: one.is_used, line }
}

fn knob(one: &tree::Knob, line: u32) -> Knob {
    let tree::Knob { name, value, least, most, label, .. } = one.clone();
    Knob { name, value, least, most, label, line }
}

/// The lines on which a statement or a part of a `for` begins.
fn statement_lines(unit: &Unit, lines: &Lines<'_>) -> Vec<u32> {
    fn add(all: &[tree::Statement], lines: &Lines<'_>, found: &mut Vec<u32>) {
        for statement in all {
            let (values, bodies) = statement.parts();
            let spans = values.into_iter().map(|value| value.span).chain([statement.span]);
            for line in spans.map(|span| lines.line(span.from)) {
                if let Err(index) = found.binary_search(&line) {
                    found.insert(index, line);
                }
            }
            bodies.into_iter().for_each(|body| add(body, lines, found));
        }
    }
    let mut found = Vec::new();
    unit.functions.iter().flat_map(|function| &function.body).for_each(|body| add(body, lines, &mut found));
    found
}

/// Arrays follow each other: those of functions in each activity, the others in memory.
fn place_arrays(unit: &Unit, lines: &Lines<'_>, program: &mut Program) {
    for array in &unit.arrays {
        let end = if array.function.is_some() { &mut program.own_elements } else { &mut program.elements };
        let begin = *end;
        *end += array.length;
        program.arrays.push(Array {
            name: array.variable.name.clone(),
            ty: array.variable.ty,
            length: array.length,
            line: lines.line(array.variable.span.from),
            of_function: array.function.is_some(),
            begin,
            initial: array.initial.clone(),
        });
    }
}

/// How many registers each function and its deepest chain of calls use. The call graph has no circles.
fn measure_stacks(program: &mut Program) {
    fn stack(function: usize, calls: &[Vec<(usize, u32)>], program: &Program, known: &mut Vec<Option<u32>>) -> u32 {
        if let Some(known) = known[function] {
            return known;
        }
        let own = u32::from(program.functions[function].registers);
        let below = calls[function].iter().map(|(called, first)| first + stack(*called, calls, program, known));
        let most = below.max().unwrap_or(0).max(own);
        known[function] = Some(most);
        most
    }
    let calls: Vec<Vec<(usize, u32)>> = program
        .functions
        .iter()
        .map(|function| {
            let code = &program.code[function.begin as usize..][..function.length as usize];
            let invoked = |one: &Instruction| match one {
                Instruction::Invoke { function, first, .. } => Some((usize::from(*function), u32::from(*first))),
                _ => None,
            };
            code.iter().filter_map(invoked).collect()
        })
        .collect();
    let mut known = vec![None; program.functions.len()];
    for function in 0..program.functions.len() {
        program.functions[function].stack = stack(function, &calls, program, &mut known);
    }
}

/// A place as a register. A function that needs more has no code that runs: the programmer is told.
fn register(place: usize) -> Register {
    place.min(WINDOW - 1) as Register
}

/// The register of a local variable.
fn register_of(slot: u16) -> Register {
    register(slot.into())
}

/// Where a `break` or a `continue` leads: jumps that wait for their address.
#[derive(Default)]
struct Jumps {
    breaks: Vec<Address>,
    continues: Vec<Address>,
    is_switch: bool,
}

struct Generator<'a> {
    lines: &'a Lines<'a>,
    function: &'a tree::Function,
    /// Locals of this function whose reads need a test.
    uncertain: Vec<u16>,
    target: Target,
    /// The line of the statement that comes now.
    line_now: u32,
    /// The first register that is free.
    top: usize,
    most: usize,
    program: Program,
    jumps: Vec<Jumps>,
}

impl Generator<'_> {
    fn here(&self) -> Address {
        self.program.code.len() as Address
    }

    fn emit(&mut self, instruction: Instruction) -> Address {
        let at = self.here();
        self.program.code.push(instruction);
        self.program.code_lines.push(self.line_now as u16);
        at
    }

    /// Lets a jump lead to the next instruction.
    fn land(&mut self, at: Address) {
        use Instruction::{Jump, JumpIf, JumpIfNot, SkipUnless, SkipUnlessBits, SkipUnlessConstant};
        let here = self.here();
        match &mut self.program.code[at as usize] {
            Jump { to } | JumpIf { to, .. } | JumpIfNot { to, .. } => *to = here,
            SkipUnless { skips, .. } | SkipUnlessConstant { skips, .. } | SkipUnlessBits { skips, .. } => {
                *skips = u16::try_from(here - at - 1).expect("a text of this size has less code");
            }
            _ => unreachable!("only jumps wait for an address"),
        }
    }

    fn land_all(&mut self, jumps: Vec<Address>) {
        jumps.into_iter().for_each(|jump| self.land(jump));
    }

    /// Takes the next free register.
    fn take(&mut self) -> Register {
        let register = register(self.top);
        self.top += 1;
        self.most = self.most.max(self.top);
        register
    }

    /// A statement begins, or a part of one that is a step of its own.
    fn begin_statement(&mut self, span: Span) {
        self.line_now = self.lines.line(span.from);
        if !self.target.statements_are_free {
            let index = self.program.lines.binary_search(&self.line_now).expect("each line of a statement is listed");
            self.emit(Instruction::Statement { line: index as u16 });
        }
    }
}
