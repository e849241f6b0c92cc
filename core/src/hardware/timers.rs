//! Three timers: the clock, a timer with a fixed period, and a timer that enables interrupt lines again. None costs CPU time by
//! itself.

use crate::cpu::{Device, Host};
use crate::trace::{GateId, LineId};
use crate::units::{Cycles, Hertz};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Asserts its line a number of times a second, without drift.
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
        clock.schedule_next();
        clock
    }

    fn schedule_next(&self) {
        let next = self.count.get() + 1;
        self.count.set(next);
        self.host.schedule(self.slot, Cycles(next * self.cpu.0 / self.ticks_per_second));
    }
}

impl Device for Clock {
    fn fire(&self) {
        self.host.assert_line(self.line);
        self.schedule_next();
    }
}

/// Asserts its line at a fixed period, for kernels that poll by the clock.
pub struct IntervalTimer {
    host: Rc<Host>,
    line: LineId,
    slot: usize,
    period: Cell<Cycles>,
}

impl IntervalTimer {
    /// Makes a timer that does not run until it has a period.
    pub fn new(host: &Rc<Host>, line: LineId, slot: usize) -> IntervalTimer {
        IntervalTimer { host: host.clone(), line, slot, period: Cell::new(Cycles::NEVER) }
    }

    /// Starts another period now.
    pub fn change(&self, period: Cycles) {
        if self.period.replace(period) != period {
            self.schedule_next();
        }
    }

    fn schedule_next(&self) {
        self.host.schedule(self.slot, self.host.now() + self.period.get());
    }
}

impl Device for IntervalTimer {
    fn fire(&self) {
        self.host.assert_line(self.line);
        self.schedule_next();
    }
}

/// Disables interrupt lines and enables them again after a time, as a circuit breaker needs.
pub struct ReenableTimer {
    host: Rc<Host>,
    slot: usize,
    lines: RefCell<Vec<LineId>>,
    /// On while the timer runs.
    gate: Cell<Option<GateId>>,
}

impl ReenableTimer {
    pub fn new(host: &Rc<Host>, slot: usize) -> ReenableTimer {
        ReenableTimer { host: host.clone(), slot, lines: RefCell::default(), gate: Cell::new(None) }
    }

    /// Disables the lines for a time; `Cycles::NEVER` means until `stop`.
    pub fn disable(&self, lines: impl Iterator<Item = LineId>, time: Cycles, gate: GateId) {
        for line in lines {
            self.host.enable_line(line, false);
            self.lines.borrow_mut().push(line);
        }
        self.gate.set(Some(gate));
        self.host.set_gate(gate, true);
        let end = if time == Cycles::NEVER { time } else { self.host.now() + time };
        self.host.schedule(self.slot, end);
    }

    /// Enables the lines now, if the timer runs.
    pub fn stop(&self) {
        self.host.schedule(self.slot, Cycles::NEVER);
        for line in self.lines.borrow_mut().drain(..) {
            self.host.enable_line(line, true);
        }
        if let Some(gate) = self.gate.take() {
            self.host.set_gate(gate, false);
        }
    }
}

impl Device for ReenableTimer {
    fn fire(&self) {
        self.stop();
    }
}
