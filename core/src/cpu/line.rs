//! Interrupt lines: asserted by a device, enabled or not, pending until the CPU's level lets them in.
//! Level-triggered lines are lowered by the device when nothing is left to do; latched ones when they are taken.

use super::Level;
use crate::trace::{ContextId, LineId};
use std::cell::Cell;

pub(super) struct Line {
    pub level: Level,
    pub context: ContextId,
    /// The activity that handles it.
    pub handler: usize,
    pub latched: bool,
}

/// One bit a line.
pub(super) type Bits = u32;

/// All lines, in the order in which they are taken when several are pending, and their states as bits.
pub(super) struct Lines {
    pub rows: Box<[Line]>,
    pub asserted: Cell<Bits>,
    pub enabled: Cell<Bits>,
    pub in_service: Cell<Bits>,
    /// For each level, the lines above it.
    above: [Bits; Level::COUNT],
}

impl Lines {
    pub fn new(rows: Vec<Line>, enabled: Bits) -> Lines {
        assert!(rows.len() <= 32, "lines are bits of one word");
        assert!(rows.is_sorted_by(|one, next| one.level >= next.level), "lines are made highest level first");
        let mut above = [0; Level::COUNT];
        for (number, line) in rows.iter().enumerate() {
            for mask in above.iter_mut().take(usize::from(line.level.0)) {
                *mask |= 1 << number;
            }
        }
        let (asserted, enabled, in_service) = (Cell::new(0), Cell::new(enabled), Cell::new(0));
        Lines { rows: rows.into(), asserted, enabled, in_service, above }
    }

    /// Asserted, enabled, and not in service.
    #[inline]
    pub fn is_pending(&self, line: LineId) -> bool {
        (self.asserted.get() & self.enabled.get() & !self.in_service.get()) >> line & 1 == 1
    }

    /// The lines above a level, pending or not.
    #[inline]
    pub fn above(&self, level: Level) -> Bits {
        self.above[usize::from(level.0) % Level::COUNT]
    }

    /// A line's handler begins: until it returns the line is not pending again.
    #[inline]
    pub fn begin_service(&self, number: LineId) -> &Line {
        let (line, bit) = (&self.rows[usize::from(number)], 1 << number);
        self.in_service.set(self.in_service.get() | bit);
        if line.latched {
            self.asserted.set(self.asserted.get() & !bit);
        }
        line
    }

    #[inline]
    pub fn end_service(&self, number: LineId) {
        self.in_service.set(self.in_service.get() & !(1 << number));
    }
}
