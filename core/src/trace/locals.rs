//! The local variables of a program's functions over a short time. No trace has them: they would double it. A replay of the run
//! logs them (`session/locals.rs`), at each statement, before it runs.
//!
//! ```text
//! rows: | when, context, its functions, their variables | ... of what is dropped, one row a context stays
//! ```

use super::ContextId;
use crate::units::Cycles;
use std::cell::{Cell, RefCell};

/// Statements that are kept at least: a person steps back through them without another replay. A program with thousands of variables
/// has fewer, so that the log stays below some 50 MB.
const ROWS_MAX: usize = 4_096;
const LOCALS_MAX: usize = 500_000;

/// A local variable, and its last write since its function was called: the line that did it, or 0, when that line began, and the
/// value before. A value that is not set is `u64::MAX`, as in the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    pub bits: u64,
    /// What its register has: before its declaration runs, this may be left from an earlier call, and `bits` are not set.
    register: u64,
    /// The line that declares it; 0: a parameter.
    declared: u32,
    pub line: u32,
    pub at: Cycles,
    pub before: u64,
}

impl Local {
    pub fn new(register: u64, declared: u32) -> Local {
        Local { bits: register, register, declared, line: 0, at: Cycles::ZERO, before: register }
    }

    /// The same variable at the next statement of its function.
    fn follows(&mut self, was: &Local, before: &FunctionLocals) {
        let is_hidden = was.bits == u64::MAX && self.register == was.register && before.line != self.declared;
        let bits = if is_hidden { u64::MAX } else { self.register };
        *self = match bits == was.bits {
            true => Local { register: self.register, ..*was },
            false => Local { bits, line: before.line, at: before.at, before: was.bits, ..*self },
        };
    }
}

/// A function that runs, with the line that it has reached, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionLocals {
    pub function: u16,
    pub line: u32,
    pub at: Cycles,
    /// Which call of the text it is. The same call runs again only after its caller's next statement.
    pub call: u32,
    /// False: it was called before the log began, so variables may have been written that have no write here.
    pub is_whole: bool,
    /// How many of the row's variables it has, in the order of its row in `Topology::locals`.
    pub count: usize,
}

/// The functions of a context at a statement, the outermost first, and the variables of all of them.
#[derive(Clone, Debug)]
pub struct LocalsRow {
    pub at: Cycles,
    pub context: ContextId,
    pub functions: Vec<FunctionLocals>,
    pub locals: Vec<Local>,
}

#[derive(Default)]
pub struct LocalsLog {
    is_on: Cell<bool>,
    /// When the statement that begins has begun, and in which context.
    pub begins: Cell<Option<(Cycles, ContextId)>>,
    /// The first moment that the log knows.
    from: Cell<Cycles>,
    /// By time. Of those before `from`, one row a context.
    rows: RefCell<Vec<LocalsRow>>,
    /// How many variables all rows have.
    locals: Cell<usize>,
    /// A bit for each context that the machine has called since the log began, and that has run no statement since.
    called: Cell<u64>,
}

fn bit(context: ContextId) -> u64 {
    1 << (context & 63)
}

impl LocalsLog {
    #[inline]
    pub fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Begins to log.
    pub fn start(&self, now: Cycles) {
        self.from.set(now);
        self.is_on.set(true);
    }

    /// Forgets everything.
    pub fn stop(&self) {
        self.is_on.set(false);
        self.called.set(0);
        self.locals.set(0);
        self.rows.borrow_mut().clear();
    }

    /// Whether the log knows a moment.
    pub fn has(&self, moment: Cycles) -> bool {
        self.is_on() && self.from.get() <= moment
    }

    /// The machine calls a function in a context: no other one of the program runs there.
    pub fn called(&self, context: ContextId) {
        self.called.set(self.called.get() | bit(context));
    }

    /// A statement begins.
    #[cold]
    pub fn add(&self, mut row: LocalsRow) {
        let is_called = self.called.get() & bit(row.context) != 0;
        self.called.set(self.called.get() & !bit(row.context));
        self.with_row(row.at, row.context, &mut |known| {
            let is_known = is_called || known.is_some();
            follow(&mut row, known.filter(|_| !is_called), is_known);
        });
        let mut rows = self.rows.borrow_mut();
        self.locals.set(self.locals.get() + row.locals.len());
        rows.push(row);
        if rows.len() > 2 * ROWS_MAX || self.locals.get() > 2 * LOCALS_MAX {
            self.from.set(rows[rows.len() / 2].at);
            forget(&mut rows, self.from.get());
            self.locals.set(rows.iter().map(|row| row.locals.len()).sum());
        }
    }

    /// Gives the last row of a context at a moment; none: it has run no statement since the log began.
    #[cold]
    pub fn with_row(&self, moment: Cycles, context: ContextId, act: &mut dyn FnMut(Option<&LocalsRow>)) {
        let rows = self.rows.borrow();
        act(rows.iter().rev().find(|row| row.context == context && row.at <= moment));
    }
}

/// Keeps what a log has to know from this moment on.
#[cold]
fn forget(rows: &mut Vec<LocalsRow>, from: Cycles) {
    let (mut kept, mut seen) = (Vec::new(), 0);
    while let Some(row) = rows.pop() {
        let is_old = row.at < from;
        if is_old && seen & bit(row.context) != 0 {
            continue;
        }
        if is_old {
            seen |= bit(row.context);
        }
        kept.push(row);
    }
    kept.reverse();
    *rows = kept;
}

/// Adds to a row what follows from the one before in its context. `is_known`: a function that is not in that row was called since.
#[cold]
fn follow(row: &mut LocalsRow, known: Option<&LocalsRow>, is_known: bool) {
    let (mut first, mut first_known, mut is_same) = (0, 0, known.is_some());
    let innermost = row.functions.len() - 1;
    for (depth, function) in row.functions.iter_mut().enumerate() {
        function.is_whole = is_known;
        let before = known.and_then(|known| known.functions.get(depth).copied());
        is_same &= before.is_some_and(|before| (before.function, before.call) == (function.function, function.call));
        if let (Some(known), Some(before), true) = (known, before, is_same) {
            function.is_whole = before.is_whole;
            if depth < innermost {
                function.at = before.at;
            }
            for index in 0..function.count {
                row.locals[first + index].follows(&known.locals[first_known + index], &before);
            }
            first_known += before.count;
        } else if is_known {
            for local in row.locals[first..][..function.count].iter_mut().filter(|local| local.declared > 0) {
                local.bits = u64::MAX;
            }
        }
        first += function.count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_of_many_variables_has_fewer_statements() {
        let log = LocalsLog::default();
        log.start(Cycles::ZERO);
        let function =
            FunctionLocals { function: 0, line: 1, at: Cycles::ZERO, call: 0, is_whole: false, count: 6_000 };
        for at in 1..=1_000 {
            let locals = vec![Local::new(at, 1); function.count];
            log.add(LocalsRow { at: Cycles(at), context: 0, functions: vec![function], locals });
            let kept: usize = log.rows.borrow().iter().map(|row| row.locals.len()).sum();
            assert!(kept <= 2 * LOCALS_MAX, "{kept} variables");
        }
        assert!(log.has(Cycles(950)) && !log.has(Cycles(1)), "the last ones are kept");
    }
}
