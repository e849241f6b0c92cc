//! Wakes sleeping processes when their time has come, at no CPU cost and to the cycle (a real kernel would at a clock tick).

use crate::cpu::{Channel, Device, Host};
use crate::units::Cycles;
use std::cell::RefCell;
use std::rc::Rc;

pub struct Alarms {
    host: Rc<Host>,
    slot: usize,
    /// When who is to be woken, by the number of the process.
    times: RefCell<Vec<(Cycles, Channel)>>,
}

impl Alarms {
    pub fn new(host: &Rc<Host>, slot: usize, processes: usize) -> Alarms {
        Alarms { host: host.clone(), slot, times: RefCell::new(vec![(Cycles::NEVER, Channel(0)); processes]) }
    }

    /// Has a process woken at `time`.
    pub fn set(&self, process: usize, time: Cycles, channel: Channel) {
        self.times.borrow_mut()[process] = (time, channel);
        self.ask();
    }

    fn ask(&self) {
        let next = self.times.borrow().iter().map(|(time, _)| *time).min().unwrap_or(Cycles::NEVER);
        self.host.schedule(self.slot, next);
    }
}

impl Device for Alarms {
    fn fire(&self) {
        for (time, channel) in self.times.borrow_mut().iter_mut().filter(|(time, _)| *time <= self.host.now()) {
            *time = Cycles::NEVER;
            self.host.wake(*channel);
        }
        self.ask();
    }
}
