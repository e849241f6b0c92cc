//! Runs a compiled program. An `Activity` is one context that runs code: an interrupt handler, a thread. It runs until its
//! function returns, until the machine lets it wait, or until its fuel is used up, and can go on each time. All of its state
//! is plain data.

use super::arithmetic::{Undefined, complement, negate};
use super::calls::{CALLS, Call};
use super::code::{Address, Array, Instruction, Program, Register};
use super::problem::Text;
use super::texts;
use super::tree::Bits;
use std::cell::Cell;

/// The value of a register or element that was never set. No number and no handle has it.
const UNSET: Bits = u64::MAX;

/// What the program does with its machine. The machine implements it.
pub trait Calls {
    /// A statement begins. `line` is an index of `Program::lines`.
    fn statement(&mut self, line: u16) -> Go;
    /// A function of the program is called that has a step; its parameters are given.
    fn enter(&mut self, function: u16, parameters: &[Bits]) -> Go;
    /// It returns.
    fn leave(&mut self, function: u16);
    /// One of `CALLS` is called. `paid`: its step is that of the function around it, so it costs nothing.
    fn call(&mut self, call: &'static Call, number: u8, paid: bool, arguments: &[Bits]) -> Answer;
    /// The value of a knob.
    fn knob(&mut self, knob: u16) -> i32;
    /// A variable outside functions gets another value.
    fn global_changed(&mut self, _global: u16, _value: Bits) {}
    /// An element of an array outside functions gets another value. `element` is an index of `Memory::elements`.
    fn element_changed(&mut self, _element: usize, _value: Bits) {}
}

/// Whether an activity goes on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    On,
    /// `Activity::run` returns, and goes on behind this place when it is called again.
    Wait,
}

/// The answer to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its result; 0 if it has none.
    Now(Bits),
    /// The machine will give it with `Activity::answer`.
    Later,
    /// The machine has stopped.
    Halt,
}

/// Why an activity stopped running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its function has returned this value.
    Returned(Bits),
    Waiting,
    OutOfFuel,
    Halted,
    Trapped(Trap),
}

/// A thing that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    Arithmetic(Undefined),
    Index {
        array: u16,
        index: i32,
    },
    /// A local variable of the running function.
    Unset {
        local: u16,
    },
    /// An element of an array of the running function.
    UnsetElement {
        array: u16,
    },
}

/// Memory that all activities of a program share. An interrupt's activity runs while another one waits for a step to end, so
/// nobody has the memory for himself.
#[derive(Clone, Debug)]
pub struct Memory {
    pub globals: Vec<Cell<Bits>>,
    pub elements: Vec<Cell<Bits>>,
}

impl Memory {
    pub fn new(program: &Program) -> Memory {
        let mut elements = vec![Cell::new(0); program.elements as usize];
        for array in program.arrays.iter().filter(|array| !array.of_function) {
            let initial = array.initial.iter().copied().map(Cell::new);
            elements.splice(array.begin as usize..array.begin as usize + array.initial.len(), initial);
        }
        Memory { globals: program.globals.iter().map(|global| Cell::new(global.initial)).collect(), elements }
    }

    /// Whether a variable outside functions has this value.
    pub fn holds(&self, value: Bits) -> bool {
        self.globals.iter().chain(&self.elements).any(|one| one.get() == value)
    }
}

/// A function that runs.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub function: u16,
    /// The instruction that comes next.
    next: Address,
    /// Its first register in the activity.
    base: u32,
    /// The register of the calling function that gets the result.
    to: Register,
    /// The line of its statement, an index of `Program::lines`.
    pub line: u16,
}

#[derive(Clone, Debug, Default)]
pub struct Activity {
    registers: Vec<Bits>,
    /// The innermost last; empty: nothing runs.
    frames: Vec<Frame>,
    /// The register that waits for the answer of the machine.
    waits: Option<Register>,
    /// A function that was called, but not yet told to the machine.
    enters: bool,
}

impl Activity {
    /// Begins a function. Its registers are taken once: the call graph says how many its deepest chain of calls needs.
    pub fn start(&mut self, program: &Program, function: u16, arguments: &[Bits]) {
        let row = &program.functions[usize::from(function)];
        assert_eq!(arguments.len(), row.parameters.len(), "a function gets its parameters");
        self.registers.clear();
        self.registers.extend_from_slice(arguments);
        self.registers.resize(row.stack.max(arguments.len() as u32) as usize, UNSET);
        self.frames.clear();
        self.frames.push(Frame { function, next: row.begin, base: 0, to: 0, line: 0 });
        self.waits = None;
        self.enters = row.step.is_some();
    }

    /// The functions that run, the innermost last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The variables of a frame; none: not set. They are in the order of `Function::locals`.
    pub fn locals(&self, program: &Program, frame: usize) -> Vec<Option<Bits>> {
        let Frame { function, base, .. } = self.frames[frame];
        let count = program.functions[usize::from(function)].locals.len();
        let registers = &self.registers[base as usize..][..count];
        registers.iter().map(|bits| (*bits != UNSET).then_some(*bits)).collect()
    }

    /// Whether a variable of one of its functions has this value.
    pub fn holds(&self, value: Bits) -> bool {
        self.registers.contains(&value)
    }

    /// Whether it waits for `answer`.
    pub fn waits_for_answer(&self) -> bool {
        self.waits.is_some()
    }

    /// Gives the result that `Answer::Later` has promised.
    pub fn answer(&mut self, result: Bits) {
        let to = self.waits.take().expect("an activity that waits for an answer");
        let base = self.frames.last().expect("it runs").base;
        self.registers[base as usize + usize::from(to)] = result;
    }

    /// Runs. Each instruction takes one of `fuel`.
    pub fn run(&mut self, program: &Program, memory: &Memory, calls: &mut impl Calls, fuel: &mut u64) -> Stop {
        let Some(mut frame) = self.frames.pop() else { return Stop::Returned(0) };
        if self.waits.is_some() {
            self.frames.push(frame);
            return Stop::Waiting;
        }
        let stop = self.run_frame(&mut frame, program, memory, calls, fuel);
        if !matches!(stop, Stop::Returned(_)) {
            self.frames.push(frame);
        }
        stop
    }

    fn run_frame(
        &mut self,
        frame: &mut Frame,
        program: &Program,
        memory: &Memory,
        calls: &mut impl Calls,
        fuel: &mut u64,
    ) -> Stop {
        loop {
            if std::mem::take(&mut self.enters) {
                let count = program.functions[usize::from(frame.function)].parameters.len();
                if calls.enter(frame.function, &self.registers[frame.base as usize..][..count]) == Go::Wait {
                    return Stop::Waiting;
                }
            }
            let registers = &mut self.registers[frame.base as usize..];
            match steps(registers, frame, program, memory, calls, fuel) {
                Leaves::Stop(stop) => return stop,
                Leaves::Waits(to) => {
                    self.waits = Some(to);
                    return Stop::Waiting;
                }
                Leaves::Invokes { function, first, to } => {
                    let row = &program.functions[usize::from(function)];
                    let base = frame.base + u32::from(first);
                    self.frames.push(*frame);
                    *frame = Frame { function, next: row.begin, base, to, line: frame.line };
                    self.enters = row.step.is_some();
                }
                Leaves::Returns(result) => {
                    if program.functions[usize::from(frame.function)].step.is_some() {
                        calls.leave(frame.function);
                    }
                    let to = frame.to;
                    match self.frames.pop() {
                        None => return Stop::Returned(result),
                        Some(caller) => *frame = caller,
                    }
                    self.registers[frame.base as usize + usize::from(to)] = result;
                }
            }
        }
    }
}

/// Why `steps` leaves the running frame.
enum Leaves {
    Stop(Stop),
    Waits(Register),
    Invokes { function: u16, first: Register, to: Register },
    Returns(Bits),
}

/// Runs instructions of one frame.
fn steps(
    registers: &mut [Bits],
    frame: &mut Frame,
    program: &Program,
    memory: &Memory,
    calls: &mut impl Calls,
    fuel: &mut u64,
) -> Leaves {
    let trapped = |trap| Leaves::Stop(Stop::Trapped(trap));
    let at = |register: Register| usize::from(register);
    loop {
        if *fuel == 0 {
            return Leaves::Stop(Stop::OutOfFuel);
        }
        *fuel -= 1;
        let instruction = program.code[frame.next as usize];
        frame.next += 1;
        match instruction {
            Instruction::Statement { line } => {
                frame.line = line;
                if calls.statement(line) == Go::Wait {
                    return Leaves::Stop(Stop::Waiting);
                }
            }
            Instruction::Constant { to, value } => registers[at(to)] = value.into(),
            Instruction::Move { to, from } => registers[at(to)] = registers[at(from)],
            Instruction::LoadGlobal { to, global } => registers[at(to)] = memory.globals[usize::from(global)].get(),
            Instruction::StoreGlobal { global, from } => {
                let value = registers[at(from)];
                if memory.globals[usize::from(global)].replace(value) != value {
                    calls.global_changed(global, value);
                }
            }
            Instruction::LoadKnob { to, knob } => registers[at(to)] = (calls.knob(knob) as u32).into(),
            Instruction::LoadElement { to, array, index } => {
                let row = &program.arrays[usize::from(array)];
                let Some(place) = element(row, registers[at(index)]) else {
                    return trapped(Trap::Index { array, index: registers[at(index)] as u32 as i32 });
                };
                let value = if row.of_function { registers[place] } else { memory.elements[place].get() };
                if value == UNSET {
                    return trapped(Trap::UnsetElement { array });
                }
                registers[at(to)] = value;
            }
            Instruction::StoreElement { array, index, from } => {
                let row = &program.arrays[usize::from(array)];
                let Some(place) = element(row, registers[at(index)]) else {
                    return trapped(Trap::Index { array, index: registers[at(index)] as u32 as i32 });
                };
                let value = registers[at(from)];
                if row.of_function {
                    registers[place] = value;
                } else if memory.elements[place].replace(value) != value {
                    calls.element_changed(place, value);
                }
            }
            Instruction::FillArray { array, zero } => {
                let Array { begin, length, .. } = program.arrays[usize::from(array)];
                registers[begin as usize..][..length as usize].fill(if zero { 0 } else { UNSET });
            }
            Instruction::Unset { register } => registers[at(register)] = UNSET,
            Instruction::TestSet { register, local } => {
                if registers[at(register)] == UNSET {
                    return trapped(Trap::Unset { local });
                }
            }
            Instruction::Compute { arithmetic, to, left, right } => {
                match arithmetic.compute(registers[at(left)], registers[at(right)]) {
                    Ok(value) => registers[at(to)] = value,
                    Err(undefined) => return trapped(Trap::Arithmetic(undefined)),
                }
            }
            Instruction::ComputeConstant { arithmetic, to, left, right } => {
                match arithmetic.compute(registers[at(left)], (i32::from(right) as u32).into()) {
                    Ok(value) => registers[at(to)] = value,
                    Err(undefined) => return trapped(Trap::Arithmetic(undefined)),
                }
            }
            Instruction::Negate { to, from } => registers[at(to)] = negate(registers[at(from)]),
            Instruction::Complement { to, from } => registers[at(to)] = complement(registers[at(from)]),
            Instruction::Not { to, from } => registers[at(to)] = (registers[at(from)] == 0).into(),
            Instruction::Truth { to, from } => registers[at(to)] = (registers[at(from)] != 0).into(),
            Instruction::Jump { to } => frame.next = to,
            Instruction::JumpIf { register, to } => {
                if registers[at(register)] != 0 {
                    frame.next = to;
                }
            }
            Instruction::JumpIfNot { register, to } => {
                if registers[at(register)] == 0 {
                    frame.next = to;
                }
            }
            Instruction::Call { call, paid, first, to } => {
                let row = &CALLS[usize::from(call)];
                let arguments = &registers[at(first)..][..row.parameters.len()];
                match calls.call(row, call, paid, arguments) {
                    Answer::Now(result) => registers[at(to)] = result,
                    Answer::Later => return Leaves::Waits(to),
                    Answer::Halt => return Leaves::Stop(Stop::Halted),
                }
            }
            Instruction::Invoke { function, first, to } => return Leaves::Invokes { function, first, to },
            Instruction::Return { from } => return Leaves::Returns(registers[at(from)]),
            Instruction::ReturnNothing => return Leaves::Returns(0),
        }
    }
}

/// Where an element is; none if the index is outside.
fn element(array: &Array, index: Bits) -> Option<usize> {
    let index = index as u32;
    (index < array.length).then(|| (array.begin + index) as usize)
}

impl Trap {
    /// The sentence about it. `function` is the one that runs.
    pub fn text(self, program: &Program, function: u16) -> Text {
        let array = |array: u16| &program.arrays[usize::from(array)];
        match self {
            Trap::Arithmetic(Undefined::DivisionByZero) => texts::divides_by_zero(),
            Trap::Arithmetic(Undefined::DivisionOverflow) => texts::quotient_too_large(),
            Trap::Arithmetic(Undefined::Shift { by }) => texts::shifts_too_far(by),
            Trap::Index { array: number, index } => {
                texts::leaves_array(index, &array(number).name, array(number).length)
            }
            Trap::Unset { local } => {
                texts::reads_unset(&program.functions[usize::from(function)].locals[usize::from(local)].name)
            }
            Trap::UnsetElement { array: number } => texts::reads_unset(&array(number).name),
        }
    }
}
