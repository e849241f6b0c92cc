//! A timer that asserts its line again and again, for who polls at a fixed period.

use crate::cpu::{Device, Host};
use crate::trace::LineId;
use crate::units::Cycles;
use std::cell::Cell;
use std::rc::Rc;

pub struct Interval {
    host: Rc<Host>,
    line: LineId,
    slot: usize,
    period: Cell<Cycles>,
}

impl Interval {
    /// Stands still until it has a period.
    pub fn new(host: &Rc<Host>, line: LineId, slot: usize) -> Interval {
        Interval { host: host.clone(), line, slot, period: Cell::new(Cycles::NEVER) }
    }

    /// Another period begins now.
    pub fn change(&self, period: Cycles) {
        if self.period.replace(period) != period {
            self.ask();
        }
    }

    fn ask(&self) {
        self.host.schedule(self.slot, self.host.now() + self.period.get());
    }
}

impl Device for Interval {
    fn fire(&self) {
        self.host.assert_line(self.line);
        self.ask();
    }
}
