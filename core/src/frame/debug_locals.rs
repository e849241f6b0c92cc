//! The local variables of the functions that run at a moment, as numbers; `web/frame/debug-locals.ts` reads them. They come from a
//! replay of the run, which has to be there.
//!
//! ```text
//! locals:   | the moment | contexts |                                                 each list begins with its length
//! context:  | its number | functions, the outermost first |
//! function: | its number | 1: every write since its call is known | variables, in the order of `Topology::locals` |
//! variable: | value | line of the last write, or 0 | when that line began | value before |
//! value:    | 0: not set, 1: a number, 2: NULL | the number |
//! ```

use super::debug_view::has_calls;
use crate::session::Session;
use crate::trace::LocalsRow;
use crate::trace::topology::{LocalRow, Topology};
use crate::units::Cycles;

#[cold]
pub fn debug_locals(session: &Session, moment: Cycles) -> Vec<f64> {
    let moment = moment.min(session.head()).max(session.recorder().from());
    let (topology, log) = (session.topology(), session.locals());
    let state = session.recorder().state_at(moment).expect("the moment is in the trace");
    let mut out = vec![moment.0 as f64, 0.0];
    for (number, context) in state.contexts.iter().enumerate() {
        if !has_calls(topology, number, context) {
            continue;
        }
        let mut write = |row: Option<&LocalsRow>| {
            // Another length: the log does not know this call.
            if let Some(row) = row.filter(|row| row.functions.len() == context.calls.len()) {
                write_row(topology, row, &mut out);
                out[1] += 1.0;
            }
        };
        if let Some(log) = log {
            log.with_row(moment, number as u8, &mut write);
        }
    }
    out
}

#[cold]
fn write_row(topology: &Topology, row: &LocalsRow, out: &mut Vec<f64>) {
    let mut locals = row.locals.iter();
    out.extend_from_slice(&[f64::from(row.context), row.functions.len() as f64]);
    for one in &row.functions {
        let rows = &topology.locals[usize::from(one.function)];
        out.extend_from_slice(&[f64::from(one.function), f64::from(u8::from(one.is_whole)), rows.len() as f64]);
        for (row, local) in rows.iter().zip(&mut locals) {
            let before = if local.line == 0 { u64::MAX } else { local.before };
            let ([kind, number], [kind_before, number_before]) = (value(row, local.bits), value(row, before));
            out.extend_from_slice(&[
                kind,
                number,
                f64::from(local.line),
                local.at.0 as f64,
                kind_before,
                number_before,
            ]);
        }
    }
}

fn value(row: &LocalRow, bits: u64) -> [f64; 2] {
    match row.number(bits) {
        _ if bits == u64::MAX => [0.0, 0.0],
        None => [2.0, 0.0],
        Some(number) => [1.0, number as f64],
    }
}
