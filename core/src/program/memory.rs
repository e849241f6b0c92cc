//! The memory of a running program: variables outside functions, which its activities share, and elements of arrays.

use super::Bits;
use super::code::{Array, Program};
use super::trap::Trap;
use std::cell::Cell;

/// The value of a register or element that was never set. No number and no handle has it.
pub const UNSET: Bits = u64::MAX;

/// Memory that all activities of a program share. An interrupt's activity runs while another one waits for a step to end, so
/// nobody has the memory for himself.
#[derive(Clone, Debug)]
pub struct Memory {
    pub globals: Vec<Cell<Bits>>,
    pub elements: Vec<Cell<Bits>>,
}

impl Memory {
    pub fn new(program: &Program) -> Memory {
        let mut elements = vec![Cell::new(0); program.elements as usize];
        for array in program.arrays.iter().filter(|array| !array.of_function) {
            let initial = array.initial.iter().copied().map(Cell::new);
            elements.splice(array.begin as usize..array.begin as usize + array.initial.len(), initial);
        }
        Memory { globals: program.globals.iter().map(|global| Cell::new(global.initial)).collect(), elements }
    }

    /// Whether a variable outside functions has this value.
    pub fn holds(&self, value: Bits) -> bool {
        self.globals.iter().chain(&self.elements).any(|one| one.get() == value)
    }
}

/// An element is an array and an index in it.
pub fn load_element(own: &[Bits], memory: &Memory, program: &Program, element: (u16, Bits)) -> Result<Bits, Trap> {
    let (array, place) = place_of(program, element)?;
    let value = if array.of_function { own[place] } else { memory.elements[place].get() };
    if value == UNSET { Err(Trap::UnsetElement { array: element.0 }) } else { Ok(value) }
}

/// Returns the place of an element outside functions that has another value now, and the value.
pub fn store_element(
    own: &mut [Bits],
    memory: &Memory,
    program: &Program,
    element: (u16, Bits),
    value: Bits,
) -> Result<Option<(usize, Bits)>, Trap> {
    let (array, place) = place_of(program, element)?;
    if array.of_function {
        own[place] = value;
        return Ok(None);
    }
    let changes = memory.elements[place].replace(value) != value;
    Ok(changes.then_some((place, value)))
}

/// Where an element is.
fn place_of(program: &Program, (number, index): (u16, Bits)) -> Result<(&Array, usize), Trap> {
    let (array, index) = (&program.arrays[usize::from(number)], index as u32);
    match index < array.length {
        true => Ok((array, (array.begin + index) as usize)),
        false => Err(Trap::Index { array: number, index: index as i32 }),
    }
}
