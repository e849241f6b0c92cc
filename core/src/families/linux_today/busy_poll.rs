//! Busy polling (sk_busy_loop, napi_busy_loop): a receive call that finds nothing polls its socket's queue itself for some
//! time before it sleeps. While it has claimed the instance, an interrupt finds it taken and no softirq runs.
//!
//! ```text
//! recvfrom: empty -> claim -> look, look, ... packet: up to the socket -> back to the process
//!                              `-> time is over, or others should run: one last poll, interrupts on or deferred
//! ```

use super::kernel::{Kernel, Napi, Socket};
use super::napi::{napi_schedule, poll, take_packets};
use crate::cpu::Level;
use crate::scenario::Step;

/// Packets of one poll (BUSY_POLL_BUDGET).
const BUDGET: u64 = 8;

/// Polls until the socket has a packet or the time is over.
pub async fn sk_busy_loop(kernel: &Kernel, socket: &Socket) {
    let host = &kernel.host;
    let end = host.now() + kernel.options.borrow().busy_poll;
    let Some(number) = socket.napi.get() else { return };
    let napi = &kernel.napis[number];
    while socket.queue.is_empty() && host.now() < end {
        if napi.scheduled.get() {
            // somebody else polls the instance: wait until it is done
            host.call_leaf(Step::BusyLoop).await;
            continue;
        }
        napi.scheduled.set(true);
        napi.busy.set(true);
        host.set_gate(kernel.busy, true);
        while socket.queue.is_empty() && host.now() < end && !kernel.cpus[socket.cpu].scheduler.need_resched() {
            poll_ring(kernel, napi, socket.cpu).await;
        }
        busy_poll_stop(kernel, napi).await;
        if kernel.cpus[socket.cpu].scheduler.need_resched() {
            host.call_leaf(Step::BusyLoop).await; // other processes run before the call continues
        }
    }
}

/// Polls the ring once, with softirqs kept out.
async fn poll_ring(kernel: &Kernel, napi: &Napi, cpu: usize) {
    let host = &kernel.host;
    let level = host.raise(Level::NET);
    if napi.queue.ring.is_empty() {
        host.call_leaf(Step::BusyLoop).await;
    } else {
        take_packets(kernel, napi, BUDGET).await;
    }
    host.restore(level);
    kernel.invoke_softirq(&kernel.cpus[cpu]);
}

/// Releases the instance and polls once more, so that no packet stays in the ring unnoticed.
async fn busy_poll_stop(kernel: &Kernel, napi: &Napi) {
    let host = &kernel.host;
    let level = host.raise(Level::NET);
    napi.missed.set(false);
    napi.busy.set(false);
    host.set_gate(kernel.busy, false);
    napi.deferred.set(kernel.options.borrow().defer_irqs);
    if poll(kernel, napi, BUDGET).await.is_unfinished {
        napi_schedule(kernel, napi).await;
    }
    host.restore(level);
    kernel.invoke_softirq(&kernel.cpus[napi.cpu]);
}
