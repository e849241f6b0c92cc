//! The clock: asserts its line so many times a second, without drift.

use crate::cpu::{Device, Host};
use crate::trace::LineId;
use crate::units::{Cycles, Hertz};
use std::cell::Cell;
use std::rc::Rc;

pub struct Clock {
    host: Rc<Host>,
    line: LineId,
    slot: usize,
    cpu: Hertz,
    ticks_per_second: u64,
    count: Cell<u64>,
}

impl Clock {
    pub fn new(host: &Rc<Host>, line: LineId, slot: usize, cpu: Hertz, ticks_per_second: u64) -> Clock {
        let clock = Clock { host: host.clone(), line, slot, cpu, ticks_per_second, count: Cell::new(0) };
        clock.ask();
        clock
    }

    fn ask(&self) {
        let next = self.count.get() + 1;
        self.count.set(next);
        self.host.schedule(self.slot, Cycles(next * self.cpu.0 / self.ticks_per_second));
    }
}

impl Device for Clock {
    fn fire(&self) {
        self.host.assert_line(self.line);
        self.ask();
    }
}
