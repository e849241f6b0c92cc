//! What a program needs of its machine: the time of its lines and functions, the calls of the table, knobs, and a reader of its
//! variables. The interpreter (`run`) calls it, and stops when the machine has to wait.

use super::Bits;
use super::code::{Address, CallNumber};

/// What the program does with its machine. The machine implements it.
pub trait Calls {
    /// A statement begins, in the innermost of so many functions of the text. `line` is an index of `Program::lines`. Code for free
    /// statements tells none.
    fn statement(&mut self, line: u16, depth: impl FnOnce() -> usize) -> Go;
    /// A function of the program is called that has a step, for a packet if it gets one.
    fn enter(&mut self, function: u8, packet: Option<Bits>) -> Go;
    /// The innermost of these functions return, so many.
    fn leave(&mut self, count: u8);
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
