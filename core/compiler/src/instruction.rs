//! The code of a program: compact instructions for a machine with registers.

use super::arithmetic::{Arithmetic, Orders};
use super::calls::CALLS;

/// A register of the running function. Locals come first, then intermediate values.
pub type Register = u8;
/// The place of an instruction in `Program::code`.
pub type Address = u32;

/// How many registers a function may have: as many as a `Register` has values.
pub const WINDOW: usize = 1 << Register::BITS;

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
    /// Skips so many instructions if the left side has none of these bits.
    SkipUnlessBits {
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
    /// Calls the machine, and skips instructions: so many if the result is 0; with a minus, if it is not 0.
    CallAndTest {
        call: CallNumber,
        first: Register,
        second: Register,
        to: Register,
        skips: i16,
    },
    /// A function with a step begins. A parameter is copied; `has_packet`: it is the packet that the step is for.
    Enter {
        function: u8,
        has_packet: bool,
        from: Register,
        to: Register,
    },
    /// So many functions with steps end whose code is a part of their caller's (`inline`), each as the last act of the next.
    Leave {
        count: u8,
        skips: u16,
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
    /// The call of the machine that it makes.
    pub fn call(self) -> Option<CallNumber> {
        match self {
            Instruction::Call { call, .. } | Instruction::CallAndTest { call, .. } => Some(call),
            _ => None,
        }
    }

    /// Where this instruction at an address may jump to.
    pub fn jumps_to(self, at: Address) -> Option<Address> {
        use Instruction::*;
        match self {
            Jump { to } | Loop { to } | JumpIf { to, .. } | JumpIfNot { to, .. } => Some(to),
            SkipUnless { skips, .. }
            | SkipUnlessConstant { skips, .. }
            | SkipUnlessBits { skips, .. }
            | Leave { skips, .. } => Some(at + 1 + Address::from(skips)),
            CallAndTest { skips, .. } => Some(at + 1 + Address::from(skips.unsigned_abs())),
            _ => None,
        }
    }

    /// Where it may lead.
    pub fn leads_to(self, at: Address) -> impl Iterator<Item = Address> {
        use Instruction::{Jump, Leave, Loop, Return, ReturnNothing};
        let goes_on = !matches!(self, Jump { .. } | Loop { .. } | Return { .. } | ReturnNothing { .. } | Leave { .. });
        self.jumps_to(at).into_iter().chain(goes_on.then_some(at + 1))
    }
}

const _: () = assert!(CALLS.len() < CallNumber::PAID as usize, "the number of a call has seven bits");
const _: () = assert!(size_of::<Instruction>() == 8, "an instruction has 8 bytes");
