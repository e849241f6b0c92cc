//! A compiled program: compact code for registers, and tables of what the program declares. The machine and the page read the
//! tables; `run` runs the code.

use super::arithmetic::Arithmetic;
use super::calls::Contexts;
use super::tree::Bits;
pub use super::tree::{Period, Timer};
use super::types::Type;
use crate::scenario::Step;

/// A register of the running function. Locals come first, then the elements of its arrays, then intermediate values.
pub type Register = u16;
/// The place of an instruction in `Program::code`.
pub type Address = u32;

/// One instruction of 8 bytes.
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
    JumpIf {
        register: Register,
        to: Address,
    },
    JumpIfNot {
        register: Register,
        to: Address,
    },
    /// Calls the machine with the arguments in the registers from `first`. `paid`: its step is that of the function around it.
    Call {
        call: u8,
        paid: bool,
        first: Register,
        to: Register,
    },
    /// Calls a function, whose registers begin at `first`, where its arguments are.
    Invoke {
        function: u16,
        first: Register,
        to: Register,
    },
    Return {
        from: Register,
    },
    ReturnNothing,
}

const _: () = assert!(size_of::<Instruction>() == 8, "an instruction has 8 bytes");

/// What `run` and the machine need of a program.
#[derive(Clone, Debug)]
pub struct Program {
    pub code: Vec<Instruction>,
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
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub line: u32,
    pub begin: Address,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// Started by the machine, once.
    pub is_thread: bool,
    /// The step that calling it costs. Such a function is a procedure in the trace.
    pub step: Option<Step>,
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

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    pub initial: Bits,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub ty: Type,
    pub length: u32,
    pub line: u32,
    /// A function's array is in its registers; the others are in the memory of the program.
    pub of_function: bool,
    /// The register or the element that it begins with.
    pub begin: u32,
    pub initial: Vec<Bits>,
}

#[derive(Clone, Debug)]
pub struct Queue {
    pub name: String,
    pub limit: u32,
    pub line: u32,
}

#[derive(Clone, Debug)]
pub struct Knob {
    pub name: String,
    pub value: i32,
    pub least: i32,
    pub most: i32,
    pub label: String,
    pub line: u32,
}

impl Program {
    /// The number of the function with this name.
    pub fn function(&self, name: &str) -> Option<u16> {
        self.functions.iter().position(|function| function.name == name).map(|index| index as u16)
    }

    /// The threads, in the order of the text.
    pub fn threads(&self) -> impl Iterator<Item = u16> {
        let indexed = self.functions.iter().enumerate();
        indexed.filter(|(_, function)| function.is_thread).map(|(index, _)| index as u16)
    }
}
