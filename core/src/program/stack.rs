//! What a debugger and a message read of an activity: the functions that run, as the text has them, their lines and variables.
//! Functions that are a part of their caller's code are told like those that are called.

use super::Bits;
use super::code::{Address, Array, Program};
use super::memory::UNSET;
use super::run::{Activity, Frame};

/// A function of the text that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub function: u16,
    /// The line that ran last: its own in the innermost function, a call in the others.
    pub line: u32,
    /// Which call of the text it is: no other one has this number. The same call runs again only after its caller's next statement.
    pub call: u32,
    /// Its first register in the activity.
    base: u32,
}

/// What `Running::call` adds to the number of a call whose function is a part of its caller's code. Other calls are addresses.
const INLINED: u32 = 1 << 31;

/// How many functions of the text run: those of `outer`, and those of the function in which the instruction `at` runs.
pub(super) fn depth(outer: &[Frame], program: &Program, function: u16, at: Address) -> usize {
    let count = |function: u16, at: Address| 1 + program.part(function, at).map_or(0, |call| usize::from(call.depth));
    outer.iter().map(|frame| count(frame.function, frame.next - 1)).sum::<usize>() + count(function, at)
}

impl Activity {
    /// The functions that run, the innermost last.
    pub fn stack(&self, program: &Program) -> Vec<Running> {
        let mut stack = Vec::new();
        let mut called_at = 0;
        for (depth, Frame { function, base, next, .. }) in self.frames.iter().enumerate() {
            let at = if depth + 1 < self.frames.len() { next - 1 } else { self.at.unwrap_or_default() };
            let (first, mut line, mut part) = (stack.len(), program.line(at), program.part_number(*function, at));
            while let Some(inlined) = program.inlined_as(part) {
                let (base, call) = (base + u32::from(inlined.first), INLINED | u32::from(part));
                stack.insert(first, Running { function: inlined.function, line, call, base });
                (line, part) = (inlined.line.into(), inlined.caller);
            }
            stack.insert(first, Running { function: *function, line, call: called_at, base: *base });
            called_at = at;
        }
        stack
    }

    /// The line of the text that ran last; 0 if none has.
    pub fn last_line(&self, program: &Program) -> u32 {
        self.at.map_or(0, |at| program.line(at))
    }

    /// The variables of a function that runs; none: not set. They are in the order of `Function::locals`.
    pub fn locals(&self, program: &Program, running: Running) -> Vec<Option<Bits>> {
        let registers = self.registers_of(program, running);
        registers.iter().map(|bits| (*bits != UNSET).then_some(*bits)).collect()
    }

    /// The same as the interpreter has them.
    pub fn registers_of(&self, program: &Program, running: Running) -> &[Bits] {
        let Running { function, base, .. } = running;
        let count = program.functions[usize::from(function)].locals.len();
        &self.registers[base as usize..][..count]
    }

    /// The elements of a function's array.
    pub fn elements_of(&self, array: &Array) -> &[Bits] {
        &self.elements[array.begin as usize..][..array.length as usize]
    }

    /// The variable of its first function that has this value; the function may have returned.
    pub fn variable_of<'a>(&self, program: &'a Program, function: u16, value: Bits) -> Option<&'a str> {
        let locals = program.functions[usize::from(function)].locals.iter();
        locals.zip(&self.registers).find(|(_, bits)| **bits == value).map(|(local, _)| local.name.as_str())
    }
}
