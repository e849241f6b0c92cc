//! Runs a compiled program. An `Activity` is one context that runs code: an interrupt handler, a thread. It runs until its
//! function returns, until the machine lets it wait, or until its fuel is used up, and can go on each time. All of its state
//! is plain data.

use super::Bits;
use super::arithmetic::{complement, negate};
use super::calls::CALLS;
use super::code::{Address, Array, CallNumber, Function, Instruction, Program, Register, WINDOW};
pub use super::memory::Memory;
use super::memory::{UNSET, load_element, store_element};
pub use super::trap::Trap;

const _: () = {
    let mut call = 0;
    while call < CALLS.len() {
        assert!(CALLS[call].parameters.len() <= 2, "an instruction has two arguments");
        call += 1;
    }
};

/// What the program does with its machine. The machine implements it.
pub trait Calls {
    /// A statement begins. `line` is an index of `Program::lines`. Code for free statements tells none.
    fn statement(&mut self, line: u16) -> Go;
    /// A function of the program is called that has a step; its parameters come first in the window.
    fn enter(&mut self, function: &Function, window: &Window) -> Go;
    /// It returns.
    fn leave(&mut self);
    /// One of `CALLS` is called, by the instruction `at`. A call with fewer parameters ignores the others.
    fn call(&mut self, call: CallNumber, first: Bits, second: Bits, at: Address) -> Answer;
    /// The value of a knob.
    fn knob(&mut self, knob: u16) -> i32;
    /// The instruction `at` keeps the value of a variable outside functions.
    fn remembers(&mut self, _global: u16, _at: Address) {}
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

/// A function that runs.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub function: u16,
    /// The register of the calling function that gets the result.
    to: Register,
    /// Its first register in the activity.
    base: u32,
    /// The instruction that comes next.
    next: Address,
}

#[derive(Clone, Debug, Default)]
pub struct Activity {
    registers: Vec<Bits>,
    /// The elements of functions' arrays.
    elements: Vec<Bits>,
    /// The innermost last; empty: nothing runs.
    frames: Vec<Frame>,
    /// The instruction that ran last.
    at: Option<Address>,
    /// The register that waits for the answer of the machine.
    waits: Option<Register>,
    /// The first function is not yet told to the machine.
    enters: bool,
}

impl Activity {
    /// Begins a function. Its registers are taken once: the call graph says how many its deepest chain of calls needs.
    pub fn start(&mut self, program: &Program, function: u16, arguments: &[Bits]) {
        let row = &program.functions[usize::from(function)];
        assert_eq!(arguments.len(), row.parameters.len(), "a function gets its parameters");
        let stack = row.stack as usize;
        if self.registers.len() < stack + WINDOW {
            self.registers.resize(stack + WINDOW, 0);
        }
        self.elements.resize(program.own_elements as usize, UNSET);
        self.registers[..stack].fill(UNSET);
        self.registers[..arguments.len()].copy_from_slice(arguments);
        self.frames.clear();
        self.frames.push(Frame { function, to: 0, base: 0, next: row.begin });
        self.at = Some(row.begin);
        self.waits = None;
        self.enters = row.step.is_some();
    }

    /// The functions that run, the innermost last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The line of the text that ran last in a frame: its own last one in the innermost, a call in the others.
    pub fn line(&self, program: &Program, frame: usize) -> u32 {
        match self.frames.get(frame) {
            Some(Frame { next, .. }) if frame + 1 < self.frames.len() => program.line(next - 1),
            _ => self.last_line(program),
        }
    }

    /// The line of the text that ran last; 0 if none has.
    pub fn last_line(&self, program: &Program) -> u32 {
        self.at.map_or(0, |at| program.line(at))
    }

    /// The variables of a frame; none: not set. They are in the order of `Function::locals`.
    pub fn locals(&self, program: &Program, frame: usize) -> Vec<Option<Bits>> {
        let Frame { function, base, .. } = self.frames[frame];
        let count = program.functions[usize::from(function)].locals.len();
        let registers = &self.registers[base as usize..][..count];
        registers.iter().map(|bits| (*bits != UNSET).then_some(*bits)).collect()
    }

    /// The variable of its first function that has this value; the function may have returned.
    pub fn variable_of<'a>(&self, program: &'a Program, function: u16, value: Bits) -> Option<&'a str> {
        let locals = program.functions[usize::from(function)].locals.iter();
        locals.zip(&self.registers).find(|(_, bits)| **bits == value).map(|(local, _)| local.name.as_str())
    }

    /// Whether a variable of the functions that run has this value.
    pub fn holds(&self, value: Bits) -> bool {
        !self.frames.is_empty() && self.registers.iter().chain(&self.elements).any(|bits| *bits == value)
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

    /// Runs. Each call of a function and each round of a loop takes as much of `fuel` as it has instructions.
    pub fn run(&mut self, program: &Program, memory: &Memory, calls: &mut impl Calls, fuel: u64) -> Stop {
        if self.waits.is_some() {
            return Stop::Waiting;
        }
        let Some(frame) = self.frames.pop() else { return Stop::Returned(0) };
        if std::mem::take(&mut self.enters) {
            let function = &program.functions[usize::from(frame.function)];
            if calls.enter(function, window_of(&mut self.registers, frame.base)) == Go::Wait {
                self.frames.push(frame);
                return Stop::Waiting;
            }
        }
        self.run_from(frame, program, memory, calls, fuel)
    }

    /// Runs the innermost frame and those that it calls. What changes with each instruction is in variables meanwhile, and
    /// the frame is written back when it stops.
    fn run_from(
        &mut self,
        mut frame: Frame,
        program: &Program,
        memory: &Memory,
        calls: &mut impl Calls,
        mut fuel: u64,
    ) -> Stop {
        let Activity { registers, elements, frames, waits, .. } = self;
        let code = program.code.as_slice();
        let mut next = frame.next;
        let mut window = window_of(registers, frame.base);
        // the instruction that stops it, and why
        let (at, stop) = loop {
            let instruction = code[next as usize];
            next += 1;
            match instruction {
                Instruction::Statement { line } => {
                    if calls.statement(line) == Go::Wait {
                        break (next - 1, Stop::Waiting);
                    }
                }
                Instruction::Constant { to, value } => window[slot(to)] = value.into(),
                Instruction::Move { to, from } => window[slot(to)] = window[slot(from)],
                Instruction::LoadGlobal { to, global } => window[slot(to)] = memory.globals[usize::from(global)].get(),
                Instruction::StoreGlobal { global, from } => {
                    let value = window[slot(from)];
                    if memory.globals[usize::from(global)].replace(value) != value {
                        calls.global_changed(global, value);
                    }
                }
                Instruction::Remember { to, kept, global } => {
                    let value = memory.globals[usize::from(global)].get();
                    (window[slot(to)], window[slot(kept)]) = (value, value);
                    calls.remembers(global, next - 1);
                }
                Instruction::Unchanged { kept, global } => {
                    let (old, new) = (window[slot(kept)], memory.globals[usize::from(global)].get());
                    if old != UNSET && old != new {
                        let (old, new) = (old as u32 as i32, new as u32 as i32);
                        break (next - 1, Stop::Trapped(Trap::Torn { global, old, new }));
                    }
                }
                Instruction::LoadKnob { to, knob } => window[slot(to)] = (calls.knob(knob) as u32).into(),
                Instruction::LoadElement { to, array, index } => {
                    match load_element(elements, memory, program, (array, window[slot(index)])) {
                        Ok(value) => window[slot(to)] = value,
                        Err(trap) => break (next - 1, Stop::Trapped(trap)),
                    }
                }
                Instruction::StoreElement { array, index, from } => {
                    let element = (array, window[slot(index)]);
                    match store_element(elements, memory, program, element, window[slot(from)]) {
                        Ok(Some((place, value))) => calls.element_changed(place, value),
                        Ok(None) => {}
                        Err(trap) => break (next - 1, Stop::Trapped(trap)),
                    }
                }
                Instruction::FillArray { array, zero } => {
                    let Array { begin, length, .. } = program.arrays[usize::from(array)];
                    elements[begin as usize..][..length as usize].fill(if zero { 0 } else { UNSET });
                }
                Instruction::Unset { register } => window[slot(register)] = UNSET,
                Instruction::TestSet { register, local } => {
                    if window[slot(register)] == UNSET {
                        break (next - 1, Stop::Trapped(Trap::Unset { local }));
                    }
                }
                Instruction::Compute { arithmetic, to, left, right } => {
                    match arithmetic.compute(window[slot(left)], window[slot(right)]) {
                        Ok(value) => window[slot(to)] = value,
                        Err(undefined) => break (next - 1, Stop::Trapped(Trap::Arithmetic(undefined))),
                    }
                }
                Instruction::ComputeConstant { arithmetic, to, left, right } => {
                    match arithmetic.compute(window[slot(left)], constant(right)) {
                        Ok(value) => window[slot(to)] = value,
                        Err(undefined) => break (next - 1, Stop::Trapped(Trap::Arithmetic(undefined))),
                    }
                }
                Instruction::Negate { to, from } => window[slot(to)] = negate(window[slot(from)]),
                Instruction::Complement { to, from } => window[slot(to)] = complement(window[slot(from)]),
                Instruction::Not { to, from } => window[slot(to)] = (window[slot(from)] == 0).into(),
                Instruction::Truth { to, from } => window[slot(to)] = (window[slot(from)] != 0).into(),
                Instruction::Jump { to } => next = to,
                Instruction::Loop { to } => {
                    if !take_fuel(&mut fuel, next - to) {
                        // it runs again
                        next -= 1;
                        break (next, Stop::OutOfFuel);
                    }
                    next = to;
                }
                Instruction::JumpIf { register, to } => {
                    if window[slot(register)] != 0 {
                        next = to;
                    }
                }
                Instruction::JumpIfNot { register, to } => {
                    if window[slot(register)] == 0 {
                        next = to;
                    }
                }
                Instruction::SkipUnless { orders, left, right, skips } => {
                    if !orders.hold(window[slot(left)], window[slot(right)]) {
                        next += Address::from(skips);
                    }
                }
                Instruction::SkipUnlessConstant { orders, left, right, skips } => {
                    if !orders.hold(window[slot(left)], constant(right)) {
                        next += Address::from(skips);
                    }
                }
                Instruction::Call { call, first, second, to } => {
                    match calls.call(call, window[slot(first)], window[slot(second)], next - 1) {
                        Answer::Now(result) => window[slot(to)] = result,
                        Answer::Later => {
                            *waits = Some(to);
                            break (next - 1, Stop::Waiting);
                        }
                        Answer::Halt => break (next - 1, Stop::Halted),
                    }
                }
                Instruction::Invoke { function, argument, first, to } => {
                    let row = &program.functions[usize::from(function)];
                    if !take_fuel(&mut fuel, row.length) {
                        // it runs again
                        next -= 1;
                        break (next, Stop::OutOfFuel);
                    }
                    frames.push(Frame { next, ..frame });
                    let value = window[slot(argument)];
                    frame =
                        Frame { function: function.into(), to, base: frame.base + u32::from(first), next: row.begin };
                    window = window_of(registers, frame.base);
                    window[0] = value;
                    if row.step.is_some() && calls.enter(row, window) == Go::Wait {
                        let at = std::mem::replace(&mut next, row.begin) - 1;
                        break (at, Stop::Waiting);
                    }
                    next = row.begin;
                }
                Instruction::Return { leaves, .. } | Instruction::ReturnNothing { leaves } => {
                    let result = match instruction {
                        Instruction::Return { from, .. } => window[slot(from)],
                        _ => 0,
                    };
                    if leaves {
                        calls.leave();
                    }
                    let Some(caller) = frames.pop() else {
                        self.at = Some(next - 1);
                        return Stop::Returned(result);
                    };
                    window = window_of(registers, caller.base);
                    window[slot(frame.to)] = result;
                    next = caller.next;
                    frame = caller;
                }
            }
        };
        frames.push(Frame { next, ..frame });
        self.at = Some(at);
        stop
    }
}

/// Takes fuel for so many instructions. The last of it is enough for any number, so that every run goes on. False: none is left.
#[inline]
fn take_fuel(fuel: &mut u64, instructions: u32) -> bool {
    match fuel.checked_sub(instructions.into()) {
        Some(left) => *fuel = left,
        None if *fuel == 0 => return false,
        None => *fuel = 0,
    }
    true
}

/// The registers that a function may use: so many that no index can lie outside.
pub type Window = [Bits; WINDOW];

#[inline]
fn window_of(registers: &mut [Bits], base: u32) -> &mut Window {
    registers[base as usize..].first_chunk_mut().expect("a stack has room for a whole window at its end")
}

#[inline]
pub fn slot(register: Register) -> usize {
    usize::from(register) % WINDOW
}

#[inline]
fn constant(number: i16) -> Bits {
    (i32::from(number) as u32).into()
}
