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
    /// Its first register in the activity.
    base: u32,
}

/// How many functions of the text run: those of `outer`, and those of the function in which the instruction `at` runs.
pub(super) fn depth(outer: &[Frame], program: &Program, function: u16, at: Address) -> usize {
    let count = |function: u16, at: Address| 1 + program.part(function, at).map_or(0, |call| usize::from(call.depth));
    outer.iter().map(|frame| count(frame.function, frame.next - 1)).sum::<usize>() + count(function, at)
}

impl Activity {
    /// The functions that run, the innermost last.
    pub fn stack(&self, program: &Program) -> Vec<Running> {
        let mut stack = Vec::new();
        for (depth, Frame { function, base, next, .. }) in self.frames.iter().enumerate() {
            let at = if depth + 1 < self.frames.len() { next - 1 } else { self.at.unwrap_or_default() };
            let (first, mut line, mut part) = (stack.len(), program.line(at), program.part(*function, at));
            while let Some(call) = part {
                stack.insert(first, Running { function: call.function, line, base: base + u32::from(call.first) });
                (line, part) = (call.line.into(), program.inlined_as(call.caller));
            }
            stack.insert(first, Running { function: *function, line, base: *base });
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
