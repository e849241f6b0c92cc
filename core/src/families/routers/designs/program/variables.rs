//! A program's variables in the trace: those outside functions, elements of arrays, and charts, which `trace` draws. A record says
//! when one has another value, so the state of any moment has the values of all. Local variables are not in the trace (`locals`).
//!
//! ```text
//! numbers: | variables | elements, the first 1,000 of all arrays | charts |
//! ```

use super::state::ProgramState;
use crate::program::Program;
use crate::program::code::Array;
use crate::program::run::Memory;
use crate::trace::VariableId;
use crate::trace::topology::VariableRow;
use std::cell::Cell;

/// Elements of arrays that the trace has. Each costs 4 bytes in every keyframe.
const ELEMENTS_MAX: usize = 1_000;

/// What the numbers of a program's variables mean.
pub fn rows(program: &Program) -> Vec<VariableRow> {
    let initial = Memory::new(program);
    let row = |name: String, type_name: &str, line, initial| {
        let type_name = type_name.trim_end().to_string();
        VariableRow { name, type_name, line, initial }
    };
    let globals = program
        .globals
        .iter()
        .map(|global| row(global.name.clone(), global.ty.in_c(), global.line, global.initial as u32));
    let of_file = |array: &&Array| !array.of_function;
    let elements = program.arrays.iter().filter(of_file).flat_map(|array| {
        let bits = &initial.elements[array.begin as usize..][..array.length as usize];
        let named = move |(index, bits): (usize, &Cell<u64>)| {
            row(format!("{}[{index}]", array.name), array.ty.in_c(), array.line, bits.get() as u32)
        };
        bits.iter().enumerate().map(named)
    });
    let charts = program.charts.iter().map(|text| row(program.texts[usize::from(*text)].clone(), "int", 0, 0));
    globals.chain(elements.take(ELEMENTS_MAX)).chain(charts).collect()
}

/// The chart of each text, if one is drawn with it.
pub fn charts_of_texts(program: &Program) -> Vec<Option<usize>> {
    let chart = |text: usize| program.charts.iter().position(|one| usize::from(*one) == text);
    (0..program.texts.len()).map(chart).collect()
}

/// The values that the program has traced last, by chart.
pub fn untraced(program: &Program) -> Vec<Cell<u32>> {
    program.charts.iter().map(|_| Cell::new(0)).collect()
}

impl ProgramState {
    pub fn global_changed(&self, global: u16, value: u64) {
        self.record(usize::from(global), value as u32);
    }

    pub fn element_changed(&self, element: usize, value: u64) {
        if element < ELEMENTS_MAX {
            self.record(self.memory.globals.len() + element, value as u32);
        }
    }

    /// `trace` draws a value in the chart with this text. A value that it has already is no news.
    pub fn chart(&self, text: u64, value: u64) {
        let Some(Some(chart)) = self.chart_of_text.get(text as usize).copied() else { return };
        if self.charts[chart].replace(value as u32) != value as u32 {
            let elements = self.memory.elements.len().min(ELEMENTS_MAX);
            self.record(self.memory.globals.len() + elements + chart, value as u32);
        }
    }

    fn record(&self, variable: usize, value: u32) {
        self.host().set_variable(variable as VariableId, value);
    }

    /// All values, as the machine has them now.
    pub fn values(&self) -> Vec<u32> {
        let Memory { globals, elements } = &self.memory;
        let stored = globals.iter().chain(elements.iter().take(ELEMENTS_MAX)).map(|cell| cell.get() as u32);
        stored.chain(self.charts.iter().map(Cell::get)).collect()
    }
}
