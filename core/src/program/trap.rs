//! What stops a running program because C leaves it undefined.

use super::arithmetic::Undefined;
use super::code::Program;
use super::problem::Text;
use super::texts;

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
}

impl Trap {
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
        }
    }
}
