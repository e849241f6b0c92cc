//! Runs a compiled program. An `Activity` is one context that runs code: an interrupt handler, a thread. It runs until its
//! function returns, until the machine lets it wait, or until its fuel is used up, and can go on each time. All of its state
//! is plain data.

use super::Bits;
use super::calls::CALLS;
use super::code::{Address, Instruction, Program, Register, WINDOW};
use super::instructions::{Around, End, run_frame, skipped, take_fuel};
pub use super::machine::{Answer, Calls, Go};
pub use super::memory::Memory;
use super::memory::UNSET;
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
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its function has returned.
    Returned,
    Waiting,
    OutOfFuel,
    Halted,
    Trapped(Box<Trap>),
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
    /// The instruction that ran last waits for the answer of the machine.
    waits: bool,
}

impl Activity {
    /// Begins a function, and runs it as `run` does.
    pub fn call(
        &mut self,
        (function, arguments): (u16, &[Bits]),
        program: &Program,
        memory: &Memory,
        calls: &mut impl Calls,
        fuel: u64,
    ) -> Stop {
        let frame = self.frame(program, function, arguments);
        self.run_from(frame, program, memory, calls, fuel)
    }

    /// Begins a function; `run` runs it.
    pub fn start(&mut self, program: &Program, function: u16, arguments: &[Bits]) {
        let frame = self.frame(program, function, arguments);
        self.frames.push(frame);
    }

    /// The outermost frame. Its registers are taken once: the call graph says how many its deepest chain of calls needs.
    fn frame(&mut self, program: &Program, function: u16, arguments: &[Bits]) -> Frame {
        let row = &program.functions[usize::from(function)];
        assert_eq!(arguments.len(), row.parameters.len(), "a function gets its parameters");
        let stack = row.stack as usize;
        if self.registers.len() < stack + WINDOW || self.elements.len() != program.own_elements as usize {
            self.make_room(stack + WINDOW, program.own_elements as usize);
        }
        self.registers[..stack].fill(UNSET);
        match arguments {
            // the usual ones, without a call of the library
            [] => {}
            [argument] => self.registers[0] = *argument,
            _ => self.registers[..arguments.len()].copy_from_slice(arguments),
        }
        self.frames.clear();
        self.at = Some(row.begin);
        self.waits = false;
        Frame { function, to: 0, base: 0, next: row.begin }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, registers: usize, elements: usize) {
        self.registers.resize(registers.max(self.registers.len()), 0);
        self.elements.resize(elements, UNSET);
    }

    /// Whether a variable of the functions that run has this value.
    pub fn holds(&self, value: Bits) -> bool {
        !self.frames.is_empty() && self.registers.iter().chain(&self.elements).any(|bits| *bits == value)
    }

    /// Whether it waits for `answer`.
    pub fn waits_for_answer(&self) -> bool {
        self.waits
    }

    /// Gives the result that `Answer::Later` has promised.
    pub fn answer(&mut self, program: &Program, result: Bits) {
        assert!(std::mem::take(&mut self.waits), "an activity that waits for an answer");
        let frame = self.frames.last_mut().expect("it runs");
        let (to, skips) = match program.code[frame.next as usize - 1] {
            Instruction::CallAndTest { to, skips, .. } => (to, skipped(skips, result)),
            Instruction::Call { to, .. } => (to, 0),
            other => unreachable!("{other:?} waits for no answer"),
        };
        self.registers[frame.base as usize + slot(to)] = result;
        frame.next += skips as Address;
    }

    /// Runs. Each call of a function and each round of a loop takes as much of `fuel` as it has instructions.
    pub fn run(&mut self, program: &Program, memory: &Memory, calls: &mut impl Calls, fuel: u64) -> Stop {
        if self.waits {
            return Stop::Waiting;
        }
        let Some(frame) = self.frames.pop() else { return Stop::Returned };
        self.run_from(frame, program, memory, calls, fuel)
    }

    /// Runs the innermost frame and those that it calls. When it stops, the frame is written back. Its code exists once.
    #[inline(never)]
    fn run_from(
        &mut self,
        mut frame: Frame,
        program: &Program,
        memory: &Memory,
        calls: &mut impl Calls,
        mut fuel: u64,
    ) -> Stop {
        loop {
            let window = window_of(&mut self.registers, frame.base);
            let (outer, elements) = (&self.frames, &mut self.elements);
            let function = frame.function;
            let mut around = Around { program, memory, outer, function, elements, fuel, at: frame.next, result: 0 };
            let end = run_frame(&program.code, frame.next, window, calls, &mut around);
            let (at, result) = (around.at, around.result);
            fuel = around.fuel;
            let stop = match end {
                End::Returns => {
                    let Some(caller) = self.frames.pop() else {
                        self.at = Some(at);
                        return Stop::Returned;
                    };
                    window_of(&mut self.registers, caller.base)[slot(frame.to)] = result;
                    frame = caller;
                    continue;
                }
                End::Invokes => match self.invoke(Frame { next: at + 1, ..frame }, program, &mut fuel) {
                    Some(called) => {
                        frame = called;
                        continue;
                    }
                    None => Stop::OutOfFuel,
                },
                End::Waits => {
                    self.waits = true;
                    Stop::Waiting
                }
                End::Stops(stop) => stop,
            };
            // without fuel it runs again
            let next = if stop == Stop::OutOfFuel { at } else { at + 1 };
            self.frames.push(Frame { next, ..frame });
            self.at = Some(at);
            return stop;
        }
    }

    /// Calls a function, as the last instruction of its caller says, if there is fuel for it. Its frame comes above that one.
    #[inline(never)]
    fn invoke(&mut self, caller: Frame, program: &Program, fuel: &mut u64) -> Option<Frame> {
        let Instruction::Invoke { function, argument, first, to } = program.code[caller.next as usize - 1] else {
            unreachable!("a call of a function")
        };
        let called = &program.functions[usize::from(function)];
        if !take_fuel(fuel, called.length) {
            return None;
        }
        let base = caller.base + u32::from(first);
        let value = window_of(&mut self.registers, caller.base)[slot(argument)];
        window_of(&mut self.registers, base)[0] = value;
        self.frames.push(caller);
        Some(Frame { function: function.into(), to, base, next: called.begin })
    }
}

/// The registers that a function may use: so many that no index can lie outside.
pub(super) type Window = [Bits; WINDOW];

#[inline]
fn window_of(registers: &mut [Bits], base: u32) -> &mut Window {
    registers[base as usize..].first_chunk_mut().expect("a stack has room for a whole window at its end")
}

#[inline]
pub(super) fn slot(register: Register) -> usize {
    usize::from(register)
}
