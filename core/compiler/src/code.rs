//! A compiled program: code (`instruction`), and tables of what the program declares. The machine and the page read the tables;
//! `run` runs the code.

use super::calls::{CALLS, Call, Context, Contexts, StepId};
pub use super::instruction::{Address, CallNumber, Instruction, Register, WINDOW};
use super::loops::Loop;
use super::tree::Bits;
pub use super::tree::{Period, Timer};
use super::types::Type;

/// What `run` and the machine need of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub code: Vec<Instruction>,
    /// The line of the text that each instruction is for.
    pub code_lines: Vec<u16>,
    /// The call that each instruction is a part of, if its function's code is a part of its caller's: a place in `inlined`,
    /// from 1. 0: it is no such part.
    pub code_inlined: Vec<u16>,
    pub inlined: Vec<Inlined>,
    pub functions: Vec<Function>,
    /// The lines that have statements, in order. The n-th becomes the n-th step of the program.
    pub lines: Vec<u32>,
    pub globals: Vec<Global>,
    pub arrays: Vec<Array>,
    pub knobs: Vec<Knob>,
    pub timer: Option<Timer>,
    pub queues: Vec<Queue>,
    pub events: Vec<String>,
    /// Texts of `trace` and `panic`.
    pub texts: Vec<String>,
    /// Texts of `trace` alone: the names of charts.
    pub charts: Vec<u16>,
    /// How many elements the arrays of the file have.
    pub elements: u32,
    /// How many the arrays of functions have. A function runs once at a time in an activity, because there is no recursion: so
    /// each activity has room for all.
    pub own_elements: u32,
    /// In the order of the text.
    pub loops: Vec<Loop>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its place in `Program::functions`.
    pub number: u16,
    pub name: String,
    pub line: u32,
    /// The line of its last `}`.
    pub last_line: u32,
    pub begin: Address,
    /// How many instructions it has.
    pub length: u32,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// Started by the machine, once.
    pub is_thread: bool,
    /// The step that calling it costs. Such a function is a procedure in the trace.
    pub step: Option<StepId>,
    /// Where it may run, by the call graph.
    pub contexts: Contexts,
    /// Whether a call in it, or in a function that it calls, takes time.
    pub takes_time: bool,
    /// Its registers.
    pub registers: u16,
    /// Registers from its own first one to the last of its deepest call.
    pub stack: u32,
    pub locals: Vec<Local>,
}

/// A call of a function whose code is a part of its caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inlined {
    pub function: u16,
    /// Its first register, from the first one of the function around all.
    pub first: Register,
    /// The call that its caller is a part of, as in `code_inlined`; and the line there.
    pub caller: u16,
    pub line: u16,
    /// How many such calls are inside of each other here, itself included.
    pub depth: u16,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    pub initial: Bits,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub name: String,
    pub ty: Type,
    pub length: u32,
    pub line: u32,
    /// A function's array is in its activity; the others are in the memory of the program.
    pub of_function: bool,
    /// The element that it begins with.
    pub begin: u32,
    pub initial: Vec<Bits>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Queue {
    pub name: String,
    pub limit: u32,
    /// Whether the program names it anywhere.
    pub is_used: bool,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    pub name: String,
    pub value: i32,
    pub least: i32,
    pub most: i32,
    pub label: String,
    pub line: u32,
}

impl Program {
    /// The line of an instruction; 0 if there is no such instruction.
    pub fn line(&self, at: Address) -> u32 {
        self.code_lines.get(at as usize).copied().unwrap_or_default().into()
    }

    /// The last line of the text that its tables name.
    pub fn last_line(&self) -> u32 {
        let of_code =
            self.code_lines.iter().chain(self.inlined.iter().map(|call| &call.line)).map(|line| (*line).into());
        let of_functions = self.functions.iter().flat_map(|function| {
            let of_locals = function.locals.iter().map(|local| local.line);
            of_locals.chain([function.line, function.last_line])
        });
        let declared = (self.globals.iter().map(|one| one.line))
            .chain(self.arrays.iter().map(|one| one.line))
            .chain(self.knobs.iter().map(|one| one.line))
            .chain(self.queues.iter().map(|one| one.line));
        let of_loops = self.loops.iter().flat_map(|one| [one.first, one.last]);
        of_code.chain(of_functions).chain(declared).chain(of_loops).max().unwrap_or(0)
    }

    /// The call that an instruction of a function is a part of, if it is one of another function that is a part of that.
    pub fn part(&self, function: u16, at: Address) -> Option<&Inlined> {
        self.inlined_as(self.part_number(function, at))
    }

    /// Its number in `code_inlined`; 0: it is a part of no call.
    pub fn part_number(&self, function: u16, at: Address) -> u16 {
        let Function { begin, length, .. } = self.functions[usize::from(function)];
        let is_of_function = (begin..begin + length).contains(&at);
        if is_of_function { self.code_inlined[at as usize] } else { 0 }
    }

    /// A call by its number in `code_inlined`.
    pub fn inlined_as(&self, number: u16) -> Option<&Inlined> {
        self.inlined.get(usize::from(number).checked_sub(1)?)
    }

    /// The number of the function with this name.
    pub fn function(&self, name: &str) -> Option<u16> {
        self.functions.iter().position(|function| function.name == name).map(|index| index as u16)
    }

    /// Whether the program has a call with this name.
    pub fn calls(&self, name: &str) -> bool {
        self.code.iter().filter_map(|one| one.call()).any(|call| CALLS[call.number()].name == name)
    }

    /// The calls of the table that may be made in a context, each as often as the text has it.
    pub fn calls_in(&self, context: Context) -> impl Iterator<Item = &'static Call> {
        let functions = self.functions.iter().filter(move |function| function.contexts.has(context));
        let code = functions.flat_map(|function| &self.code[function.begin as usize..][..function.length as usize]);
        code.filter_map(|one| one.call()).map(|call| &CALLS[call.number()])
    }

    /// The variable outside functions that is declared next to an array outside functions: behind it, or before it for an index
    /// below 0. A compiler may well put it there.
    pub fn neighbour(&self, array: u16, index: i32) -> Option<&str> {
        let array = &self.arrays[usize::from(array)];
        let arrays = self.arrays.iter().filter(|one| !one.of_function).map(|one| (one.line, one.name.as_str()));
        let mut all: Vec<(u32, &str)> =
            self.globals.iter().map(|one| (one.line, one.name.as_str())).chain(arrays).collect();
        all.sort_unstable();
        let here = all.iter().position(|one| !array.of_function && *one == (array.line, array.name.as_str()))?;
        let there = if index < 0 { here.checked_sub(1)? } else { here + 1 };
        all.get(there).map(|(_, name)| *name)
    }

    /// The function whose text has this line.
    pub fn function_at(&self, line: u32) -> Option<&Function> {
        self.functions.iter().filter(|function| function.line <= line).max_by_key(|function| function.line)
    }

    /// The arrays of a function.
    pub fn arrays_of(&self, function: &Function) -> impl Iterator<Item = &Array> {
        let lines = function.line..=function.last_line;
        self.arrays.iter().filter(move |array| array.of_function && lines.contains(&array.line))
    }

    /// The threads, in the order of the text.
    pub fn threads(&self) -> impl Iterator<Item = u16> {
        let indexed = self.functions.iter().enumerate();
        indexed.filter(|(_, function)| function.is_thread).map(|(index, _)| index as u16)
    }
}
