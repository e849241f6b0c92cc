//! What interrupts do: a queue's asks for its instance to be polled; the clock's counts a tick; a timer has a queue looked at
//! whose interrupts are deferred.

use super::kernel::Kernel;
use super::napi::{claim, napi_schedule};
use super::softirq::let_in;
use crate::cpu::{Device, Host, Packet};
use crate::scenario::Step;
use crate::trace::LineId;
use crate::units::Cycles;
use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;

/// The timer of a queue whose interrupts are deferred.
pub struct Watchdog {
    host: Rc<Host>,
    line: LineId,
    slot: usize,
    has_run_out: Cell<bool>,
}

impl Watchdog {
    pub fn new(host: &Rc<Host>, line: LineId, slot: usize) -> Watchdog {
        Watchdog { host: host.clone(), line, slot, has_run_out: Cell::new(false) }
    }

    /// Runs out after so long, from now.
    pub fn start(&self, time: Cycles) {
        self.host.schedule(self.slot, self.host.now() + time);
    }
}

impl Device for Watchdog {
    fn fire(&self) {
        self.has_run_out.set(true);
        self.host.assert_line(self.line);
    }
}

/// A queue has received; the hardware has turned its interrupt off until software arms it again.
pub async fn device(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let (host, napi) = (&kernel.host, &kernel.napis[number]);
    let cpu = &kernel.cpus[napi.cpu];
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        napi.queue.silence();
        host.call_briefly(Step::InterruptEntry).await;
        if claim(&kernel, napi) {
            let napi_schedule_step = host.call(Step::NapiSchedule, Packet::NONE).await;
            napi_schedule(&kernel, napi).await;
            drop(napi_schedule_step);
        } else {
            host.call_briefly(Step::NapiMissed).await;
        }
        host.call_briefly(Step::InterruptReturn).await;
        let_in(&kernel, cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// The clock.
pub async fn clock(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        host.call_briefly(Step::InterruptEntry).await;
        host.call_briefly(Step::Hardclock).await;
        host.tick();
        host.call_briefly(Step::InterruptReturn).await;
        let_in(&kernel, cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// Another CPU has made a process of this one ready (the reschedule interrupt).
pub async fn call(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        host.call_briefly(Step::InterruptEntry).await;
        host.call_briefly(Step::InterruptReturn).await;
        host.choose_again();
        let_in(&kernel, cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// Timers of queues have run out (napi_watchdog): each is polled once more, unless somebody does so already.
pub async fn watchdog(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        kernel.cpus[cpu].interrupts.enter(host.now());
        host.call_briefly(Step::InterruptEntry).await;
        for napi in kernel.napis.iter().filter(|napi| napi.cpu == cpu) {
            if napi.watchdog.has_run_out.replace(false) {
                host.call_briefly(Step::NapiWatchdog).await;
                if !napi.scheduled.get() && claim(&kernel, napi) {
                    napi_schedule(&kernel, napi).await;
                }
            }
        }
        host.call_briefly(Step::InterruptReturn).await;
        let_in(&kernel, &kernel.cpus[cpu]);
        kernel.cpus[cpu].interrupts.leave(host.now());
    }
}
