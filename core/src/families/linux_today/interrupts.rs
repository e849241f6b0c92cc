//! Interrupt handlers. The handler of a queue schedules its instance for polling. The handler of the clock counts a tick. The
//! handler of the watchdog schedules queues whose interrupts are deferred.

use super::kernel::Kernel;
use super::napi::{claim, napi_schedule};
use crate::cpu::Packet;
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// A queue has received packets; the hardware has turned its interrupt off until software arms it again.
pub async fn device(kernel: Rc<Kernel>, number: usize) -> Infallible {
    let (host, napi) = (&kernel.host, &kernel.napis[number]);
    let cpu = &kernel.cpus[napi.cpu];
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        napi.queue.disarm();
        host.call_leaf(Step::InterruptEntry).await;
        if claim(&kernel, napi) {
            let napi_schedule_step = host.call(Step::NapiSchedule, Packet::NONE).await;
            napi_schedule(&kernel, napi).await;
            drop(napi_schedule_step);
        } else {
            host.call_leaf(Step::NapiMissed).await;
        }
        host.call_leaf(Step::InterruptReturn).await;
        kernel.invoke_softirq(cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// The clock's handler.
pub async fn clock(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        host.call_leaf(Step::InterruptEntry).await;
        host.call_leaf(Step::Hardclock).await;
        host.tick();
        host.call_leaf(Step::InterruptReturn).await;
        kernel.invoke_softirq(cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// The reschedule interrupt: another CPU has made a process of this one ready.
pub async fn reschedule(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        host.call_leaf(Step::InterruptEntry).await;
        host.call_leaf(Step::InterruptReturn).await;
        host.request_reschedule();
        kernel.invoke_softirq(cpu);
        cpu.interrupts.leave(host.now());
    }
}

/// Timers of queues have expired (napi_watchdog): schedules each queue once more, unless somebody polls it already.
pub async fn watchdog(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let host = &kernel.host;
    loop {
        host.next_interrupt().await;
        kernel.cpus[cpu].interrupts.enter(host.now());
        host.call_leaf(Step::InterruptEntry).await;
        for napi in kernel.napis.iter().filter(|napi| napi.cpu == cpu) {
            if napi.watchdog.has_expired.replace(false) {
                host.call_leaf(Step::NapiWatchdog).await;
                if !napi.scheduled.get() && claim(&kernel, napi) {
                    napi_schedule(&kernel, napi).await;
                }
            }
        }
        host.call_leaf(Step::InterruptReturn).await;
        kernel.invoke_softirq(&kernel.cpus[cpu]);
        kernel.cpus[cpu].interrupts.leave(host.now());
    }
}
