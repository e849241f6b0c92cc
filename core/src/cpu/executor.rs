//! Runs a machine that has been built from hardware and software, in slices of time.
//!
//! Rules of order:
//!
//! 1. Hardware events that are due at a cycle come before any software step that begins at it. The lower slot goes first.
//! 2. A line is taken when its level exceeds the CPU's. Among several pending lines the highest level goes first, then the
//!    line that was added first. A running activity is not preempted by a line of its own level.
//! 3. A switch to another thread has a cost, which is charged to that thread. A switch to idle costs nothing; one from idle
//!    has the normal cost. When an interrupt preempts a switch, the scheduler chooses again after the interrupt. The switch
//!    goes on where it was if the choice is the same. No switch is needed if it is the thread before the switch (M 7.3). For
//!    a third thread, a new switch begins.

use super::activity::{Device, Software};
use super::{Host, Trap};
use crate::units::Cycles;
use std::rc::Rc;

pub struct Executor {
    host: Rc<Host>,
}

impl Executor {
    /// Starts a machine. `devices[slot]` is called for the events of that slot; `software` has the number and the code of each
    /// activity.
    pub fn new(host: Rc<Host>, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) -> Executor {
        host.start(devices, software);
        Executor { host }
    }

    /// Runs up to `limit`. What happens at `limit` itself is left to the next call.
    pub fn run_until(&mut self, limit: Cycles) -> Result<(), Trap> {
        self.run_iterations(limit, u64::MAX).map(|_| ())
    }

    /// Runs for at most this many iterations of the executor's loop. Returns true when `limit` has been reached.
    pub fn run_iterations(&mut self, limit: Cycles, iterations: u64) -> Result<bool, Trap> {
        self.host.run(limit, iterations)
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        self.host.end();
    }
}
