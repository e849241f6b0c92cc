//! A compiled program: compact code for registers, and tables of what the program declares. The machine and the page read the
//! tables; `run` runs the code.

use super::arithmetic::{Arithmetic, Orders};
use super::calls::{CALLS, Contexts, StepId};
use super::loops::Loop;
use super::tree::Bits;
pub use super::tree::{Period, Timer};
use super::types::Type;

/// A register of the running function. Locals come first, then intermediate values.
pub type Register = u16;
/// The place of an instruction in `Program::code`.
pub type Address = u32;

/// How many registers a function may have.
pub const WINDOW: usize = 1_024;

/// One instruction of 8 bytes. All jumps but `Loop` lead forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A statement begins; the number is an index of `Program::lines`.
    Statement {
        line: u16,
    },
    Constant {
        to: Register,
        value: u32,
    },
    Move {
        to: Register,
        from: Register,
    },
    LoadGlobal {
        to: Register,
        global: u16,
    },
    StoreGlobal {
        global: u16,
        from: Register,
    },
    /// Loads a variable outside functions, and keeps the value in `kept` until it is written (`torn`).
    Remember {
        to: Register,
        kept: Register,
        global: u16,
    },
    /// Traps if the variable is not what was kept of it.
    Unchanged {
        kept: Register,
        global: u16,
    },
    LoadKnob {
        to: Register,
        knob: u16,
    },
    /// An element of an array. The index is tested.
    LoadElement {
        to: Register,
        array: u16,
        index: Register,
    },
    StoreElement {
        array: u16,
        index: Register,
        from: Register,
    },
    /// Fills an array of the function with zeros, or marks its elements as not set.
    FillArray {
        array: u16,
        zero: bool,
    },
    /// Marks a register as not set.
    Unset {
        register: Register,
    },
    /// Traps if the register is not set. `local` is its variable, for the message.
    TestSet {
        register: Register,
        local: u16,
    },
    Compute {
        arithmetic: Arithmetic,
        to: Register,
        left: Register,
        right: Register,
    },
    /// With a small constant on the right.
    ComputeConstant {
        arithmetic: Arithmetic,
        to: Register,
        left: Register,
        right: i16,
    },
    Negate {
        to: Register,
        from: Register,
    },
    Complement {
        to: Register,
        from: Register,
    },
    Not {
        to: Register,
        from: Register,
    },
    Truth {
        to: Register,
        from: Register,
    },
    Jump {
        to: Address,
    },
    /// Jumps back to the begin of a loop.
    Loop {
        to: Address,
    },
    JumpIf {
        register: Register,
        to: Address,
    },
    JumpIfNot {
        register: Register,
        to: Address,
    },
    /// Compares, and skips so many instructions unless the sides are in one of these orders.
    SkipUnless {
        orders: Orders,
        left: Register,
        right: Register,
        skips: u16,
    },
    /// With a small constant on the right.
    SkipUnlessConstant {
        orders: Orders,
        left: Register,
        right: i16,
        skips: u16,
    },
    /// Calls the machine. A call that has fewer parameters ignores the others.
    Call {
        call: CallNumber,
        first: Register,
        second: Register,
        to: Register,
    },
    /// Calls a function, whose registers begin at `first`. Its arguments are there; the first one is copied from `argument`.
    Invoke {
        function: u8,
        argument: Register,
        first: Register,
        to: Register,
    },
    /// `leaves`: the function has a step, and the machine is told that it returns.
    Return {
        from: Register,
        leaves: bool,
    },
    ReturnNothing {
        leaves: bool,
    },
}

/// The number of a call in `CALLS`, and whether its step is paid: it is that of the function around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallNumber(pub(crate) u8);

impl CallNumber {
    const PAID: u8 = 1 << 7;
    /// How many values it has: a table of so many rows has one for each.
    pub const COUNT: usize = 256;

    pub fn new(number: u8, paid: bool) -> CallNumber {
        CallNumber(if paid { number | CallNumber::PAID } else { number })
    }

    pub fn from_index(index: usize) -> CallNumber {
        CallNumber(index as u8)
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn number(self) -> usize {
        usize::from(self.0 & !CallNumber::PAID)
    }

    pub fn is_paid(self) -> bool {
        self.0 & CallNumber::PAID != 0
    }
}

impl Instruction {
    /// Where this instruction at an address may lead.
    pub fn leads_to(self, at: Address) -> impl Iterator<Item = Address> {
        use Instruction::*;
        let (jumps, goes_on) = match self {
            Jump { to } | Loop { to } => (Some(to), false),
            JumpIf { to, .. } | JumpIfNot { to, .. } => (Some(to), true),
            SkipUnless { skips, .. } | SkipUnlessConstant { skips, .. } => (Some(at + 1 + Address::from(skips)), true),
            Return { .. } | ReturnNothing { .. } => (None, false),
            _ => (None, true),
        };
        jumps.into_iter().chain(goes_on.then_some(at + 1))
    }
}

const _: () = assert!(CALLS.len() < CallNumber::PAID as usize, "the number of a call has seven bits");
const _: () = assert!(size_of::<Instruction>() == 8, "an instruction has 8 bytes");

/// What `run` and the machine need of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub code: Vec<Instruction>,
    /// The line of the text that each instruction is for.
    pub code_lines: Vec<u16>,
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
    /// Its first parameter that is a packet: the packet that its step is for.
    pub packet: Option<Register>,
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

    /// The number of the function with this name.
    pub fn function(&self, name: &str) -> Option<u16> {
        self.functions.iter().position(|function| function.name == name).map(|index| index as u16)
    }

    /// Whether the program has a call with this name.
    pub fn calls(&self, name: &str) -> bool {
        let is_it = |number: CallNumber| CALLS[number.number()].name == name;
        self.code.iter().any(|one| matches!(one, Instruction::Call { call, .. } if is_it(*call)))
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

    /// The threads, in the order of the text.
    pub fn threads(&self) -> impl Iterator<Item = u16> {
        let indexed = self.functions.iter().enumerate();
        indexed.filter(|(_, function)| function.is_thread).map(|(index, _)| index as u16)
    }
}
