//! What stops a running program because C leaves it undefined.

use super::arithmetic::Undefined;
use super::code::Program;
use super::texts::{self, Text};

/// A thing that C leaves undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    Arithmetic(Undefined),
    Index {
        array: u16,
        index: i32,
    },
    /// A local variable of the running function.
    Unset {
        local: u16,
    },
    /// An element of an array of the running function.
    UnsetElement {
        array: u16,
    },
    /// A variable outside functions was changed since its value was kept.
    Torn {
        global: u16,
        old: i32,
        new: i32,
    },
}

impl Trap {
    /// Whether it is about a value that was kept of this variable outside functions.
    pub fn is_about(self, variable: u16) -> bool {
        matches!(self, Trap::Torn { global, .. } if global == variable)
    }

    /// The sentence about it. `function` is the one that runs.
    pub fn text(self, program: &Program, function: u16) -> Text {
        let array = |array: u16| &program.arrays[usize::from(array)];
        match self {
            Trap::Arithmetic(Undefined::DivisionByZero) => texts::divides_by_zero(),
            Trap::Arithmetic(Undefined::DivisionOverflow) => texts::quotient_too_large(),
            Trap::Arithmetic(Undefined::Shift { by }) => texts::shifts_too_far(by),
            Trap::Index { array: number, index } => {
                texts::leaves_array(index, &array(number).name, array(number).length)
            }
            Trap::Unset { local } => {
                texts::reads_unset(&program.functions[usize::from(function)].locals[usize::from(local)].name)
            }
            Trap::UnsetElement { array: number } => texts::reads_unset(&array(number).name),
            Trap::Torn { global, old, new } => texts::tears(&program.globals[usize::from(global)].name, old, new),
        }
    }
}
