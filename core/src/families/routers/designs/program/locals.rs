//! A program's local variables, for the log that a replay keeps of them: at each statement, those of all functions that run in its
//! context. While the log is on, the interpreter stops at each statement; this changes nothing of the run.
//!
//! ```text
//! of each function: | its variables, the parameters first | elements of its arrays |
//! ```

use super::execution::Execution;
use crate::program::Program;
use crate::program::code::Function;
use crate::trace::topology::LocalRow;
use crate::trace::{FunctionLocals, Local, LocalsRow};

/// Elements of an array that are shown.
const ELEMENTS_MAX: u32 = 100;

/// What the numbers of local variables mean.
pub fn rows(program: &Program) -> Vec<Vec<LocalRow>> {
    program.functions.iter().map(|function| rows_of(program, function)).collect()
}

#[cold]
fn rows_of(program: &Program, function: &Function) -> Vec<LocalRow> {
    let mut rows = Vec::new();
    let mut add = |name: String, type_name: &str, line, is_parameter| {
        rows.push(LocalRow { name, type_name: type_name.trim_end().to_string(), line, is_parameter });
    };
    for (index, one) in function.locals.iter().enumerate() {
        add(one.name.clone(), one.ty.in_c(), one.line, index < function.parameters.len());
    }
    for array in program.arrays_of(function) {
        for index in 0..array.length.min(ELEMENTS_MAX) {
            add(format!("{}[{index}]", array.name), array.ty.in_c(), array.line, false);
        }
    }
    rows
}

impl Execution {
    /// Logs the locals if a statement begins.
    #[inline]
    pub fn log_locals(&self) {
        if let Some((at, context)) = self.state.locals.begins.take() {
            let mut row = LocalsRow { at, context, functions: Vec::new(), locals: Vec::new() };
            self.write_locals(&mut row);
            self.state.locals.add(row);
        }
    }

    #[cold]
    fn write_locals(&self, row: &mut LocalsRow) {
        let (program, activity) = (&self.state.program, self.activity.borrow());
        for running in activity.stack(program) {
            let function = &program.functions[usize::from(running.function)];
            let first = row.locals.len();
            for (index, bits) in activity.registers_of(program, running).iter().enumerate() {
                let is_parameter = index < function.parameters.len();
                row.locals.push(Local::new(*bits, if is_parameter { 0 } else { function.locals[index].line }));
            }
            for array in program.arrays_of(function) {
                let elements = activity.elements_of(array).iter().take(ELEMENTS_MAX as usize);
                row.locals.extend(elements.map(|bits| Local::new(*bits, array.line)));
            }
            row.functions.push(FunctionLocals {
                function: running.function,
                line: running.line,
                at: row.at,
                call: running.call,
                is_whole: false,
                count: row.locals.len() - first,
            });
        }
    }
}
