//! The disk that pages with new contents have to be written to before they can be reclaimed: it takes its time, and the
//! CPU has nothing to do with it. Left out: its queue and its interrupt.

use super::kernel::PAGES;
use crate::cpu::{Device, Host};
use crate::units::Cycles;
use std::rc::Rc;

pub struct Disk {
    host: Rc<Host>,
    slot: usize,
}

impl Disk {
    pub fn new(host: &Rc<Host>, slot: usize) -> Disk {
        Disk { host: host.clone(), slot }
    }

    /// Wakes who waits for pages when it has written a batch.
    pub fn write(&self, time: Cycles) {
        self.host.schedule(self.slot, self.host.now() + time);
    }
}

impl Device for Disk {
    fn fire(&self) {
        self.host.schedule(self.slot, Cycles::NEVER);
        self.host.wake(PAGES);
    }
}
