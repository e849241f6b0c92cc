//! Softirqs: work that interrupts put off. It runs with interrupts enabled, before the CPU returns to processes (S 3.1).
//! Softirqs that are raised meanwhile run at once, but only a limited number of times. Then the process ksoftirqd takes
//! over, so that other processes get their turn. Left out: tasklets, timers, the other softirqs, and ksoftirqd's low
//! priority: here the other processes run after each of its turns.

use crate::cpu::{Channel, Host, Level, Packet};
use crate::scenario::Step;
use crate::trace::LineId;
use std::cell::Cell;
use std::rc::Rc;

/// Rounds of pending softirqs before the rest is left to ksoftirqd (Linux 2.6: MAX_SOFTIRQ_RESTART).
const RESTARTS_MAX: u32 = 10;

/// ksoftirqd sleeps here until there is work.
const KSOFTIRQD: Channel = Channel(5);

/// The softirqs of the network, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Softirq {
    Transmit,
    Receive,
}

/// Which softirqs are pending, and whether softirqs run now.
pub struct Softirqs {
    host: Rc<Host>,
    /// The line of the software interrupt: below all interrupts, above all processes.
    line: LineId,
    transmit: Cell<bool>,
    receive: Cell<bool>,
    running: Cell<bool>,
}

impl Softirqs {
    pub fn new(host: &Rc<Host>, line: LineId) -> Softirqs {
        let off = || Cell::new(false);
        Softirqs { host: host.clone(), line, transmit: off(), receive: off(), running: off() }
    }

    /// Raises a softirq: it runs when the interrupt that raised it returns, or after the softirq that raised it.
    pub fn raise(&self, which: Softirq) {
        match which {
            Softirq::Transmit => self.transmit.set(true),
            Softirq::Receive => self.receive.set(true),
        }
        self.interrupt_returns();
    }

    /// Every interrupt calls this when it returns: it starts pending softirqs.
    pub fn interrupt_returns(&self) {
        if self.is_pending() && !self.running.get() {
            self.host.assert_line(self.line);
        }
    }

    fn is_pending(&self) -> bool {
        self.transmit.get() || self.receive.get()
    }

    /// Runs pending softirqs, one after the other; `act` is the code of each.
    pub async fn run(&self, act: impl AsyncFn(Softirq)) {
        self.running.set(true);
        let mut restarts = 0;
        while self.is_pending() && restarts < RESTARTS_MAX {
            let _do_softirq = self.host.call(Step::DoSoftirq, Packet::NONE).await;
            let (transmit, receive) = (self.transmit.take(), self.receive.take());
            if transmit {
                act(Softirq::Transmit).await;
            }
            if receive {
                act(Softirq::Receive).await;
            }
            restarts += 1;
        }
        self.running.set(false);
        if self.is_pending() {
            self.host.wake(KSOFTIRQD);
        }
    }

    /// Runs pending softirqs in ksoftirqd, one after the other. Neither the scheduler nor another softirq runs in between; other
    /// processes can run before ksoftirqd's next turn.
    pub async fn run_in_process(&self, act: impl AsyncFn(Softirq)) {
        if !self.is_pending() {
            self.host.sleep(KSOFTIRQD).await;
            return;
        }
        let level = self.host.raise(Level::NET);
        self.run(act).await;
        self.host.restore(level);
        self.host.yield_cpu();
        self.host.call_leaf(Step::KsoftirqdTurn).await;
    }
}
