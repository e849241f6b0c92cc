//! Software interrupts (kernel/softirq.c): work that interrupts put off. It runs when they return, or when a process
//! enables softirqs again. After 2 ms, after ten rounds, or when another process should run, ksoftirqd does the rest: a
//! process like any other. Only NET_RX is simulated; tasklets, timers and the others are left out.
//!
//! ```text
//! interrupt ends, or process enables softirqs -> pending? -> do_softirq -> net_rx_action -> too much: ksoftirqd
//! ```

use super::kernel::{Cpu, Kernel};
use super::napi::net_rx_action;
use crate::cpu::{Level, Packet};
use crate::scenario::Step;
use std::convert::Infallible;
use std::rc::Rc;

/// Rounds before the rest is left to ksoftirqd (MAX_SOFTIRQ_RESTART).
const ROUNDS_MAX: u32 = 10;

/// The software interrupt's handler.
pub async fn softirq(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        host.next_interrupt().await;
        cpu.interrupts.enter(host.now());
        do_softirq(&kernel, cpu).await;
        cpu.interrupts.leave(host.now());
    }
}

/// Runs pending softirqs, repeatedly, within its limits.
async fn do_softirq(kernel: &Kernel, cpu: &Cpu) {
    let host = &kernel.host;
    let end = host.now() + kernel.options.borrow().softirq_time;
    cpu.in_softirq.set(true);
    let mut rounds = 0;
    while cpu.pending.get() {
        let _do_softirq = host.call(Step::DoSoftirq, Packet::NONE).await;
        cpu.pending.set(false);
        net_rx_action(kernel, cpu).await;
        rounds += 1;
        if rounds >= ROUNDS_MAX || host.now() >= end || cpu.scheduler.need_resched() {
            break;
        }
    }
    cpu.in_softirq.set(false);
    if cpu.pending.get() && !cpu.ksoftirqd_awake.get() {
        host.call_leaf(Step::WakeupSoftirqd).await;
        set_awake(kernel, cpu, true);
        host.wake(cpu.ksoftirqd);
    }
}

/// The process ksoftirqd. Each turn does as much as a software interrupt; between turns the scheduler may choose another
/// process.
pub async fn ksoftirqd(kernel: Rc<Kernel>, cpu: usize) -> Infallible {
    let (host, cpu) = (&kernel.host, &kernel.cpus[cpu]);
    loop {
        if !cpu.pending.get() {
            set_awake(&kernel, cpu, false);
            kernel.sleep(cpu.ksoftirqd).await;
            continue;
        }
        let run_ksoftirqd = host.call(Step::RunKsoftirqd, Packet::NONE).await;
        let level = host.raise(Level::NET);
        do_softirq(&kernel, cpu).await;
        host.restore(level);
        drop(run_ksoftirqd);
    }
}

fn set_awake(kernel: &Kernel, cpu: &Cpu, awake: bool) {
    cpu.ksoftirqd_awake.set(awake);
    if let Some(gate) = cpu.awake {
        kernel.host.set_gate(gate, awake);
    }
}
