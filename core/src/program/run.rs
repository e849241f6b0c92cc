//! Runs a compiled program. An `Activity` is one context that runs code: an interrupt handler, a thread. It runs until its
//! function returns, until the machine lets it wait, or until its fuel is used up, and can go on each time. All of its state
//! is plain data.

use super::Bits;
use super::arithmetic::{complement, negate};
use super::calls::CALLS;
use super::code::{Address, Array, Instruction, Program, Register, WINDOW};
pub use super::machine::{Answer, Calls, Go};
pub use super::memory::Memory;
use super::memory::{UNSET, load_element, store_element};
use super::stack;
pub use super::stack::Running;
pub use super::trap::Trap;

const _: () = {
    let mut call = 0;
    while call < CALLS.len() {
        assert!(CALLS[call].parameters.len() <= 2, "an instruction has two arguments");
        call += 1;
    }
};

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

/// A function that runs, with those that are a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub function: u16,
    /// The register of the calling function that gets the result.
    to: Register,
    /// Its first register in the activity.
    pub base: u32,
    /// The instruction that comes next.
    pub next: Address,
}

#[derive(Clone, Debug, Default)]
pub struct Activity {
    pub(super) registers: Vec<Bits>,
    /// The elements of functions' arrays.
    pub(super) elements: Vec<Bits>,
    /// The innermost last; empty: nothing runs.
    pub(super) frames: Vec<Frame>,
    /// The instruction that ran last.
    pub(super) at: Option<Address>,
    /// The register that waits for the answer of the machine.
    waits: Option<Register>,
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
        match arguments {
            // the usual ones, without a call of the library
            [] => {}
            [argument] => self.registers[0] = *argument,
            _ => self.registers[..arguments.len()].copy_from_slice(arguments),
        }
        self.frames.clear();
        self.frames.push(Frame { function, to: 0, base: 0, next: row.begin });
        self.at = Some(row.begin);
        self.waits = None;
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
    pub fn answer(&mut self, program: &Program, result: Bits) {
        let to = self.waits.take().expect("an activity that waits for an answer");
        let frame = self.frames.last_mut().expect("it runs");
        self.registers[frame.base as usize + slot(to)] = result;
        if let Instruction::CallAndTest { skips, .. } = program.code[frame.next as usize - 1] {
            frame.next += skipped(skips, result);
        }
    }

    /// Runs. Each call of a function and each round of a loop takes as much of `fuel` as it has instructions.
    pub fn run(&mut self, program: &Program, memory: &Memory, calls: &mut impl Calls, fuel: u64) -> Stop {
        if self.waits.is_some() {
            return Stop::Waiting;
        }
        let Some(frame) = self.frames.pop() else { return Stop::Returned(0) };
        self.run_from(frame, program, memory, calls, fuel)
    }

    /// Runs the innermost frame and those that it calls. What changes with each instruction is in variables meanwhile, and
    /// the frame is written back when it stops. What is rare is in `compute` and `invoke`, so that these variables have room.
    fn run_from(
        &mut self,
        mut frame: Frame,
        program: &Program,
        memory: &Memory,
        calls: &mut impl Calls,
        mut fuel: u64,
    ) -> Stop {
        let code = program.code.as_slice();
        let mut next = frame.next;
        let mut window = window_of(&mut self.registers, frame.base);
        // the instruction that stops it, and why
        let (at, stop) = loop {
            let instruction = code[next as usize];
            next += 1;
            match instruction {
                Instruction::Statement { line } => {
                    let depth = || stack::depth(&self.frames, program, frame.function, next - 1);
                    if calls.statement(line, depth) == Go::Wait {
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
                Instruction::LoadKnob { to, knob } => window[slot(to)] = (calls.knob(knob) as u32).into(),
                Instruction::Unset { register } => window[slot(register)] = UNSET,
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
                Instruction::SkipUnlessBits { left, right, skips } => {
                    if window[slot(left)] & constant(right) == 0 {
                        next += Address::from(skips);
                    }
                }
                Instruction::Call { call, first, second, to } => {
                    match calls.call(call, window[slot(first)], window[slot(second)], next - 1) {
                        Answer::Now(result) => window[slot(to)] = result,
                        answer => break (next - 1, self.stops(answer, to)),
                    }
                }
                Instruction::CallAndTest { call, first, to, skips } => {
                    match calls.call(call, window[slot(first)], 0, next - 1) {
                        Answer::Now(result) => {
                            window[slot(to)] = result;
                            next += skipped(skips, result);
                        }
                        answer => break (next - 1, self.stops(answer, to)),
                    }
                }
                Instruction::Enter { function, has_packet, from, to } => {
                    let value = window[slot(from)];
                    window[slot(to)] = value;
                    if calls.enter(function, has_packet.then_some(value)) == Go::Wait {
                        break (next - 1, Stop::Waiting);
                    }
                }
                Instruction::Leave { count, skips } => {
                    calls.leave(count);
                    next += Address::from(skips);
                }
                Instruction::Invoke { function, .. } => {
                    if !take_fuel(&mut fuel, program.functions[usize::from(function)].length) {
                        // it runs again
                        next -= 1;
                        break (next, Stop::OutOfFuel);
                    }
                    frame = self.invoke(instruction, Frame { next, ..frame }, program);
                    window = window_of(&mut self.registers, frame.base);
                    next = frame.next;
                }
                Instruction::Return { leaves, .. } | Instruction::ReturnNothing { leaves } => {
                    let result = match instruction {
                        Instruction::Return { from, .. } => window[slot(from)],
                        _ => 0,
                    };
                    if leaves {
                        calls.leave(1);
                    }
                    let Some(caller) = self.frames.pop() else {
                        self.at = Some(next - 1);
                        return Stop::Returned(result);
                    };
                    window = window_of(&mut self.registers, caller.base);
                    window[slot(frame.to)] = result;
                    next = caller.next;
                    frame = caller;
                }
                // all are named, so that the processor need not compare the number of an instruction with the last one here
                Instruction::Remember { .. }
                | Instruction::Unchanged { .. }
                | Instruction::LoadElement { .. }
                | Instruction::StoreElement { .. }
                | Instruction::FillArray { .. }
                | Instruction::TestSet { .. }
                | Instruction::Compute { .. }
                | Instruction::ComputeConstant { .. }
                | Instruction::Negate { .. }
                | Instruction::Complement { .. } => {
                    match self.compute(instruction, frame.base, (program, memory), calls, next - 1) {
                        Ok(()) => window = window_of(&mut self.registers, frame.base),
                        Err(trap) => break (next - 1, Stop::Trapped(trap)),
                    }
                }
            }
        };
        self.frames.push(Frame { next, ..frame });
        self.at = Some(at);
        stop
    }

    /// Calls a function. Its frame comes above that of the caller.
    #[inline(never)]
    fn invoke(&mut self, invoke: Instruction, caller: Frame, program: &Program) -> Frame {
        let Instruction::Invoke { function, argument, first, to } = invoke else {
            unreachable!("a call of a function")
        };
        let base = caller.base + u32::from(first);
        let value = window_of(&mut self.registers, caller.base)[slot(argument)];
        window_of(&mut self.registers, base)[0] = value;
        self.frames.push(caller);
        Frame { function: function.into(), to, base, next: program.functions[usize::from(function)].begin }
    }

    /// Runs an instruction that calculates, or has to do with an array or with a value that is kept.
    #[inline(never)]
    fn compute(
        &mut self,
        instruction: Instruction,
        base: u32,
        (program, memory): (&Program, &Memory),
        calls: &mut impl Calls,
        at: Address,
    ) -> Result<(), Trap> {
        let (window, elements) = (window_of(&mut self.registers, base), &mut self.elements);
        match instruction {
            Instruction::Compute { arithmetic, to, left, right } => {
                let value = arithmetic.compute(window[slot(left)], window[slot(right)]);
                window[slot(to)] = value.map_err(Trap::Arithmetic)?;
            }
            Instruction::ComputeConstant { arithmetic, to, left, right } => {
                let value = arithmetic.compute(window[slot(left)], constant(right));
                window[slot(to)] = value.map_err(Trap::Arithmetic)?;
            }
            Instruction::Negate { to, from } => window[slot(to)] = negate(window[slot(from)]),
            Instruction::Complement { to, from } => window[slot(to)] = complement(window[slot(from)]),
            Instruction::LoadElement { to, array, index } => {
                window[slot(to)] = load_element(elements, memory, program, (array, window[slot(index)]))?;
            }
            Instruction::StoreElement { array, index, from } => {
                let element = (array, window[slot(index)]);
                if let Some((place, value)) = store_element(elements, memory, program, element, window[slot(from)])? {
                    calls.element_changed(place, value);
                }
            }
            Instruction::FillArray { array, zero } => {
                let Array { begin, length, .. } = program.arrays[usize::from(array)];
                elements[begin as usize..][..length as usize].fill(if zero { 0 } else { UNSET });
            }
            Instruction::TestSet { register, local } => {
                if window[slot(register)] == UNSET {
                    return Err(Trap::Unset { local });
                }
            }
            Instruction::Remember { to, kept, global } => {
                let value = memory.globals[usize::from(global)].get();
                (window[slot(to)], window[slot(kept)]) = (value, value);
                calls.remembers(global, at);
            }
            Instruction::Unchanged { kept, global } => {
                let (old, new) = (window[slot(kept)], memory.globals[usize::from(global)].get());
                if old != UNSET && old != new {
                    let (old, new) = (old as u32 as i32, new as u32 as i32);
                    return Err(Trap::Torn { global, old, new });
                }
            }
            _ => unreachable!("`run_from` has the others"),
        }
        Ok(())
    }

    /// A call has no result yet.
    #[cold]
    fn stops(&mut self, answer: Answer, to: Register) -> Stop {
        if answer == Answer::Halt {
            return Stop::Halted;
        }
        self.waits = Some(to);
        Stop::Waiting
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

/// How many instructions `CallAndTest` skips.
#[inline]
fn skipped(skips: i16, result: Bits) -> Address {
    Address::from(if result == 0 { skips } else { skips.wrapping_neg() }.max(0) as u16)
}

/// The registers that a function may use: so many that no index can lie outside.
type Window = [Bits; WINDOW];

#[inline]
fn window_of(registers: &mut [Bits], base: u32) -> &mut Window {
    registers[base as usize..].first_chunk_mut().expect("a stack has room for a whole window at its end")
}

#[inline]
fn slot(register: Register) -> usize {
    usize::from(register) % WINDOW
}

#[inline]
fn constant(number: i16) -> Bits {
    (i32::from(number) as u32).into()
}
