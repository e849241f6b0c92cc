//! Softirqs: work that interrupts put off, done with interrupts enabled, before the CPU goes back to processes (S 3.1). What
//! is asked for again meanwhile is done at once, but only so often: then a process of its own, ksoftirqd, goes on with it,
//! so that other processes get their turn. Left out: tasklets, timers, the other softirqs, ksoftirqd's low
//! priority: after each of its turns the other processes have theirs.

use crate::cpu::{Channel, Host, Level, Packet};
use crate::scenario::Step;
use crate::trace::LineId;
use std::cell::Cell;
use std::rc::Rc;

/// Runs of all wanted softirqs before the rest is left to ksoftirqd (Linux 2.6: MAX_SOFTIRQ_RESTART).
const RESTARTS_MAX: u32 = 10;

/// ksoftirqd waits for work.
const KSOFTIRQD: Channel = Channel(5);

/// Those of the network, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Softirq {
    Transmit,
    Receive,
}

/// Which softirqs are wanted, and whether they run.
pub struct Softirqs {
    host: Rc<Host>,
    /// Below all interrupts, above all processes.
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

    /// Wants a softirq: it runs when the interrupt that asks returns, or after the softirq that asks.
    pub fn raise(&self, which: Softirq) {
        match which {
            Softirq::Transmit => self.transmit.set(true),
            Softirq::Receive => self.receive.set(true),
        }
        self.interrupt_returns();
    }

    /// Every interrupt looks for wanted softirqs when it returns.
    pub fn interrupt_returns(&self) {
        if self.is_wanted() && !self.running.get() {
            self.host.assert_line(self.line);
        }
    }

    fn is_wanted(&self) -> bool {
        self.transmit.get() || self.receive.get()
    }

    /// Does what is wanted, one softirq after the other; `act` is the code of each.
    pub async fn run(&self, act: impl AsyncFn(Softirq)) {
        self.running.set(true);
        let mut restarts = 0;
        while self.is_wanted() && restarts < RESTARTS_MAX {
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
        if self.is_wanted() {
            self.host.wake(KSOFTIRQD);
        }
    }

    /// ksoftirqd's turn: the same, in a process. Neither the scheduler nor another softirq comes between; before the next
    /// turn other processes can have theirs.
    pub async fn run_in_process(&self, act: impl AsyncFn(Softirq)) {
        if !self.is_wanted() {
            self.host.sleep(KSOFTIRQD).await;
            return;
        }
        let level = self.host.raise(Level::NET);
        self.run(act).await;
        self.host.restore(level);
        self.host.go_behind();
        self.host.call_briefly(Step::KsoftirqdTurn).await;
    }
}
