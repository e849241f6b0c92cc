//! The machine's engine as others see it: built from hardware and software, run in slices.
//!
//! Rules of order. (1) Hardware events due at a cycle come before any software step that begins at it, lower slot first.
//! (2) A line is taken when its level exceeds the CPU's; among several the highest level, then the line made first. A
//! running activity wins against an equal level. (3) Turning to another thread costs a switch, charged to that thread.
//! Until the switch is complete the thread before is still the current one: when an interrupt preempts the switch, it
//! begins again, or needs not be made at all (M 7.3); on machines that finish their switches it goes on after the
//! interrupt. Going idle costs nothing; leaving idle costs a switch.

use super::Host;
use crate::scenario::Step;
use crate::units::Cycles;
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

/// A piece of hardware: an explicit state machine that asks the host to be called at a time.
pub trait Device {
    fn fire(&self);
}

/// The code of an activity: handlers and threads never end.
pub type Software = Pin<Box<dyn Future<Output = Infallible>>>;

/// So many turns may be made without time moving.
pub(super) const STUCK_AFTER: u64 = 10_000;

/// Software or hardware went round without time moving. Our own mistake, told with what ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    pub at: Cycles,
    pub step: String,
}

impl Stuck {
    pub(super) fn new(at: Cycles, step: Step) -> Stuck {
        let row = step.row();
        Stuck { at, step: format!("{} ({})", row.id, row.procedure) }
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no time passed in {STUCK_AFTER} events at cycle {}, near step {}", self.at.0, self.step)
    }
}

impl std::error::Error for Stuck {}

pub struct Executor {
    host: Rc<Host>,
}

impl Executor {
    /// `devices[slot]` is called for the event of that slot; `software[activity]` is the code of each activity.
    pub fn new(host: Rc<Host>, devices: Vec<Rc<dyn Device>>, software: Vec<(usize, Software)>) -> Executor {
        host.start(devices, software);
        Executor { host }
    }

    /// Runs up to, not including, what happens at `limit`.
    pub fn run_until(&mut self, limit: Cycles) -> Result<(), Stuck> {
        self.run_steps(limit, u64::MAX).map(|_| ())
    }

    /// The same for at most so many turns of the loop; true when `limit` was reached.
    pub fn run_steps(&mut self, limit: Cycles, turns: u64) -> Result<bool, Stuck> {
        self.host.run(limit, turns)
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        self.host.end();
    }
}
