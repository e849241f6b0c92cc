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
    pub asserted: Cell<bool>,
    pub enabled: Cell<bool>,
    pub in_service: Cell<bool>,
}

impl Line {
    pub fn is_pending(&self) -> bool {
        self.asserted.get() && self.enabled.get() && !self.in_service.get()
    }
}

/// All lines, with those that are pending as bits.
#[derive(Default)]
pub(super) struct Lines {
    pub rows: Vec<Line>,
    pending: Cell<u32>,
    /// For each level, the lines above it.
    above: [u32; Level::COUNT],
    /// Line numbers, the one to be taken first at the front: highest level, then in the order of their making.
    order: Vec<LineId>,
}

impl Lines {
    pub fn new(rows: Vec<Line>) -> Lines {
        assert!(rows.len() <= 32, "pending lines are bits of one word");
        let mut above = [0; Level::COUNT];
        for (number, line) in rows.iter().enumerate() {
            for mask in above.iter_mut().take(line.level.0 as usize) {
                *mask |= 1 << number;
            }
        }
        let mut order = Vec::new();
        for level in (0..Level::COUNT as u8).rev() {
            order.extend(
                (0..rows.len()).filter(|number| rows[*number].level == Level(level)).map(|number| number as LineId),
            );
        }
        Lines { rows, pending: Cell::new(0), above, order }
    }

    /// Brings the line's bit up to date; true when it has just become pending or ceased to be.
    pub fn refresh(&self, number: LineId) -> Option<bool> {
        let bit = 1 << number;
        let is = self.rows[usize::from(number)].is_pending();
        let was = self.pending.get() & bit != 0;
        if is == was {
            return None;
        }
        self.pending.set(if is { self.pending.get() | bit } else { self.pending.get() & !bit });
        Some(is)
    }

    #[inline]
    pub fn any_above(&self, level: Level) -> bool {
        self.pending.get() & self.above[level.0 as usize] != 0
    }

    /// The pending line to be taken first, when the CPU is at `level`.
    pub fn first_above(&self, level: Level) -> Option<LineId> {
        let takable = self.pending.get() & self.above[level.0 as usize];
        if takable == 0 {
            return None;
        }
        self.order.iter().copied().find(|number| takable & 1 << number != 0)
    }
}
