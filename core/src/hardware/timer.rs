//! An interval timer that enables an interface's lines again after a while, at no CPU cost: what a circuit breaker needs.

use crate::cpu::{Device, Host};
use crate::trace::{GateId, LineId};
use crate::units::Cycles;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub struct Timer {
    host: Rc<Host>,
    slot: usize,
    lines: RefCell<Vec<LineId>>,
    /// Shows that it runs.
    gate: Cell<Option<GateId>>,
}

impl Timer {
    pub fn new(host: &Rc<Host>, slot: usize) -> Timer {
        Timer { host: host.clone(), slot, lines: RefCell::default(), gate: Cell::new(None) }
    }

    /// Disables the lines for so long; `Cycles::NEVER` is until `stop`.
    pub fn silence(&self, lines: impl Iterator<Item = LineId>, time: Cycles, gate: GateId) {
        for line in lines {
            self.host.enable_line(line, false);
            self.lines.borrow_mut().push(line);
        }
        self.gate.set(Some(gate));
        self.host.set_gate(gate, true);
        let end = if time == Cycles::NEVER { time } else { self.host.now() + time };
        self.host.schedule(self.slot, end);
    }

    /// Enables them now, if it runs.
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

impl Device for Timer {
    fn fire(&self) {
        self.stop();
    }
}
